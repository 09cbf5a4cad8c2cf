'use strict';
const { promisify } = require('node:util');

const later = promisify((value, callback) => setImmediate(callback, null, value));
later('value').then(console.log);
setImmediate(() => console.log('immediate'));
promisify(setTimeout)(20, 'timeout').then(console.log);
