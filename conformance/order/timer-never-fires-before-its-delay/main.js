'use strict';
let open = 0;
for (const delayMs of [1, 2, 5, 10, 20, 40]) {
  open++;
  const start = performance.now();
  setTimeout(() => {
    // The loop counts whole milliseconds, and so does the wall clock by which its time goes on within a turn.
    const early = performance.now() - start < delayMs - 2;
    if (early) console.log(`${delayMs} ms came early`);
    if (--open === 0) console.log('done');
  }, delayMs);
}
