'use strict';
// Workers of many kinds are started, sent messages, and ended at random moments, often from both sides at once. Nothing may
// crash or hang; every message arrives once and in order until the port is closed; threads, descriptors and memory of ended
// workers are given back.
//
// By hand for longer: workers-start-and-end-at-random-moments.js SECONDS [SEED]. It then prints figures every 10 s.

const assert = require('node:assert');
const fs = require('node:fs');
const { MessageChannel, Worker } = require('node:worker_threads');

const seconds = Number(process.argv[2] ?? 2);
const seed = Number(process.argv[3] ?? Date.now() % 1e6);
const MAX_WORKERS = 6;
const MAX_GROWTH_MB = 150;

let state = seed;
function random() { // mulberry32
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const below = (n) => Math.floor(random() * n);

// ---- what workers do. Each gets workerData { port, exitAfterMs }.

const echo = `
  const { parentPort, workerData: { port, exitAfterMs } } = require('worker_threads');
  parentPort.on('message', (n) => parentPort.postMessage(n));
  port.on('message', (n) => port.postMessage(n));
  if (exitAfterMs >= 0) setTimeout(() => process.exit(5), exitAfterMs);
`;

const again = (call) => `${echo}\n(function again() { ${call}; })();`;

const KINDS = {
  echo,
  'busy loop': 'for (;;);',
  'regular expression': '/(a+)+$/.test("a".repeat(40) + "b")',
  'Atomics.wait': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  'fs': again('require("fs").readFile(process.execPath, again)'),
  'fs in slots': again('for (let i = 0; i < 20; i++) require("fs").stat(".", i === 19 ? again : () => {})'),
  'crypto': again('require("crypto").pbkdf2("a", "b", 5000, 64, "sha512", again)'),
  'zlib': again('require("zlib").deflate(Buffer.alloc(1 << 18, "abc"), again)'),
  'dns': again('require("dns").lookup("localhost", again)'),
  'timers': again('setTimeout(again, 1)'),
  'immediates': again('setImmediate(again)'),
  'microtasks': 'const again = () => Promise.resolve().then(again); again();',
  'a child process': 'require("child_process").spawnSync("sleep", ["100"])',
  'inside a native callback': `const { mkdirSync, readdirSync } = require('fs');
    for (;;) { [3, 1, 2].sort(() => { readdirSync('.'); return 0; }); JSON.stringify({ toJSON() { return readdirSync('.').length; } }); }`,
  'standard output': `${echo}\nsetInterval(() => process.stdout.write('x'.repeat(1000)), 1)`,
  'open files': `${echo}\nfor (let i = 0; i < 5; i++) require('fs').openSync(__filename === '[worker eval]' ? process.execPath : __filename)`,
  'a server': `${echo}\nrequire('net').createServer(() => {}).listen(0, '127.0.0.1')`,
  'an error': `${echo}\nsetTimeout(() => { throw new Error('on purpose'); }, 2)`,
  'a rejection': `${echo}\nPromise.reject(new Error('on purpose'))`,
  'an early end': 'process.exit(3)',
  'a nested worker': `${echo}\nconst { Worker } = require('worker_threads');
    new Worker('for (;;);', { eval: true }); new Worker('setInterval(() => {}, 1)', { eval: true }).unref();`,
  'shared memory': `${echo}\nconst a = new Int32Array(new SharedArrayBuffer(1 << 16)); setInterval(() => Atomics.add(a, 0, 1), 1)`,
  'garbage': `${echo}\nsetInterval(() => { globalThis.x = new Array(1e4).fill(0).map(() => ({})); }, 1)`,
};
const NAMES = Object.keys(KINDS);

const counts = { started: 0, sent: 0, received: 0, errors: 0, exits: {} };

// Sends numbers and checks that they come back in order, each once.
function exchange(send, last) {
  let expected = 1;
  for (let n = 1; n <= last; n++) {
    counts.sent++;
    send(n);
  }
  return (n) => {
    counts.received++;
    assert.strictEqual(n, expected++, `a message is lost, twice there or out of order (seed ${seed})`);
  };
}

// Before it has started, while it starts, or a while after. A slow machine gives it more time.
function endAtRandom(worker) {
  const when = random();
  const soon = (ms) => setTimeout(() => worker.terminate(), below(ms));
  if (when < 0.05) worker.terminate();
  else if (when < 0.1) setImmediate(() => worker.terminate());
  else if (when < 0.3) soon(50);
  else if (when < 0.4) worker.once('online', () => worker.terminate());
  else worker.once('online', () => soon(30));
}

function runOne() {
  const name = NAMES[below(NAMES.length)];
  const { port1, port2 } = new MessageChannel();
  const endsItself = random() < 0.3;
  counts.started++;
  const worker = new Worker(KINDS[name], {
    eval: true,
    name,
    stdout: true,
    stderr: true,
    workerData: { port: port2, exitAfterMs: endsItself ? below(50) : -1 },
    transferList: [port2],
  });
  worker.stdout.resume();
  worker.on('message', exchange((n) => worker.postMessage(n), below(30)));
  port1.on('message', exchange((n) => port1.postMessage(n), below(30)));
  worker.on('error', (error) => {
    counts.errors++;
    assert.strictEqual(error.message, 'on purpose', `${name}: ${error.stack} (seed ${seed})`);
  });
  const portIsClosed = new Promise((resolve) => { port1.on('close', resolve); });
  const ended = new Promise((resolve) => { worker.on('exit', resolve); });
  endAtRandom(worker);
  if (random() < 0.2) setTimeout(() => port1.close(), below(100));
  return ended.then((code) => {
    counts.exits[code] = (counts.exits[code] ?? 0) + 1;
    return portIsClosed; // its other end has ended
  });
}

// ---- what is left

const rssMb = () => process.memoryUsage.rss() / 2 ** 20;
const descriptors = () => fs.readdirSync('/proc/self/fd').length;
const workerThreads = () => fs.readdirSync('/proc/self/task').filter((id) => {
  try {
    return fs.readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith('gyre-worker');
  } catch {
    return false; // it has ended
  }
}).length;

async function until(condition, what) {
  for (let i = 0; i < 500 && !condition(); i++) await new Promise((resolve) => { setTimeout(resolve, 20); });
  assert.ok(condition(), `${what()} (seed ${seed})`);
}

async function keepRunning(endMs) {
  while (Date.now() < endMs) await runOne();
}

async function runFor(ms) {
  const endMs = Date.now() + ms;
  await Promise.all(Array.from({ length: MAX_WORKERS }, () => keepRunning(endMs)));
  await until(() => workerThreads() === 0, () => `${workerThreads()} threads of workers are left`);
}

(async () => {
  await runFor(seconds * 300); // the pool's threads, and caches, are there
  for (let i = 0; i < 20; i++) await new Promise((resolve) => { setTimeout(resolve, 1); }); // a loop that often waits opens its poller
  const before = { descriptors: descriptors(), rssMb: rssMb() };
  for (let left = seconds * 700; left > 0; left -= 10_000) {
    await runFor(Math.min(left, 10_000));
    if (seconds > 10) {
      console.log(`${counts.started} workers, ${counts.received} of ${counts.sent} messages, ${counts.errors} errors, exits ` +
        `${JSON.stringify(counts.exits)}, ${descriptors()} descriptors, ${rssMb().toFixed(0)} MB`);
    }
  }
  await until(() => descriptors() <= before.descriptors, () => `${before.descriptors} descriptors have become ${descriptors()}`);
  const growthMb = rssMb() - before.rssMb;
  assert.ok(growthMb < MAX_GROWTH_MB, `the process grew by ${growthMb} MB (seed ${seed})`);
  console.log('ok');
})();
