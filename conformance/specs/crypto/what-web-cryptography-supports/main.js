'use strict';
// SubtleCrypto.supports, and the warnings of what is experimental.
const { subtle, webcrypto: { getRandomValues } } = require('crypto');
const warnings = [];
process.on('warning', ({ name, message }) => warnings.push(`${name}: ${message}`));
const { SubtleCrypto } = globalThis;
const NAMES = [
  'AES-CBC', 'AES-CTR', 'AES-GCM', 'AES-KW', 'AES-OCB', 'Argon2d', 'Argon2i', 'Argon2id', 'ChaCha20-Poly1305', 'cSHAKE128', 'cSHAKE256',
  'KT128', 'KT256', 'TurboSHAKE128', 'TurboSHAKE256', 'ECDH', 'ECDSA', 'Ed25519', 'Ed448', 'HKDF', 'HMAC', 'KMAC128', 'KMAC256', 'ML-DSA-44',
  'ML-DSA-65', 'ML-DSA-87', 'ML-KEM-512', 'ML-KEM-768', 'ML-KEM-1024', 'MLKEM768-P256', 'MLKEM768-X25519', 'MLKEM1024-P384', 'PBKDF2', 'RSA-OAEP',
  'RSA-PSS', 'RSASSA-PKCS1-v1_5', 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512', 'SHA3-256', 'SHA3-384', 'SHA3-512', 'X25519', 'X448', 'SLH-DSA-SHA2-128s', 'MD5',
];
const OPERATIONS = [
  'encrypt', 'decrypt', 'sign', 'verify', 'digest', 'generateKey', 'importKey', 'exportKey', 'deriveBits', 'deriveKey', 'wrapKey', 'unwrapKey',
  'getPublicKey', 'encapsulateBits', 'encapsulateKey', 'decapsulateBits', 'decapsulateKey', 'nothing', 'keyLength', 'get key length',
];
const FULL = {
  'AES-CBC': { iv: Buffer.alloc(16), length: 128 }, 'AES-CTR': { counter: Buffer.alloc(16), length: 128 }, 'AES-GCM': { iv: Buffer.alloc(12), length: 256 },
  'AES-KW': { length: 128 }, 'AES-OCB': { iv: Buffer.alloc(15), length: 128 }, 'ChaCha20-Poly1305': { iv: Buffer.alloc(12) },
  'RSA-OAEP': { hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }, 'RSA-PSS': { hash: 'SHA-256', saltLength: 4, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
  'RSASSA-PKCS1-v1_5': { hash: 'SHA-512', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }, 'ECDSA': { hash: 'SHA-256', namedCurve: 'P-256' },
  'ECDH': { namedCurve: 'P-521' }, 'HMAC': { hash: 'SHA3-256' }, 'KMAC128': { outputLength: 256 }, 'KMAC256': { outputLength: 256 },
  'HKDF': { hash: 'SHA-1', salt: Buffer.alloc(1), info: Buffer.alloc(1) }, 'PBKDF2': { hash: 'SHA-1', salt: Buffer.alloc(1), iterations: 1 },
  'Argon2id': { memory: 64, nonce: Buffer.alloc(16), parallelism: 2, passes: 3 }, 'cSHAKE128': { outputLength: 7, customization: Buffer.alloc(3) },
  'KT128': { outputLength: 8 }, 'TurboSHAKE128': { outputLength: 8 },
};
const additional = (operation, name) => (operation === 'deriveBits' ? 256 : name);

for (const name of NAMES) {
  console.log(name, OPERATIONS.filter((operation) => SubtleCrypto.supports(operation, name, additional(operation, 'AES-KW'))).join(' '));
  console.log('  full', OPERATIONS.filter((operation) => SubtleCrypto.supports(operation, { name, ...FULL[name] }, additional(operation, { name: 'AES-GCM', length: 256 }))).join(' '));
}
const attempt = (...args) => {
  try {
    console.log(SubtleCrypto.supports(...args));
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
attempt();
attempt('digest');
attempt(Symbol('x'), 'SHA-1');
attempt('digest', 'SHA-1', 5);
attempt('digest', { name: 5 });
attempt('digest', {});
attempt('deriveBits', 'X25519', 'no');
attempt('deriveBits', { name: 'HKDF', ...FULL.HKDF }, 255 * 160 + 8);
attempt('deriveBits', { name: 'HKDF', ...FULL.HKDF }, 7);
attempt('deriveBits', { name: 'HKDF', ...FULL.HKDF });
attempt('deriveBits', { name: 'Argon2id', ...FULL.Argon2id }, 24);
attempt('deriveKey', { name: 'HKDF', ...FULL.HKDF });
attempt('deriveKey', { name: 'HKDF', ...FULL.HKDF }, { name: 'HMAC', hash: 'SHA-256' });
attempt('deriveKey', { name: 'HKDF', ...FULL.HKDF }, { name: 'HMAC', hash: 'SHA3-256' });
attempt('wrapKey', 'AES-KW', 'HKDF');
attempt('wrapKey', 'AES-KW');
attempt('unwrapKey', 'AES-KW', 'HKDF');
attempt('encapsulateKey', 'ML-KEM-768', { name: 'HMAC', hash: 'SHA-256', length: 255 });
attempt('encapsulateKey', 'ML-KEM-768', { name: 'HMAC', hash: 'SHA-256', length: 100 });
attempt('encapsulateKey', 'ML-KEM-768', 'Ed25519');
attempt('encapsulateKey', 'X25519', 'AES-GCM');
attempt('generateKey', { name: 'HMAC', hash: 'SHA3-256', length: 8 });
attempt('getPublicKey', 'AES-GCM');
try {
  SubtleCrypto.supports.call({}, 'digest', 'SHA-1');
} catch (error) {
  console.log(error.name, error.code, error.message);
}
(async () => {
  const pairs = [];
  for (const namedCurve of ['P-256', 'P-384', 'P-521']) {
    const { publicKey } = await subtle.generateKey({ name: 'ECDH', namedCurve }, true, ['deriveBits']);
    for (const length of [null, 256, 384, 528, 529]) pairs.push(SubtleCrypto.supports('deriveBits', { name: 'ECDH', public: publicKey }, length));
  }
  console.log(pairs.join());
  const { publicKey, privateKey } = await subtle.generateKey('X25519', true, ['deriveBits']);
  console.log([null, 256, 257].map((length) => SubtleCrypto.supports('deriveBits', { name: 'X25519', public: publicKey }, length)).join());
  await subtle.getPublicKey(privateKey, []);
  setImmediate(() => console.log(warnings.join('\n')));
})();
