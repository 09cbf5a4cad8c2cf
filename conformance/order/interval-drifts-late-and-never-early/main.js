'use strict';
const start = performance.now();
let runs = 0;
let early = 0;
const interval = setInterval(() => {
  runs++;
  // Each run is due a whole interval after the one before, so lateness adds up.
  if (performance.now() - start < runs * 10 - 1) early++;
  if (runs === 10) {
    clearInterval(interval);
    console.log({ runs, early });
  }
}, 10);
