'use strict';
const { describe, it, test } = require('node:test');

for (let i = 0; i < 8; i++) test(`test ${i}`, () => {});
describe('suite', () => {
  for (let i = 0; i < 6; i++) it(`it ${i}`, () => {});
});
test('with subtests', async (t) => {
  await Promise.all([0, 1, 2, 3, 4].map((i) => t.test(`sub ${i}`, () => {})));
});
