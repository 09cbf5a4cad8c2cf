'use strict';
// A million timers of one delay: one list, filled in one go and fired in as few turns as the runtime likes.
const COUNT = 1_000_000;
const start = performance.now();
let fired = 0;
function fire() {
  if (++fired === COUNT) console.log(JSON.stringify({ ms: performance.now() - start }));
}
for (let i = 0; i < COUNT; i++) setTimeout(fire, 1);
