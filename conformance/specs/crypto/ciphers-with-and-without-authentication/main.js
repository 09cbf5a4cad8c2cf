'use strict';
const crypto = require('crypto');
const key = (n) => Buffer.from(Array.from({ length: n }, (_, i) => i));
for (const [name, keyLength, ivLength, options] of [
  ['aes-128-ecb', 16, 0], ['aes-256-cbc', 32, 16], ['aes-192-ctr', 24, 16], ['aes-128-cfb8', 16, 16], ['aes-256-gcm', 32, 12],
  ['aes-128-gcm', 16, 12, { authTagLength: 8 }], ['aes-128-ccm', 16, 12, { authTagLength: 16 }], ['aes-256-ocb', 32, 12, { authTagLength: 16 }],
  ['chacha20-poly1305', 32, 12, { authTagLength: 16 }], ['chacha20', 32, 16], ['des-ede3-cbc', 24, 8], ['camellia-128-cbc', 16, 16],
]) {
  const iv = ivLength === 0 ? null : key(ivLength);
  const cipher = crypto.createCipheriv(name, key(keyLength), iv, options);
  const isAuthenticated = options !== undefined || /gcm/.test(name);
  if (isAuthenticated) cipher.setAAD(Buffer.from('header'), { plaintextLength: 11 });
  const sealed = cipher.update('some secret', 'utf8', 'hex') + cipher.final('hex');
  const decipher = crypto.createDecipheriv(name, key(keyLength), iv, options);
  if (isAuthenticated) decipher.setAAD(Buffer.from('header'), { plaintextLength: 11 }).setAuthTag(cipher.getAuthTag());
  console.log(name, sealed, isAuthenticated ? cipher.getAuthTag().toString('hex') : '',
              decipher.update(sealed, 'hex', 'utf8') + decipher.final('utf8'));
}
const large = Buffer.alloc(100_001, 5);
const cipher = crypto.createCipheriv('aes-256-cbc', key(32), key(16));
const sealed = Buffer.concat([cipher.update(large.subarray(0, 7)), cipher.update(large.subarray(7)), cipher.final()]);
console.log(sealed.length, crypto.hash('sha256', sealed));
for (const attempt of [
  () => crypto.createCipheriv('nothing', '', ''), () => crypto.createCipheriv('aes-128-cbc', key(3), key(16)),
  () => crypto.createCipheriv('aes-128-cbc', key(16), key(3)), () => crypto.createCipheriv('aes-128-gcm', key(16), key(12), { authTagLength: 3 }),
  () => crypto.createCipheriv('aes-128-ccm', key(16), key(12)), () => crypto.createCipheriv('aes-128-cbc', key(16), key(16)).getAuthTag(),
  () => crypto.createCipheriv('aes-128-cbc', key(16), key(16)).setAAD(key(1)), () => { cipher.update('x'); }, () => { cipher.final(); },
  () => { const d = crypto.createDecipheriv('aes-128-cbc', key(16), key(16)); d.update(key(16)); d.final(); },
  () => { const d = crypto.createDecipheriv('aes-128-gcm', key(16), key(12)); d.setAuthTag(key(16)); d.update(key(5)); d.final(); },
  () => { const c = crypto.createCipheriv('aes-128-cbc', key(16), key(16)).setAutoPadding(false); c.update('abc'); c.final(); },
]) {
  try {
    attempt();
    console.log('nothing thrown');
  } catch (error) {
    console.log(error.name, error.code, error.message, error.reason);
  }
}
console.log(crypto.getCipherInfo('aes-128-cbc'), crypto.getCipherInfo('aes-256-gcm', { ivLength: 20 }),
            crypto.getCipherInfo('aes-128-cbc', { keyLength: 3 }), crypto.getCiphers().includes('aes-256-gcm'));
