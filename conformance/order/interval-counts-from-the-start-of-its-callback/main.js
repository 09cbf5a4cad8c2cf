'use strict';
const starts = [];
const interval = setInterval(() => {
  const start = performance.now();
  starts.push(start);
  if (starts.length === 4) {
    clearInterval(interval);
    const gapsMs = starts.slice(1).map((time, i) => time - starts[i]);
    // 100 ms apart, not 100 + 80.
    console.log('gap leaves the work out:', Math.min(...gapsMs) < 170);
    console.log('never sooner than the interval:', Math.min(...gapsMs) > 60);
    return;
  }
  while (performance.now() - start < 80);
}, 100);
