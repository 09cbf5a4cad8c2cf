'use strict';
const fs = require('node:fs');

let ticks = 0;
fs.stat(__filename, () => console.log('io after', ticks, 'ticks'));

const end = Date.now() + 50;
function tick() {
  ticks++;
  if (ticks < 1000 || Date.now() < end) return process.nextTick(tick);
  ticks = 'all';
}
tick();
