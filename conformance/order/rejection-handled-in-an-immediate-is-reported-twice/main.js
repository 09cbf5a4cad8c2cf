'use strict';
process.on('unhandledRejection', (reason) => console.log('unhandledRejection', reason.message));
process.on('rejectionHandled', (p) => console.log('rejectionHandled', p === promise));
const promise = Promise.reject(new Error('no'));
setImmediate(() => {
  promise.catch((error) => console.log('caught', error.message));
  process.nextTick(() => console.log('tick'));
});
