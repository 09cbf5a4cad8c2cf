'use strict';
// From `new Worker` to its first message, the median of 15 after five that don't count.
const { Worker } = require('node:worker_threads');
const { median, messageOf, report } = require('./support.js');

const SOURCE = "require('worker_threads').parentPort.postMessage(1)";

(async () => {
  const times = [];
  for (let i = 0; i < 20; i++) {
    const begin = performance.now();
    const worker = new Worker(SOURCE, { eval: true });
    await messageOf(worker);
    if (i >= 5) times.push(performance.now() - begin);
    await worker.terminate();
  }
  report(median(times));
})();
