'use strict';
function pair(round) {
  process.nextTick(() => {
    console.log('tick', round);
    Promise.resolve().then(() => {
      console.log('microtask', round);
      if (round < 3) pair(round + 1);
    });
  });
}
setImmediate(() => console.log('immediate'));
pair(1);
