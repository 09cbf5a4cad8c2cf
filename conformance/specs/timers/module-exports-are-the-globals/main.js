'use strict';
const timers = require('node:timers');
console.log(Object.keys(timers).sort());
console.log(timers.setTimeout === setTimeout, timers.setImmediate === setImmediate, timers.clearInterval === clearInterval, timers.promises === require('node:timers/promises'));
console.log(require('node:util').promisify(setTimeout) === timers.promises.setTimeout, require('node:util').promisify(setImmediate) === timers.promises.setImmediate);
