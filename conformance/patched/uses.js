'use strict';

// Uses of the core for scripts that replace built-ins: each prints a line. `uses(patch)` captures what it needs itself, calls
// `patch`, and ends with an uncaught error. `bad(name)` is a function that throws, `replaceAll(object, name)` puts one in the
// place of every method.

const fs = require('fs');
const os = require('os');

const {
  Promise: P, setTimeout: st, clearTimeout: ct, setImmediate: si, setInterval: setInterval0, clearInterval: ci, Date: D,
  Map: M, Set: S, Buffer: B, Error: E1, Symbol: Symbol0, EventTarget: ET, Event: EV, structuredClone: sc,
  AbortController: AC, MessageChannel: MC,
} = globalThis;
const { nextTick: nt } = process;
const { ownKeys, getOwnPropertyDescriptor, defineProperty } = Reflect;
Object.defineProperty(P.prototype, 'then0', { value: P.prototype.then });

const bad = (name) => function() { throw new E1(`the program's ${name} was called`); };

function replaceAll(object, name) {
  const keys = ownKeys(object);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const { value, get, configurable } = getOwnPropertyDescriptor(object, key);
    if (key === 'constructor' || key === 'prototype' || !configurable) continue;
    const shown = `${name}.${typeof key === 'symbol' ? key.description : key}`;
    if (typeof value === 'function') defineProperty(object, key, { value: bad(shown), writable: true, configurable: true });
    else if (get !== undefined) defineProperty(object, key, { get: bad(shown), configurable: true });
  }
}

const w = (text) => { fs.writeSync(1, text + '\n'); };
const tries = (name, f) => {
  try { w(name + ' ' + f()); } catch (e) { w(name + ' throws ' + (e && e.message)); }
};
const later = (name, f) => new P((resolve) => {
  const t = st(() => { w(name + ' hangs'); resolve(); }, 20_000);
  const done = (text) => { ct(t); w(name + ' ' + text); resolve(); };
  try { f(done, (e) => done('fails ' + (e && e.message))); } catch (e) { done('throws ' + (e && e.message)); }
});

const dir = fs.mkdtempSync(os.tmpdir() + '/patched-');

