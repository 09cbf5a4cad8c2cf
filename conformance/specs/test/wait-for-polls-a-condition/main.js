'use strict';
const { test } = require('node:test');
test('holds in the end', async (t) => {
  let tries = 0;
  const value = await t.waitFor(() => {
    if (++tries < 3) throw new Error('not yet');
    return tries;
  }, { interval: 1 });
  console.log(value);
});
test('never holds', (t) => t.waitFor(async () => { throw new Error('not yet'); }, { interval: 1, timeout: 20 }));
