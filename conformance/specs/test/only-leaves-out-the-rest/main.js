'use strict';
const { test, describe, it } = require('node:test');
test('left out', () => console.log('never'));
test.only('runs', async (t) => {
  await t.test('subtest', () => {});
  t.runOnly(true);
  await t.test('left out', () => console.log('never'));
  await t.test('runs too', { only: true }, () => {});
});
describe('has only', () => {
  it('left out', () => console.log('never'));
  it.only('runs', () => {});
});
describe('left out', () => { it('too', () => console.log('never')); });
describe.only('only', () => { it('runs', () => {}); });
