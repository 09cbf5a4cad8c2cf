'use strict';
process.on('exit', () => {
  console.log('exit');
  process.nextTick(() => console.log('tick'));
});
