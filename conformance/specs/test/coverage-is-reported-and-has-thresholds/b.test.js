'use strict';
const test = require('node:test');

test('b', () => {
  require('./src/hidden.js');
  require('./src/used.js').choose(false);
});
