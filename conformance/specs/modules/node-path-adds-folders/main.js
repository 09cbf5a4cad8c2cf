'use strict';
console.log(require('from-node-path'));
