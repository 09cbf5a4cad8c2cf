'use strict';
Error.stackTraceLimit = Infinity;
const depth = () => new Error().stack.split('\n').length;

let first;
function tick(left) {
  first ??= depth();
  if (left > 0) return process.nextTick(tick, left - 1);
  console.log('same depth after 100,000 ticks:', depth() === first);
}
process.nextTick(tick, 100_000);
