'use strict';

// node:crypto, over OpenSSL 3's libcrypto (docs/decisions/crypto-providers.md). Each topic is a file of its own.

const { Boolean, ObjectDefineProperties, ObjectDefineProperty } = require('internal/primordials');
const { deprecate } = require('internal/util');
const { codes: { ERR_CRYPTO_FIPS_FORCED } } = require('internal/errors');
const { get: getOptionValue } = require('internal/options');
const random = require('internal/crypto/random');
const { Hash, Hmac, hash } = require('internal/crypto/hash');
const { Mac } = require('internal/crypto/mac');
const kdf = require('internal/crypto/kdf');
const prime = require('internal/crypto/prime');
const { KeyObject, createPrivateKey, createPublicKey, createSecretKey } = require('internal/crypto/keys');
const keygen = require('internal/crypto/keygen');
const { Sign, Verify, signOneShot, verifyOneShot } = require('internal/crypto/sign');
const { Cipheriv, Decipheriv, getCipherInfo } = require('internal/crypto/cipher');
const { privateDecrypt, privateEncrypt, publicDecrypt, publicEncrypt } = require('internal/crypto/rsa');
const { DiffieHellman, DiffieHellmanGroup, ECDH, diffieHellman } = require('internal/crypto/dh');
const { X509Certificate } = require('internal/crypto/x509');
const Certificate = require('internal/crypto/certificate');
const { decapsulate, encapsulate } = require('internal/crypto/kem');
const { getCiphers, getCurves, getHashes, getMacs, secureHeapUsed, setEngine } = require('internal/crypto/openssl_info');
const { parsePKCS12 } = require('internal/crypto/pkcs12');
const { constants } = require('internal/crypto/constants');

const native = binding('crypto');

const lazyWebCrypto = () => require('internal/crypto/webcrypto');

function createCipheriv(cipher, key, iv, options) {
  return new Cipheriv(cipher, key, iv, options);
}

function createDecipheriv(cipher, key, iv, options) {
  return new Decipheriv(cipher, key, iv, options);
}

function createDiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding) {
  return new DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding);
}

function createDiffieHellmanGroup(name) {
  return new DiffieHellmanGroup(name);
}

function createECDH(curve) {
  return new ECDH(curve);
}

function createSign(algorithm, options) {
  return new Sign(algorithm, options);
}

function createVerify(algorithm, options) {
  return new Verify(algorithm, options);
}

function createHash(algorithm, options) {
  return new Hash(algorithm, options);
}

function createHmac(hmac, key, options) {
  return new Hmac(hmac, key, options);
}

function createMac(algorithm, key, options) {
  return new Mac(algorithm, key, options);
}

function getFips() {
  return getOptionValue('--force-fips') ? 1 : native.fips() ? 1 : 0;
}

function setFips(value) {
  if (getOptionValue('--force-fips')) {
    if (value) return;
    throw new ERR_CRYPTO_FIPS_FORCED();
  }
  native.setFips(Boolean(value));
}

module.exports = {
  argon2: kdf.argon2,
  argon2Sync: kdf.argon2Sync,
  checkPrime: prime.checkPrime,
  checkPrimeSync: prime.checkPrimeSync,
  createCipheriv,
  createDecipheriv,
  createDiffieHellman,
  createDiffieHellmanGroup,
  createECDH,
  createHash,
  createHmac,
  createMac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  createSign,
  createVerify,
  diffieHellman,
  generatePrime: prime.generatePrime,
  generatePrimeSync: prime.generatePrimeSync,
  getCiphers,
  getCipherInfo,
  getCurves,
  getDiffieHellman: createDiffieHellmanGroup,
  getHashes,
  getMacs,
  hkdf: kdf.hkdf,
  hkdfSync: kdf.hkdfSync,
  parsePKCS12,
  pbkdf2: kdf.pbkdf2,
  pbkdf2Sync: kdf.pbkdf2Sync,
  generateKeyPair: keygen.generateKeyPair,
  generateKeyPairSync: keygen.generateKeyPairSync,
  generateKey: keygen.generateKey,
  generateKeySync: keygen.generateKeySync,
  privateDecrypt,
  privateEncrypt,
  publicDecrypt,
  publicEncrypt,
  randomBytes: random.randomBytes,
  randomFill: random.randomFill,
  randomFillSync: random.randomFillSync,
  randomInt: random.randomInt,
  randomUUID: random.randomUUID,
  randomUUIDv7: random.randomUUIDv7,
  scrypt: kdf.scrypt,
  scryptSync: kdf.scryptSync,
  sign: signOneShot,
  setEngine,
  timingSafeEqual: random.timingSafeEqual,
  getFips,
  setFips,
  verify: verifyOneShot,
  hash,
  encapsulate,
  decapsulate,

  Certificate,
  Cipheriv,
  Decipheriv,
  DiffieHellman,
  DiffieHellmanGroup,
  ECDH,
  Hash: deprecate(Hash, 'crypto.Hash constructor is deprecated.', 'DEP0179'),
  Hmac: deprecate(Hmac, 'crypto.Hmac constructor is deprecated.', 'DEP0181'),
  KeyObject,
  Sign,
  Verify,
  X509Certificate,
  secureHeapUsed,
};

// ---- deprecated names, and parts that are loaded at their first use

function oldRandomBytes(name) {
  const settle = (value) => ObjectDefineProperty(module.exports, name, {
    __proto__: null,
    enumerable: false, configurable: true, writable: true, value,
  });
  return {
    __proto__: null,
    enumerable: false,
    configurable: true,
    get() {
      const value = getOptionValue('--pending-deprecation') ?
        deprecate(random.randomBytes, `crypto.${name} is deprecated.`, 'DEP0115') : random.randomBytes;
      settle(value);
      return value;
    },
    set: settle,
  };
}

ObjectDefineProperties(module.exports, {
  __proto__: null,
  fips: {
    __proto__: null,
    enumerable: false,
    configurable: true,
    get: deprecate(getFips, 'The crypto.fips is deprecated. Please use crypto.getFips()', 'DEP0093'),
    set: deprecate(setFips, 'The crypto.fips is deprecated. Please use crypto.setFips()', 'DEP0093'),
  },
  constants: { __proto__: null, enumerable: true, configurable: false, value: constants },
  prng: oldRandomBytes('prng'),
  pseudoRandomBytes: oldRandomBytes('pseudoRandomBytes'),
  rng: oldRandomBytes('rng'),
  webcrypto: { __proto__: null, enumerable: true, configurable: false, get: () => lazyWebCrypto().crypto, set: undefined },
  subtle: { __proto__: null, enumerable: true, configurable: false, get: () => lazyWebCrypto().crypto.subtle, set: undefined },
  getRandomValues: {
    __proto__: null,
    enumerable: true,
    configurable: false,
    get: () => getRandomValues,
    set: undefined,
  },
});

function getRandomValues(array) {
  return lazyWebCrypto().crypto.getRandomValues(array);
}
