'use strict';
// What a server does with its time limits: two million set, nearly all cleared before they are due.
const COUNT = 2_000_000;
const OPEN = 1000;
const start = performance.now();
const open = new Array(OPEN);
function never() {
  throw new Error('a cleared timer fired');
}
for (let i = 0; i < COUNT; i++) {
  const slot = i % OPEN;
  clearTimeout(open[slot]);
  open[slot] = setTimeout(never, 10_000);
}
open.forEach(clearTimeout);
console.log(JSON.stringify({ ms: performance.now() - start }));
