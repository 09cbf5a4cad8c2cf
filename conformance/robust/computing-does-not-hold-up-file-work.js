'use strict';
// 64 key derivations are queued for four threads. In Node a readFile waits behind them; here the two have threads of
// their own, so twenty reads, one after the other, are over before half of the derivations are.

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const crypto = require('node:crypto');
const fs = require('node:fs');

const DERIVATIONS = 64;

if (process.env.UV_THREADPOOL_SIZE !== '4') {
  execFileSync(process.execPath, [__filename], { env: { ...process.env, UV_THREADPOOL_SIZE: '4' }, stdio: 'inherit' });
  return;
}

let derived = 0;
for (let i = 0; i < DERIVATIONS; i++) {
  crypto.pbkdf2('password', 'salt', 10_000, 64, 'sha512', (error) => {
    assert.ifError(error);
    derived++;
  });
}

(async () => {
  for (let i = 0; i < 20; i++) await fs.promises.readFile(__filename);
  assert.ok(derived < DERIVATIONS / 2, `${derived} derivations were faster than 20 reads`);
  process.on('exit', () => {
    assert.strictEqual(derived, DERIVATIONS);
    console.log('ok');
  });
})();
