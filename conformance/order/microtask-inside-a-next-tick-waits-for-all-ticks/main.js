'use strict';
process.nextTick(() => {
  console.log('tick 1');
  queueMicrotask(() => console.log('microtask'));
  process.nextTick(() => console.log('tick 1.1'));
});
process.nextTick(() => console.log('tick 2'));
