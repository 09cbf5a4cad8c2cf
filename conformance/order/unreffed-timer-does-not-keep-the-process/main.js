'use strict';
setTimeout(() => console.log('never'), 10_000).unref();
setInterval(() => console.log('never'), 10_000).unref();
process.on('exit', () => console.log('exit'));
