'use strict';
console.log(require('pkg'), require('pkg/lib/part'), require('@scope/name'), require('@scope/name/sub.js'));
