'use strict';
process.on('uncaughtException', (error, origin) => console.log('listener', error.message, origin));
process.on('uncaughtExceptionMonitor', (error, origin) => console.log('monitor', error.message, origin));
setImmediate(() => { throw new Error('no'); });
