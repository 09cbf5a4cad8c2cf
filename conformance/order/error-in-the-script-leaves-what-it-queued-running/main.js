'use strict';
process.on('uncaughtException', (error) => console.log('caught', error.message));
setImmediate(() => console.log('immediate'));
Promise.resolve().then(() => console.log('microtask'));
process.nextTick(() => console.log('tick'));
throw new Error('in the script');
