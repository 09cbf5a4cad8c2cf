'use strict';

// --watch from NODE_OPTIONS: the process that runs the program has the variable, too, and must not watch in its turn, or each
// starts another one.

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const LIMIT_MS = 30_000;

const folder = fs.mkdtempSync(path.join(require('node:os').tmpdir(), 'watch-'));
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
write('app.cjs', "console.log('runs', process.title);");

// A group of its own, so that nothing of it is left.
const child = spawn(process.execPath, ['app.cjs'], {
  cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], detached: true, env: { ...process.env, NODE_OPTIONS: '--watch --title=named' },
});
const end = () => process.kill(-child.pid, 'SIGKILL');
const limit = setTimeout(end, LIMIT_MS);
let seen = '';
child.stdout.setEncoding('utf8').on('data', (text) => {
  seen += text;
  if (seen.includes("Completed running 'app.cjs'")) end();
});
child.on('close', () => {
  clearTimeout(limit);
  fs.rmSync(folder, { recursive: true });
  const runs = seen.split('runs named').length - 1;
  console.log(runs === 1 && seen.includes('Completed') ? 'ok' : seen);
});
