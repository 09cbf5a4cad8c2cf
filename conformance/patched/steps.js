'use strict';

// Uses of the core, each a function that returns (or resolves with) a text. They run after built-ins were replaced, so
// their own code uses syntax, captured functions and the core's API alone.

const assert = require('assert');
const { AsyncLocalStorage } = require('async_hooks');
const childProcess = require('child_process');
const crypto = require('crypto');
const dgram = require('dgram');
const dns = require('dns');
const events = require('events');
const fs = require('fs');
const fsp = require('fs/promises');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');
const querystring = require('querystring');
const readline = require('readline');
const stream = require('stream');
const streamPromises = require('stream/promises');
const { StringDecoder } = require('string_decoder');
const timersPromises = require('timers/promises');
const url = require('url');
const util = require('util');
const vm = require('vm');
const zlib = require('zlib');

const { Console } = console;
const { Map, Set, Promise, Error, Date, Uint8Array, Symbol, WeakMap, ArrayBuffer, Array } = globalThis;
const {
  AbortController, AbortSignal, Blob, Buffer, Event, EventTarget, FormData, Headers, MessageChannel, Request, Response,
  ReadableStream, TextDecoder, TextEncoder, URL, URLSearchParams, atob, btoa, clearInterval, clearTimeout, performance,
  queueMicrotask, setImmediate, setInterval, setTimeout, structuredClone,
} = globalThis;
const { asyncIterator } = Symbol;

const dir = process.env.PATCHED_DIR;
const file = (name) => dir + '/' + name;
let serial = 0;
const unique = () => process.pid + '-' + serial++;

function promised(run) {
  let resolve;
  let reject;
  const promise = new Promise((res, rej) => { resolve = res; reject = rej; });
  run(resolve, reject);
  return promise;
}

const text = (chunks) => {
  let all = '';
  for (let i = 0; i < chunks.length; i++) all += chunks[i];
  return all;
};

const silent = (value) => { value.on('error', () => {}); return value; };

const assorted = () => [
  1, -0, 'text', "it's", true, null, undefined, 10n, Symbol('s'), [1, 2, [3, [4, [5]]]], { a: 1, 'b-c': { d: { e: { f: 1 } } } },
  function named() {}, class A {}, () => {}, /re/g, new Date(0), new Map([['k', { v: 1 }]]), new Set([1, 'a']),
  new Uint8Array(3), new ArrayBuffer(2), Buffer.from('ab'), new WeakMap(), Promise.resolve(4), [, 1], { get x() { return 1; } },
  new URL('http://a/b'), new URLSearchParams('a=1'), Object.create(null), [undefined, null], new (class B { c = 1; })(),
  'a\nb', ['x'.repeat(100), 'y'], Symbol.iterator,
];
const VALUES = assorted();
const ERROR = new Error('an error');
ERROR.stack = 'Error: an error\n    at somewhere';
const CIRCULAR = { a: 1 };
CIRCULAR.self = CIRCULAR;

