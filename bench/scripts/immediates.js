'use strict';
// A million immediates one after the other: each is a whole turn of the loop.
const COUNT = 1_000_000;
const start = performance.now();
let left = COUNT;
function next() {
  if (--left > 0) setImmediate(next);
  else console.log(JSON.stringify({ ms: performance.now() - start }));
}
setImmediate(next);
