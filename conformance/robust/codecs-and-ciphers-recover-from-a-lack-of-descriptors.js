'use strict';
// Libraries are loaded when they are first used. When that fails because the process is out of descriptors, the next
// use tries again.
const assert = require('assert');
const { spawnSync } = require('child_process');

if (process.argv[2] !== 'child') {
  const command = `ulimit -n 64; exec "$0" "$1" child`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', command, process.execPath, __filename], { encoding: 'utf8' });
  assert.strictEqual(status, 0, stderr);
  console.log(stdout.trim());
  return;
}

const fs = require('fs');
const zlib = require('zlib');
const crypto = require('crypto');

const USES = {
  uuid: () => assert.strictEqual(crypto.randomUUID().length, 36),
  random: () => assert.strictEqual(crypto.randomBytes(1000).length, 1000),
  sha512: () => assert.match(crypto.createHash('sha512').update('a').digest('hex'), /^1f40fc92da2416947509/),
  hmac: () => assert.match(crypto.createHmac('sha512', 'k').update('a').digest('hex'), /^[0-9a-f]{128}$/),
  key: () => assert.strictEqual(crypto.generateKeyPairSync('ed25519').privateKey.type, 'private'),
  cipher: () => assert.strictEqual(
    crypto.createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update('a').length, 1),
  gzip: () => assert.strictEqual(`${zlib.gunzipSync(zlib.gzipSync('text'))}`, 'text'),
  brotli: () => assert.strictEqual(`${zlib.brotliDecompressSync(zlib.brotliCompressSync('text'))}`, 'text'),
  zstd: () => assert.strictEqual(`${zlib.zstdDecompressSync(zlib.zstdCompressSync('text'))}`, 'text'),
  crc: () => assert.strictEqual(zlib.crc32(Buffer.alloc(1000), 5), 2266354130),
};

const taken = [];
try {
  for (;;) taken.push(fs.openSync('/dev/null'));
} catch (error) {
  assert.strictEqual(error.code, 'EMFILE');
}
for (const use of Object.values(USES)) {
  try {
    use();
  } catch (error) {
    assert(error.code === 'ERR_NO_CRYPTO' || error.code === 'ERR_DLOPEN_FAILED', error);
  }
}
USES.uuid(); // needs none
zlib.gzip('text', () => {
  const stream = zlib.createGzip();
  stream.on('error', () => {});
  stream.on('close', () => {
    for (const descriptor of taken) fs.closeSync(descriptor);
    for (const use of Object.values(USES)) use();
    zlib.createGzip().on('data', () => {}).on('end', () => console.log('ok')).end('text');
  });
  stream.resume().end('text');
});
