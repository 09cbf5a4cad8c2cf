'use strict';

// Calls that take a view, each of which answers something that depends on its bytes alone.

const { spawnSync } = require('node:child_process');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');
const { scratch } = require('../support.js');

const SIZE = 20_000; // of the views: more than what is copied on the way

const folder = scratch();
const file = path.join(folder, 'file');
fs.writeFileSync(file, Buffer.alloc(1 << 20, 0x11));
const input = fs.openSync(file, 'r');
const output = fs.openSync(path.join(folder, 'output'), 'w+');

const later = (start) => new Promise((resolve, reject) => {
  start((error, ...results) => (error ? reject(error) : resolve(results[0])));
});
// What is in the views.
function fill(bytes) {
  for (let i = 0; i < SIZE; i++) bytes[i] = i * 7;
  return bytes;
}
const plain = () => fill(new Uint8Array(SIZE));

const KEY = Buffer.alloc(16, 3);
const signing = crypto.generateKeyPairSync('ed25519');
const written = (count) => {
  const bytes = Buffer.alloc(count);
  fs.readSync(output, bytes, 0, count, 0);
  return bytes;
};

const OPERATIONS = {
  readSync: (view) => fs.readSync(input, view, 0, SIZE, 0),
  readSyncDefaults: (view) => fs.readSync(input, view, { position: 0 }),
  readSyncSmall: (view) => fs.readSync(input, view, 10, 100, 0) + fs.readSync(input, view, 10, 100, 0),
  read: (view) => later((done) => fs.read(input, view, 0, SIZE, 0, done)),
  readDefaults: (view) => later((done) => fs.read(input, view, { position: 0 }, done)),
  readSmall: (view) => later((done) => fs.read(input, view, 1, 100, 0, done)),
  readvSync: (view) => fs.readvSync(input, [view, view], 0),
  readv: (view) => later((done) => fs.readv(input, [view], 0, done)),
  writeSync: (view) => written(fs.writeSync(output, view, 0, SIZE, 0)),
  writeSyncDefaults: (view) => written(fs.writeSync(output, view, { position: 0 })),
  write: async (view) => written(await later((done) => fs.write(output, view, 0, SIZE, 0, done))),
  writevSync: (view) => written(fs.writevSync(output, [view], 0)),
  writev: async (view) => written(await later((done) => fs.writev(output, [view], 0, done))),
  writeFileSync(view) {
    fs.writeFileSync(path.join(folder, 'whole'), view);
    return fs.readFileSync(path.join(folder, 'whole'));
  },
  async writeFile(view) {
    await fs.promises.writeFile(path.join(folder, 'whole'), view);
    return fs.readFileSync(path.join(folder, 'whole'));
  },
  readFileInto: (view) => fs.readFileSync(path.join(folder, 'output'), { buffer: view }),
  hash: (view) => crypto.createHash('sha1').update('x').update(view).digest('hex'),
  hashAtOnce: (view) => crypto.createHash('sha256').update(view).digest('hex'),
  hashSmall: (view) => crypto.createHash('sha512').update(view).update(view).digest('hex'),
  oneHash: (view) => crypto.hash('sha1', view),
  hmac: (view) => crypto.createHmac('sha1', 'key').update(view).digest('hex'),
  hmacKey: (view) => crypto.createHmac('sha1', view).update('x').digest('hex'),
  cipher: (view) => crypto.createCipheriv('aes-128-ctr', KEY, KEY).update(view).toString('hex'),
  cipherKey: (view) => crypto.createCipheriv('aes-128-ctr', view, KEY),
  cipherIv: (view) => crypto.createCipheriv('aes-128-gcm', KEY, view).update('x', 'utf8', 'hex'),
  sign: (view) => crypto.sign(null, view, signing.privateKey).toString('hex'),
  signLater: async (view) => (await later((done) => crypto.sign(null, view, signing.privateKey, done))).toString('hex'),
  verify: (view) => crypto.verify(null, view, signing.publicKey, view),
  pbkdf2: (view) => crypto.pbkdf2Sync(view, view, 1, 20, 'sha1').toString('hex'),
  scrypt: (view) => crypto.scryptSync(view, view, 16, { N: 2 }).toString('hex'),
  hkdf: (view) => Buffer.from(crypto.hkdfSync('sha1', view, view, 'x', 16)).toString('hex'),
  timingSafeEqual: (view) => crypto.timingSafeEqual(view, plain()),
  secretKey: (view) => crypto.createSecretKey(view).export().toString('hex'),
  randomFillSync: (view) => typeof crypto.randomFillSync(view, 0),
  randomFill: async (view) => typeof await later((done) => crypto.randomFill(view, done)),
  digest: async (view) => Buffer.from(await crypto.subtle.digest('SHA-1', view)).toString('hex'),
  gzipSync: (view) => zlib.gunzipSync(zlib.gzipSync(view)),
  gzip: async (view) => zlib.gunzipSync(await later((done) => zlib.gzip(view, done))),
  brotli: (view) => zlib.brotliDecompressSync(zlib.brotliCompressSync(view)),
  zstd: (view) => zlib.zstdDecompressSync(zlib.zstdCompressSync(view)),
  crc32: (view) => zlib.crc32(view),
  crc32Small: (view) => zlib.crc32(new Uint8Array(view.buffer.slice(0, 10))) >= 0,
  decode: (view) => new TextDecoder('latin1').decode(view),
  decodeShiftJis: (view) => new TextDecoder('shift_jis').decode(view),
  concat: (view) => Buffer.concat([view], SIZE),
  compare: (view) => Buffer.compare(plain(), view),
  isUtf8: (view) => require('node:buffer').isUtf8(view),
  spawnSync: (view) => spawnSync('cat', { input: view, maxBuffer: Infinity }).stdout,
};

// Short, for the message of a failure.
async function outcome(run, view) {
  try {
    const answer = await run(view);
    return typeof answer === 'string' || Buffer.isBuffer(answer) ? crypto.hash('sha1', answer) : answer;
  } catch (error) {
    return error;
  }
}

module.exports = { OPERATIONS, SIZE, fill, outcome, plain };
