'use strict';
console.log(require('./link.js') === require('./real/module.js'), require('linked') === require('./real/module.js'));
console.log(require('./link.js').filename.replace(__dirname, ''));