const steps = {
  fsSync() {
    const a = file('sync-' + unique());
    fs.mkdirSync(a);
    fs.writeFileSync(a + '/f', 'contents');
    fs.appendFileSync(a + '/f', ' more');
    fs.copyFileSync(a + '/f', a + '/g');
    fs.renameSync(a + '/g', a + '/h');
    const fd = fs.openSync(a + '/h', 'r+');
    const buffer = Buffer.alloc(4);
    const read = fs.readSync(fd, buffer, 0, 4, 0);
    fs.writeSync(fd, 'X');
    fs.fstatSync(fd);
    fs.closeSync(fd);
    fs.utimesSync(a + '/h', 1, 2);
    const stat = fs.statSync(a + '/h');
    const names = fs.readdirSync(a);
    const entries = fs.readdirSync(a, { withFileTypes: true });
    fs.accessSync(a);
    const real = fs.realpathSync(a + '/f').length > 3;
    let code;
    try { fs.readFileSync(a + '/none'); } catch (error) { code = error.code; }
    const result = fs.readFileSync(a + '/f', 'utf8') + read + stat.size + stat.isFile() + names[0] + names[1] + entries[1].name
      + entries[0].isFile() + fs.existsSync(a) + real + code + fs.readFileSync(a + '/h')[0] + stat.mtimeMs;
    fs.rmSync(a, { recursive: true });
    return result + fs.existsSync(a);
  },
  fsCallback: () => promised((resolve, reject) => {
    const a = file('callback-' + unique());
    fs.mkdir(a, { recursive: true }, (error) => {
      if (error) return reject(error);
      fs.writeFile(a + '/f', 'contents', (error) => {
        if (error) return reject(error);
        fs.readFile(a + '/f', 'utf8', (error, data) => {
          if (error) return reject(error);
          fs.stat(a + '/f', (error, stat) => {
            if (error) return reject(error);
            fs.readdir(a, (error, names) => {
              if (error) return reject(error);
              fs.open(a + '/f', 'r', (error, fd) => {
                if (error) return reject(error);
                fs.read(fd, Buffer.alloc(3), 0, 3, 0, (error, read, buffer) => {
                  if (error) return reject(error);
                  fs.close(fd, (error) => {
                    if (error) return reject(error);
                    fs.unlink(a + '/f', () => fs.rmdir(a, () => fs.readFile(a, (error) => {
                      resolve(data + stat.size + names[0] + read + buffer[0] + error.code);
                    })));
                  });
                });
              });
            });
          });
        });
      });
    });
  }),
  async fsPromises() {
    const a = file('promises-' + unique());
    await fsp.mkdir(a);
    await fsp.writeFile(a + '/f', 'contents');
    const handle = await fsp.open(a + '/f');
    const stat = await handle.stat();
    const { bytesRead } = await handle.read(Buffer.alloc(3), 0, 3, 0);
    const whole = await handle.readFile('utf8');
    await handle.close();
    const names = await fsp.readdir(a);
    let code;
    try { await fsp.readFile(a + '/none'); } catch (error) { code = error.code; }
    const data = await fsp.readFile(a + '/f', 'utf8');
    await fsp.rm(a, { recursive: true });
    return data + stat.size + bytesRead + whole + names[0] + code;
  },
  fsStreams: () => promised((resolve, reject) => {
    const a = file('stream-' + unique());
    const out = fs.createWriteStream(a);
    out.on('error', reject);
    out.write('one ');
    out.end('two', () => {
      const input = fs.createReadStream(a, { encoding: 'utf8' });
      let all = '';
      input.on('data', (chunk) => { all += chunk; });
      input.on('error', reject);
      input.on('close', () => fs.unlink(a, () => resolve(all)));
    });
  }),
  http: () => promised((resolve, reject) => {
    const server = http.createServer((req, res) => {
      let body = '';
      req.setEncoding('utf8');
      req.on('data', (chunk) => { body += chunk; });
      req.on('end', () => {
        res.setHeader('X-Thing', 'yes');
        res.writeHead(201, { 'Content-Type': 'text/plain' });
        res.write(req.method + req.url);
        res.end(body + req.headers['x-asked']);
      });
    });
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const req = http.request({
        port: server.address().port, host: '127.0.0.1', method: 'POST', path: '/p?q=1', headers: { 'X-Asked': 'a' }, agent: false,
      }, (res) => {
        let all = '';
        res.on('data', (chunk) => { all += chunk; });
        res.on('error', reject);
        res.on('end', () => server.close(() => resolve(res.statusCode + res.headers['x-thing'] + all + res.statusMessage)));
      });
      req.on('error', (error) => { server.close(); reject(error); });
      req.write('some');
      req.end('thing');
    });
  }),
  httpKeepAlive: () => promised((resolve, reject) => {
    const server = http.createServer((req, res) => res.end('hello'));
    const agent = new http.Agent({ keepAlive: true });
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const get = (then) => http.get('http://127.0.0.1:' + server.address().port + '/x', { agent }, (res) => {
        let all = '';
        res.on('data', (chunk) => { all += chunk; });
        res.on('end', () => setImmediate(then, all + res.headers.connection));
      }).on('error', (error) => { server.close(); reject(error); });
      get((first) => get((second) => {
        agent.destroy();
        server.close(() => resolve(first + second));
      }));
    });
  }),
  net: () => promised((resolve, reject) => {
    const server = net.createServer((socket) => {
      socket.on('error', reject);
      socket.on('data', (chunk) => socket.end('echo ' + chunk));
    });
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const client = net.connect(server.address().port, '127.0.0.1', () => client.write('hi'));
      let all = '';
      client.on('error', (error) => { server.close(); reject(error); });
      client.on('data', (chunk) => { all += chunk; });
      client.on('close', () => server.close(() => resolve(all)));
    });
  }),
  dgram: () => promised((resolve, reject) => {
    const socket = dgram.createSocket('udp4');
    socket.on('error', reject);
    socket.on('message', (message, from) => socket.close(() => resolve(message + from.address)));
    socket.bind(0, '127.0.0.1', () => socket.send('hello', socket.address().port, '127.0.0.1'));
  }),
  streamPipeline: () => promised((resolve, reject) => {
    let all = '';
    let n = 0;
    stream.pipeline(
      new stream.Readable({ read() { this.push(n < 3 ? 'r' + n++ : null); } }),
      new stream.Transform({ transform(chunk, encoding, callback) { callback(null, chunk + '!'); } }),
      new stream.Writable({ write(chunk, encoding, callback) { all += chunk; callback(); } }),
      (error) => (error ? reject(error) : resolve(all)),
    );
  }),
  async streamIteration() {
    let n = 0;
    const readable = new stream.Readable({ objectMode: true, read() { this.push(n < 3 ? { n: n++ } : null); } });
    let all = '';
    for await (const chunk of readable) all += chunk.n;
    const through = new stream.PassThrough();
    through.end('abc');
    await streamPromises.finished(through.resume());
    return all;
  },
  streamEvents: () => promised((resolve, reject) => {
    const through = new stream.PassThrough({ highWaterMark: 4 });
    let all = '';
    through.on('error', reject);
    through.on('readable', () => { let c; while ((c = through.read()) !== null) all += c; });
    through.on('end', () => resolve(all + full));
    const full = through.write('many bytes');
    through.cork();
    through.write('x');
    through.write(Buffer.from('y'));
    through.uncork();
    through.end();
  }),
  async readableFrom() {
    let all = '';
    async function* source() { yield 'a'; yield 'b'; }
    for await (const chunk of stream.Readable.from(source())) all += chunk;
    return all;
  },
  pipe: () => promised((resolve) => {
    const from = new stream.PassThrough();
    const to = new stream.PassThrough();
    let all = '';
    to.on('data', (chunk) => { all += chunk; });
    to.on('end', () => resolve(all));
    from.pipe(to);
    from.write('a');
    from.end('b');
  }),
  timers: () => promised((resolve) => {
    let log = '';
    setTimeout((a, b) => { log += a + b; }, 1, 't', 1);
    const cleared = setTimeout(() => { log += 'cleared'; }, 1);
    clearTimeout(cleared);
    let count = 0;
    const interval = setInterval(() => {
      if (++count < 3) return;
      clearInterval(interval);
      setImmediate((x) => resolve(log + x + count), 'i');
    }, 1);
    interval.unref();
    interval.ref();
  }),
  async timersPromises() {
    return await timersPromises.setTimeout(1, 'v') + await timersPromises.setImmediate('w');
  },
  nextTick: () => promised((resolve) => {
    let log = '';
    process.nextTick((a) => { log += a; }, 'tick');
    queueMicrotask(() => { log += 'micro'; });
    process.nextTick((a, b, c, d, e) => { log += a + b + c + d + e; }, 1, 2, 3, 4, 5);
    setImmediate(() => resolve(log));
  }),
  async promises() {
    const value = await new Promise((resolve) => setImmediate(resolve, 'v'));
    try { await (async () => { throw ERROR; })(); } catch (error) { return value + error.message; }
    return 'not thrown';
  },
  unhandledRejection: () => promised((resolve) => {
    process.once('unhandledRejection', (reason) => resolve('got ' + reason.message));
    (async () => { throw ERROR; })();
  }),
  consoleLog() {
    let all = '';
    const sink = new stream.Writable({ write(chunk, encoding, callback) { all += chunk; callback(); }, decodeStrings: false });
    const c = new Console({ stdout: sink, stderr: sink });
    for (let i = 0; i < VALUES.length; i++) c.log(VALUES[i]);
    c.log('%s is %d and %i and %j and %o %O %%', 'a', 1.5, 2.5, { x: 1 }, [1], { y: 2 }, 'rest');
    c.group('label');
    c.error('inside', 1);
    c.groupEnd();
    c.table([{ a: 1, b: 2 }, { a: 3, b: 4 }]);
    c.count();
    c.assert(false, 'no');
    c.dir({ a: 1 });
    c.log(ERROR);
    return all;
  },
  realConsole() {
    console.log('to stdout', 1, { a: 1 });
    console.error('to stderr');
    return 'done';
  },
  inspect() {
    let all = '';
    for (let i = 0; i < VALUES.length; i++) all += util.inspect(VALUES[i]) + '\n';
    return all + util.inspect(VALUES, { depth: 5, colors: true, compact: false }) + util.inspect(CIRCULAR) + util.inspect(ERROR)
      + util.inspect({ a: 1, b: [1, 2] }, { sorted: true, breakLength: 4 }) + util.format('%s %d %j', 'a', 1, { b: 2 }, 'c');
  },
  inspectClasses() {
    class Animal { constructor() { this.legs = 4; } get x() { return 1; } }
    class Dog extends Animal { [util.inspect.custom](depth, options, inspect) { return 'dog ' + inspect(this.legs, options); } }
    return util.inspect(new Animal()) + util.inspect(new Dog()) + util.inspect(new events.EventEmitter(), { depth: 0 })
      + util.inspect(new Error('fresh')).slice(0, 12);
  },
  util() {
    const f = util.promisify((a, callback) => callback(null, a));
    return '' + util.isDeepStrictEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }) + util.types.isMap(VALUES[16]) + (typeof f(1).then)
      + util.stripVTControlCharacters('\u001b[31mx\u001b[0m') + util.styleText('red', 'x', { validateStream: false }).length
      + util.toUSVString('a') + util.inspect(util.parseArgs({ args: ['-f', '--bar', 'b'], options: { f: { type: 'boolean', short: 'f' }, bar: { type: 'string' } } }).values)
      + util.deprecate(() => 1, 'old', 'DEP_X').name + util.getSystemErrorName(-2);
  },
  events: () => promised((resolve) => {
    const emitter = new events.EventEmitter();
    let log = '';
    const listener = (a) => { log += 'on' + a; };
    emitter.on('e', listener);
    emitter.once('e', () => { log += 'once'; });
    emitter.prependListener('e', () => { log += 'first'; });
    emitter.emit('e', 1);
    emitter.emit('e', 2);
    emitter.off('e', listener);
    log += emitter.listenerCount('e') + emitter.listeners('e').length + emitter.eventNames().length;
    try { emitter.emit('error', ERROR); } catch (error) { log += error.message; }
    emitter.removeAllListeners();
    resolve(log);
  }),
  async eventsOnce() {
    const emitter = new events.EventEmitter();
    setImmediate(() => emitter.emit('x', 42));
    const values = await events.once(emitter, 'x');
    return '' + values[0];
  },
  eventTarget() {
    const target = new EventTarget();
    let log = '';
    target.addEventListener('x', (event) => { log += event.type + event.cancelable; }, { once: true });
    target.addEventListener('x', { handleEvent() { log += 'object'; } });
    target.dispatchEvent(new Event('x', { cancelable: true }));
    target.dispatchEvent(new Event('x'));
    return log;
  },
  abort: () => promised((resolve) => {
    const controller = new AbortController();
    let log = '';
    controller.signal.addEventListener('abort', () => { log += 'aborted'; });
    const any = AbortSignal.any([controller.signal]);
    any.onabort = () => { log += 'any'; };
    controller.abort();
    try { controller.signal.throwIfAborted(); } catch (error) { log += error.name; }
    AbortSignal.timeout(1).addEventListener('abort', (event) => resolve(log + event.target.reason.name));
    setTimeout(() => {}, 20);
  }),
  buffer() {
    const b = Buffer.from('héllo wörld');
    const c = Buffer.concat([b, Buffer.from([1, 2, 3]), Buffer.alloc(2, 'a')]);
    const d = Buffer.allocUnsafe(8);
    d.writeUInt32BE(0xdeadbeef, 0);
    d.writeInt32LE(-5, 4);
    return c.toString() + c.toString('hex') + c.toString('base64') + c.toString('latin1') + d.readUInt32BE(0) + d.readInt32LE(4)
      + b.indexOf('w') + b.includes('llo') + b.equals(c) + Buffer.compare(b, c) + b.subarray(1, 4).toString('base64url')
      + b.slice(0, 2).length + Buffer.byteLength('é') + Buffer.isBuffer(b) + b.toJSON().data.length + Buffer.from('ff00', 'hex')[0]
      + Buffer.from('aGk=', 'base64').toString() + b.fill('x', 0, 2).toString('ascii', 0, 3) + d.swap32()[0] + d.readDoubleLE(0)
      + Buffer.from('utf', 'utf16le').length + new StringDecoder('utf8').write(Buffer.from([0xe2, 0x82])) + Buffer.from(new ArrayBuffer(3)).length;
  },
  url() {
    const u = new URL('../p?a=1&b=2#h', 'http://user:pw@example.org:8080/x/y/z');
    u.searchParams.append('c', '3 4');
    u.searchParams.sort();
    let keys = '';
    u.searchParams.forEach((value, key) => { keys += key + value; });
    u.pathname = '/q r';
    const old = url.parse('http://a.com:80/p?q=1#h', true);
    return u.href + u.origin + keys + old.host + old.query.q + url.format({ protocol: 'http', host: 'h', pathname: '/p', query: { a: 1 } })
      + url.resolve('/one/two', 'three') + url.fileURLToPath('file:///a%20b') + url.pathToFileURL('/a b').href
      + new URLSearchParams({ a: '1', b: '2' }) + url.domainToASCII('español.com') + URL.canParse('nope')
      + querystring.stringify({ a: [1, 2], b: 'x y' }) + querystring.parse('a=1&a=2&b=%20').a[1];
  },
  path() {
    return path.join('a', '..', 'b', 'c') + path.resolve('/x', 'y') + path.basename('/a/b.js', '.js') + path.dirname('/a/b')
      + path.extname('x.tar.gz') + path.relative('/a/b', '/a/c') + path.normalize('/a//b/..') + path.parse('/h/f.txt').name
      + path.format({ dir: '/d', base: 'b' }) + path.isAbsolute('/') + path.win32.join('a', 'b') + path.matchesGlob('/a/b', '/a/*');
  },
  zlib: () => promised((resolve, reject) => {
    const sync = zlib.gunzipSync(zlib.gzipSync('some text')).toString() + zlib.inflateSync(zlib.deflateSync('x')).toString();
    zlib.gzip('later', (error, data) => {
      if (error) return reject(error);
      zlib.gunzip(data, (error, data) => {
        if (error) return reject(error);
        const gzip = zlib.createGzip();
        const chunks = [];
        gzip.on('error', reject);
        gzip.on('data', (chunk) => { chunks[chunks.length] = chunk; });
        gzip.on('end', () => resolve(sync + data + (chunks.length > 0) + zlib.crc32('a')));
        gzip.write('a');
        gzip.end('b');
      });
    });
  }),
  brotli: () => zlib.brotliDecompressSync(zlib.brotliCompressSync('some text')).toString(),
  crypto: () => promised((resolve, reject) => {
    const hash = crypto.createHash('sha256').update('a').update(Buffer.from('b')).digest('hex')
      + crypto.createHmac('sha1', 'key').update('x').digest('base64') + crypto.randomBytes(4).length + crypto.randomUUID().length
      + crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('a')) + (crypto.getHashes().length > 20)
      + crypto.createHash('md5').update('z').copy().digest('latin1').length + typeof crypto.randomInt(5);
    const cipher = crypto.createCipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16));
    const sealed = cipher.update('text', 'utf8', 'hex') + cipher.final('hex');
    crypto.pbkdf2('p', 's', 1, 8, 'sha1', (error, key) => {
      if (error) return reject(error);
      crypto.randomBytes(3, (error, bytes) => (error ? reject(error) : resolve(hash + sealed + key.toString('hex') + bytes.length)));
    });
  }),
  async webcrypto() {
    const digest = await globalThis.crypto.subtle.digest('SHA-256', Buffer.from('a'));
    return Buffer.from(digest).toString('hex') + globalThis.crypto.getRandomValues(new Uint8Array(2)).length;
  },
  childProcess: () => promised((resolve, reject) => {
    const child = childProcess.spawn('/bin/sh', ['-c', 'cat; exit 3'], { env: { A: 'b' } });
    let all = '';
    child.on('error', reject);
    child.stdout.on('data', (chunk) => { all += chunk; });
    child.on('close', (code) => {
      childProcess.exec('echo $V', { env: { V: 'value' } }, (error, stdout) => {
        if (error) return reject(error);
        resolve(all + code + stdout + childProcess.execFileSync('/bin/echo', ['sync'], { encoding: 'utf8' })
          + childProcess.spawnSync('/bin/sh', ['-c', 'exit 4']).status);
      });
    });
    child.stdin.end('input');
  }),
  dnsLookup: () => promised((resolve, reject) => {
    dns.lookup('127.0.0.1', (error, address, family) => {
      if (error) return reject(error);
      dns.lookup('localhost', { all: true, family: 4 }, (error, list) => (error ? reject(error) : resolve(address + family + list[0].address)));
    });
  }),
  readline: () => promised((resolve) => {
    const input = new stream.PassThrough();
    const rl = readline.createInterface({ input });
    let all = '';
    rl.on('line', (line) => { all += line + ';'; });
    rl.on('close', () => resolve(all));
    input.write('one\ntwo\r\nth');
    input.end('ree\n');
  }),
  async readlineIteration() {
    const input = new stream.PassThrough();
    input.end('a\nb\nc');
    let all = '';
    for await (const line of readline.createInterface({ input, crlfDelay: Infinity })) all += line;
    return all;
  },
  require() {
    const a = file('module-' + unique());
    fs.mkdirSync(a + '/node_modules/pkg/lib', { recursive: true });
    fs.writeFileSync(a + '/index.js', "module.exports = 'm' + require('./b') + require('./data').x + require('pkg') + __filename.length + require.resolve('pkg').length;");
    fs.writeFileSync(a + '/b.js', "exports.toString = () => 'b' + module.children.length;");
    fs.writeFileSync(a + '/data.json', '{"x":5}');
    fs.writeFileSync(a + '/node_modules/pkg/package.json', '{"name":"pkg","exports":{".":{"import":"./lib/i.mjs","default":"./lib/i.js"}}}');
    fs.writeFileSync(a + '/node_modules/pkg/lib/i.js', "module.exports = 'pkg' + typeof require('os').cpus + typeof require('node:punycode');");
    const result = require(a);
    let code;
    try { require(a + '/none'); } catch (error) { code = error.code; }
    fs.rmSync(a, { recursive: true });
    return text([typeof result, result.slice === undefined ? '' : result.length > 10, code]);
  },
  async import() {
    const a = file('esm-' + unique());
    fs.mkdirSync(a);
    fs.writeFileSync(a + '/main.mjs', "import { b } from './b.mjs'; import fs, { readFileSync } from 'fs'; import c from './c.cjs'; export default b + typeof readFileSync + c.d + import.meta.url.length; export const e = await 7;");
    fs.writeFileSync(a + '/b.mjs', "export const b = 'b';");
    fs.writeFileSync(a + '/c.cjs', "exports.d = 'd';");
    const { default: value, e } = await import(a + '/main.mjs');
    let code;
    try { await import(a + '/none.mjs'); } catch (error) { code = error.code; }
    fs.rmSync(a, { recursive: true });
    return typeof value + e + code;
  },
  structuredClone: () => promised((resolve) => {
    const cloned = structuredClone({ a: [1, { b: 'c' }], m: VALUES[16], s: VALUES[17], d: VALUES[15], bytes: VALUES[18], e: ERROR });
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = (event) => {
      port1.close();
      resolve(cloned.a[1].b + cloned.bytes.length + cloned.e.message + event.data.x);
    };
    port1.postMessage({ x: 1 });
  }),
  async fetchTypes() {
    const headers = new Headers({ 'A-B': 'c', d: 'e' });
    headers.append('d', 'f');
    const request = new Request('http://localhost/x', { method: 'POST', headers, body: 'body' });
    const response = new Response('{"a":1}', { status: 201, headers: { 'content-type': 'application/json' } });
    const form = new FormData();
    form.append('k', 'v');
    const blob = new Blob(['ab', Buffer.from('c')], { type: 'text/x' });
    return headers.get('d') + request.method + await request.text() + response.status + response.headers.get('content-type')
      + await response.text() + form.get('k') + blob.size + await blob.text() + blob.type;
  },
  async webStreams() {
    let n = 0;
    const readable = new ReadableStream({ pull(controller) { if (n < 3) controller.enqueue('c' + n++); else controller.close(); } });
    const reader = readable.getReader();
    let all = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return all;
      all += value;
    }
  },
  textDecoder() {
    const encoder = new TextEncoder();
    const bytes = encoder.encode('grüße €');
    const into = encoder.encodeInto('ab', new Uint8Array(4));
    return new TextDecoder().decode(bytes) + new TextDecoder('utf-16le').decode(new Uint8Array(4)).length + into.written
      + new TextDecoder('latin1').decode(bytes).length + atob('aGk=') + btoa('hi');
  },
  asyncLocalStorage: () => promised((resolve) => {
    const storage = new AsyncLocalStorage();
    storage.run('store', () => setImmediate(async () => {
      await undefined;
      process.nextTick(() => resolve(storage.getStore()));
    }));
  }),
  assert() {
    assert.deepStrictEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] });
    assert.throws(() => { throw ERROR; }, { message: 'an error' });
    try { assert.deepStrictEqual({ a: 1, c: [1] }, { a: 2, c: [1] }); } catch (error) { return error.code + error.message; }
    return 'not thrown';
  },
  vm() {
    return '' + vm.runInThisContext('1 + 1') + new vm.Script('x + 1').runInNewContext({ x: 41 });
  },
  process() {
    process.env.PATCHED_X = 'y';
    const value = process.env.PATCHED_X;
    delete process.env.PATCHED_X;
    const before = process.hrtime();
    return value + typeof process.hrtime.bigint() + before.length + typeof process.memoryUsage().rss + typeof process.cwd()
      + process.uptime().constructor.name + typeof os.cpus().length + os.EOL.length + typeof performance.now() + ('PATH' in process.env)
      + performance.mark('m').name;
  },
  emitWarning: () => promised((resolve) => {
    process.once('warning', (warning) => resolve(warning.name + warning.message));
    process.emitWarning('careful', 'SomeWarning');
  }),
  lateModules() {
    const v8 = require('v8');
    const cloned = v8.deserialize(v8.serialize({ a: 1, b: [2] }));
    require('tty').isatty(1);
    require('punycode').encode('mañana');
    const channel = require('diagnostics_channel').channel('c');
    let log = '';
    channel.subscribe((message) => { log += message; });
    channel.publish('m');
    return log + cloned.b[0] + typeof require('perf_hooks').monitorEventLoopDelay + typeof require('cluster').fork;
  },
};

module.exports = { steps };
