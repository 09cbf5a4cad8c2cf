'use strict';
process.on('uncaughtException', (error) => console.log('caught', error.message));
process.nextTick(() => console.log('tick 1'));
process.nextTick(() => { throw new Error('in tick 2'); });
process.nextTick(() => console.log('tick 3'));
Promise.resolve().then(() => console.log('microtask'));
setImmediate(() => console.log('immediate'));
