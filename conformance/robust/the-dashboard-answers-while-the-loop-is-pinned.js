'use strict';
// gyre --dashboard: page, health and metrics come from a thread of their own; a block is shown with its stack, and can be ended.
// gyre --jfr: the flight recording is written when a signal ends the process, also while the loop is pinned.
const assert = require('node:assert');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');

const program = `
const { Worker } = require('worker_threads');
const cell = new Int32Array(new SharedArrayBuffer(4));
new Worker('setInterval(() => {}, 1000)', { eval: true, name: 'idle' });
process.stdin.on('data', function pinsTheLoop() {
  console.log('pinned');
  Atomics.wait(cell, 0, 0, 60000);
});
process.on('uncaughtException', (error) => console.log(error.code));
console.log('ready');`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-'));
const recording = path.join(folder, 'app.jfr');
const child = spawn(process.execPath, ['--block-warn=100', '--dashboard=0', `--jfr=${recording}`, '-e', program]);
let err = '';
let out = '';
child.stderr.on('data', (chunk) => { err += chunk; });
child.stdout.on('data', (chunk) => { out += chunk; });

async function until(what, isThere) {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const found = await isThere();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no ${what}: ${out}${err}`);
}

async function main() {
  const url = (await until('address', () => /Dashboard: (http:\S+)\//.exec(err)))[1];
  const get = (target, options = {}) => new Promise((resolve, reject) => {
    const request = http.request(url + target, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => { text += chunk; });
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    });
    request.on('error', reject).end();
  });
  await until('readiness', async () => (await get('/readyz')).status === 200);
  await until('worker', async () => (await get('/metrics')).text.includes('gyre_workers 1\n'));
  const secret = /name="gyre-secret" content="(\w+)"/.exec((await get('/')).text)[1];
  const act = (target) => get(target, { method: 'POST', headers: { 'x-gyre-secret': secret, 'origin': url } });
  assert.strictEqual((await get('/api/heap-snapshot?runtime=0', { method: 'POST' })).status, 403);
  const { job } = JSON.parse((await act('/api/heap-snapshot?runtime=0')).text);
  const snapshot = await until('snapshot', async () => {
    const answer = await get(`/download/${job}`);
    return answer.status === 200 && answer;
  });
  assert.ok(JSON.parse(snapshot.text).snapshot.node_count > 1000);

  child.stdin.write('x');
  await until('pin', () => out.includes('pinned'));
  await until('ill health', async () => (await get('/healthz?limit=200')).status === 503);
  assert.strictEqual((await get('/readyz?limit=200')).status, 503);
  await until('block', async () => (await get('/metrics')).text.includes('gyre_loop_blocks_total{cause="atomics_wait"} 1\n'));
  let slowestMs = 0;
  for (let i = 0; i < 10; i++) {
    const begin = performance.now();
    assert.strictEqual((await get('/healthz')).status, 200);
    slowestMs = Math.max(slowestMs, performance.now() - begin);
  }
  assert.ok(slowestMs < 5000, `an answer took ${slowestMs} ms`);
  assert.match(err, /pinsTheLoop/);

  const { number } = JSON.parse((await get('/api/history')).text).loops[0].samples.at(-1);
  assert.strictEqual((await act(`/api/end-callback?runtime=0&number=${number + 1}`)).status, 409);
  assert.strictEqual((await act(`/api/end-callback?runtime=0&number=${number}`)).status, 202);
  await until('end of the callback', () => out.includes('ERR_GYRE_CALLBACK_ENDED'));
  await until('readiness again', async () => (await get('/readyz')).status === 200);
  child.stdin.write('x');
  await until('second pin', () => out.split('pinned').length === 3);
  child.kill('SIGTERM');
  assert.strictEqual((await once(child, 'exit'))[0], 143);
  const flight = fs.readFileSync(recording);
  assert.strictEqual(flight.toString('latin1', 0, 4), 'FLR\0');
  assert.ok(flight.includes('dev.gyre.Block') && flight.includes('Atomics.wait'), 'the block is recorded');
  fs.rmSync(folder, { recursive: true });
  console.log('ok');
}

main();
