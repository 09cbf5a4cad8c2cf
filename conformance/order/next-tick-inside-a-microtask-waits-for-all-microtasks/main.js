'use strict';
Promise.resolve().then(() => {
  console.log('microtask 1');
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('microtask 1.1'));
});
Promise.resolve().then(() => console.log('microtask 2'));
