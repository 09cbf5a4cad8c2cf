'use strict';
const fs = require('node:fs');

fs.promises.readFile(__filename, 'utf8').then((text) => console.log(text.split('\n')[0]));
Promise.resolve().then(() => console.log('microtask'));
process.nextTick(() => console.log('tick'));
