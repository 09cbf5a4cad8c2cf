'use strict';
const fs = require('node:fs');

setImmediate(() => console.log('immediate'));
fs.stat(__filename, () => console.log('io'));
// The file is read by the pool while the script still runs, so the first poll phase finds it done.
const end = Date.now() + 200;
while (Date.now() < end);
