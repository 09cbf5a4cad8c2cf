'use strict';
// From the second worker on an isolate is made ahead by another thread. It keeps no process alive, and goes when no worker was
// wanted for a while.

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { once } = require('node:events');
const { Worker } = require('node:worker_threads');

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

(async () => {
  endings();
  for (let i = 0; i < 3; i++) await start();
  await Promise.all([start(), start(), start(), start()]);
  assert(count('gyre-isolates') <= 1);
  const until = Date.now() + LIMIT_MS;
  while (count('gyre-isolates') + count('gyre-worker') > 0) {
    assert(Date.now() < until, threads().join());
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  await start(); // and a later one is made as the first was
  console.log('ok');
})();
