setTimeout(() => console.log('timers'), 0);
setImmediate(() => console.log('check'));
process.nextTick(() => console.log('next tick'));
Promise.resolve().then(() => console.log('microtask'));
console.log('main');
