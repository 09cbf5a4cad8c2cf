'use strict';
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');

// (module (import "m" "m" (memory 1 1 shared))
//   (func (export "n") (param i32) (result i32) local.get 0 i32.const 1 memory.atomic.notify))
const MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 127, 1, 127, 2, 9, 1, 1, 109, 1, 109, 2, 3, 1, 1, 3, 2, 1, 0, 7, 5, 1, 1, 110,
  0, 0, 10, 12, 1, 10, 0, 32, 0, 65, 1, 254, 0, 2, 0, 11,
]);

if (isMainThread) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const { exports: { n: notify } } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { m: { m: memory } });
  const worker = new Worker(__filename, { workerData: memory.buffer });
  worker.on('message', (message) => {
    console.log(message);
    if (message === 'waits') console.log('notified', notify(0));
    else worker.terminate();
  });
} else {
  parentPort.on('message', () => {}); // keeps the thread alive
  const { async, value } = Atomics.waitAsync(new Int32Array(workerData), 0, 0);
  value.then((how) => parentPort.postMessage(`woken: ${async} ${how}`));
  parentPort.postMessage('waits');
}
