'use strict';
setTimeout(() => {
  console.log('first');
  process.nextTick(() => clearTimeout(second));
}, 1);
const second = setTimeout(() => console.log('never'), 1);
setTimeout(() => console.log('third'), 1);
