'use strict';
const { test, describe, it } = require('node:test');
test('fails', async (t) => {
  await t.test('passes', () => {});
  throw new Error('fails');
});
describe('suite', () => {
  it('first', { tags: [] }, (t) => t.diagnostic('note'));
  it.skip('second', () => {});
});
