'use strict';
for (const delayMs of [30, 10, 20, 5, 25, 1, 15]) setTimeout(console.log, delayMs, delayMs);
const end = Date.now() + 50;
while (Date.now() < end);
console.log('all are due');
