'use strict';
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'Immediate');
console.log(timers());
setTimeout(() => {}, 1);
setTimeout(() => {}, 1).unref();
setInterval(() => {}, 1).unref();
setImmediate(() => {});
console.log(timers());
