'use strict';
// An overloaded CPU: the loop's thread is ready to run, but others have the processors. The watch says so, instead of blaming
// the callback alone. The others are two busy shells for each processor; the loop's thread has the lowest priority.
const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');

if (process.argv[2] === 'starved') {
  setTimeout(() => {
    const nameOf = (thread) => fs.readFileSync(`/proc/self/task/${thread}/comm`, 'utf8');
    const loop = fs.readdirSync('/proc/self/task').find((thread) => nameOf(thread).startsWith('gyre-loop-main'));
    os.setPriority(Number(loop), 19);
    setTimeout(function starved() { for (;;); }, 10);
  }, 300);
} else {
  const busy = Array.from({ length: 2 * os.availableParallelism() }, () => spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }));
  const child = spawn(process.execPath, ['--block-warn=100', __filename, 'starved'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const stuck = setTimeout(() => child.kill('SIGKILL'), 30_000);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
    if (/starved[^]*cause: .*\n/.test(errors)) child.kill('SIGKILL');
  });
  child.on('close', () => {
    clearTimeout(stuck);
    busy.forEach((one) => one.kill('SIGKILL'));
    assert.match(errors, /starved[^]*cause: too little CPU for the process: \d+ % of the time .*; meanwhile: code that runs without a pause/);
    console.log('ok');
  });
}
