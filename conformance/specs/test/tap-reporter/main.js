'use strict';
const { test, describe, it } = require('node:test');
test('with # and \\ and\nline', (t) => t.diagnostic('two\nlines'));
test('fails', () => {
  const error = new RangeError('message\nof two lines');
  error.list = [1, { two: 2 }];
  error.self = error;
  throw error;
});
describe('suite', () => {
  it('nested', (t) => t.assert.strictEqual(1, 2));
  it.skip('skipped', () => {});
  it('to do', { todo: 'why' }, () => {});
});
