'use strict';
const { test, describe, it } = require('node:test');
test('with # and \\ and\nline', (t) => t.diagnostic('two\nlines'));
// Frames of core modules can't be told in TAP.
function withOneFrame(error) {
  const lines = error.stack.split('\n');
  error.stack = [...lines.filter((line) => !/^ {4}at /.test(line)), lines.find((line) => line.includes(__filename))].join('\n');
  return error;
}
test('fails', () => { throw withOneFrame(new RangeError('message\nof two lines')); });
describe('suite', () => {
  it('nested', (t) => {
    try {
      t.assert.deepStrictEqual({ a: [1, null], b: new Date(0) }, { a: 'text' });
    } catch (error) {
      throw withOneFrame(error);
    }
  });
  it.skip('skipped', () => {});
  it('to do', { todo: 'why' }, () => {});
});
