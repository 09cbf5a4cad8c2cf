'use strict';
const buffer = new ArrayBuffer(8);
const copy = structuredClone({ buffer }, { transfer: [buffer] });
console.log(copy.buffer.byteLength, buffer.byteLength, buffer.detached);
