'use strict';
const { describe, it, test } = require('node:test');

test('passes', (t) => { console.log('ran: passes', t.attempt); });
test('passes at the third attempt', (t) => {
  console.log('ran: third', t.attempt);
  t.assert.ok(t.attempt >= 2);
});
describe('suite', () => {
  for (const name of ['a', 'b']) {
    it(name, (t) => {
      console.log('ran:', name, t.attempt);
      t.assert.ok(name === 'a' || t.attempt >= 1);
    });
  }
});
