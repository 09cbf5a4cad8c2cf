'use strict';
// Twenty workers at once: from the first `new Worker` to the last of their first messages, in milliseconds.
const { Worker } = require('node:worker_threads');
const { messageOf, report } = require('./support.js');

const SOURCE = "const { parentPort } = require('worker_threads'); parentPort.once('message', () => {}); parentPort.postMessage(1)";

(async () => {
  const begin = performance.now();
  const workers = Array.from({ length: 20 }, () => new Worker(SOURCE, { eval: true }));
  await Promise.all(workers.map(messageOf));
  report(performance.now() - begin);
  await Promise.all(workers.map((worker) => worker.terminate()));
})();
