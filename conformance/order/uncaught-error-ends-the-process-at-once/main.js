'use strict';
process.on('exit', (code) => console.log('exit', code));
process.nextTick(() => console.log('never'));
setImmediate(() => console.log('never'));
throw new Error('the end');
