// fs.watch, fs.watchFile, fs.promises.watch and signals.
const { AsyncLocalStorage } = require('async_hooks');
const fs = require('fs');
const os = require('os');
const path = require('path');
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

test('fs.watch', async () => {
  const f = dir + '/w'; fs.writeFileSync(f, '');
  const w = at('make', () => fs.watch(f, () => say('watch listener')));
  all('watcher', w, ['change', 'close']);
  at('act', () => fs.writeFileSync(f, 'x'));
  await end(w, 'change');
  at('close', () => w.close());
  await end(w, 'close');
});
test('fs.promises.watch', async () => {
  const f = dir + '/w2'; fs.writeFileSync(f, '');
  const ac = new AbortController();
  const it = at('make', () => fs.promises.watch(f, { signal: ac.signal }));
  const p = at('iterate', async () => { try { for await (const e of it) { say('iter'); ac.abort(); } } catch (e) { say('err ' + e.name); } });
  setTimeout(() => fs.writeFileSync(f, 'x'), 30);
  await p;
});
test('fs.watchFile', async () => {
  const f = dir + '/wf'; fs.writeFileSync(f, '');
  const w = at('make', () => fs.watchFile(f, { interval: 5 }, () => say('watchFile listener')));
  all('sw', w, ['change', 'stop']);
  const t = setInterval(() => at('act', () => fs.writeFileSync(f, 'x' + Date.now() + Math.random())), 20);
  await end(w, 'change');
  clearInterval(t);
  at('unwatch', () => fs.unwatchFile(f));
  await end(w, 'stop');
});
test('fs.watchFile missing', async () => {
  const f = dir + '/wf-missing';
  const w = at('make', () => fs.watchFile(f, { interval: 5 }, () => say('watchFile listener')));
  await end(w, 'change');
  at('unwatch', () => fs.unwatchFile(f));
});
test('signals', async () => {
  const l = () => say('SIGUSR2');
  const p = end(process, 'SIGHUP');
  at('make', () => process.on('SIGUSR2', l));
  at('second', () => process.on('SIGUSR2', l));
  at('kill', () => process.kill(process.pid, 'SIGUSR2'));
  await new Promise((r) => process.once('SIGUSR2', r));
  process.removeAllListeners('SIGUSR2');
  at('kill', () => process.kill(process.pid, 'SIGHUP'));
  await p;
  say('after');
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
