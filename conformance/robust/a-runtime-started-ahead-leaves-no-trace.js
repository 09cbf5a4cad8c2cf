'use strict';
// From the second worker on a runtime is started ahead, by a thread of its own. It keeps no process alive, goes when no worker
// was wanted for a while, and the worker that takes it over has nothing of another's.

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { once } = require('node:events');
const { SHARE_ENV, Worker } = require('node:worker_threads');

const LIMIT_MS = 60_000;
const POST = "require('node:worker_threads').parentPort.postMessage(1)";

// Programs that end while isolates are being made, with their output and exit code.
const ENDS = [
  ['new Worker(text, { eval: true }); process.exit(3);', '', 3],
  ['for (let i = 0; i < 3; i++) new Worker(text, { eval: true }); process.exit(3);', '', 3],
  ['for (let i = 0; i < 2; i++) new Worker(text, { eval: true }).on("message", (m) => console.log(m));', '1\n1\n', 0],
  ['for (let i = 0; i < 3; i++) new Worker(text, { eval: true }).terminate().then((code) => console.log(code));', '1\n1\n1\n', 0],
  ['new Worker(text, { eval: true }).on("exit", () => { new Worker(text, { eval: true }).on("exit", () => process.exit(4)); });', '', 4],
  ['new Worker(text, { eval: true }).on("exit", () => { new Worker(text, { eval: true }); setImmediate(() => { throw 5; }); });', '', 1],
];

function endings() {
  for (const [program, output, code] of ENDS) {
    const text = `const { Worker } = require('node:worker_threads'); const text = ${JSON.stringify(POST)}; ${program}`;
    const { status, signal, stdout } = spawnSync(process.execPath, ['-e', text], { encoding: 'utf8', timeout: LIMIT_MS });
    assert.deepStrictEqual([signal, status, stdout], [null, code, output], program);
  }
}

// The names of the process's threads.
const threads = () => fs.readdirSync('/proc/self/task').map((id) => {
  try {
    return fs.readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim();
  } catch {
    return ''; // it has ended meanwhile
  }
});

const count = (name) => threads().filter((thread) => thread.startsWith(name)).length;

async function start() {
  const worker = new Worker(POST, { eval: true });
  await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
}

// What a worker knows of itself.
const TELL = `
const { parentPort, threadId, workerData, isMainThread, resourceLimits } = require('node:worker_threads');
parentPort.postMessage({
  threadId, workerData, isMainThread, name: require('node:worker_threads').threadName, argv: process.argv.slice(2),
  execArgv: process.execArgv, A: process.env.A, young: resourceLimits.maxYoungGenerationSizeMb, gc: typeof gc,
  bootstrap: performance.nodeTiming.bootstrapComplete, trace: require('node:util').inspect(process.binding).includes('deprecated'),
});
process.env.A = 'changed';
globalThis.left = 1;
require('node:fs').mine = 1;
`;

async function told(options) {
  const begin = performance.now();
  const worker = new Worker(`${TELL}`, { eval: true, ...options });
  const [[facts]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  assert(facts.bootstrap >= begin - 1, 'its life began before it was made');
  delete facts.bootstrap;
  delete facts.trace;
  return facts;
}

const limits = { resourceLimits: { maxYoungGenerationSizeMb: 16 } };

// Workers that differ, one after the other and all at once.
async function differences() {
  process.env.A = 'first';
  const first = await told();
  const base = { ...first, threadId: 0 };
  assert.strictEqual(base.A, 'first');
  const kinds = [
    [{ workerData: 7 }, { workerData: 7 }],
    [{ name: 'named', argv: ['x'] }, { name: 'named', argv: ['x'] }],
    [{ env: { A: 'own' } }, { A: 'own' }],
    [{ execArgv: ['--no-warnings'] }, { execArgv: ['--no-warnings'] }],
    [limits, { young: 16 }],
    [{}, {}],
    [{ trackUnmanagedFds: false }, {}],
  ];
  let { threadId } = first;
  for (const [options, expected] of [...kinds, ...kinds]) {
    assert.deepStrictEqual(await told(options), { ...base, ...expected, threadId: ++threadId });
  }
  const all = await Promise.all(kinds.map(([options]) => told(options)));
  assert.deepStrictEqual(all, kinds.map(([, expected]) => ({ ...base, ...expected, threadId: ++threadId })));
  process.env.A = 'second';
  assert.strictEqual((await told()).A, 'second');
  await told({ env: SHARE_ENV });
  assert.strictEqual(process.env.A, 'changed');
  require('node:v8').setFlagsFromString('--expose-gc');
  assert.strictEqual((await told()).gc, 'function');
  require('node:v8').setFlagsFromString('--no-expose-gc');
  assert.strictEqual((await told()).gc, 'undefined');
  assert.deepStrictEqual(process.report.getReport().workers, []);
}

const descriptors = () => fs.readdirSync('/proc/self/fd').length;

(async () => {
  endings();
  const before = descriptors();
  await differences();
  for (let i = 0; i < 3; i++) await start();
  await Promise.all([start(), start(), start(), start()]);
  assert(count('gyre-isolates') <= 1);
  const until = Date.now() + LIMIT_MS;
  while (count('gyre-isolates') + count('gyre-worker') > 0) {
    assert(Date.now() < until, threads().join());
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  assert(descriptors() <= before + 3, `${descriptors()} descriptors, ${before} before`); // some are opened once
  await start(); // and a later one is made as the first was
  console.log('ok');
})();
