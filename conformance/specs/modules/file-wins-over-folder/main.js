'use strict';
console.log(require('./thing'), require('./thing/'));
