'use strict';
// Each step waits for what the watched program prints. What it prints may come before the watching process knows the files that
// it has loaded; so a change is made again until it is seen.
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(require('node:os').tmpdir(), 'watch-')));
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
write('.env', 'WHICH=first');
write('app.js', "new (require('node:worker_threads').Worker)('./thread.js').on('exit', () => console.log('env', process.env.WHICH));");
write('thread.js', "require('./part.js');");
write('part.js', "console.log('part 1');");

const replace = (name, text) => { write('new', text); fs.renameSync(path.join(folder, 'new'), path.join(folder, name)); };
const steps = [
  () => replace('.env', 'WHICH=second'),
  () => replace('part.js', "console.log('part 2');"),
  () => replace('thread.js', "console.log('thread');"),
  () => child.kill('SIGTERM'),
];
const args = ['--watch', '--watch-preserve-output', '--env-file=.env', 'app.js'];
const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
let seen = '';
let again;
child.stdout.setEncoding('utf8').on('data', (text) => {
  seen += text;
  if (seen.includes('Change detected')) clearInterval(again);
  for (let end; (end = seen.search(/(Completed|Failed).*\n/)) >= 0;) {
    const line = seen.indexOf('\n', end) + 1;
    console.log(seen.slice(0, line).replaceAll(folder, '<folder>').trim());
    seen = seen.slice(line);
    const step = steps.shift();
    clearInterval(again);
    again = setInterval(step, 3000);
    step();
  }
});
child.on('exit', (code, signal) => {
  clearInterval(again);
  console.log('ended', code, signal);
  fs.rmSync(folder, { recursive: true });
});
