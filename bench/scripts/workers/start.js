'use strict';
// From `new Worker` to its first message, the median of 15 after five that don't count. start.js [PAUSE_MS [cpu]]: with a pause
// after the end of each; with `cpu`, the processor time of the whole process from one start to the next.
const { Worker } = require('node:worker_threads');
const { median, messageOf, report } = require('./support.js');

const SOURCE = "require('worker_threads').parentPort.postMessage(1)";
const pauseMs = Number(process.argv[2] ?? 0);
const isCpu = process.argv[3] === 'cpu';

(async () => {
  const times = [];
  for (let i = 0; i < 20; i++) {
    const before = process.cpuUsage();
    const begin = performance.now();
    const worker = new Worker(SOURCE, { eval: true });
    await messageOf(worker);
    const timeMs = performance.now() - begin;
    await worker.terminate();
    if (pauseMs > 0) await new Promise((resolve) => { setTimeout(resolve, pauseMs); });
    const { user, system } = process.cpuUsage(before);
    if (i >= 5) times.push(isCpu ? (user + system) / 1000 : timeMs);
  }
  report(median(times));
})();
