'use strict';
const fs = require('node:fs');
const timers = require('node:timers/promises');

fs.stat(__filename, () => {
  timers.setTimeout(0, 'timeout').then(console.log);
  timers.setImmediate('immediate').then(console.log);
  process.nextTick(() => console.log('tick'));
});
