// process.stdin, from a pipe and from a file.
const { AsyncLocalStorage } = require('async_hooks');
const fs = require('fs');
const os = require('os');
const path = require('path');
const cp = require('child_process');
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

test('stdin', async () => {
  fs.writeFileSync(dir + '/s.js', `const { AsyncLocalStorage } = require('async_hooks'); const als = new AsyncLocalStorage(); const say = (n) => console.log(n, als.getStore());
   als.run('make', () => process.stdin); for (const n of ['data', 'end', 'close']) als.run('listen', () => process.stdin.on(n, () => say(n)));
   als.run('w', () => process.stdout.write('out\\n', () => say('stdout cb')));
   process.on('beforeExit', () => { say('beforeExit'); }); als.run('l', () => process.on('exit', () => say('exit')));`);
  const r = cp.spawnSync(process.execPath, [dir + '/s.js'], { input: 'abc' });
  say('pipe:' + r.stdout + r.stderr);
  const r2 = cp.spawnSync('sh', ['-c', `"${process.execPath}" ${dir}/s.js < ${dir}/s.js`]);
  say('file:' + r2.stdout + r2.stderr);
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
