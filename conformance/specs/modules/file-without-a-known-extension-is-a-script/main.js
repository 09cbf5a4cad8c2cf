'use strict';
console.log(require('./script.txt'), require('./bare'));
