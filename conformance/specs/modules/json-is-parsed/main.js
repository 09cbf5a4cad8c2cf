'use strict';
console.log(require('./data.json'), require('./data') === require('./data.json'));
console.log(require('./with-bom.json'));
