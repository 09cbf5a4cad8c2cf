'use strict';
for (const delayMs of [1, 2, 3]) {
  setTimeout(() => {
    console.log(delayMs, 'ms');
    Promise.resolve().then(() => console.log(delayMs, 'ms: microtask'));
    process.nextTick(() => console.log(delayMs, 'ms: tick'));
  }, delayMs);
}
const end = Date.now() + 10;
while (Date.now() < end);
