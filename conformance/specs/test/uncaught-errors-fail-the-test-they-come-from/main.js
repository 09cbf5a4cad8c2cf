'use strict';
const { test, describe, it } = require('node:test');
const { setTimeout: sleep } = require('timers/promises');
test('throws in a timer', (t, done) => { setTimeout(() => { throw new Error('timer'); }, 1); });
test('rejects', async () => {
  Promise.reject(new Error('rejection'));
  await sleep(1000);
});
describe('suite', { concurrency: true }, () => {
  it('innocent', () => sleep(50));
  it('guilty', async () => {
    setImmediate(() => { throw new Error('guilty'); });
    await sleep(50);
  });
});
