'use strict';
const timeout = setTimeout(() => console.log('timeout'), 5);
const immediate = setImmediate(() => console.log('immediate'));
const interval = setInterval(() => console.log('interval'), 2);

clearTimeout(timeout);
clearImmediate(immediate);
clearInterval(interval);
setTimeout(() => console.log('only this'), 20);
