'use strict';
// V8 can compile loops without checks for interrupts, if they seem short. A worker in such a loop ends, too.
const { Worker } = require('node:worker_threads');

const LOOPS = [
  'for (;;) new Array(1000).fill(1);',
  'for (;;) { const a = []; for (let i = 0; i < 3; i++) a[i] = i; }',
];
const CPU_MICROS = 400_000; // by then the loop is optimized

async function run(loop) {
  const worker = new Worker(loop, { eval: true });
  await new Promise((resolve, reject) => worker.once('online', resolve).once('error', reject));
  const before = process.cpuUsage();
  while (true) {
    const { user, system } = process.cpuUsage(before);
    if (user + system > CPU_MICROS) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const code = await worker.terminate();
  if (code !== 1) throw new Error(`${loop}: ${code}`);
}

(async () => {
  const limit = setTimeout(() => { // by a signal: the process's own end may wait for the worker
    console.log('a worker does not end');
    process.kill(process.pid, 'SIGKILL');
  }, 60_000);
  for (const loop of LOOPS) await run(loop);
  clearTimeout(limit);
  console.log('ok');
})();
