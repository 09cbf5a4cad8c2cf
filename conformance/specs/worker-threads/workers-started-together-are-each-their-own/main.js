'use strict';
// Isolates of workers are made ahead and side by side. None sees what another was given or has done.

const { once } = require('node:events');
const { Worker, SHARE_ENV } = require('node:worker_threads');

// What a worker has of its own, and what another could have left.
const LOOK = `
  const { parentPort, resourceLimits, threadName, workerData } = require('node:worker_threads');
  const { heap_size_limit: limit } = require('node:v8').getHeapStatistics();
  let depth = 0;
  const down = () => { depth++; down(); };
  try { down(); } catch { /* the stack's end */ }
  parentPort.postMessage({
    threadName, workerData, limit: limit >> 20, old: resourceLimits.maxOldGenerationSizeMb, stack: resourceLimits.stackSizeMb,
    isDeep: depth > 20_000, env: process.env.OWN, argv: process.argv.slice(2), execArgv: process.execArgv,
    left: [typeof left, Object.prototype.left, [].push === Array.prototype.push && [1].push(2), typeof require.cache.left],
  });`;

const LEAVE = `
  globalThis.left = Object.prototype.left = 'left';
  Array.prototype.push = () => 'replaced';
  require.cache.left = {};
  process.env.OWN = 'left';
  process.argv.push('left');
  require('node:worker_threads').parentPort.postMessage(1);`;

const kinds = [
  { name: 'plain' },
  { name: 'small', resourceLimits: { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 6 } },
  { name: 'shallow', resourceLimits: { stackSizeMb: 1 } },
  { name: 'env', env: { OWN: 'its own' } },
  { name: 'argv', argv: ['a', 2] },
  { name: 'execArgv', execArgv: ['--no-warnings'] },
  { name: 'data', workerData: { list: [1, 2] } },
  { name: 'shared', env: SHARE_ENV },
];

async function look(kind) {
  const worker = new Worker(LOOK, { eval: true, ...kind });
  const [[{ limit, old, stack, ...seen }]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return JSON.stringify({ ...seen, stack, ...(kind.name === 'small' ? { limit, old } : {}) }); // others depend on the machine
}

async function leave() {
  const worker = new Worker(LEAVE, { eval: true });
  await once(worker, 'message');
  await worker.terminate();
}

(async () => {
  process.env.OWN = 'the process\'s';
  for (const line of await Promise.all(kinds.map(look))) console.log(line);
  await leave();
  for (const kind of kinds) console.log(await look(kind)); // one after the other, each from an isolate made ahead
  await Promise.all([leave(), leave(), leave()]);
  for (const line of await Promise.all([...kinds, ...kinds].map(look))) console.log(line);
  console.log(typeof left, process.env.OWN);
})();
