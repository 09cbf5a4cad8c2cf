'use strict';

// Much of the core is made when it is first used. A stack overflow can come at any point of that: the call that met it
// fails, and every later one works. Each first use is tried at every depth of the stack near its end, once with all
// that leads to it and once prepared. (To compile a function takes far more of the stack than to run it. So where
// something has to be compiled on the way, what comes after that never meets the end of the stack.)
//
//   gyre --no-lazy a-stack-overflow-in-a-first-use-breaks-nothing.js prepared createHash    tries one use
//
// Nothing is required at first: that would be a first use too.

const LIMIT_MS = 30_000;
const AT_ONCE = 2;
const GROUPS = 10; // processes: uses that follow each other in the list are in different ones

const core = (id) => (go) => go && Object.keys(require(`node:${id}`)).length > 0;

// Each answers whether what it did was right. Called without `go` it does nothing, but is compiled then.
const uses = {
  'Buffer.from(string)': (go) => go && Buffer.from('a short text, é').toString() === 'a short text, é',
  'Buffer.from(long string)': (go) => go && Buffer.from('漢字 é '.repeat(3000)).toString() === '漢字 é '.repeat(3000),
  'Buffer.from(ascii)': (go) => go && Buffer.from('x'.repeat(100)).length === 100,
  'Buffer.allocUnsafe': (go) => go && Buffer.allocUnsafe(100).fill(1).length === 100,
  'Buffer.concat': (go) => go && Buffer.concat([Buffer.from('ab'), Buffer.from('c')]).toString() === 'abc',
  'buf.toString': (go) => go && new Uint8Array(2000).fill(97).length === 2000 && Buffer.alloc(2000, 97).toString() === 'a'.repeat(2000),
  'buf.toString(faulty)': (go) => go && Buffer.alloc(200, 0xff).toString() === '\ufffd'.repeat(200),
  'buf.latin1Slice': (go) => go && Buffer.alloc(20000, 0xe9).latin1Slice() === 'é'.repeat(20000),
  'base64': (go) => go && Buffer.alloc(1000).write(Buffer.alloc(300, 7).toString('base64'), 'base64') === 300,
  'Buffer.byteLength': (go) => go && Buffer.byteLength('é'.repeat(1000)) === 2000,
  'indexOf': (go) => go && Buffer.alloc(100000).indexOf('needle that is not there') === -1,
  'compare': (go) => go && Buffer.alloc(100000).compare(Buffer.alloc(100000)) === 0,
  'swap16': (go) => go && Buffer.alloc(100000).swap16().length === 100000,
  'strings in the heap': (go) => { if (!go) return false;
    const text = Buffer.alloc(1 << 20, 97).latin1Slice();
    for (let i = 0; i < 70; i++) Buffer.from(text, 'latin1').latin1Slice();
    return Buffer.from(text).toString() === text;
  },
  'Blob': (go) => go && new Blob(['abc']).size === 3,
  'atob': (go) => go && atob('YWJj') === 'abc',
  'TextDecoder': (go) => go && new TextDecoder().decode(Uint8Array.of(0xc3, 0xa9)) === 'é',
  'TextDecoder(windows-1252)': (go) => go && new TextDecoder('windows-1252').decode(Uint8Array.of(0x80)) === '€',
  'TextDecoder(big5)': (go) => go && new TextDecoder('big5').decode(Uint8Array.of(0xa4, 0xa4)) === '中',
  'TextDecoder(gb18030)': (go) => go && new TextDecoder('gb18030').decode(Uint8Array.of(0x81, 0x30, 0x81, 0x30)) === '\x80',
  'TextDecoder(euc-jp)': (go) => go && new TextDecoder('euc-jp').decode(Uint8Array.of(0xa4, 0xb3)) === 'こ',
  'TextEncoder': (go) => go && new TextEncoder().encode('é'.repeat(100)).length === 200,
  'URL': (go) => go && new URL('http://ü.example/a?b#c').href === 'http://xn--tda.example/a?b#c',
  'URLSearchParams': (go) => go && new URLSearchParams('a=1&b=2').get('b') === '2',
  'URLPattern': (go) => go && new URLPattern({ pathname: '/:id' }).test('http://a/1'),
  'url.parse': (go) => go && require('url').parse('http://a/b?c').pathname === '/b',
  'structuredClone': (go) => go && structuredClone(new Map([[1, [2]]])).get(1)[0] === 2,
  'util.inspect': (go) => go && require('util').inspect({ a: [1, new Map([[1, 2]]), new Error('x'), Buffer.alloc(2)] }).includes('Map'),
  'util.inspect(proxy)': (go) => go && require('util').inspect(new Proxy({}, {}), { showProxy: true }) === 'Proxy [ {}, {} ]',
  'util.format': (go) => go && require('util').format('%s %d %j', 'a', 1, {}) === 'a 1 {}',
  'console': (go) => go && new console.Console(new (require('stream').PassThrough)()).log('a') === undefined,
  'AbortController': (go) => { if (!go) return false; const c = new AbortController(); c.abort(); return c.signal.aborted; },
  'AbortSignal.timeout': (go) => go && AbortSignal.timeout(1e6).aborted === false,
  'AbortSignal.any': (go) => go && AbortSignal.any([new AbortController().signal]).aborted === false,
  'Event': (go) => { if (!go) return false; let n = 0; const t = new EventTarget(); t.addEventListener('a', () => n++); t.dispatchEvent(new Event('a')); return n === 1; },
  'EventEmitter': (go) => { if (!go) return false; let n = 0; const e = new (require('events'))(); e.on('a', () => n++); e.emit('a'); return n === 1; },
  'performance.now': (go) => go && performance.now() > 0,
  'performance.mark': (go) => go && performance.mark('a').name === 'a',
  'process.hrtime': (go) => go && process.hrtime.bigint() > 0n,
  'process.memoryUsage': (go) => go && process.memoryUsage().rss > 0,
  'process.cwd': (go) => go && process.cwd().length > 0,
  'process.stdout': (go) => go && process.stdout.writable,
  'process.stdin': (go) => go && process.stdin.readable,
  'process.nextTick': (go) => { if (!go) return false; process.nextTick(() => {}); return true; },
  'queueMicrotask': (go) => { if (!go) return false; queueMicrotask(() => {}); return true; },
  'setTimeout': (go) => { if (!go) return false; clearTimeout(setTimeout(() => {}, 1e6)); return true; },
  'setImmediate': (go) => { if (!go) return false; clearImmediate(setImmediate(() => {})); return true; },
  'createHash': (go) => go && require('crypto').createHash('sha256').update('abc').digest('hex').startsWith('ba7816bf'),
  'createHash(long)': (go) => go && require('crypto').createHash('sha1').update(Buffer.alloc(100000)).digest('hex').length === 40,
  'crypto.hash': (go) => go && require('crypto').hash('md5', 'abc') === '900150983cd24fb0d6963f7d28e17f72',
  'createHmac': (go) => go && require('crypto').createHmac('sha256', 'k').update('abc').digest('hex').length === 64,
  'randomBytes': (go) => go && require('crypto').randomBytes(8).length === 8,
  'randomUUID': (go) => go && require('crypto').randomUUID().length === 36,
  'createCipheriv': (go) => go && require('crypto').createCipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16)).final().length === 16,
  'pbkdf2Sync': (go) => go && require('crypto').pbkdf2Sync('a', 'b', 1, 8, 'sha1').length === 8,
  'createSecretKey': (go) => go && require('crypto').createSecretKey(Buffer.alloc(8)).symmetricKeySize === 8,
  'generateKeyPairSync': (go) => go && require('crypto').generateKeyPairSync('ed25519').privateKey.type === 'private',
  'crypto.subtle': (go) => go && typeof crypto.subtle.digest === 'function',
  'deflateSync': (go) => go && require('zlib').inflateSync(require('zlib').deflateSync('abc')).toString() === 'abc',
  'gzipSync': (go) => go && require('zlib').gunzipSync(require('zlib').gzipSync('abc')).toString() === 'abc',
  'brotliCompressSync': (go) => go && require('zlib').brotliDecompressSync(require('zlib').brotliCompressSync('abc')).toString() === 'abc',
  'zstdCompressSync': (go) => go && require('zlib').zstdDecompressSync(require('zlib').zstdCompressSync('abc')).toString() === 'abc',
  'crc32': (go) => go && require('zlib').crc32('abc') === 891568578,
  'createGzip': (go) => go && require('zlib').createGzip().writable,
  'readFileSync': (go) => go && require('fs').readFileSync(__filename, 'utf8').startsWith("'use strict'"),
  'statSync': (go) => go && require('fs').statSync(__filename).isFile(),
  'readdirSync': (go) => go && require('fs').readdirSync(__dirname, { withFileTypes: true }).length > 1,
  'fs.readFile': (go) => { if (!go) return false; require('fs').readFile(__filename, () => {}); return true; },
  'fs.readdir': (go) => { if (!go) return false; require('fs').readdir(__dirname, () => {}); return true; },
  'fs.promises': (go) => { if (!go) return false; require('fs').promises.stat(__filename).then(() => {}, () => {}); return true; },
  'createReadStream': (go) => { if (!go) return false; require('fs').createReadStream(__filename).destroy(); return true; },
  'fs.openAsBlob': (go) => { if (!go) return false; require('fs').openAsBlob(__filename).then(() => {}, () => {}); return true; },
  'require(file)': (go) => go && typeof require('./support').ended === 'function',
  'import()': (go) => { if (!go) return false; import('node:path').then(() => {}, () => {}); return true; },
  'vm': (go) => go && require('vm').runInNewContext('1 + 1') === 2,
  'vm.Script': (go) => go && new (require('vm').Script)('1 + 1').runInThisContext() === 2,
  'Intl': (go) => go && new Intl.NumberFormat('en').format(1000) === '1,000',
  'Readable.from': (go) => { if (!go) return false; require('stream').Readable.from(['a']).destroy(); return true; },
  'ReadableStream': (go) => go && new ReadableStream({ pull() {} }).locked === false,
  'pipeline': (go) => { if (!go) return false; require('stream').pipeline(require('stream').Readable.from(['a']), new (require('stream').PassThrough)(), () => {}); return true; },
  'AsyncLocalStorage': (go) => go && new (require('async_hooks').AsyncLocalStorage)().run(1, () => true),
  'createHook': (go) => { if (!go) return false; require('async_hooks').createHook({ init() {} }).enable().disable(); return true; },
  'diagnostics_channel': (go) => go && require('diagnostics_channel').channel('a').name === 'a',
  'net.createServer': (go) => { if (!go) return false; require('net').createServer().close(); return true; },
  'net.connect': (go) => { if (!go) return false; require('net').connect(1, '127.0.0.1').on('error', () => {}).destroy(); return true; },
  'http.createServer': (go) => { if (!go) return false; require('http').createServer().close(); return true; },
  'http.request': (go) => { if (!go) return false; require('http').request('http://127.0.0.1:1').on('error', () => {}).destroy(); return true; },
  'fetch': (go) => go && new Request('http://a').headers.get('x') === null,
  'Headers': (go) => go && new Headers({ a: 'b' }).get('a') === 'b',
  'FormData': (go) => { if (!go) return false; const f = new FormData(); f.set('a', 'b'); return f.get('a') === 'b'; },
  'dns.lookup': (go) => { if (!go) return false; require('dns').lookup('127.0.0.1', () => {}); return true; },
  'dgram': (go) => { if (!go) return false; require('dgram').createSocket('udp4').close(); return true; },
  'os': (go) => go && require('os').cpus().length > 0,
  'spawnSync': (go) => go && require('child_process').spawnSync('true').status === 0,
  'assert': (go) => { if (!go) return false; try { require('assert').strictEqual(1, 2); } catch (e) { return e.code === 'ERR_ASSERTION'; } },
  'deepStrictEqual': (go) => { if (!go) return false; require('assert').deepStrictEqual({ a: [new Set([1])] }, { a: [new Set([1])] }); return true; },
  'querystring': (go) => go && require('querystring').parse('a=%C3%A9').a === 'é',
  'StringDecoder': (go) => go && new (require('string_decoder').StringDecoder)('utf8').write(Buffer.from('é')) === 'é',
  'readline': (go) => { if (!go) return false; require('readline').createInterface({ input: new (require('stream').PassThrough)() }).close(); return true; },
  'v8.serialize': (go) => go && require('v8').deserialize(require('v8').serialize({ a: 1 })).a === 1,
  'parseArgs': (go) => go && require('util').parseArgs({ args: ['-a'], options: { a: { type: 'boolean', short: 'a' } } }).values.a,
  'promisify': (go) => go && typeof require('util').promisify(setTimeout) === 'function',
  'MessageChannel': (go) => { if (!go) return false; const c = new MessageChannel(); c.port1.close(); return true; },
  'DOMException': (go) => go && new DOMException('a', 'AbortError').code === 20,
  'error of the core': (go) => { if (!go) return false; try { Buffer.alloc('a'); } catch (e) { return e.code === 'ERR_INVALID_ARG_TYPE'; } },
  'system error': (go) => { if (!go) return false; try { require('fs').statSync('/nowhere'); } catch (e) { return e.code === 'ENOENT'; } },
};
for (const id of ['test', 'perf_hooks', 'tty', 'domain', 'cluster', 'http2', 'punycode', 'timers/promises', 'stream/web',
                  'stream/consumers', 'readline/promises', 'path', 'constants', 'util/types']) {
  uses[`require('${id}')`] = core(id);
}

