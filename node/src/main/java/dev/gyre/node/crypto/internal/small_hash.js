'use strict';

// SHA-256 and SHA-1 of short messages in JavaScript: one block takes at most a third of a microsecond, a call into Java more
// than one. The code has no branches and no table lookups that depend on the data.
//
// The message is in `bytes`, which has room for the padding after it.

const {
  ArrayPrototypeEvery, ArrayPrototypePush, ArrayPrototypeSlice, BigInt, Int32Array, Int32ArrayFrom, Int32ArrayOf,
  MathCeil, Number, Uint8Array, fillBytes, setBytes,
} = require('internal/primordials');

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const DIGEST_BYTES = 32;

// The first 32 bits of the fractions of the cube roots, and of the square roots, of the first primes (FIPS 180-4).
const { K, START } = constants();

function constants() {
  const primes = [];
  for (let n = 2; primes.length < 64; n++) {
    if (ArrayPrototypeEvery(primes, (prime) => n % prime !== 0)) ArrayPrototypePush(primes, n);
  }
  // floor(root(prime) * 2^32) mod 2^32, exactly: the root of prime * 2^(32 * degree) as a whole number.
  const fraction = (prime, degree) => {
    const target = BigInt(prime) << BigInt(32 * degree);
    let low = 0n;
    let high = 1n << 40n;
    while (low < high) {
      const middle = (low + high + 1n) >> 1n;
      if (middle ** BigInt(degree) <= target) low = middle;
      else high = middle - 1n;
    }
    return Number(low & 0xffffffffn) | 0;
  };
  return {
    K: Int32ArrayFrom(primes, (prime) => fraction(prime, 3)),
    START: Int32ArrayFrom(ArrayPrototypeSlice(primes, 0, 8), (prime) => fraction(prime, 2)),
  };
}

const schedule = new Int32Array(80);
const state = new Int32Array(8);

function compress(bytes, at) {
  const w = schedule;
  for (let i = 0; i < 16; i++, at += 4) {
    w[i] = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    w[i] = w[i - 16] + ((x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3) + w[i - 7] +
      ((y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10) | 0;
  }
  let a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
  for (let i = 0; i < 64; i++) {
    const t1 = h + ((e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7)) + (e & f ^ ~e & g) + K[i] + w[i] | 0;
    const t2 = ((a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10)) + (a & b ^ a & c ^ b & c) | 0;
    h = g;
    g = f;
    f = e;
    e = d + t1 | 0;
    d = c;
    c = b;
    b = a;
    a = t1 + t2 | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

const SHA1_START = Int32ArrayOf(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);

function compressSha1(bytes, at) {
  const w = schedule;
  for (let i = 0; i < 16; i++, at += 4) {
    w[i] = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
  }
  for (let i = 16; i < 80; i++) {
    const x = w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16];
    w[i] = x << 1 | x >>> 31;
  }
  let a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
  for (let i = 0; i < 80; i++) {
    let mixed; // b, c and d, and the constant of these twenty rounds
    if (i < 20) mixed = (b & c | ~b & d) + 0x5a827999 | 0;
    else if (i < 40) mixed = (b ^ c ^ d) + 0x6ed9eba1 | 0;
    else if (i < 60) mixed = (b & c | b & d | c & d) + (0x8f1bbcdc | 0) | 0;
    else mixed = (b ^ c ^ d) + (0xca62c1d6 | 0) | 0;
    const next = ((a << 5 | a >>> 27) + mixed | 0) + (e + w[i] | 0) | 0;
    e = d;
    d = c;
    c = b << 30 | b >>> 2;
    b = a;
    a = next;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
}

// In the functions below the message begins at `from` and has `length` bytes; the digest is written to `to`.

// Returns the end of the last block.
function pad(bytes, from, length) {
  const end = from + length;
  const tail = from + MathCeil((length + 1 + LENGTH_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
  bytes[end] = 0x80;
  fillBytes(bytes, 0, end + 1, tail);
  const bits = length * 8; // short messages: below 2^32
  bytes[tail - 4] = bits >>> 24;
  bytes[tail - 3] = bits >>> 16;
  bytes[tail - 2] = bits >>> 8;
  bytes[tail - 1] = bits;
  return tail;
}

function putState(words, bytes, to) {
  for (let i = 0; i < words; i++, to += 4) {
    const word = state[i];
    bytes[to] = word >>> 24;
    bytes[to + 1] = word >>> 16;
    bytes[to + 2] = word >>> 8;
    bytes[to + 3] = word;
  }
}

function sha256(bytes, from, length, to) {
  setBytes(state, START);
  const tail = pad(bytes, from, length);
  for (let at = from; at < tail; at += BLOCK_BYTES) compress(bytes, at);
  putState(8, bytes, to);
}

function sha1(bytes, from, length, to) {
  setBytes(state, SHA1_START);
  const tail = pad(bytes, from, length);
  for (let at = from; at < tail; at += BLOCK_BYTES) compressSha1(bytes, at);
  putState(5, bytes, to);
}

const inner = new Uint8Array(1024);
const outer = new Uint8Array(4 * BLOCK_BYTES);

// RFC 2104. The message is at the beginning of `bytes`, where its code is written; the key is no longer than a block.
function hmacSha256(key, bytes, length) {
  for (let i = 0; i < BLOCK_BYTES; i++) {
    const byte = i < key.length ? key[i] : 0;
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  }
  for (let i = 0; i < length; i++) inner[BLOCK_BYTES + i] = bytes[i];
  sha256(inner, 0, BLOCK_BYTES + length, 0);
  for (let i = 0; i < DIGEST_BYTES; i++) outer[BLOCK_BYTES + i] = inner[i];
  sha256(outer, 0, BLOCK_BYTES + DIGEST_BYTES, 0);
  for (let i = 0; i < DIGEST_BYTES; i++) bytes[i] = outer[i];
  fillBytes(inner, 0);
  fillBytes(outer, 0);
}

module.exports = {
  // number of blocks including the padding
  MAX_SHA1_BYTES: 8 * BLOCK_BYTES - LENGTH_BYTES - 1,
  MAX_SHA256_BYTES: 4 * BLOCK_BYTES - LENGTH_BYTES - 1,
  MAX_HMAC_BYTES: 512,
  MAX_KEY_BYTES: BLOCK_BYTES,
  hmacSha256,
  sha1,
  sha256,
};
