'use strict';
process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
setTimeout(() => Promise.reject('in timer 1'), 1);
setTimeout(() => console.log('timer 2'), 1);
