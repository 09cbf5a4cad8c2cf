'use strict';
const { test } = require('node:test');
test('parent', (t) => {
  setImmediate(() => t.test('too late', () => console.log('never')));
});
test('meanwhile', (t, done) => setTimeout(done, 20));
