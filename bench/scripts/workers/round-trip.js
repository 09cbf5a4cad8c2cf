'use strict';
// One message to a worker and back, in microseconds: round-trip.js small | string | warm-string | transfer
const { Worker } = require('node:worker_threads');
const { messageOf, report } = require('./support.js');

const KINDS = {
  small: { value: { id: 1, text: 'x' }, warmUp: 5_000, count: 20_000 },
  string: { value: 'x'.repeat(3e6), warmUp: 20, count: 100 },
  'warm-string': { value: 'x'.repeat(3e6), warmUp: 3_000, count: 500 },
  transfer: { value: new ArrayBuffer(16 * 2 ** 20), warmUp: 5_000, count: 20_000 },
};

const kind = process.argv[2];
const isTransfer = kind === 'transfer';
const { warmUp, count } = KINDS[kind];
let { value } = KINDS[kind];

const worker = new Worker(`const { parentPort } = require('worker_threads');
parentPort.on('message', (value) => parentPort.postMessage(value, ${isTransfer ? '[value]' : '[]'}));`, { eval: true });

async function trips(times) {
  const begin = performance.now();
  for (let i = 0; i < times; i++) {
    worker.postMessage(value, isTransfer ? [value] : []);
    value = await messageOf(worker);
  }
  return (performance.now() - begin) / times * 1000;
}

(async () => {
  await trips(warmUp);
  report(await trips(count));
  await worker.terminate();
})();
