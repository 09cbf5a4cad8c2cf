'use strict';
// spawn.js [COUNT]: starts `true` that many times, one after the other, and prints the time of one in microseconds.
const { spawn } = require('child_process');

const COUNT = Number(process.argv[2] ?? 200);
let left = COUNT;
const started = process.hrtime.bigint();
(function next() {
  if (left-- === 0) {
    const { user, system } = process.cpuUsage();
    const wall = Number(process.hrtime.bigint() - started) / 1000;
    console.log(JSON.stringify({ wallUs: Math.round(wall / COUNT), cpuUs: Math.round((user + system) / COUNT) }));
    return;
  }
  spawn('true').on('close', next);
})();
