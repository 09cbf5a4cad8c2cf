'use strict';
// --block-limit ends callbacks wherever they are. A server computes a little longer than its limit, a little shorter, or for
// ever, amid streams, timers, files, hashes and messages. Afterwards every answer was the right one, a 503 or a closed
// connection, no request hangs, all that was begun has come to its end once, new memory is empty, and everything still works.
// By hand: STOPS=1000 SEED=7 ./gyre bench/stops/callbacks-ended-at-random-moments.js. Not a test of the build: on a loaded
// machine the limit also ends callbacks that only note the end of a call, which is counted as a call that never came back.
const assert = require('node:assert');
const { fork } = require('node:child_process');
const crypto = require('node:crypto');
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { pipeline, PassThrough } = require('node:stream');
const { MessageChannel } = require('node:worker_threads');
const zlib = require('node:zlib');
const { scratch } = require('../../conformance/robust/support');

const STOPS = +(process.env.STOPS ?? 60);
const LIMIT_MS = 5;
let seed = +(process.env.SEED ?? 1);
const random = (n) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % n;
};

if (process.argv[2] === 'serve') serve();
else check();

// ---- the server

function serve() {
  const folder = process.argv[3];
  seed = +process.argv[4];
  const figures = { stops: 0, unfilled: 0, wrong: [], ticks: 0, immediates: 0 };
  const open = new Map(); // calls that were made and have not called back
  let lastCall = 0;

  process.on('uncaughtException', (error) => {
    if (error.code === 'ERR_GYRE_CALLBACK_TIMEOUT') noteStop(error);
    else figures.wrong.push(error.stack);
  });
  process.on('warning', (warning) => { if (warning.code === 'ERR_GYRE_CALLBACK_TIMEOUT') noteStop(warning); });

  let computing = 0; // number of the computation that runs, or ran last
  let computations = 0;
  const ended = new Set(); // those that were ended

  const messages = []; // of the last stops

  function noteStop(error) {
    messages.push(error.message);
    if (messages.length > 20) messages.shift();
    figures.stops++;
    ended.add(computing);
  }

  // The mark is set when the call has returned: it may be ended inside the call. An async function of an ended callback may
  // never go on: V8 drops the promise jobs that waited.
  function tracked(make) {
    const id = ++lastCall;
    const by = computing;
    let isDone = false;
    make((isRight, what) => {
      if (isDone) figures.wrong.push(`${what} called back twice`);
      isDone = true;
      open.delete(id);
      if (!isRight) figures.wrong.push(what);
    });
    if (!isDone) open.set(id, { name: make.name, by });
  }

  const text = crypto.randomBytes(70_000).toString('hex');
  const file = path.join(folder, 'text');
  fs.writeFileSync(file, text);
  const digest = crypto.createHash('sha256').update(text).digest('hex');
  const emitter = new EventEmitter();
  emitter.on('x', (n) => { figures.ticks += n; });
  const { port1, port2 } = new MessageChannel();
  port2.on('message', ({ done, n }) => waiting.get(done)?.(n === done, 'message'));
  port2.unref();
  const waiting = new Map();

  const work = [
    function readFile() { tracked(function readFile(done) { fs.readFile(file, 'utf8', (e, data) => done(data === text, `readFile ${e}`)); }); },
    function stat() { tracked(function stat(done) { fs.stat(file, (e, s) => done(s?.size === text.length, `stat ${e}`)); }); },
    function promised() { tracked(function promised(done) { fs.promises.readFile(file, 'utf8').then((data) => done(data === text, 'promised readFile')); }); },
    function writeFile() {
      const own = path.join(folder, `own-${random(50)}`);
      tracked(function writeFile(done) { fs.writeFile(own, 'abc', (e) => done(!e, `writeFile ${e}`)); });
    },
    function stream() {
      tracked(function stream(done) {
        const hash = crypto.createHash('sha256');
        pipeline(fs.createReadStream(file), new PassThrough(), hash, (e) => done(!e && hash.digest('hex') === digest, `pipeline ${e}`));
      });
    },
    function inflate() { tracked(function inflate(done) { zlib.deflate(text, (e, z) => done(!e && z.length < text.length, `deflate ${e}`)); }); },
    function pbkdf2() { tracked(function pbkdf2(done) { crypto.pbkdf2('a', 'b', 10, 16, 'sha1', (e, key) => done(key?.length === 16, `pbkdf2 ${e}`)); }); },
    function bytes() { tracked(function bytes(done) { crypto.randomBytes(16, (e, b) => done(b?.length === 16, `randomBytes ${e}`)); }); },
    function timer() { tracked(function timer(done) { setTimeout(done, random(5), true, 'timer'); }); },
    function immediate() { tracked(function immediate(done) { setImmediate(done, true, 'immediate'); }); },
    function message() {
      const id = `m${random(1e9)}-${lastCall}`;
      tracked(function message(done) {
        waiting.set(id, (isRight, what) => { waiting.delete(id); done(isRight, what); });
        port1.postMessage({ done: id, n: id });
      });
    },
    function memory() {
      for (const made of [Buffer.alloc(random(5000)), new Uint8Array(random(5000)), Buffer.from(new ArrayBuffer(random(9000)))]) {
        if (made.some((byte) => byte !== 0)) figures.unfilled++;
        made.fill(0xee);
      }
      Buffer.allocUnsafe(random(4000)).fill(0xdd);
    },
    function text1() { Buffer.from(text).toString('latin1'); JSON.parse(JSON.stringify({ text })); },
    function events() { for (let i = 0; i < 20; i++) emitter.emit('x', 1); },
    function ticks() { process.nextTick(() => { figures.ticks++; }); queueMicrotask(() => { figures.ticks++; }); },
    function interval() { const t = setInterval(() => { figures.immediates++; clearInterval(t); }, 1); },
    function sorted() { Array.from({ length: 300 }, (_, i) => i * 7919 % 300).sort((a, b) => a - b); },
    function pattern() { /(\w+)\s(\w+)/.exec(text.slice(0, 2000)); new URL('http://a/b?c=d').searchParams.get('c'); },
    function hash() { crypto.createHash('md5').update(text).digest('hex'); },
  ];

  // For so long, or for ever.
  function compute(ms) {
    computing = ++computations;
    const until = performance.now() + ms;
    while (performance.now() < until) work[random(work.length)]();
  }
  const duration = () => (random(3) === 0 ? LIMIT_MS - 1 + random(30) / 10 : random(6) === 0 ? 1e9 : random(3));

  let beats = 0;
  setInterval(() => { beats++; }, 2);
  const spinner = setInterval(() => { if (figures.stops < STOPS) compute(duration()); }, 25);

  const steps = new Map(); // of requests that are not over: the last step that they came to

  async function answer(req, res) {
    const id = req.url.slice(req.url.indexOf('=') + 1);
    if (req.url.startsWith('/steps')) return res.end(JSON.stringify([...steps, ...messages]));
    const step = (name) => { if (steps.has(id)) steps.set(id, `${steps.get(id)} ${name}`); };
    steps.set(id, `${req.method}`);
    res.on('close', () => steps.delete(id));
    if (req.url.startsWith('/figures')) return res.end(JSON.stringify({ ...figures, beats }));
    if (req.url.startsWith('/stop')) { clearInterval(spinner); return res.end(); }
    if (req.url.startsWith('/end')) return res.end(await health());
    if (req.method === 'POST') {
      const hash = crypto.createHash('md5');
      for await (const part of req) { hash.update(part); if (random(4) === 0) { step('c'); compute(duration()); step('C'); } }
      step('end');
      return res.end(`${id} ${hash.digest('hex')}`);
    }
    switch (random(5)) {
      case 0: step('0'); compute(duration()); break;
      case 1: step('1'); await new Promise((resolve) => { setImmediate(resolve); }); step('1c'); compute(duration()); break;
      case 2: step('2'); await fs.promises.stat(file); step('2c'); compute(duration()); break;
      case 3: step('3'); res.write(id); compute(duration()); return res.end();
      default: step('4'); process.nextTick(() => compute(duration()));
    }
    step('answers');
    res.end(id);
  }

  // Everything still works, and nothing is left.
  async function health() {
    const { promisify } = require('node:util');
    const deadline = Date.now() + 20_000;
    const lost = () => [...open.values()].filter(({ name, by }) => name !== 'promised' || !ended.has(by)).map(({ name }) => name);
    while (lost().length > 0 && Date.now() < deadline) await promisify(setTimeout)(5);
    const before = beats;
    await promisify(setTimeout)(30);
    await new Promise((resolve) => { process.nextTick(resolve); });
    await null;
    await promisify(setImmediate)();
    await promisify(queueMicrotask)();
    const isRead = await fs.promises.readFile(file, 'utf8') === text;
    return JSON.stringify({
      ...figures, open: lost().slice(0, 9), dropped: open.size, isRead, isBeating: beats > before,
      descriptors: fs.readdirSync('/proc/self/fd').length, rss: process.memoryUsage().rss, resources: process.getActiveResourcesInfo?.().length,
    });
  }

  const server = http.createServer((req, res) => { answer(req, res).catch((error) => {
    figures.wrong.push(error.stack);
    res.destroy();
  }); });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.on('disconnect', () => process.exit());
}

