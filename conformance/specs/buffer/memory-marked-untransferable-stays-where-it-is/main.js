'use strict';
// The memory that small buffers share, and what a program marks.
const { isMarkedAsUntransferable, markAsUntransferable } = require('node:worker_threads');

const marked = new ArrayBuffer(8);
markAsUntransferable(marked);
for (const memory of [Buffer.from('abc').buffer, marked]) {
  console.log(Reflect.ownKeys(memory), isMarkedAsUntransferable(memory));
  for (const move of [
    () => memory.transfer(),
    () => memory.transferToFixedLength(),
    () => structuredClone(memory, { transfer: [memory] }),
  ]) {
    try {
      move();
      console.log('moved');
    } catch (error) {
      console.log(error.name, error.message);
    }
  }
  console.log(memory.detached, structuredClone(memory).byteLength === memory.byteLength);
}
