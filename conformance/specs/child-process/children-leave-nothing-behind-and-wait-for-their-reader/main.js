'use strict';
const { spawn } = require('child_process');
const fs = require('fs');

const COUNT = 30;
const BYTES = 20_000_000;
const MOST_BYTES = 1_000_000; // what a pipe and a stream may hold
const POLL_MS = 10;

const sleep = () => new Promise((resolve) => { setTimeout(resolve, POLL_MS); });
const closed = (child) => new Promise((resolve) => { child.on('close', resolve); });
const descriptors = () => fs.readdirSync('/proc/self/fd').length;

function zombies() {
  const children = fs.readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.filter((pid) => /\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))).length;
}

(async () => {
  await closed(spawn('true'));
  const before = descriptors();
  for (let i = 0; i < COUNT; i++) await closed(spawn('true'));
  console.log('descriptors left', descriptors() - before, 'zombies', zombies());

  const child = spawn('head', ['-c', `${BYTES}`, '/dev/zero']);
  const written = () => Number(/^wchar: (\d+)/m.exec(fs.readFileSync(`/proc/${child.pid}/io`, 'utf8'))[1]);
  let last;
  do {
    last = written();
    await sleep();
  } while (last === 0 || last !== written());
  console.log('the child waits', last < MOST_BYTES);
  let bytes = 0;
  child.stdout.on('data', (data) => { bytes += data.length; });
  console.log('end', await closed(child), bytes === BYTES);
})();
