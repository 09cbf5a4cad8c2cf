'use strict';
let open = 0;
for (const delayMs of [1, 2, 5, 10, 20, 40]) {
  open++;
  const start = performance.now();
  setTimeout(() => {
    // The loop counts whole milliseconds.
    const early = performance.now() - start < delayMs - 1;
    if (early) console.log(`${delayMs} ms came early`);
    if (--open === 0) console.log('done');
  }, delayMs);
}
