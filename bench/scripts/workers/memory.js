'use strict';
// Resident memory of a process with 20 workers that wait for messages, in MB; with `grown`, what they added.
const { Worker } = require('node:worker_threads');
const { messageOf, report } = require('./support.js');

const SOURCE = "const { parentPort } = require('worker_threads'); parentPort.on('message', () => {}); parentPort.postMessage(1);";
const MB = 2 ** 20;

(async () => {
  const before = process.memoryUsage.rss();
  const workers = [];
  for (let i = 0; i < 20; i++) {
    workers.push(new Worker(SOURCE, { eval: true }));
    await messageOf(workers[i]);
  }
  await new Promise((resolve) => setTimeout(resolve, 500)); // what runs after a start settles
  const after = process.memoryUsage.rss();
  report((process.argv[2] === 'grown' ? after - before : after) / MB);
  for (const worker of workers) await worker.terminate();
})();
