'use strict';
setImmediate(() => console.log('immediate'));
queueMicrotask(() => console.log('microtask is executed'));
console.log('synchronous task is executed');
