'use strict';
process.nextTick(() => {
  console.log('tick 1');
  process.exit();
});
process.nextTick(() => console.log('never'));
