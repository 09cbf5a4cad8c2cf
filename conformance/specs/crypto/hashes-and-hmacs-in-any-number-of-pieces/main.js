'use strict';
const { createHash, createHmac, getHashes, hash } = require('crypto');
const text = 'The quick brown fox jumps over the lazy dog';
for (const name of ['md5', 'sha1', 'sha224', 'sha256', 'SHA256', 'RSA-SHA256', 'sha384', 'sha512', 'sha512-256', 'sha3-256', 'ripemd160',
                    'blake2b512', 'sm3']) {
  const whole = createHash(name).update(text).digest('hex');
  const pieces = createHash(name);
  for (const c of text) pieces.update(c);
  console.log(name, whole, whole === pieces.digest('hex'), whole === hash(name, text));
}
// Around the sizes where buffers change.
const digests = createHash('sha512');
for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 120, 247, 248, 1000, 16383, 16384, 16385, 65535, 65536, 65537, 200_000]) {
  const bytes = Buffer.alloc(size, size & 255);
  digests.update(createHash('sha256').update(bytes).digest());
  digests.update(createHash('sha256').update('a').update(bytes).update('b').digest());
  digests.update(createHash('sha1').update(bytes).update(bytes).digest());
  digests.update(createHmac('sha256', bytes).update(bytes).digest());
  digests.update(createHmac('sha512', 'key').update(bytes).update('more').digest());
}
console.log(digests.digest('hex'));
console.log(createHash('shake256', { outputLength: 5 }).update('x').digest('hex'));
console.log(createHash('sha256').update('ff', 'hex').digest('base64url'), createHash('sha1').update('é', 'latin1').digest('latin1').length);
const first = createHash('sha256').update('abc');
const second = first.copy().update('def');
console.log(first.digest('hex'), second.digest('hex'));
for (const attempt of [() => first.update('x'), () => first.digest(), () => createHash('nothing'), () => createHmac('nothing', 'k'),
                       () => createHash('sha256').update(1), () => createHash('sha256', { outputLength: 3 }), () => hash('nothing', '')]) {
  try {
    attempt();
  } catch (error) {
    console.log(error.name, error.code, error.message.split('\n')[0]);
  }
}
const hmac = createHmac('sha256', 'key').update('data');
console.log(hmac.digest('hex'), JSON.stringify(hmac.digest('hex')), getHashes().includes('sha256'));
createHash('sha1').on('readable', function() {
  const data = this.read();
  if (data) console.log('stream', data.toString('hex'));
}).end('as a stream');
