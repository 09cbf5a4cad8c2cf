'use strict';
console.log(require('./link.js').filename.replace(__dirname, ''));
