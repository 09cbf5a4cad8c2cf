'use strict';
// Each worker is started when the one before it has ended, with other variables and streams than that.
const { finished } = require('node:stream/promises');
const { SHARE_ENV, Worker } = require('node:worker_threads');

const SOURCE = `
const { parentPort } = require('worker_threads');
const { executionAsyncId, AsyncResource } = require('async_hooks');
const own = process.env.OWN ?? 'none';
process.env.WRITTEN = own;
process.emitWarning('a warning of ' + own);
setImmediate(() => {
  const ids = [executionAsyncId() > 0, new AsyncResource('X').asyncId() < 60];
  parentPort.postMessage([own, process.env.NODE_NO_WARNINGS ?? 'unset', process.listenerCount('warning'), ids]);
});`;

async function run(env, options) {
  const worker = new Worker(SOURCE, { eval: true, env, ...options });
  let errors = '';
  let ended;
  if (options?.stderr) {
    worker.stderr.setEncoding('utf8').on('data', (text) => { errors += text; });
    ended = new Promise((resolve) => { worker.stderr.once('end', resolve); });
  }
  worker.on('message', (message) => console.log(JSON.stringify(message)));
  const code = await new Promise((resolve) => { worker.once('exit', resolve); });
  await ended;
  console.log(code, errors.includes('a warning of'), process.env.WRITTEN ?? 'nothing written');
  delete process.env.WRITTEN;
}

// A worker's output is read after its end, by a program that has never asked for it before.
async function lateStream() {
  const worker = new Worker("process.stdout.write('late')", { eval: true, stdout: true });
  await new Promise((resolve) => { worker.once('exit', resolve); });
  let text = '';
  for await (const chunk of worker.stdout) text += chunk;
  const { stderr } = worker;
  await finished(stderr.resume());
  console.log(text, stderr === worker.stderr, stderr.readableEnded);
}

// What a worker writes comes out of the process, in order, also when it writes at its end.
async function piped() {
  const worker = new Worker("process.stdout.write('one\\n'); process.on('exit', () => { process.stdout.write('two\\n'); process.stdout.write('three\\n'); })", { eval: true });
  await new Promise((resolve) => { worker.once('exit', resolve); });
}

// Standard input that nobody gives has ended.
async function input() {
  const worker = new Worker(`
    const { parentPort } = require('worker_threads');
    process.stdin.on('end', () => parentPort.postMessage('end of input')).resume();`, { eval: true });
  worker.on('message', console.log);
  await new Promise((resolve) => { worker.once('exit', resolve); });
}

(async () => {
  const quiet = { NODE_NO_WARNINGS: '1' };
  await run({ OWN: 'first' }, { stderr: true });
  await run({ OWN: 'second' }, { stderr: true });
  await run({ OWN: 'third', ...quiet }, { stderr: true });
  await run({ OWN: 'fourth' }, { stderr: true });
  process.env.OWN = 'shared';
  process.env.NODE_NO_WARNINGS = '1';
  await run(SHARE_ENV);
  await run(SHARE_ENV);
  await run({ OWN: 'after', ...quiet });
  await run({ 'OWN': 'with\na line and ünïcödé', 'A': '', 'NODE_NO_WARNINGS': '1' });
  for (let i = 0; i < 3; i++) {
    await lateStream();
    await piped();
    await input();
  }
})();
