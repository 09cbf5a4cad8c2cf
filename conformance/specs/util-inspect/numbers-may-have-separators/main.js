'use strict';
const util = require('node:util');
console.log(util.inspect([1000, 123456789.12345678, -1234.5, 1000000n, 999, 0.0001234], { numericSeparator: true }));
