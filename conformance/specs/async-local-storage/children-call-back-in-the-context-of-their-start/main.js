// Events of child processes, of their streams and of their channel.
const { AsyncLocalStorage } = require('async_hooks');
const fs = require('fs');
const os = require('os');
const path = require('path');
const cp = require('child_process');
const util = require('util');
const als = new AsyncLocalStorage();
const at = (name, f) => als.run(name, f);
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'als-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const tests = [];
const test = (name, f) => tests.push([name, f]);
let say;
function all(label, emitter, names) {
  at('listen', () => { for (const n of names) emitter.on(n, () => say(`${label}.${n}`)); });
}
const end = (emitter, event) => new Promise((r) => at('wait', () => emitter.once(event, r)));

const child = `process.stdin.on('data', d => process.stdout.write(d)); process.stderr.write('e');`;
test('spawn', async () => {
  const c = at('make', () => cp.spawn(process.execPath, ['-e', child]));
  all('child', c, ['spawn', 'exit', 'close', 'error', 'disconnect', 'message']);
  for (const s of ['stdout', 'stderr']) all(s, c[s], ['data', 'end', 'close', 'readable'].slice(0, 3));
  all('stdin', c.stdin, ['finish', 'close', 'drain']);
  at('act', () => c.stdin.write('hello', () => say('stdin.write cb')));
  await end(c.stdout, 'data');
  const stdinClosed = end(c.stdin, 'close');
  at('act2', () => c.stdin.end(() => say('stdin.end cb')));
  await Promise.all([end(c, 'close'), stdinClosed]);
});
test('spawn ENOENT', async () => {
  const c = at('make', () => cp.spawn('/nonexistent/x'));
  all('child', c, ['spawn', 'exit', 'close', 'error']);
  await end(c, 'close');
});
test('spawn kill and big write', async () => {
  const c = at('make', () => cp.spawn('cat', [], {}));
  all('child', c, ['exit', 'close']);
  all('stdin', c.stdin, ['drain', 'close', 'finish']);
  at('act', () => c.stdin.write(Buffer.alloc(1 << 20), () => say('write cb')));
  at('res', () => c.stdout.resume());
  await end(c.stdin, 'drain');
  const stdinClosed = end(c.stdin, 'close');
  at('kill', () => c.kill());
  await Promise.all([end(c, 'close'), stdinClosed]);
});
test('spawn signal', async () => {
  const ac = new AbortController();
  const c = at('make', () => cp.spawn('cat', [], { signal: ac.signal }));
  all('child', c, ['exit', 'close', 'error']);
  const p = end(c, 'close');
  at('abort', () => ac.abort());
  await p;
});
test('spawn timeout', async () => {
  const c = at('make', () => cp.spawn('sleep', ['10'], { timeout: 20 }));
  all('child', c, ['exit', 'close', 'error']);
  await end(c, 'close');
});
test('exec', async () => {
  await new Promise((r) => at('make', () => cp.exec('echo hi', () => { say('exec cb'); r(); })));
  await new Promise((r) => at('make', () => cp.execFile('echo', ['hi'], () => { say('execFile cb'); r(); })));
  await new Promise((r) => at('make', () => cp.execFile('/nope', ['hi'], () => { say('execFile enoent cb'); r(); })));
  await new Promise((r) => at('make', () => cp.exec('sleep 5', { timeout: 10 }, () => { say('exec timeout cb'); r(); })));
  await at('make', async () => { await util.promisify(cp.exec)('echo'); say('promisified'); });
});
test('fork', async () => {
  fs.writeFileSync(dir + '/c.js', `
    const { AsyncLocalStorage } = require('async_hooks'); const als = new AsyncLocalStorage();
    als.run('childlisten', () => { process.on('message', (m) => { als.run('childsend', () => process.send({ m, store: String(als.getStore()), }, () => { process.send('cb:' + als.getStore(), () => { if (m === 'bye') process.disconnect(); }) })); }); process.on('disconnect', () => console.log('child disconnect', als.getStore())); });
    `);
  const c = at('make', () => cp.fork(dir + '/c.js', { silent: true }));
  let out = '';
  c.stdout.on('data', (d) => out += d);
  all('child', c, ['spawn', 'exit', 'close', 'disconnect']);
  at('listen', () => c.on('message', (m) => say('message ' + JSON.stringify(m))));
  at('send', () => c.send('hello', () => say('send cb')));
  await end(c, 'message');
  at('send2', () => c.send('bye', () => say('send2 cb')));
  await end(c, 'close');
  say(out);
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
