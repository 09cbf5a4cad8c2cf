'use strict';
const timers = require('node:timers/promises');
timers.setTimeout(10_000, null, { ref: false }).then(() => console.log('never'));
process.on('exit', (code) => console.log('exit', code));
