'use strict';
setImmediate(() => {
  console.log('first');
  process.nextTick(() => clearImmediate(second));
});
const second = setImmediate(() => console.log('never'));
setImmediate(() => console.log('third'));
