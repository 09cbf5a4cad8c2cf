'use strict';
(async () => {
  let controller;
  const stream = new ReadableStream({ type: 'bytes', start(given) { controller = given; } });
  const reader = stream.getReader({ mode: 'byob' });
  const read = reader.read(new Uint8Array(6), { min: 4 });
  controller.enqueue(new Uint8Array([1, 2]));
  let isDone = false;
  read.then(() => { isDone = true; });
  await new Promise(setImmediate);
  console.log(isDone);
  controller.enqueue(new Uint8Array([3, 4, 5]));
  console.log(await read);
  const mistakes = [
    [new Uint8Array(2), { min: 3 }], [new Uint8Array(2), { min: 0 }], [new Uint8Array(0)], ['text'], [new DataView(new ArrayBuffer(2)), { min: 3 }],
  ];
  for (const args of mistakes) {
    await reader.read(...args).catch((error) => console.log(error.name, error.code, error.message));
  }
  for (const chunk of ['text', new Uint8Array(0)]) {
    try { controller.enqueue(chunk); } catch (error) { console.log(error.name, error.code, error.message); }
  }
})();
