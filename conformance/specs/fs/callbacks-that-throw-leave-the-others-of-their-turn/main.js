'use strict';
// Many calls that complete together: each callback is called once, with ticks and microtasks after it, also when others
// throw, and what callbacks ask for comes after a turn for the immediates.
const fs = require('fs');

const CALLS = 1000;
let called = 0;
let thrown = 0;
let begun = 0;
let settled = 0;
let outOfOrder = 0;

process.on('uncaughtException', (error) => {
  if (error.message !== 'on purpose') throw error;
  thrown++;
});

for (let i = 0; i < CALLS; i++) {
  fs.stat(__filename, (error, stats) => {
    if (error || !stats.isFile()) throw error;
    called++;
    if (i % 10 === 0) throw new Error('on purpose');
    if (begun !== settled) outOfOrder++; // something of the callback before has not run
    begun++;
    process.nextTick(() => Promise.resolve().then(() => settled++));
  });
}

let rounds = 0;
let immediates = 0;
let isOver = false;
(function immediate() {
  immediates++;
  if (!isOver) setImmediate(immediate);
})();
for (let i = 0; i < 300; i++) {
  (function again() {
    fs.access(__filename, () => {
      if (immediates < 20) again();
      else isOver = true;
      rounds++;
    });
  })();
}

process.on('exit', () => {
  console.log('called', called, 'thrown', thrown, 'out of order', outOfOrder);
  console.log('immediates ran meanwhile', immediates >= 20, rounds >= 300);
});
