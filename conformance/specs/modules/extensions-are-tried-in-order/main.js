'use strict';
console.log(require('./both'), require('./only-json'), require('./dotted.name'));
console.log(Object.keys(require.extensions));
