'use strict';
console.log(require('pkg'), require('pkg/feature'), require('pkg/nested'), require('sugar'));
