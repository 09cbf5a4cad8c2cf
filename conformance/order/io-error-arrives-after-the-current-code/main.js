'use strict';
const fs = require('node:fs');

fs.readFile(`${__dirname}/no-such-file`, (error) => console.log('callback', error.code));
process.nextTick(() => console.log('tick'));
console.log('script');
