'use strict';
// ipc.js [COUNT]: round trips of a small object to a forked child and back; prints the time of one in microseconds.
const { fork } = require('child_process');

if (process.argv[2] === 'child') {
  process.on('message', (message) => process.send(message));
} else {
  const count = Number(process.argv[2] ?? 20000);
  const warmup = Math.round(count / 4);
  const child = fork(__filename, ['child']);
  let seen = 0;
  let started;
  let cpuBefore;
  child.on('message', () => {
    if (++seen === warmup) {
      started = process.hrtime.bigint();
      cpuBefore = process.cpuUsage();
    }
    if (seen < count + warmup) {
      child.send({ id: seen, name: 'round trip', values: [1, 2, 3] });
      return;
    }
    const wall = Number(process.hrtime.bigint() - started) / 1000;
    const { user, system } = process.cpuUsage(cpuBefore);
    console.log(JSON.stringify({ wallUs: +(wall / count).toFixed(2), cpuUs: +((user + system) / count).toFixed(2) }));
    child.disconnect();
  });
  child.send({ id: 0 });
}
