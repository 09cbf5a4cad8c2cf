'use strict';
process.on('exit', (code) => console.log('exit', code));
Promise.reject(new Error('no'));
process.nextTick(() => console.log('tick'));
setImmediate(() => console.log('never'));
