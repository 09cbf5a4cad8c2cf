'use strict';
// createMac and getMacs.
const { createMac, createSecretKey, createPublicKey, getMacs, getCiphers, getCipherInfo, createCipheriv, createDecipheriv, hash, createHash, generateKeyPairSync } = require('crypto');
const attempt = (name, body) => {
  try {
    console.log(name, body());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};
const key = Buffer.alloc(16, 1);
const mac = (name, secret, options) => () => createMac(name, secret, options).update('data').final('hex');
console.log(getMacs());
attempt('hmac', mac('hmac', Buffer.from('k'), { digest: 'sha256' }));
attempt('HMAC', mac('HMAC', createSecretKey(Buffer.from('k')), { digest: 'RSA-SHA256' }));
attempt('empty key', mac('hmac', Buffer.alloc(0), { digest: 'sha256' }));
attempt('cmac', mac('cmac', key, { cipher: 'aes-128-cbc' }));
attempt('gmac', mac('gmac', key, { cipher: 'aes-128-gcm', iv: Buffer.alloc(12) }));
attempt('kmac', mac('kmac128', key, { customization: Buffer.from('x'), outputLength: 10 }));
attempt('kmac-256', mac('KMAC-256', key, { outputLength: 0 }));
attempt('poly1305', mac('poly1305', Buffer.alloc(32, 3)));
attempt('siphash', mac('siphash', key, { outputLength: 8 }));
attempt('siphash', mac('siphash', key));
attempt('blake2bmac', mac('blake2bmac', key, { outputLength: 8, salt: Buffer.alloc(3), customization: Buffer.from('x') }));
attempt('blake2smac', mac('blake2smac', key.buffer.slice(0, 8)));
for (const args of [
  ['nope', key], ['', key], ['a\0', key], [5, key], ['hmac', key], ['hmac', 'text', { digest: 'sha256' }], ['hmac', key, { digest: 'nope' }],
  ['hmac', key, { digest: '' }], ['hmac', key, { digest: 5 }], ['hmac', key, 5], ['hmac', key, { digest: 'sha256', cipher: 'aes-128-cbc' }],
  ['hmac', key, { digest: 'sha256', iv: key }], ['hmac', key, { digest: 'sha256', outputLength: 5 }], ['hmac', key, { digest: 'shake128' }],
  ['cmac', key], ['cmac', key, { cipher: 'nope' }], ['cmac', key, { cipher: 'aes-128-gcm' }], ['cmac', Buffer.alloc(15), { cipher: 'aes-128-cbc' }],
  ['gmac', key, { cipher: 'aes-128-gcm' }], ['gmac', key, { cipher: 'aes-128-cbc' }], ['gmac', key, { cipher: 'aes-128-cbc', iv: key }], ['gmac', key, { iv: key }],
  ['kmac128', key, { customization: 'text' }], ['kmac128', key, { salt: key }], ['kmac128', key, { outputLength: -1 }], ['kmac128', key, { outputLength: 1.5 }],
  ['kmac128', Buffer.alloc(1)], ['poly1305', key], ['siphash', Buffer.alloc(3)], ['siphash', key, { outputLength: 7 }], ['blake2bmac', Buffer.alloc(65)],
  ['hmac', generateKeyPairSync('ed25519').publicKey, { digest: 'sha256' }],
]) attempt(args.slice(0, 1), mac(...args));
const one = createMac('hmac', key, { digest: 'sha1' });
attempt('update', () => one.update(5));
attempt('update', () => one.update('zz', 'nope'));
attempt('update', () => one.update('abc', 'hex'));
attempt('final', () => one.final('nope'));
attempt('final', () => one.update('6162', 'hex').final());
attempt('final', () => one.final());
attempt('update', () => one.update('x'));
createMac('hmac', key, { digest: 'sha1' }).on('data', (chunk) => console.log('stream', chunk)).end('data');

// Ciphers that only the providers name.
console.log(getCiphers().filter((name) => /siv|cts|inv|sm4|wrap|hmac|null/.test(name)).join());
for (const name of ['aes-128-gcm-siv', 'aes-256-siv', 'aes-128-cbc-cts', 'aes-128-wrap-inv', 'sm4-gcm', 'aes-128-cbc-hmac-sha1', 'null']) {
  attempt(name, () => {
    const { keyLength, ivLength, mode } = getCipherInfo(name) ?? {};
    const iv = ivLength ? Buffer.alloc(ivLength, 2) : null;
    const cipher = createCipheriv(name, Buffer.alloc(keyLength ?? 16, 1), iv);
    const text = cipher.update('00112233445566778899aabbccddeeff', 'hex', 'hex') + cipher.final('hex');
    const isAuthenticated = /siv|gcm/.test(mode);
    const decipher = createDecipheriv(name, Buffer.alloc(keyLength, 1), iv);
    if (isAuthenticated) decipher.setAuthTag(cipher.getAuthTag());
    return [mode, text, isAuthenticated && cipher.getAuthTag().toString('hex'), decipher.update(text, 'hex', 'hex') + decipher.final('hex')];
  });
}
attempt('hash', () => hash('shake128', 'x', { functionName: 'KMAC' }));
attempt('hash', () => createHash('shake128', { customization: 'x' }));
attempt('hash', () => createHash('shake128', { customization: 5 }));
attempt('hash', () => hash('shake128', 'x', { customization: 'a\0b' }));
