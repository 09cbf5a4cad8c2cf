'use strict';
// --block-limit: whatever a callback does, it is ended, and the loop goes on with the next one.
const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const http = require('node:http');

const WAYS = {
  loop() { for (;;); },
  caught() { while (true) try { for (;;); } catch {} },
  finally() { while (true) try { for (;;); } finally { continue; } },
  awaits() { (async () => { for (;;) await null; })(); },
  ticks() { (function f() { process.nextTick(f); })(); },
  ticksFirst() { (function f() { process.nextTick(() => f()); for (let i = 0; i < 1e9; i++); })(); },
  microtasks() { (function f() { queueMicrotask(f); })(); },
  thens() { (function f() { Promise.resolve().then(f); })(); },
  generator() { (async () => { async function* g() { for (;;) yield 1; } for await (const _ of g()); })(); },
  pattern() { /^(a+)+$/i.test('a'.repeat(40) + '!'); },
  json() { const text = JSON.stringify(Array(20_000).fill({ a: 1 })); for (;;) JSON.parse(text); },
  bomb() { const zlib = require('node:zlib'); const part = zlib.gzipSync(Buffer.alloc(2 ** 20)); for (;;) zlib.gunzipSync(part); },
  hash() { for (;;) require('node:crypto').pbkdf2Sync('a', 'b', 2000, 32, 'sha256'); },
  garbage() { const kept = []; for (let i = 0; ; i++) kept[i % 50_000] = { i, list: [i] }; },
  sort() { [3, 2, 1].sort(() => { for (;;); }); },
  getter() { require('node:util').inspect({ get x() { for (;;); } }, { getters: true }); },
  recursion() { const f = () => { try { f(); } catch { f(); } }; f(); },
  wait() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000); },
  child() { spawnSync('sleep', ['60']); },
};

if (process.argv[2] === undefined) {
  const run = (...args) => spawnSync(process.execPath, ['--block-limit=200', '--block-warn=0', '--no-warnings', __filename, ...args],
    { encoding: 'utf8', timeout: 100_000 });
  const ways = run('ways');
  assert.strictEqual(ways.stdout, 'done\n', ways.stderr);
  const uncaught = run('uncaught');
  assert.strictEqual(uncaught.status, 1);
  assert.match(uncaught.stderr, /at Timeout\.spin .*\n[^]*code: 'ERR_GYRE_CALLBACK_TIMEOUT'/);
  assert.strictEqual(run('handler').status, 7);
  console.log('ok');
} else if (process.argv[2] === 'uncaught') {
  setTimeout(function spin() { for (;;); }, 1);
} else if (process.argv[2] === 'handler') {
  process.on('uncaughtException', () => { for (;;); });
  setTimeout(() => { throw new Error('first'); }, 1);
} else {
  endAll();
}

async function endAll() {
  const ended = new Set();
  let way = '';
  process.on('uncaughtException', (error) => {
    assert.strictEqual(error.code, 'ERR_GYRE_CALLBACK_TIMEOUT', error.stack);
    ended.add(way);
  });
  for (way of Object.keys(WAYS)) {
    setTimeout(WAYS[way], 1);
    while (!ended.has(way)) await new Promise((resolve) => { setTimeout(resolve, 5); });
  }
  let beats = 0;
  const beat = setInterval(() => { if (++beats === 2) for (;;); }, 5);
  while (beats < 4) await new Promise((resolve) => { setTimeout(resolve, 5); });
  clearInterval(beat);
  await endRequests();
  console.log('done');
}

async function endRequests() {
  const server = http.createServer(async (req, res) => {
    if (req.url === '/later') await new Promise((resolve) => { setTimeout(resolve, 1); });
    if (req.url === '/begun') res.write('part');
    if (req.url === '/done') res.end('done');
    if (req.url !== '/') for (;;);
    res.end('ok');
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const get = (path) => new Promise((resolve) => {
    http.get({ port: server.address().port, path, agent: false }, (res) => {
      let text = '';
      res.on('data', (part) => { text += part; });
      res.on('end', () => resolve(`${res.statusCode} ${text}`));
      res.on('error', (error) => resolve(error.code));
    }).on('error', (error) => resolve(error.code));
  });
  for (const [path, answer] of [['/now', '503 Service Unavailable\n'], ['/', '200 ok'], ['/later', '503 Service Unavailable\n'],
    ['/begun', 'ECONNRESET'], ['/done', '200 done'], ['/', '200 ok']]) {
    assert.strictEqual(await get(path), answer, path);
  }
  server.close();
}
