'use strict';
const { test } = require('node:test');
const { setTimeout: sleep } = require('timers/promises');
test('nobody awaits', (t) => {
  t.test('slow', async () => {
    await sleep(20);
    console.log('slow');
  });
  t.test('quick', () => console.log('quick'));
});
test('concurrency', { concurrency: 2 }, (t) => {
  t.test('slow', async () => {
    await sleep(100);
    console.log('slow');
  });
  t.test('quick', () => console.log('quick'));
  t.test('third', () => console.log('third'));
});
test('awaits the first alone', async (t) => {
  await t.test('first', () => {});
  t.test('cancelled', () => sleep(1000));
});
