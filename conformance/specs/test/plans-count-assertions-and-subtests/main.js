'use strict';
const { test } = require('node:test');
test('as planned', async (t) => {
  t.plan(2);
  t.assert.ok(true);
  await t.test('subtest', () => {});
});
test('too few', { plan: 2 }, (t) => t.assert.strictEqual(1, 1));
test('too many', (t) => {
  t.plan(1);
  t.assert.ok(1);
  t.assert.ok(2);
});
test('waits', (t) => {
  t.plan(1, { wait: true });
  setTimeout(() => t.assert.ok(true), 5);
});
test('waits so long', (t) => t.plan(1, { wait: 10 }));
test('plans twice', (t) => {
  t.plan(1);
  t.plan(1);
});
