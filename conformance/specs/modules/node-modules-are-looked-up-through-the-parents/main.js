'use strict';
console.log(require('outer'), require('./deep/er/file.js'));
