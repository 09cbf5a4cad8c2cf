'use strict';
// Nothing else turns the loops here: without a wake-up each step would last until the worker's last timer.
const { Worker } = require('worker_threads');

const memory = new Int32Array(new SharedArrayBuffer(8));
const describe = (f) => [f.name, f.length];
console.log(describe(Atomics.waitAsync), describe(Atomics.notify), Object.keys(Atomics));

const worker = new Worker(`
  const { parentPort, workerData: memory } = require('worker_threads');
  const last = setTimeout(() => {}, 30000);
  parentPort.once('message', async () => {
    const { async, value } = Atomics.waitAsync(memory, 0, 0);
    setTimeout(() => { Atomics.store(memory, 1, 1); Atomics.notify(memory, 1); }, 20);
    parentPort.postMessage(['worker', async, await value]);
    clearTimeout(last);
  });`, { eval: true, workerData: memory });

worker.on('online', async () => {
  const begin = performance.now();
  const first = Atomics.waitAsync(memory, 1, 0);
  worker.postMessage('go');
  console.log('main', first.async, await first.value);
  Atomics.store(memory, 0, 1);
  console.log('woken', Atomics.notify(memory, 0));
  console.log(...await new Promise((resolve) => worker.once('message', resolve)));
  console.log('in time', performance.now() - begin < 25000);

  const late = Atomics.waitAsync(memory, 1, 1, 20);
  const again = Atomics.waitAsync(memory, 1, 1);
  const keeps = setTimeout(() => {}, 30000);
  console.log(await late.value);
  setImmediate(() => console.log('woken', Atomics.notify(memory, 1)));
  console.log(await again.value);
  console.log(Atomics.waitAsync(memory, 1, 7), Atomics.waitAsync(memory, 1, 1, 0));
  clearTimeout(keeps);
  console.log('in time', performance.now() - begin < 25000);
});
