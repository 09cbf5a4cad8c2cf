'use strict';

// Has the stack of busy programs sampled as often as possible, at any moment of any work: gyre --block-warn=1 samples every
// callback of some milliseconds. Each piece of work is code of its own, so each is reported, and counted by its report. Three
// threads work at a time; some work is ended by a time limit, and worker threads are terminated while they are sampled.
//
//   gyre bench/watch/samples.js [seconds]

const { spawn } = require('node:child_process');
const { Worker, isMainThread, parentPort } = require('node:worker_threads');
const vm = require('node:vm');
const util = require('node:util');
const zlib = require('node:zlib');
const crypto = require('node:crypto');

const SECONDS = Number(process.argv[2] ?? 30);
const WORK_MS = 25;

const wasm = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 127, 1, 127, 3, 2, 1, 0, 7, 8, 1,
  4, 115, 112, 105, 110, 0, 0, 10, 27, 1, 25, 1, 1, 127, 3, 64, 32, 1, 65, 1, 106, 33, 1, 32, 0, 65, 1, 107, 34, 0, 13, 0, 11, 32, 1,
  11]));

const bodies = [
  'for (;Date.now() < end;);',
  'const kept = []; for (let i = 0; Date.now() < end; i++) kept[i % 5000] = { i, list: [i, {}], text: `${i}` };',
  'for (let n = 14; Date.now() < end; n = n > 22 ? 14 : n + 1) /^(a+)+$/i.test(`${"a".repeat(n)}!`);',
  'for (let n = 14; Date.now() < end; n = n > 22 ? 14 : n + 1) `${"é".repeat(n)}!`.replace(/^(\\p{L}+)+$/u, (x) => x);',
  'const t = JSON.stringify(Array(20000).fill({ a: 1, b: [2, "x"] })); while (Date.now() < end) JSON.parse(t, (k, v) => v);',
  'const t = `[${"1,".repeat(700000)}0]`; while (Date.now() < end) JSON.stringify(JSON.parse(t));',
  'const l = Array.from({ length: 20000 }, (_, i) => (i * 7919) % 10007); while (Date.now() < end) l.slice().sort((a, b) => a - b);',
  'const down = (n) => down(n + 1) + 1; while (Date.now() < end) try { down(0); } catch {}',
  'const p = new Proxy({}, { get: (t, k) => String(k).length, has: () => true }); let s = 0; while (Date.now() < end) s += p.abc;',
  'const o = { get a() { while (Date.now() < end); return 1; } }; lib.util.inspect(o, { getters: true });',
  'const e = new Error("x"); Error.prepareStackTrace = (x, s) => s.length; while (Date.now() < end) new Error("y").stack; ' +
    'delete Error.prepareStackTrace;',
  'const g = (function* () { for (let i = 0; ; i++) yield i; })(); while (Date.now() < end) g.next();',
  'while (Date.now() < end) lib.zlib.gunzipSync(lib.zlib.gzipSync(Buffer.alloc(200000)));',
  'lib.crypto.pbkdf2Sync("a", "b", 40000, 32, "sha256");',
  'while (Date.now() < end) new WebAssembly.Instance(lib.wasm).exports.spin(2000000);',
  'try { lib.vm.runInThisContext("for (;;) [].concat([1], {});", { timeout: 8 }); } catch {} while (Date.now() < end);',
  'try { lib.vm.runInNewContext("for (;;) Array.from(\'abc\');", {}, { timeout: 8 }); } catch {} while (Date.now() < end);',
  'const w = new Int32Array(new SharedArrayBuffer(4)); Atomics.wait(w, 0, 0, 20);',
  'return (async () => { while (Date.now() < end) await null; })();',
  'return new Promise((done) => (function tick() { if (Date.now() < end) process.nextTick(tick); else done(); })());',
  'return (async () => { async function* n() { while (Date.now() < end) yield 1; } for await (const x of n()) x; })();',
  'const m = new Map(); for (let i = 0; Date.now() < end; i++) { m.set(`k${i % 9999}`, new Uint8Array(64)); } ',
  'while (Date.now() < end) structuredClone({ a: [1, 2, { b: new Map([[1, 2]]) }] });',
  'class A { #x = 1; static { this.y = 2; } x() { return this.#x; } } while (Date.now() < end) new A().x();',
];

let number = 0;
async function work() {
  const body = bodies[Math.floor(Math.random() * bodies.length)];
  const name = `work-${isMainThread ? 0 : require('node:worker_threads').threadId}-${number++}.js`;
  const run = new Function('end', 'lib', `${body}\n//# sourceURL=${name}`);
  await run(Date.now() + WORK_MS, { crypto, util, vm, wasm, zlib });
}

function workOn(until) {
  setTimeout(async () => {
    await work();
    if (Date.now() < until) workOn(until);
  }, 1);
}

if (!isMainThread) {
  workOn(Infinity);
  parentPort.postMessage('runs');
} else if (process.argv[3] === 'child') {
  const until = Date.now() + SECONDS * 1000;
  workOn(until);
  (function another() {
    const worker = new Worker(__filename, { argv: process.argv.slice(2) });
    worker.on('message', () => setTimeout(() => worker.terminate(), Math.random() * 1500));
    worker.on('exit', () => { if (Date.now() < until) another(); });
  })();
} else {
  let reports = 0;
  let withStack = 0;
  let rest = '';
  const child = spawn(process.execPath, ['--block-warn=1', __filename, String(SECONDS), 'child'], { stdio: ['ignore', 'inherit', 'pipe'] });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (line.includes('is blocked')) reports++;
      else if (line.startsWith('  where: ')) withStack++;
      else if (!/^(?: {2}|gyre: the event loop)/.test(line)) console.log(line);
    }
  });
  child.on('close', (code, signal) => {
    console.log(`${reports} reports, ${withStack} with a place, in ${SECONDS} s; exit ${code ?? signal}`);
    process.exitCode = code === 0 ? 0 : 1;
  });
}
