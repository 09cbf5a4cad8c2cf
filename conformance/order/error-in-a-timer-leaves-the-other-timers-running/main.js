'use strict';
process.on('uncaughtException', (error) => console.log('caught', error.message));
setTimeout(() => console.log('timer 1'), 1);
setTimeout(() => { throw new Error('in timer 2'); }, 1);
setTimeout(() => console.log('timer 3'), 1);
setTimeout(() => console.log('timer 4'), 5);