const PADS = 24;
const MOST_FRAMES = 800; // on the way back, where all attempts fail

// Functions that call `use` from frames which differ by one word. They have been called before, so that none has to be
// compiled: that takes far more of the stack than to run.
function padded(use) {
  const pads = Array.from({ length: PADS }, (_, words) => {
    const names = Array.from({ length: words }, (_, i) => `v${i}`);
    const locals = names.map((name) => `let ${name} = dry;`).join(' ');
    return new Function('use', `return (dry) => { ${locals} if (dry) return; const r = use(true); ${names.map((n) => `${n} = r;`).join(' ')} return r; }`)(use);
  });
  for (const pad of pads) pad(true);
  use(false);
  return pads.reverse();
}

// Goes down to the end of the stack, and on the way back tries at every depth, until it has succeeded three times.
function tryAtEveryDepth(use) {
  const pads = padded(use);
  let successes = 0;
  let frames = 0;
  const attempt = () => {
    frames++;
    for (let i = 0; i < PADS && successes < 3; i++) {
      try {
        if (pads[i](false) === true) successes++;
      } catch {
        // an overflow, or what has come of it
      }
    }
  };
  const descend = (isDry) => {
    if (isDry) return;
    try {
      descend(false);
    } catch {
      // the overflow itself
    }
    if (successes < 3 && frames < MOST_FRAMES) attempt();
  };
  descend(true);
  successes = 3;
  attempt();
  successes = 0;
  descend(false);
}

