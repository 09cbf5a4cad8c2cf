'use strict';
// Typed arrays with own properties that say something else than their memory: crypto and zlib read and write what the
// array really has, or refuse it. The memory around an array stays as it was.
const assert = require('assert');
const crypto = require('crypto');
const zlib = require('zlib');

const LIES = [0, 1, 100, 20000, 5000000, 2 ** 31, 2 ** 40, -1, NaN, 'x'];
const KEYS = ['length', 'byteLength', 'byteOffset'];
const other = new ArrayBuffer(64);

function liars(size) {
  const list = [];
  for (const key of KEYS) {
    for (const value of LIES) {
      list.push((array) => Object.defineProperty(array, key, { value, configurable: true }));
    }
  }
  list.push((array) => Object.defineProperty(array, 'buffer', { value: other }));
  list.push((array) => Object.defineProperties(array, {
    byteLength: { value: 1e9 }, length: { value: 1e9 }, byteOffset: { value: 4096 },
  }));
  return list.map((lie) => {
    const room = new Uint8Array(size + 256).fill(7); // with neighbours on both sides
    const array = new Uint8Array(room.buffer, 128, size);
    lie(array);
    return { room, array };
  });
}

const { privateKey } = crypto.generateKeyPairSync('ed25519');
const key = Buffer.alloc(16);
const iv = Buffer.alloc(16);

const READERS = {
  hash: (data) => crypto.createHash('sha1').update(data).digest('hex'),
  more: (data) => crypto.createHash('sha1').update('a').update(data).update(data).digest('hex'),
  once: (data) => crypto.hash('sha1', data),
  hmac: (data) => crypto.createHmac('sha1', 'k').update(data).digest('hex'),
  cipher: (data) => crypto.createCipheriv('aes-128-cbc', key, iv).update(data).toString('hex'),
  sign: (data) => crypto.sign(null, data, privateKey).toString('hex'),
  pbkdf2: (data) => crypto.pbkdf2Sync(data, 'salt', 1, 8, 'sha1').toString('hex'),
  crc: (data) => zlib.crc32(data),
  deflate: (data) => zlib.inflateSync(zlib.deflateSync(data)).toString('hex'),
};

for (const size of [20, 20000, 70000]) {
  for (const [name, read] of Object.entries(READERS)) {
    const expected = read(new Uint8Array(size).fill(7));
    for (const { room, array } of liars(size)) {
      let result;
      try {
        result = read(array);
      } catch {
        continue;
      }
      // What is counted by a property that lies may be another part of the same memory, never more than that.
      if (name !== 'crc' && name !== 'deflate') assert.strictEqual(result, expected, name);
      assert(room.every((byte) => byte === 7), name);
    }
  }
  for (const { room, array } of liars(size)) {
    try {
      crypto.randomFillSync(array);
    } catch {
      // refused
    }
    assert(room.subarray(0, 128).every((byte) => byte === 7) && room.subarray(128 + size).every((byte) => byte === 7));
  }
}
console.log('ok');
