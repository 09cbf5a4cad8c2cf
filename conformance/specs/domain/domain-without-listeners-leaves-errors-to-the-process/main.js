'use strict';
const domain = require('domain');
const d = domain.create();
process.on('uncaughtException', (error) => {
  console.log('process:', error.message, error.domain, process.domain, domain._stack.length);
});
console.log(process.listenerCount('uncaughtException'));
setTimeout(() => console.log('goes on', process.domain), 1);
d.run(() => {
  console.log(process.hasUncaughtExceptionCaptureCallback());
  throw new Error('nobody listens');
});
