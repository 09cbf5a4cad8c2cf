'use strict';
process.on('uncaughtException', (error) => console.log('caught', error.message));
queueMicrotask(() => console.log('microtask 1'));
queueMicrotask(() => { throw new Error('in microtask 2'); });
queueMicrotask(() => console.log('microtask 3'));
setImmediate(() => console.log('immediate'));
