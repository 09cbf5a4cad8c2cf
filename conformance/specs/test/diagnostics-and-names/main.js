'use strict';
const { test, suite, getTestContext } = require('node:test');
suite('suite', (s) => {
  console.log(s.name, s.fullName);
  test('test', async (t) => {
    t.diagnostic('of the test');
    await t.test('subtest', (t) => {
      t.diagnostic('of the subtest');
      console.log(t.fullName, getTestContext() === t, t.filePath === __filename);
    });
  });
});
test(function named() {});
test(() => {});
test({ name: 'by options' });
