'use strict';

// Strings of one byte a character are made and read by copies into V8's heap and out of it. Whatever the garbage
// collector does meanwhile, each is what it was made of, and so are those that are kept for a while.

const assert = require('node:assert');
const { createHash } = require('node:crypto');
const { spawnSync } = require('node:child_process');

const FLAGS = [[], ['--stress-scavenge=50'], ['--stress-marking=50', '--stress-compaction'], ['--random-gc-interval=300']];

// ---- texts and what is known of them: from the same seed in every run

let seed = 4711;
const random = (below) => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 8) % below;
const source = Buffer.alloc(1 << 21);
for (let i = 0; i < source.length; i++) source[i] = random(256);
const ascii = source.map((byte) => byte & 0x7f);
const sizes = [20, 100, 500, 1000, 2048, 5000, 16383, 65536, 131040, 131065, 1 << 20];

// Character by character: by another way than the one that is tested.
function check(text, bytes, start) {
  assert.strictEqual(text.length, bytes.length);
  for (let i = 0; i < text.length; i += 1 + random(64)) assert.strictEqual(text.charCodeAt(i), bytes[i], `${start}, ${i}`);
  assert.strictEqual(text.charCodeAt(text.length - 1), bytes[bytes.length - 1]);
}

function once(keep) {
  const size = sizes[random(sizes.length)] + random(20);
  const start = random(source.length - size);
  const [all, encoding] = [[source, 'latin1'], [ascii, 'latin1'], [ascii, 'utf8'], [ascii, 'ascii']][random(4)];
  const bytes = all.subarray(start, start + size);
  const text = bytes.toString(encoding);
  check(text, bytes, start);
  const key = { [text.slice(0, 40)]: text };
  assert.ok(Buffer.from(text, encoding).equals(bytes));
  assert.ok(Buffer.from(text.slice(1) + '-', 'latin1').subarray(0, -1).equals(bytes.subarray(1)));
  assert.ok(Buffer.from(`${text}€`, 'latin1').subarray(0, -1).equals(bytes));
  keep[random(keep.length)] = { text, bytes, start, key };
}

function main() {
  for (let i = 0; i < 300; i++) source.toString('latin1', 0, 1 << 18); // enough to do for the copies to be made so
  const keep = new Array(20).fill(null);
  const until = Date.now() + Number(process.argv[2]);
  while (Date.now() < until) {
    for (let i = 0; i < 10; i++) once(keep);
    createHash('sha256').update(source).digest(); // the pool's memory and V8's are in use at once
  }
  for (const one of keep) {
    if (one !== null) check(one.text, one.bytes, one.start);
  }
}

if (process.argv[2] !== undefined) {
  main();
} else {
  for (const flags of FLAGS) {
    const { status, signal, stderr } = spawnSync(process.execPath, [...flags, __filename, '1000'], { encoding: 'utf8' });
    assert.deepStrictEqual([status, signal], [0, null], `${flags}: ${stderr}`);
  }
  console.log('ok');
}
