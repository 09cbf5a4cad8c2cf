'use strict';
process.on('exit', (code) => console.log('exit', code));
process.nextTick(() => console.log('never'));
Promise.resolve().then(() => console.log('never'));
setImmediate(() => console.log('never'));
console.log('script');
process.exit(3);
console.log('never');
