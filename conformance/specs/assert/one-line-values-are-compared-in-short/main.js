'use strict';
const assert = require('node:assert');
const values = [0, -0, 1, 'a', 'a longer text', 'a longer test', 'x'.repeat(90), 'two\nlines', null, undefined, NaN, 10n,
  Symbol('s'), true, () => {}, /x/g, new Date(0)];
for (const method of ['strictEqual', 'deepStrictEqual', 'equal', 'deepEqual']) {
  for (const actual of values) {
    for (const expected of values) {
      try {
        assert[method](actual, expected);
      } catch (error) {
        console.log(method, error.message);
      }
    }
  }
}
for (const value of values) {
  for (const method of ['notStrictEqual', 'notDeepEqual', 'notEqual']) assert.throws(() => assert[method](value, value), (error) => {
    console.log(method, error.message);
    return true;
  });
}
