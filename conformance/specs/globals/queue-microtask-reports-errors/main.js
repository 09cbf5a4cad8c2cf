'use strict';
process.on('uncaughtException', (error, origin) => console.log(error.message, origin));
queueMicrotask(() => { throw new Error('in a microtask'); });
