'use strict';
const fs = require('node:fs');

console.log(fs.readFileSync(__filename, 'utf8').split('\n')[0]);
console.log('more work');
