'use strict';
// children.js [COUNT]: starts that many short children one after the other, and checks that nothing is left of them:
// descriptors, threads, zombies, memory. Then a child floods its standard output, which nobody reads: it must stop.
const { spawn, fork } = require('child_process');
const fs = require('fs');

const COUNT = Number(process.argv[2] ?? 1000);
const FLOOD_LIMIT_BYTES = 2 ** 20; // what pipe and stream may hold
const WAIT_MS = 20;
const MAX_WAITS = 500;

const descriptors = () => fs.readdirSync('/proc/self/fd').length;
const statusLine = (name) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]);

function zombies() {
  return fs.readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const [state, parent] = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ');
      return state === 'Z' && Number(parent) === process.pid;
    } catch {
      return false;
    }
  }).length;
}

const facts = () => ({ descriptors: descriptors(), threads: statusLine('Threads'), rssKb: statusLine('VmRSS'), zombies: zombies() });

const closed = (child) => new Promise((resolve) => { child.on('close', resolve); });

async function run(count) {
  for (let i = 0; i < count; i++) {
    const child = spawn('echo', ['hello']);
    let text = '';
    child.stdout.on('data', (data) => { text += data; });
    await closed(child);
    if (text !== 'hello\n') throw new Error(`lost output: ${JSON.stringify(text)}`);
  }
}

async function runForks(count) {
  for (let i = 0; i < count; i++) {
    const child = fork(__filename, ['child']);
    child.send({ i });
    const back = new Promise((resolve) => { child.on('message', resolve); });
    await closed(child);
    if ((await back).i !== i) throw new Error('lost message');
  }
}

async function flood() {
  const before = statusLine('VmRSS');
  const child = spawn('yes');
  let waits = 0;
  let last = -1;
  const written = () => Number(/^wchar: (\d+)/m.exec(fs.readFileSync(`/proc/${child.pid}/io`, 'utf8'))[1]);
  for (let now; (now = written()) !== last || now === 0; last = now) {
    if (++waits > MAX_WAITS) throw new Error(`the child goes on writing: ${now} bytes`);
    await new Promise((resolve) => { setTimeout(resolve, WAIT_MS); });
  }
  if (last > FLOOD_LIMIT_BYTES) throw new Error(`the child could write ${last} bytes`);
  child.kill();
  child.stdout.destroy();
  await closed(child);
  console.log(`flood: ${last} bytes written, memory grew by ${statusLine('VmRSS') - before} KB`);
}

async function main() {
  await run(Math.min(COUNT, 100));
  await runForks(3);
  const before = facts();
  await run(COUNT);
  await runForks(Math.ceil(COUNT / 50));
  await new Promise((resolve) => { setTimeout(resolve, WAIT_MS); });
  const after = facts();
  console.log('before', JSON.stringify(before));
  console.log('after ', JSON.stringify(after));
  for (const name of ['descriptors', 'zombies']) {
    if (after[name] > before[name]) throw new Error(`${name} are left`);
  }
  await flood();
}

if (process.argv[2] === 'child') {
  process.on('message', (message) => process.send(message, () => process.disconnect()));
} else {
  main();
}
