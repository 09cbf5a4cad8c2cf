// Ports and zlib streams.
const { AsyncLocalStorage } = require('async_hooks');
const zlib = require('zlib');
const als = new AsyncLocalStorage();
const at = (name, f) => als.run(name, f);
const tests = [];
const test = (name, f) => tests.push([name, f]);
let say;
function all(label, emitter, names) {
  at('listen', () => { for (const n of names) emitter.on(n, () => say(`${label}.${n}`)); });
}
const end = (emitter, event) => new Promise((r) => at('wait', () => emitter.once(event, r)));

test('zlib', async () => {
  const gz = zlib.gzipSync('hello'.repeat(1000));
  for (const f of ['gzip', 'deflate', 'brotliCompress', 'zstdCompress']) await new Promise((r) => at('make', () => zlib[f]('x', () => { say(f); r(); })));
  await new Promise((r) => at('make', () => zlib.gunzip(gz, () => { say('gunzip'); r(); })));
  await new Promise((r) => at('make', () => zlib.gunzip('bad', () => { say('gunzip bad'); r(); })));
  const g = at('make', () => zlib.createGzip());
  all('gzip', g, ['data', 'end', 'finish', 'close', 'error', 'drain']);
  at('act', () => g.write('x'.repeat(100000), () => say('write cb')));
  at('flush', () => g.flush(() => say('flush cb')));
  at('end', () => g.end(() => say('end cb')));
  await end(g, 'close');
  const b = at('make', () => zlib.createGunzip());
  all('gunzip', b, ['error', 'close']);
  at('act', () => b.write('bad bad bad'));
  await end(b, 'close');
});
test('MessagePort', async () => {
  const { port1, port2 } = at('make', () => new MessageChannel());
  at('listen', () => port2.on('message', () => say('message')));
  at('listen', () => port2.on('close', () => say('close2'))); at('listen1', () => port1.on('close', () => say('close1')));
  at('act', () => port1.postMessage(1)); await new Promise((r) => port2.once('message', r));
  at('act2', () => { port1.postMessage(1); }); at('act3', () => { port1.postMessage(1); }); await new Promise((r) => setTimeout(r, 20));
  at('closing', () => port1.close()); await new Promise((r) => port2.on('close', r));
  const c2 = at('make', () => new MessageChannel()); at('onm', () => c2.port2.onmessage = () => { say('onmessage'); c2.port1.close(); }); at('act', () => c2.port1.postMessage(1)); await new Promise((r) => c2.port2.on('close', r));
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
