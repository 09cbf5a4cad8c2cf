'use strict';
const { test, describe, it, before, after } = require('node:test');
describe('before', () => {
  before(() => { throw new Error('before'); });
  it('is cancelled', () => {});
});
describe('after', () => {
  after(async () => { throw new Error('after'); });
  it('passes', () => {});
});
test('beforeEach', async (t) => {
  t.beforeEach(() => { throw new Error('beforeEach'); });
  await t.test('never starts', () => console.log('never'));
});
test('afterEach', async (t) => {
  t.afterEach(() => { throw new Error('afterEach'); });
  await t.test('runs, and fails', () => console.log('runs'));
});
test('before at once', async (t) => {
  t.before(() => { throw new Error('before at once'); });
  await t.test('never starts', () => console.log('never'));
});
