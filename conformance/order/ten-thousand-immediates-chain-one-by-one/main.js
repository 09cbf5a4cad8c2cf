'use strict';
let runs = 0;
function next() {
  if (++runs < 10_000) setImmediate(next);
}
setImmediate(next);
process.on('exit', () => console.log(runs));
