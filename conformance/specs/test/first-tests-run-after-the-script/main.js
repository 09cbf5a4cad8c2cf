'use strict';
const { test, before, describe, it } = require('node:test');
before(() => console.log('before'));
test('first', () => console.log('first'));
describe('suite', () => {
  console.log('collect');
  it('inner', () => console.log('inner'));
});
test('second', () => console.log('second'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('microtask'));
setImmediate(() => console.log('immediate'));
console.log('script ends');
