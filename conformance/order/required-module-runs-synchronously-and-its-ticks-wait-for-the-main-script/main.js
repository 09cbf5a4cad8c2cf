'use strict';
console.log('before');
require('./other.js');
console.log('after');
process.nextTick(() => console.log('tick of main'));
Promise.resolve().then(() => console.log('microtask of main'));
