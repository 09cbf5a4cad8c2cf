'use strict';
process.removeAllListeners('warning');
process.on('warning', (warning) => console.log('warning', warning.message));
process.nextTick(() => console.log('tick before'));
process.emitWarning('careful');
process.nextTick(() => console.log('tick after'));
console.log('script');
