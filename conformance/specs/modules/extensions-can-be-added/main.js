'use strict';
const fs = require('node:fs');
require.extensions['.upper'] = (module, filename) => {
  module.exports = fs.readFileSync(filename, 'utf8').trim().toUpperCase();
};
console.log(require('./text.upper'), require('./text'));
