'use strict';
// From `new Worker` to its first message, for the first worker of a process.
const { Worker } = require('node:worker_threads');
const { messageOf, report } = require('./support.js');

(async () => {
  const begin = performance.now();
  const worker = new Worker("require('worker_threads').parentPort.postMessage(1)", { eval: true });
  await messageOf(worker);
  report(performance.now() - begin);
  await worker.terminate();
})();
