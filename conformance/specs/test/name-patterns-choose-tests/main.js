'use strict';
const { test, describe, it } = require('node:test');
test('red apple', () => {});
test('green pear', () => {});
describe('garden', () => {
  it('Red rose', () => {});
  it('thorn', () => {});
});
describe('red house', () => { it('door', () => {}); });
