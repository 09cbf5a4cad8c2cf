'use strict';
Promise.resolve().then(() => console.log('promise'));
process.nextTick(() => {
  console.log('tick 1');
  process.nextTick(() => {
    console.log('tick 1.1');
    process.nextTick(() => console.log('tick 1.1.1'));
  });
});
process.nextTick(() => console.log('tick 2'));
