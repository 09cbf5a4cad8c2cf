'use strict';
let immediates = 0;
setImmediate(() => immediates++);

function step(i) {
  if (i === 1000) return console.log('done with', immediates, 'immediates meanwhile');
  process.nextTick(step, i + 1);
}
step(0);
