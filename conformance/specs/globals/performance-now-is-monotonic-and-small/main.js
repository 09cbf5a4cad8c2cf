'use strict';
const first = performance.now();
let last = first;
for (let i = 0; i < 1000; i++) {
  const now = performance.now();
  if (now < last) console.log('went back');
  last = now;
}
console.log(first > 0, first < 60_000, Math.abs(performance.timeOrigin + last - Date.now()) < 1000, typeof performance.timeOrigin);
