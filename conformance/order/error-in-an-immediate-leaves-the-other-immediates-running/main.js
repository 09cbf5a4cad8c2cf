'use strict';
process.on('uncaughtException', (error) => console.log('caught', error.message));
setImmediate(() => console.log('immediate 1'));
setImmediate(() => { throw new Error('in immediate 2'); });
setImmediate(() => console.log('immediate 3'));
