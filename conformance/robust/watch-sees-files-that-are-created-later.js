'use strict';

// --watch: a program that failed because a file is missing starts again when the file is there. (Node does not see this if
// the file's name was never watched, so it can't be recorded.)

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const folder = fs.mkdtempSync(path.join(require('node:os').tmpdir(), 'watch-'));
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
write('app.cjs', "require('./common'); import('./module.mjs').then(() => { console.log('complete'); });");

const steps = [
  ["Failed running 'app.cjs'", () => write('common.js', '')],
  ["Failed running 'app.cjs'", () => write('module.mjs', '')],
  ["Completed running 'app.cjs'", () => child.kill()],
];
const child = spawn(process.execPath, ['--watch', 'app.cjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
let seen = '';
child.stdout.setEncoding('utf8').on('data', (text) => {
  seen += text;
  const [wanted, next] = steps[0] ?? [];
  if (wanted === undefined || !seen.includes(wanted)) return;
  seen = '';
  steps.shift();
  next();
});
child.on('exit', () => {
  fs.rmSync(folder, { recursive: true });
  console.log(steps.length === 0 ? 'ok' : `not reached: ${steps[0][0]}`);
});
