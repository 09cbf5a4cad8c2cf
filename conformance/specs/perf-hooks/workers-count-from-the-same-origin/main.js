'use strict';
// A worker's performance.now() counts from the moment from which its main thread's does; so does process.uptime().
const { Worker } = require('worker_threads');
const { performance, PerformanceObserver } = require('perf_hooks');

const { nodeStart, v8Start, environment, bootstrapComplete, loopStart, loopExit } = performance.nodeTiming;
console.log(nodeStart > 0, v8Start >= nodeStart, environment >= v8Start, bootstrapComplete >= environment, loopStart, loopExit);
console.log(Math.abs(process.uptime() * 1000 + nodeStart - performance.now()) < 50);
console.log(PerformanceObserver.supportedEntryTypes);
const before = performance.now();
const worker = new Worker(`
  const { performance } = require('perf_hooks');
  const { parentPort } = require('worker_threads');
  const { nodeStart, v8Start, environment, bootstrapComplete } = performance.nodeTiming;
  parentPort.postMessage([performance.timeOrigin, performance.now(), nodeStart, v8Start, bootstrapComplete > environment]);
`, { eval: true });
worker.on('message', ([timeOrigin, now, workersNodeStart, workersV8Start, inOrder]) => {
  console.log(timeOrigin === performance.timeOrigin, now > before, now < performance.now());
  console.log(workersNodeStart === nodeStart, workersV8Start === v8Start, inOrder);
});
