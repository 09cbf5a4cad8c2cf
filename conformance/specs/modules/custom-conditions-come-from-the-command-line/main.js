'use strict';
console.log(require('pkg'));