// ---- the clients

async function check() {
  const folder = scratch();
  const child = fork(__filename, ['serve', folder, `${seed}`],
    { execArgv: [`--block-limit=${LIMIT_MS}`, '--no-warnings'] });
  const limitMs = 90_000 + STOPS * 1000;
  const over = new Promise((resolve) => { child.on('exit', (code, signal) => resolve([code, signal])); });
  setTimeout(() => { child.kill('SIGKILL'); throw new Error(`not done after ${limitMs} ms`); }, limitMs).unref();
  const port = await new Promise((resolve) => { child.once('message', resolve); });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 12 });

  const ask = (url, body) => new Promise((resolve, reject) => {
    const request = http.request({ port, path: url, agent, method: body === undefined ? 'GET' : 'POST' }, (response) => {
      let text = '';
      response.setEncoding('latin1');
      response.on('data', (part) => { text += part; });
      response.on('end', () => resolve({ status: response.statusCode, text }));
      response.on('error', (error) => resolve({ status: error.code }));
    });
    request.setTimeout(30_000, () => {
      sure('/steps').then((steps) => reject(new Error(`no answer to ${url}: ${steps.join('\n')}`)));
    });
    request.on('error', (error) => resolve({ status: error.code }));
    request.end(body);
  });
  const sure = async (url) => {
    for (;;) {
      const { status, text } = await ask(url);
      if (status === 200) return JSON.parse(text || 'null');
    }
  };

  const counts = {};
  let number = 0;
  let isOver = false;
  async function client() {
    while (!isOver) {
      const id = `${++number}`;
      const body = random(3) === 0 ? crypto.randomBytes(random(200_000)) : undefined;
      const { status, text } = await ask(`/work?id=${id}`, body);
      counts[status] = (counts[status] ?? 0) + 1;
      if (status === 200) {
        assert.strictEqual(text, body === undefined ? id : `${id} ${crypto.createHash('md5').update(body).digest('hex')}`);
      } else if (status === 503) {
        assert.strictEqual(text, 'Service Unavailable\n');
      } else {
        assert.ok(['ECONNRESET', 'EPIPE'].includes(status), `${status}`);
      }
    }
  }
  const first = await sure('/figures');
  const clients = Array.from({ length: 12 }, client);
  for (;;) {
    const { stops, wrong } = await sure('/figures');
    assert.deepStrictEqual(wrong, []);
    if (stops >= STOPS) break;
    await new Promise((resolve) => { setTimeout(resolve, 100); });
  }
  isOver = true;
  await Promise.all(clients);
  await sure('/stop');
  const last = await sure('/end');
  assert.deepStrictEqual(last.wrong, []);
  assert.deepStrictEqual({ open: last.open, unfilled: last.unfilled, isRead: last.isRead, isBeating: last.isBeating },
    { open: [], unfilled: 0, isRead: true, isBeating: true });
  assert.ok(last.descriptors < 60, `${last.descriptors} descriptors`);
  assert.ok(last.rss < 1.5e9, `${last.rss} bytes`);
  if (process.env.STOPS !== undefined) console.error(JSON.stringify({ first: first.stops, seconds: process.uptime(), requests: number, counts, ...last }));
  agent.destroy();
  child.disconnect();
  assert.deepStrictEqual(await over, [0, null]);
  console.log('ok');
}
