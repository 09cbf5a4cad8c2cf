'use strict';
const fs = require('node:fs');

for (let i = 0; i < 3; i++) {
  fs.stat(__filename, () => {
    console.log('io');
    Promise.resolve().then(() => console.log('microtask'));
    process.nextTick(() => console.log('tick'));
  });
}
// All three are complete when the loop begins.
const end = Date.now() + 20;
while (Date.now() < end);
