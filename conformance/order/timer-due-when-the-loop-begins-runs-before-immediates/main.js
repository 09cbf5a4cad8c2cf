'use strict';
setImmediate(() => console.log('immediate'));
setTimeout(() => console.log('timeout'), 1);
const end = Date.now() + 10;
while (Date.now() < end);
