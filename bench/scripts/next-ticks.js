'use strict';
// Ten million ticks: half as a chain of one, half in batches of a thousand.
const HALF = 5_000_000;
const BATCH = 1000;
const start = performance.now();
let left = HALF;
function chain() {
  if (--left > 0) return process.nextTick(chain);
  left = HALF;
  batch();
}
function one() {
  if (--left === 0) console.log(JSON.stringify({ ms: performance.now() - start }));
}
function batch() {
  for (let i = 1; i < BATCH; i++) process.nextTick(one);
  process.nextTick(left > BATCH ? lastOfBatch : one);
}
function lastOfBatch() {
  left--;
  batch();
}
process.nextTick(chain);
