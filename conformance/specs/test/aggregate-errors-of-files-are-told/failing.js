'use strict';
const { test } = require('node:test');

Error.stackTraceLimit = 1;
test('fails', () => {
  throw new AggregateError([new TypeError('first'), 'second'], 'both');
});
