'use strict';
setTimeout(() => {
  console.log('first');
  clearTimeout(second);
}, 1);
const second = setTimeout(() => console.log('never'), 1);
setTimeout(() => console.log('third'), 1);
