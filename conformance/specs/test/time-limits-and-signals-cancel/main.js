'use strict';
const { test, describe, it } = require('node:test');
const forever = () => new Promise(() => {});
test('takes too long', { timeout: 10 }, (t) => {
  t.signal.addEventListener('abort', () => console.log('aborted'));
  return forever();
});
test('with a subtest', { timeout: 10 }, (t) => t.test('subtest', forever));
const controller = new AbortController();
test('signal', { signal: controller.signal }, () => {
  setImmediate(() => controller.abort(new Error('enough')));
  return forever();
});
test('aborted before', { signal: controller.signal }, () => console.log('never'));
describe('suite', { timeout: 10 }, () => {
  it('running', forever);
  it('waiting', () => console.log('never'));
});
