'use strict';
process.on('unhandledRejection', (reason) => {
  console.log('unhandled', reason);
  process.nextTick(() => console.log('tick after', reason));
  Promise.resolve().then(() => console.log('microtask after', reason));
});
Promise.reject(1);
Promise.reject(2);
Promise.reject(3);
