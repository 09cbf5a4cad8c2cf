'use strict';

// allocUnsafe() takes memory as it is, which shows by the bytes of those who had it before; alloc() never does, and with
// --zero-fill-buffers nobody does.

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');

const BYTES = 256 * 1024;
const TRIES = 2000;

const isZero = (bytes) => bytes.equals(Buffer.alloc(BYTES));

// How many tries until old bytes are seen, at most TRIES.
function triesOf(allocate) {
  for (let i = 0; i < TRIES; i++) {
    Buffer.alloc(BYTES, 0xaa);
    if (!isZero(allocate(BYTES))) return i;
  }
  return TRIES;
}

if (process.argv[2] === 'filled') {
  assert.strictEqual(triesOf(Buffer.allocUnsafeSlow), TRIES);
} else {
  assert.ok(triesOf(Buffer.allocUnsafeSlow) < TRIES);
  assert.ok(triesOf(Buffer.allocUnsafe) < TRIES);
  assert.strictEqual(triesOf(Buffer.alloc), TRIES);
  const { status, stderr } = spawnSync(process.execPath, ['--zero-fill-buffers', __filename, 'filled'], { encoding: 'utf8' });
  assert.strictEqual(status, 0, stderr);
  console.log('ok');
}
