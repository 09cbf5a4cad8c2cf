'use strict';
const gapsMs = [];
function work(lastEnd) {
  const start = performance.now();
  if (lastEnd) gapsMs.push(start - lastEnd);
  while (performance.now() - start < 15);
  if (gapsMs.length === 3) {
    console.log('every gap is the whole delay:', gapsMs.every((ms) => ms > 8));
    return;
  }
  setTimeout(work, 10, performance.now());
}
setTimeout(work, 10);
