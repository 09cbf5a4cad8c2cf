'use strict';
// Each step waits for what the watched program prints. What it prints may come before the watching process knows the files that
// it has loaded; so a change is made again until it is seen.
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(require('node:os').tmpdir(), 'watch-')));
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
write('app.cjs', "require('./dep.cjs'); import('./dep.mjs').then(() => { setInterval(() => {}, 1000); console.log('ready', process.argv.slice(2)); });");
write('dep.cjs', "console.log('cjs 1');");
write('dep.mjs', "console.log('esm 1');");

const steps = [
  () => write('dep.cjs', "console.log('cjs 2');"),
  // Replaced, as many editors do.
  () => { write('new.mjs', "console.log('esm 2');"); fs.renameSync(path.join(folder, 'new.mjs'), path.join(folder, 'dep.mjs')); },
  () => write('dep.cjs', "throw new Error('broken');"),
  () => child.kill('SIGTERM'),
];
const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'app.cjs', 'word'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
let seen = '';
let again;
child.stdout.setEncoding('utf8').on('data', (text) => {
  seen += text;
  if (seen.includes('Change detected')) clearInterval(again);
  while (/ready.*\n|Failed.*\n/.test(seen)) {
    const end = seen.search(/ready.*\n|Failed.*\n/);
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
