'use strict';
process.nextTick(() => console.log('tick of other'));
Promise.resolve().then(() => console.log('microtask of other'));
console.log('other');
