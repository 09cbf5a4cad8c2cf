'use strict';
const test = require('node:test');

globalThis.left = 'behind';
test('passes and prints', () => { console.log('output of the first file'); });
test('fails', () => Promise.reject('a reason'));
test('has subtests', async (t) => {
  await t.test('inner', (t) => { t.diagnostic('said inside'); });
});
