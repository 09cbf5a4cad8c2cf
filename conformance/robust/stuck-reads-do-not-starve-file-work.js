'use strict';
// Twenty FIFOs without a writer hold a thread each, of four. Other file work goes on, process.exit() ends the process
// with the threads still in open(2), and what is stuck keeps a process alive until somebody writes.

const assert = require('node:assert');
const { execFileSync, spawn } = require('node:child_process');
const fs = require('node:fs');
const { once } = require('node:events');
const { scratch, ended } = require('./support');

const FIFOS = 20;
const PROMPT_MS = 3000; // five rounds of 100 ms make room for all; the rest is for a machine under load

const fifos = (folder) => Array.from({ length: FIFOS }, (_, i) => `${folder}/fifo${i}`);

async function child(folder, thenExit) {
  const start = Date.now();
  let stuck = FIFOS;
  for (const [i, fifo] of fifos(folder).entries()) {
    const done = (error, result) => {
      assert.ifError(error);
      if (i % 2 === 0) assert.strictEqual(result, 'at last');
      else fs.closeSync(result);
      if (--stuck === 0) console.log('all read');
    };
    if (i % 2 === 0) fs.readFile(fifo, 'utf8', done);
    else fs.open(fifo, 'r', done);
  }
  for (let i = 0; i < 50; i++) {
    assert.strictEqual((await fs.promises.readFile(__filename, 'utf8')).slice(0, 12), "'use strict'");
    assert.ok((await fs.promises.stat(__filename)).isFile());
  }
  const tookMs = Date.now() - start;
  assert.ok(tookMs < PROMPT_MS, `ordinary file work took ${tookMs} ms`);
  assert.strictEqual(stuck, FIFOS);
  console.log('files read');
  if (thenExit) process.exit(5);
}

async function main() {
  const folder = scratch();
  execFileSync('mkfifo', fifos(folder));
  const run = (...args) => spawn(process.execPath, [__filename, folder, ...args], {
    env: { ...process.env, UV_THREADPOOL_SIZE: '4' }, stdio: ['ignore', 'pipe', 'inherit'],
  });

  const exiting = run('exit');
  exiting.stdout.resume();
  assert.deepStrictEqual(await ended(exiting, 20_000), [5, null]);

  const waiting = run();
  waiting.stdout.setEncoding('utf8');
  assert.strictEqual((await once(waiting.stdout, 'data'))[0], 'files read\n');
  assert.strictEqual(waiting.exitCode, null);
  const read = once(waiting.stdout, 'data');
  const end = ended(waiting, 20_000);
  // Those that are only opened are closed at once: nothing is written to them.
  const write = 'while [ $# -gt 0 ]; do printf "at last" > "$1"; : > "$2"; shift 2; done';
  execFileSync('sh', ['-c', write, 'sh', ...fifos(folder)]);
  assert.strictEqual((await read)[0], 'all read\n');
  assert.deepStrictEqual(await end, [0, null]);
  console.log('ok');
}

if (process.argv.length > 2) child(process.argv[2], process.argv[3] === 'exit');
else main();
