'use strict';
// A million timers over a hundred delays, set while others fire: a list and a deadline for each delay.
const COUNT = 1_000_000;
const BATCH = 1000;
const start = performance.now();
let set = 0;
let fired = 0;
function fire() {
  if (++fired === COUNT) console.log(JSON.stringify({ ms: performance.now() - start }));
}
function batch() {
  for (let i = 0; i < BATCH; i++) setTimeout(fire, 1 + (set++ % 100));
  if (set < COUNT) setImmediate(batch);
}
batch();
