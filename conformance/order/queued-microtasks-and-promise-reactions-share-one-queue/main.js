'use strict';
queueMicrotask(() => console.log('queueMicrotask 1'));
Promise.resolve().then(() => console.log('promise 1'));
queueMicrotask(() => console.log('queueMicrotask 2'));
Promise.resolve().then(() => console.log('promise 2'));
process.nextTick(() => console.log('nextTick'));
