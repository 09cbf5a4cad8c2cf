'use strict';
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => {
  console.log('timer 1');
  process.nextTick(() => console.log('never'));
  throw new Error('the end');
}, 1);
setTimeout(() => console.log('never'), 1);
