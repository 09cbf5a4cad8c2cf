'use strict';

// buf.write(), the methods of one encoding and TextEncoder's encodeInto() change only the bytes that they report as
// written, and what they write is the same, however malformed the text is and whatever vectors the CPU has. (Node's base64
// decoder overwrites bytes behind them.)

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const { cpuKernels } = require('./support');

let seed = 3;
const random = (limit) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor(seed / 4294967296 * limit);
};
const pick = (list) => list[random(list.length)];

// The rules, with no vectors: 6 bits of each character of either alphabet, '=' ends the text, others are skipped.
const values = new Map([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((c, i) => [c.charCodeAt(0), i]));
values.set(45, 62).set(95, 63);
function base64(text, room) {
  const bytes = [];
  let bits = 0;
  let held = 0;
  for (let i = 0; i < text.length && bytes.length < room; i++) {
    const code = text.charCodeAt(i) & 255;
    if (code === 61) break;
    if (!values.has(code)) continue;
    held = ((held << 6) | values.get(code)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
  }
  return bytes;
}

function hex(text, room) {
  const bytes = [];
  for (let i = 0; i + 2 <= text.length && bytes.length < room; i += 2) {
    const pair = Buffer.from(text.slice(i, i + 2), 'latin1').toString('latin1'); // a character's low byte counts
    if (!/^[0-9a-fA-F]{2}$/.test(pair)) break;
    bytes.push(parseInt(pair, 16));
  }
  return bytes;
}

// As many characters as fit whole.
function utf8(text, room) {
  const bytes = [];
  for (const character of text) {
    const more = Buffer.from(character);
    if (bytes.length + more.length > room) break;
    bytes.push(...more);
  }
  return bytes;
}
const latin1 = (text, room) => Array.from({ length: Math.min(text.length, room) }, (_, i) => text.charCodeAt(i) & 255);
const utf16le = (text, room) => [...Buffer.from(text, 'utf16le').subarray(0, room - room % 2)];

const decoders = { base64, base64url: base64, hex, utf8, latin1, ascii: latin1, utf16le };
const FILL = 0xaa;

function check(text, encoding, room, offset) {
  const expected = decoders[encoding](text, room - offset);
  const name = encoding === 'utf16le' ? 'ucs2' : encoding;
  for (const write of [(b) => b.write(text, offset, encoding), (b) => b[`${name}Write`](text, offset, room - offset)]) {
    const buffer = Buffer.alloc(room + 8, FILL).subarray(0, room); // a decoder must not go beyond its buffer either
    const written = write(buffer);
    const whole = new Uint8Array(buffer.buffer, buffer.byteOffset, room + 8);
    const wanted = new Uint8Array(room + 8).fill(FILL);
    wanted.set(expected, offset);
    assert.strictEqual(written, expected.length, `${encoding} ${JSON.stringify(text)}`);
    assert.ok(Buffer.from(whole).equals(wanted), `${encoding} ${JSON.stringify(text)} at ${offset} of ${room}`);
  }
}

const letters = [...values.keys()].map((code) => String.fromCharCode(code));
const text = (size, list) => Array.from({ length: size }, () => pick(list)).join('');
const put = (string, what) => {
  const at = random(string.length + 1);
  return string.slice(0, at) + what + string.slice(at);
};

function checkAll() {
  for (const size of [0, 1, 5, 40, 71, 72, 73, 76, 100, 128, 191, 192, 193, 250, 256, 300, 512, 700]) {
    for (let round = 0; round < 40; round++) {
      let source = text(size, letters.slice(0, 62 + random(3)));
      for (let i = random(4); i > 0; i--) source = put(source, pick([' ', '\n', '=', '==', '-', '/', '!', '\u0141', 'é', ' '.repeat(70)]));
      for (const encoding of ['base64', 'base64url']) check(source, encoding, random(size + 100), 0);
      check(source, 'base64', size + 100, 3);
      let digits = text(size, [...'0123456789abcdefABCDEF']);
      if (round % 2) digits = put(digits, pick(['g', ' ', 'é', '\u0130']));
      check(digits, 'hex', random(size + 100), 0);
    }
  }
  // Longer than the parts in which texts are decoded.
  for (let round = 0; round < 12; round++) {
    let source = text(1000, letters.slice(0, 62)).repeat(140 + random(20));
    const at = pick([random(source.length), 65530 + random(12), source.length - random(100)]);
    source = source.slice(0, at) + pick(['=', '==', '= ', '-', '_+', '!', ' ', ' '.repeat(50000), '\u0141']) + source.slice(at);
    check(source, pick(['base64', 'base64url']), 130_000, random(3));
  }
  for (const pieces of [['a', 'bc'], ['a', 'é'], ['é', 'ÿ'], ['a', '漢'], ['😀', 'a', '\ud800']]) {
    for (const size of [1, 20, 29, 64, 100, 1000]) {
      const source = text(size, pieces);
      for (const encoding of ['utf8', 'latin1', 'ascii', 'utf16le']) {
        for (const room of [0, 1, size, size + 1, size * 2, random(size * 3)]) check(source, encoding, room, Math.min(random(3), room));
      }
      const room = new Uint8Array(random(size * 3)).fill(FILL);
      const { written } = new TextEncoder().encodeInto(source, room);
      assert.ok(room.subarray(written).every((byte) => byte === FILL));
    }
  }
  // Memory is cut from the pool side by side: making one buffer does not change another.
  const before = Buffer.from('A'.repeat(100));
  for (let i = 0; i < 200; i++) {
    const next = Buffer.from(put(text(120, letters), pick([' ', '!', '= '])), 'base64');
    const last = Buffer.from('B'.repeat(100));
    next.fill(1);
    assert.strictEqual(before.toString(), 'A'.repeat(100));
    assert.strictEqual(last.toString(), 'B'.repeat(100));
  }
}

if (process.argv[2] === 'one') {
  checkAll();
} else {
  for (const kernel of cpuKernels()) {
    const { status, stderr } = spawnSync(process.execPath, [__filename, 'one'],
                                         { encoding: 'utf8', env: { ...process.env, SIMDUTF_FORCE_IMPLEMENTATION: kernel } });
    assert.strictEqual(status, 0, `${kernel}: ${stderr}`);
  }
  console.log('ok');
}
