'use strict';
let ticks = 0;
setTimeout(() => console.log('timer after', ticks, 'ticks'), 1);

const end = Date.now() + 20;
function tick() {
  ticks++;
  if (Date.now() < end) return process.nextTick(tick);
  ticks = 'all';
}
tick();
