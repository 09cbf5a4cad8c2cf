'use strict';

// Under --cluster-threads the cases of specs/cluster do what they do with processes. A thread that throws, spins, exits or is
// killed ends alone, signals reach a worker that listens for them, and no descriptor is left.

const assert = require('assert');
const cluster = require('cluster');
const fs = require('fs');
const net = require('net');
const path = require('path');
const { spawn } = require('child_process');
const { isMainThread } = require('worker_threads');
const { ended } = require('./support.js');

const LIMIT_MS = 60_000;
const CASES = ['connections-go-to-the-workers-in-turn', 'addresses-that-are-refused-are-errors-of-the-worker'];

const ends = {
  throws: [1, null],
  spins: [null, 'SIGKILL'],
  exits: [4, null],
  listens: [5, null],
  early: [null, 'SIGTERM'],
  disconnects: [0, null],
};

const doings = {
  throws: () => setImmediate(() => { throw new Error('expected on the standard error'); }),
  spins() {
    process.send('spins', () => { for (;;); });
  },
  exits: () => process.exit(4),
  listens() {
    process.on('SIGTERM', (name, number) => process.exit(name === 'SIGTERM' && number === 15 ? 5 : 6));
    process.send('listens');
  },
  early() {},
  disconnects: () => net.createServer().listen(0, () => cluster.worker.disconnect()),
};

if (cluster.isWorker) doings[process.env.DOING]();
else if (process.argv[2] === 'ends') primary();
else main();

function primary() {
  cluster.setupPrimary({ threads: true, args: [] });
  const before = fs.readdirSync('/proc/self/fd').length;
  const seen = {};
  for (const doing of Object.keys(ends)) {
    const worker = cluster.fork({ DOING: doing });
    assert.strictEqual(worker.process.pid, process.pid);
    worker.on('message', (message) => worker.kill(message === 'spins' ? 'SIGKILL' : 'SIGTERM'));
    worker.process.on('close', (code, signal) => { seen[doing] = [code, signal]; });
    if (doing === 'early') worker.kill();
  }
  process.on('exit', () => {
    for (const doing of Object.keys(ends)) assert.deepStrictEqual(seen[doing], ends[doing], doing);
    assert.ok(fs.readdirSync('/proc/self/fd').length <= before + 4, 'descriptors are left');
  });
}

async function output(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let errors = '';
  child.stdout.on('data', (data) => { text += data; });
  child.stderr.on('data', (data) => { errors += data; });
  const [code] = await ended(child, LIMIT_MS);
  return { code, text, errors };
}

async function main() {
  assert.ok(isMainThread);
  for (const name of CASES) {
    const folder = path.join(__dirname, '../specs/cluster', name);
    const { code, text, errors } = await output(['--cluster-threads', path.join(folder, 'main.js')]);
    assert.strictEqual(text, fs.readFileSync(path.join(folder, 'expected.txt'), 'utf8'), errors);
    assert.strictEqual(code, 0);
  }
  const { code, errors } = await output([__filename, 'ends']);
  assert.strictEqual(code, 0, errors);
  assert.match(errors, /Error: expected on the standard error/);
  console.log('ok');
}
