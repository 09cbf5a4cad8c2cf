'use strict';

// What the keys of each algorithm of the Web Cryptography API can be used for.

const { StringPrototypeToLowerCase } = require('internal/primordials');
const { HYBRID_KEM, ML_DSA, ML_KEM } = require('internal/crypto/webcrypto_algorithms');

const SIGN = { public: ['verify'], private: ['sign'], family: 'pair' };
const DERIVE = { public: [], private: ['deriveKey', 'deriveBits'], family: 'pair' };
const CIPHER = { secret: ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'] };
const ENCAPSULATE = {
  public: ['encapsulateKey', 'encapsulateBits'], private: ['decapsulateKey', 'decapsulateBits'],
};
const KDF = { secret: ['deriveKey', 'deriveBits'], family: 'kdf' };

// The allowed usages of a key, its type in OpenSSL, and its names in a JWK.
const KINDS = {
  '__proto__': null,
  'AES-CBC': { ...CIPHER, family: 'aes', jwkUse: 'enc' },
  'AES-CTR': { ...CIPHER, family: 'aes', jwkUse: 'enc' },
  'AES-GCM': { ...CIPHER, family: 'aes', jwkUse: 'enc' },
  'AES-OCB': { ...CIPHER, family: 'aes', jwkUse: 'enc', isNew: true },
  'AES-KW': { secret: ['wrapKey', 'unwrapKey'], family: 'aes', jwkUse: 'enc' },
  'ChaCha20-Poly1305': { ...CIPHER, family: 'chacha', jwkUse: 'enc', isNew: true },
  'HMAC': { secret: ['sign', 'verify'], family: 'hmac', jwkUse: 'sig' },
  'KMAC128': { secret: ['sign', 'verify'], family: 'kmac', jwkUse: 'sig', isNew: true },
  'KMAC256': { secret: ['sign', 'verify'], family: 'kmac', jwkUse: 'sig', isNew: true },
  'Argon2d': { ...KDF, isNew: true },
  'Argon2i': { ...KDF, isNew: true },
  'Argon2id': { ...KDF, isNew: true },
  'HKDF': KDF,
  'PBKDF2': KDF,
  'RSASSA-PKCS1-v1_5': { ...SIGN, type: 'rsa', kty: 'RSA', jwkUse: 'sig' },
  'RSA-PSS': { ...SIGN, type: 'rsa', kty: 'RSA', jwkUse: 'sig' },
  'RSA-OAEP': {
    public: ['encrypt', 'wrapKey'], private: ['decrypt', 'unwrapKey'], family: 'pair', type: 'rsa', kty: 'RSA',
    jwkUse: 'enc',
  },
  'ECDSA': { ...SIGN, type: 'ec', kty: 'EC', jwkUse: 'sig' },
  'ECDH': { ...DERIVE, type: 'ec', kty: 'EC', jwkUse: 'enc' },
  'Ed25519': { ...SIGN, type: 'ed25519', kty: 'OKP', jwkUse: 'sig' },
  'Ed448': { ...SIGN, type: 'ed448', kty: 'OKP', jwkUse: 'sig' },
  'X25519': { ...DERIVE, type: 'x25519', kty: 'OKP', jwkUse: 'enc' },
  'X448': { ...DERIVE, type: 'x448', kty: 'OKP', jwkUse: 'enc' },
};

function addAll(names, kindOf) {
  for (let i = 0; i < names.length; i++) KINDS[names[i]] = kindOf(StringPrototypeToLowerCase(names[i]));
}

// A PKCS #8 document with the seed has a known size; one that has the expanded key only, another.
const SEED_ONLY = { kty: 'AKP', isNew: true };
addAll(ML_DSA, (type) => ({ ...SIGN, ...SEED_ONLY, type, jwkUse: 'sig', pkcs8Bytes: 54 }));
addAll(ML_KEM, (type) => ({ ...ENCAPSULATE, ...SEED_ONLY, family: 'pair', type, jwkUse: 'enc', pkcs8Bytes: 86 }));
addAll(HYBRID_KEM, () => ({ ...ENCAPSULATE, ...SEED_ONLY, family: 'hybrid', jwkUse: 'enc' }));

const EXPANDED_PKCS8_BYTES = {
  '__proto__': null, 'ML-DSA-44': 2588, 'ML-DSA-65': 4060, 'ML-DSA-87': 4924, 'ML-KEM-512': 1660, 'ML-KEM-768': 2428,
  'ML-KEM-1024': 3196,
};

module.exports = { EXPANDED_PKCS8_BYTES, KINDS };
