'use strict';
// How long /healthz takes while the loop is pinned: node bench/watch/healthz.js GYRE [REQUESTS]
// The load: a busy loop; garbage collection; both with four workers more than there are processors.
// Run it at a higher priority (nice -n -15) on a machine that is busy otherwise: it is to measure the
// dashboard's delay, not its own. The program runs at the usual priority.
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const http = require('node:http');
const os = require('node:os');

const [command, requests = '1000'] = process.argv.slice(2);
if (!command) throw new Error('usage: healthz.js GYRE [REQUESTS]');

const PINS = {
  'busy loop': 'for (;;);',
  'garbage collection': 'const held = []; for (;;) { held.push(new Array(1000).fill({ a: 1 })); if (held.length > 20000) held.splice(0, 10000); }',
};

function get(port) {
  return new Promise((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', path: '/healthz', agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    }).on('error', reject);
  });
}

async function measure(name, pin, workers) {
  const program = `const { Worker } = require('node:worker_threads');
for (let i = 0; i < ${workers}; i++) new Worker('for (;;) { const a = []; for (let i = 0; i < 1e5; i++) a.push({ i }); }', { eval: true });
setTimeout(() => { console.log('pinned'); ${pin} }, 500);`;
  const child = spawn('nice', ['-n', String(-os.getPriority()), command, '--block-warn=0', '--dashboard=0', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  let address;
  child.stderr.on('data', (chunk) => { address ??= /:(\d+)\/\n/.exec(chunk)?.[1]; });
  await once(child.stdout, 'data');
  const times = [];
  let failed = 0;
  for (let i = 0; i < Number(requests); i++) {
    const beganMs = performance.now();
    const status = await get(address).catch(() => 0);
    if (status !== 200 && status !== 503) failed++;
    times.push(performance.now() - beganMs);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.kill('SIGKILL');
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
  console.log(`| ${name} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${times.filter((ms) => ms > 100).length} | ${failed} |`);
}

async function main() {
  const own = http.createServer((request, response) => response.end()).listen(0, '127.0.0.1');
  await once(own, 'listening');
  for (let i = 0; i < 50; i++) await get(own.address().port); // its own first requests are slow
  own.close();
  console.log(`${requests} requests each, load ${os.loadavg()[0].toFixed(1)} at the start\n\n| pinned by | median ms | 99 % ms | longest ms | over 100 ms | failed |\n|---|--:|--:|--:|--:|--:|`);
  for (const [name, pin] of Object.entries(PINS)) {
    await measure(name, pin, 0);
    await measure(`${name}, all processors busy`, pin, os.availableParallelism() + 2);
  }
}

main();
