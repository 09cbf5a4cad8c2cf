'use strict';
const { test, assert } = require('node:test');
assert.register('isOdd', (value) => {
  if (value % 2 === 0) throw new Error(`${value} is even`);
});
test('ok', (t) => t.assert.ok(t.name === 'other'));
test('deep', (t) => t.assert.deepStrictEqual({ a: 1, b: 2 }, { a: 1, b: 3 }));
test('own', (t) => t.assert.isOdd(2));
test('names', (t) => console.log(Object.keys(t.assert).sort()));
