'use strict';
console.log('the script');
setImmediate(() => console.log('setImmediate in the check phase'));
setTimeout(() => console.log('setTimeout in the timers phase'), 0);
process.nextTick(() => console.log('process.nextTick before either'));
