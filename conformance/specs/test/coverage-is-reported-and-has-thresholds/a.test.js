'use strict';
const test = require('node:test');

test('a', () => {
  require('./src/hidden.js');
  require('./src/used.js').choose(true);
});