async function main() {
  tries('fs', () => { fs.writeFileSync(dir + '/a.txt', 'héllo'); return fs.readFileSync(dir + '/a.txt', 'utf8') + fs.readdirSync(dir) + fs.statSync(dir + '/a.txt').size; });
  tries('fserror', () => { try { fs.readFileSync(dir + '/none'); } catch (e) { return e.code + e.syscall; } });
  tries('require', () => { fs.writeFileSync(dir + '/m.js', 'exports.a = 1; exports.b = require("./n.json").c'); fs.writeFileSync(dir + '/n.json', '{"c":[1,2]}'); const m = require(dir + '/m.js'); return m.a + '' + m.b[1]; });
  tries('requirecore', () => typeof require('http').get + typeof require('zlib').gzip + typeof require('crypto').createHash + typeof require('readline').createInterface + typeof require('worker_threads').Worker);
  tries('requireerror', () => { try { require('./nothing-here'); } catch (e) { return e.code; } });
  tries('syntaxerror', () => { fs.writeFileSync(dir + '/s.js', 'let let = 1'); try { require(dir + '/s.js'); } catch (e) { return e.name + e.message; } });
  tries('inspect', () => require('util').inspect({ a: [1, 'two', { c: null }], f() {}, d: new D(0), m: new M([['k', 1]]), s: new S([1]), b: B.from('x'), e: undefined, y: Symbol0('q'), r: /x/g, n: 1n }));
  tries('inspecterror', () => { const e = new E1('boom'); e.stack = 'Error: boom\n    at x (y.js:1:1)'; e.extra = 1; return require('util').inspect(e); });
  tries('format', () => require('util').format('%s %d %i %j %o', 'a', 1.5, 2.5, { x: [1] }, [1, 2], 'more'));
  tries('buffer', () => B.from('héllo').toString('hex') + B.concat([B.from('a'), B.from('b')]) + B.alloc(3).fill('ab').toString('base64') + B.from([1, 2, 3]).readUInt16BE(1));
  tries('path', () => require('path').join('a', '../b', './c') + require('path').relative('/a/b', '/a/c/d'));
  tries('zlib', () => require('zlib').gunzipSync(require('zlib').gzipSync('zipped')).toString());
  tries('events', () => { const e = new (require('events'))(); let s = ''; e.on('x', (a) => { s += a; }); e.once('x', (a) => { s += a + a; }); e.emit('x', 'q'); e.emit('x', 'r'); return s + e.listenerCount('x'); });
  tries('eventtarget', () => { const t = new ET(); let s = ''; t.addEventListener('x', (e) => { s += e.type; }, { once: true }); t.dispatchEvent(new EV('x')); t.dispatchEvent(new EV('x')); return s; });
  tries('assert', () => { try { require('assert').deepStrictEqual({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] }); } catch (e) { return e.message; } });
  tries('vm', () => require('vm').runInNewContext('a + 1', { a: 1 }) + '' + require('vm').runInThisContext('2+2'));
  tries('clone', () => sc({ a: [1, { b: 2 }] }).a[1].b);
  await later('timers', (ok) => { let s = ''; nt((a) => { s += a; }, 'n'); si((a) => { s += a; st((b) => { s += b; const iv = setInterval0(() => { ci(iv); ok(s); }, 5); }, 1, 't'); }, 'i'); });
  await later('fsAsync', (ok, no) => fs.writeFile(dir + '/b', 'data', (e) => (e ? no(e) : fs.readFile(dir + '/b', 'utf8', (e, d) => (e ? no(e) : fs.readdir(dir, { withFileTypes: true }, (e, l) => (e ? no(e) : ok(d + l.length + l[0].isFile()))))))));
  await later('fsPromises', (ok, no) => { (async () => { const h = await fs.promises.open(dir + '/b'); const r = await h.readFile('utf8'); await h.close(); return r + (await fs.promises.stat(dir + '/b')).size + (await fs.promises.readdir(dir)).length; })().then0(ok, no); });
  await later('fsStream', (ok, no) => { const s = fs.createWriteStream(dir + '/c'); s.on('error', no); s.write('x'); s.end('y', () => { let a = ''; fs.createReadStream(dir + '/c', 'utf8').on('data', (c) => { a += c; }).on('close', () => ok(a)).on('error', no); }); });
  await later('streams', (ok, no) => { const { Readable, Transform, pipeline } = require('stream'); let a = ''; let n = 0; pipeline(new Readable({ read() { this.push(n++ < 2 ? 'ab' : null); } }), new Transform({ transform(c, e, cb) { cb(null, c + '!'); } }), async function(source) { for await (const c of source) a += c; }, (e) => (e ? no(e) : ok(a))); });
  await later('http', (ok, no) => { const http = require('http'); const s = http.createServer((q, r) => { r.setHeader('X-A', ['1', '2']); let b = ''; q.on('data', (c) => { b += c; }); q.on('end', () => r.end(q.method + q.url + b + q.headers['x-q'])); }); s.on('error', no); s.listen(0, '127.0.0.1', () => { const q = http.request({ port: s.address().port, host: '127.0.0.1', method: 'PUT', path: '/p', headers: { 'X-Q': 'z' } }, (r) => { let b = ''; r.setEncoding('utf8'); r.on('data', (c) => { b += c; }); r.on('end', () => { s.close(); ok(r.statusCode + b + r.headers['x-a']); }); }); q.on('error', (e) => { s.close(); no(e); }); q.end('body'); }); });
  await later('net', (ok, no) => { const net = require('net'); const s = net.createServer((c) => { c.on('error', no); c.end('hi'); }); s.listen(0, '127.0.0.1', () => { let a = ''; net.connect(s.address().port, '127.0.0.1').on('data', (d) => { a += d; }).on('close', () => { s.close(); ok(a); }).on('error', no); }); });
  await later('child', (ok, no) => { const c = require('child_process').spawn('/bin/sh', ['-c', 'cat; exit 5']); let a = ''; c.on('error', no); c.stdout.on('data', (d) => { a += d; }); c.on('close', (code) => ok(a + code)); c.stdin.end('in'); });
  await later('zlibAsync', (ok, no) => require('zlib').deflate('abc', (e, d) => (e ? no(e) : require('zlib').inflate(d, (e, d) => (e ? no(e) : ok(d + ''))))));
  await later('import', (ok, no) => { fs.writeFileSync(dir + '/i.mjs', 'import { j } from "./j.mjs"; import * as k from "./k.cjs"; import path, { join } from "path"; export default j + k.l + typeof join;'); fs.writeFileSync(dir + '/j.mjs', 'export const j = await 5;'); fs.writeFileSync(dir + '/k.cjs', 'exports.l = "el"'); (async () => { try { ok((await import(dir + '/i.mjs')).default); } catch (e) { no(e); } })(); });
  await later('importerror', (ok, no) => { (async () => { try { await import(dir + '/zz.mjs'); } catch (e) { ok(e.code); } })(); });
  await later('abort', (ok, no) => { const c = new AC(); c.signal.addEventListener('abort', () => ok(c.signal.reason.name)); c.abort(); });
  await later('als', (ok, no) => { const a = new (require('async_hooks').AsyncLocalStorage)(); a.run(7, () => st(async () => { await null; ok(a.getStore()); }, 1)); });
  await later('channel', (ok, no) => { const c = new MC(); c.port2.on('message', (m) => { c.port1.close(); ok(m.a); }); c.port1.postMessage({ a: 1 }); });
  tries('emitWarning', () => { process.emitWarning('careful'); return 'ok'; });
  tries('rm', () => { fs.rmSync(dir, { recursive: true }); return fs.existsSync(dir); });
  console.log('console', { a: 1, b: [1, 2, 3] }, 'text', 5, null);
  console.error('console.error %s', 'x');
  console.table([{ a: 1 }]);
  console.group('g'); console.log('in'); console.groupEnd();
    si(() => { const e = new E1('the end'); e.code = 'ENDED'; throw e; });
}

module.exports = { uses(patch) { patch(); main(); }, bad, replaceAll };
