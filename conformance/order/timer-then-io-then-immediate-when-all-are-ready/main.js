'use strict';
const fs = require('node:fs');

setImmediate(() => console.log('immediate'));
fs.stat(__filename, () => console.log('io'));
setTimeout(() => console.log('timer'), 1);
const end = Date.now() + 200;
while (Date.now() < end);
