'use strict';
// Packages that run code in worker threads: two pools, a logger whose transport is a worker, and functions of a worker that
// are waited for with Atomics.wait.
const { Piscina } = require('piscina');
const workerpool = require('workerpool');
const pino = require('pino');
const { createSyncFn } = require('synckit');
const path = require('node:path');

const file = path.join(__dirname, 'task.js');

async function piscina() {
  const pool = new Piscina({ filename: file, maxThreads: 1 });
  console.log('piscina', await pool.run({ a: 1, b: 2 }), await pool.run(21, { name: 'twice' }));
  await pool.run('bad', { name: 'fails' }).catch((error) => console.log(error.name, error.message));
  const abort = new AbortController();
  const endless = pool.run(null, { name: 'loops', signal: abort.signal });
  abort.abort();
  await endless.catch((error) => console.log(error.name));
  const memory = new ArrayBuffer(8);
  console.log((await pool.run(Piscina.move(memory), { name: 'moves' })).byteLength, memory.byteLength);
  await pool.destroy();
}

async function workers() {
  const pool = workerpool.pool({ maxWorkers: 1, workerType: 'thread' });
  console.log('workerpool', await pool.exec((a, b) => a + b, [3, 4]));
  await pool.exec(() => { throw new RangeError('bad'); }).catch((error) => console.log(error.message));
  await pool.terminate();
}

async function logger() {
  const keeps = setInterval(() => {}, 1000); // the transport's worker alone does not keep the process
  const transport = pino.transport({ target: 'pino/file', options: { destination: 1 } });
  const log = pino({ base: null, timestamp: false }, transport);
  log.info({ a: 1 }, 'by a worker');
  await new Promise((resolve) => log.flush(resolve));
  await new Promise((resolve) => transport.on('close', resolve).end());
  clearInterval(keeps);
}

function synchronous() {
  const add = createSyncFn(path.join(__dirname, 'sync-task.js'));
  console.log('synckit', add(2, 3), add('a', 'b'));
  try {
    add();
  } catch (error) {
    console.log(error.name, error.message, error.code);
  }
}

(async () => {
  await piscina();
  await workers();
  await logger();
  synchronous();
  process.exit(); // synckit's worker never ends by itself
})();
