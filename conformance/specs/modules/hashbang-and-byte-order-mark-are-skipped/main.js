'use strict';
console.log(require('./hashbang.js'), require('./bom.js'));
