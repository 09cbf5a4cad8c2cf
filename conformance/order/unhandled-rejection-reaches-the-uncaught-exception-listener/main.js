'use strict';
process.on('uncaughtException', (error, origin) => console.log(error.message, origin));
Promise.reject(new Error('no'));
setImmediate(() => console.log('goes on'));
