'use strict';
process.on('unhandledRejection', (reason) => console.log('unhandled', reason.message));
Promise.reject(new Error('no'));
setImmediate(() => console.log('immediate'));
Promise.resolve().then(() => {
  console.log('microtask');
  process.nextTick(() => console.log('tick of the microtask'));
});
process.nextTick(() => console.log('tick'));
