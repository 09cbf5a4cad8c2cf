'use strict';
setImmediate(() => console.log('immediate 1'));
process.nextTick(() => setImmediate(() => console.log('immediate set in a tick')));
Promise.resolve().then(() => setImmediate(() => console.log('immediate set in a microtask')));
setImmediate(() => console.log('immediate 2'));
