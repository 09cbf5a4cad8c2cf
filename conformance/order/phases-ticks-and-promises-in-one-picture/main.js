'use strict';
const fs = require('node:fs');

fs.readFile(__filename, () => {
  console.log('io');
  process.nextTick(() => console.log('io: nextTick'));
  Promise.resolve().then(() => console.log('io: promise'));
  setTimeout(() => {
    console.log('timer');
    process.nextTick(() => console.log('timer: nextTick'));
    Promise.resolve().then(() => console.log('timer: promise'));
  }, 0);
  setImmediate(() => {
    console.log('immediate');
    process.nextTick(() => console.log('immediate: nextTick'));
    Promise.resolve().then(() => console.log('immediate: promise'));
  });
});
process.nextTick(() => console.log('main: nextTick'));
Promise.resolve().then(() => console.log('main: promise'));
console.log('main');