// Makes what a use is called by, such as the Buffer of Buffer.from(), so that only the call itself is new.
function prepare(use) {
  for (const [path] of `${use}`.matchAll(/(?:require\('[^']+'\)|\b[A-Z]\w+|\b(?:process|performance|crypto|console))(?:\.\w+)*/g)) {
    try {
      eval(path);
    } catch {
      // what is called, not looked up
    }
  }
}

async function run(group, mode) {
  const { spawn } = require('node:child_process');
  const { ended } = require('./support');
  const flags = mode === 'prepared' ? ['--no-lazy', '--no-deprecation'] : ['--no-deprecation'];
  const child = spawn(process.execPath, [...flags, __filename, mode, group], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => { output += text; });
  const [code, signal] = await ended(child, LIMIT_MS);
  return code === 0 && output === '' ? undefined : `${mode} ${group}: exit code ${code}, signal ${signal}\n${output}`;
}

async function main() {
  const left = ['plain', 'prepared'].flatMap((mode) => Array.from({ length: GROUPS }, (_, group) => [group, mode]));
  const failures = [];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (left.length > 0) failures.push(await run(...left.shift()));
  }));
  const found = failures.filter((failure) => failure !== undefined);
  console.log(found.length === 0 ? 'ok' : found.join('\n'));
}

function check(name, when) {
  let result;
  try {
    result = uses[name](true);
  } catch (error) {
    result = error;
  }
  if (result !== true) console.log(`${name} fails ${when}:`, result);
}

// A group is a number, or the name of one use.
function runGroup(group, mode) {
  const names = Object.keys(uses).filter((name, i) => name === group || i % GROUPS === Number(group));
  for (const name of names) {
    if (mode === 'prepared') prepare(uses[name]);
    tryAtEveryDepth(uses[name]);
    check(name, 'after the overflow');
  }
  setTimeout(() => {
    for (const name of names) check(name, 'later');
    process.exit();
  }, 1);
}

if (process.argv.length === 4) runGroup(process.argv[3], process.argv[2]);
else main();
