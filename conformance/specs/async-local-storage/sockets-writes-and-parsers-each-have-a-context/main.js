// A socket has the context it was made in, a write and an end their own, an HTTP parser that of its request.
const { AsyncLocalStorage } = require('async_hooks');
const net = require('net');
const http = require('http');
const stream = require('stream');
const als = new AsyncLocalStorage();
const at = (name, f) => als.run(name, f);
const tests = [];
const test = (name, f) => tests.push([name, f]);
let say;
function all(label, emitter, names) {
  at('listen', () => { for (const n of names) emitter.on(n, () => say(`${label}.${n}`)); });
}
const end = (emitter, event) => new Promise((r) => at('wait', () => emitter.once(event, r)));

test('net big', async () => {
  const s = net.createServer((c) => { setTimeout(() => c.resume(), 50); });
  await new Promise((r) => s.listen(0, '127.0.0.1', r));
  const c = at('make', () => net.connect(s.address().port, '127.0.0.1')); await end(c, 'connect');
  all('c', c, ['drain', 'finish', 'close']);
  at('act', () => c.write(Buffer.alloc(8 << 20), () => say('cb1')));
  at('act2', () => c.write(Buffer.alloc(8 << 20), () => say('cb2')));
  await end(c, 'drain');
  at('end', () => c.end(() => say('end cb'))); await end(c, 'close'); s.close();
});
test('http upgrade, clientError, connect', async () => {
  const s = at('makeserver', () => http.createServer());
  s.on('upgrade', (q, so) => { say('upgrade'); so.end('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nzz'); });
  s.on('connect', (q, so) => { say('connect'); so.end('HTTP/1.1 200 X\r\n\r\nzz'); });
  s.on('checkContinue', (q, r) => { say('checkContinue'); r.writeContinue(); r.end(); });
  s.on('clientError', (e, so) => { say('clientError'); so.destroy(); });
  await new Promise((r) => at('listencall', () => s.listen(0, '127.0.0.1', r)));
  const port = s.address().port;
  let q = at('make', () => http.get({ port, headers: { connection: 'Upgrade', upgrade: 'x' }, agent: false }));
  await new Promise((r) => q.on('upgrade', (x, so) => { say('c upgrade'); so.on('data', () => say('c upgraded data')); so.on('close', r); }));
  q = at('make', () => http.request({ port, method: 'CONNECT', path: 'a:1', agent: false })); q.end();
  await new Promise((r) => q.on('connect', (x, so) => { say('c connect'); so.on('data', () => say('c conn data')); so.on('close', r); }));
  q = at('make', () => http.request({ port, method: 'POST', headers: { expect: '100-continue' }, agent: false }));
  at('end', () => q.flushHeaders());
  q.on('continue', () => { say('c continue'); q.end(); });
  await new Promise((r) => q.on('response', (x) => { say('c resp'); x.resume(); x.on('end', r); }));
  const c = net.connect(port); c.write('bad\r\n\r\n'); await end(c, 'close');
  s.close(); await end(s, 'close');
});
test('http over duplex', async () => {
  const [a, b] = stream.duplexPair();
  const s = at('makeserver', () => http.createServer((q, r) => { say('request'); r.end('x'); }));
  at('emit', () => s.emit('connection', b));
  const q = at('make', () => http.get({ createConnection: () => a }, (r) => { say('response'); r.resume(); }));
  all('q', q, ['close', 'finish']);
  await end(q, 'close');
});
test('http unconsumed', async () => {
  const s = at('makeserver', () => http.createServer((q, r) => { say('request'); r.end('x'); }));
  s.on('connection', (c) => at('oncon', () => c.on('data', () => say('raw data'))));
  await new Promise((r) => at('l', () => s.listen(0, r)));
  const q = at('make', () => http.get({ port: s.address().port, agent: false }, (r) => { say('response'); r.resume(); }));
  await end(q, 'close'); s.close();
});
// In what order the lines come is not the point here.
const alive = setInterval(() => {}, 1000);
(async () => {
  for (const [name, f] of tests) {
    const lines = new Set();
    say = (line) => lines.add(`${line} = ${als.getStore()}`);
    await f();
    console.log(`## ${name}`);
    for (const line of [...lines].sort()) console.log(line);
  }
  process.exit();
})();
