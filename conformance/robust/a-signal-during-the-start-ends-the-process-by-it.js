'use strict';
// Whenever a signal comes, also while the JVM starts, the parent sees a process that was ended by it, and no output.
const { spawn } = require('node:child_process');
const { ended } = require('./support');

const LIMIT_MS = 20_000;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];
const ROUNDS = 4;

async function start(signal, delayMs) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (text) => { output += text; });
  child.stderr.on('data', (text) => { output += text; });
  setTimeout(() => child.kill(signal), delayMs);
  const outcome = await ended(child, LIMIT_MS);
  if (outcome[1] !== signal || output !== '') {
    throw new Error(`${signal} after ${delayMs} ms: ${outcome} ${output}`);
  }
}

(async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(SIGNALS.map((signal, index) => start(signal, 5 + 12 * (round + index * ROUNDS / SIGNALS.length))));
  }
  console.log('ok');
})();
