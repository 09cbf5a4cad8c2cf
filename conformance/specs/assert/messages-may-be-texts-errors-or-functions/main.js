'use strict';
const assert = require('node:assert');
const messages = [['plain'], ['%s is %d', 'one', 1], [new RangeError('own')], [new RangeError('own'), 1], [(a, b) => `${a} and ${b}`],
  [() => { throw new Error(); }], [() => 5], [function named() {}, 1], [5], [undefined], ['']];
for (const message of messages) {
  for (const [method, ...values] of [['strictEqual', 1, 2], ['equal', 1, 2], ['ok', 0], ['match', 'abc', /x/], ['notStrictEqual', 1, 1]]) {
    try {
      assert[method](...values, ...message);
    } catch (error) {
      console.log(method, error.name, error.code, error.message, error.generatedMessage);
    }
  }
}
for (const value of [null, undefined, 'text', new Error('real'), { message: '' }]) {
  try {
    assert.ifError(value);
    console.log('no error');
  } catch (error) {
    console.log(error.message, error.actual === value, error.operator);
  }
}
