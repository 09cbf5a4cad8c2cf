'use strict';

// The registry of the Web Cryptography API: the operations of each algorithm and their parameters.

const {
  ArrayPrototypeIncludes, ArrayPrototypeMap, MathCeil, ObjectFromEntries, ObjectKeys, ReflectApply, RegExpPrototypeExec,
  SafeMap, StringFromCharCode, StringPrototypeStartsWith, StringPrototypeToUpperCase,
} = require('internal/primordials');
const { lazyDOMException } = require('internal/util');
const { copyOf } = require('internal/crypto/util');
const idl = require('internal/crypto/webcrypto_idl');

const refuse = (message, name) => lazyDOMException(message, name);

// ---- parameters: dictionaries by name, as lists of [member, conversion, is required]

const u8 = idl.integer(255);
const u16 = idl.integer(65535);
const u32 = idl.integer(2 ** 32 - 1);
const NAME = ['name', idl.string, true];

const ownBytes = (value, where) => copyOf(idl.bytes(value, where));

const DICTIONARIES = {
  __proto__: null,
  Algorithm: [NAME],
  AesKeyGenParams: [NAME, ['length', u16, true]],
  AesDerivedKeyParams: [NAME, ['length', u16, true]],
  AesCbcParams: [NAME, ['iv', ownBytes, true]],
  AesCtrParams: [NAME, ['counter', ownBytes, true], ['length', u8, true]],
  AeadParams: [NAME, ['iv', ownBytes, true], ['tagLength', u8], ['additionalData', ownBytes]],
  RsaHashedKeyGenParams: [NAME, ['modulusLength', u32, true], ['publicExponent', idl.uint8Array, true],
                          ['hash', idl.algorithm, true]],
  RsaHashedImportParams: [NAME, ['hash', idl.algorithm, true]],
  RsaPssParams: [NAME, ['saltLength', u32, true]],
  RsaOaepParams: [NAME, ['label', ownBytes]],
  EcKeyGenParams: [NAME, ['namedCurve', idl.string, true]],
  EcKeyImportParams: [NAME, ['namedCurve', idl.string, true]],
  EcdsaParams: [NAME, ['hash', idl.algorithm, true]],
  EcdhKeyDeriveParams: [NAME, ['public', idl.key, true]],
  HmacKeyGenParams: [NAME, ['hash', idl.algorithm, true], ['length', u32]],
  HmacImportParams: [NAME, ['hash', idl.algorithm, true], ['length', u32]],
  HkdfParams: [NAME, ['hash', idl.algorithm, true], ['salt', ownBytes, true], ['info', ownBytes, true]],
  Pbkdf2Params: [NAME, ['hash', idl.algorithm, true], ['iterations', u32, true], ['salt', ownBytes, true]],
  ContextParams: [NAME, ['context', ownBytes]],
  KmacKeyGenParams: [NAME, ['length', u32]],
  KmacImportParams: [NAME, ['length', u32]],
  KmacParams: [NAME, ['outputLength', u32, true], ['customization', ownBytes]],
  CShakeParams: [NAME, ['outputLength', u32, true], ['functionName', ownBytes], ['customization', ownBytes]],
};

const CURVES = { '__proto__': null, 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1' };

function exactBytes(name, count) {
  return (value) => {
    if (value.byteLength !== count) throw refuse(`${name} must contain exactly ${count} bytes`, 'OperationError');
  };
}

function checkAesLength({ length }) {
  if (length !== 128 && length !== 192 && length !== 256) {
    throw refuse('AES key length must be 128, 192, or 256 bits', 'OperationError');
  }
}

function checkCurve({ namedCurve }) {
  if (!(namedCurve in CURVES)) throw refuse('Unrecognized namedCurve', 'NotSupportedError');
}

const TAG_LENGTHS = {
  '__proto__': null, 'AES-GCM': [32, 64, 96, 104, 112, 120, 128], 'AES-OCB': [64, 96, 128], 'ChaCha20-Poly1305': [128],
};

// Constraints on a dictionary's values beyond their types.
const CHECKS = {
  __proto__: null,
  AesKeyGenParams: checkAesLength,
  AesDerivedKeyParams: checkAesLength,
  AesCbcParams: ({ iv }) => exactBytes('algorithm.iv', 16)(iv),
  AesCtrParams({ counter, length }) {
    exactBytes('algorithm.counter', 16)(counter);
    if (length < 1 || length > 128) {
      throw refuse('AES-CTR algorithm.length must be between 1 and 128', 'OperationError');
    }
  },
  AeadParams({ iv, tagLength }, name) {
    if (name === 'ChaCha20-Poly1305') exactBytes('algorithm.iv', 12)(iv);
    if (name === 'AES-OCB' && iv.byteLength > 15) {
      throw refuse('AES-OCB algorithm.iv must be no more than 15 bytes', 'OperationError');
    }
    if (tagLength !== undefined && !ArrayPrototypeIncludes(TAG_LENGTHS[name], tagLength)) {
      throw refuse(`${tagLength} is not a valid ${name} tag length`, 'OperationError');
    }
  },
  EcKeyGenParams: checkCurve,
  EcKeyImportParams: checkCurve,
  HmacKeyGenParams({ length }) {
    if (length === 0) throw refuse('HmacKeyGenParams.length cannot be 0', 'OperationError');
  },
  HmacImportParams({ length }) {
    if (length === 0) throw refuse('HmacImportParams.length cannot be 0', 'DataError');
  },
  HkdfParams({ info }) {
    if (info.byteLength > 1024) throw refuse('algorithm.info must be at most 1024 bytes', 'OperationError');
  },
  KmacParams({ outputLength }) {
    if (outputLength % 8 !== 0) throw refuse('Unsupported KmacParams outputLength', 'NotSupportedError');
  },
  CShakeParams({ outputLength, functionName, customization }) {
    if (MathCeil(outputLength / 8) * 8 > 2 ** 32 - 1) throw refuse('Invalid CShakeParams outputLength', 'OperationError');
    if (functionName?.byteLength && RegExpPrototypeExec(/^(?:KMAC|TupleHash|ParallelHash)$/, ReflectApply(StringFromCharCode, undefined, functionName)) === null) {
      throw refuse('Unsupported CShakeParams functionName', 'NotSupportedError');
    }
    if (customization?.byteLength > 512) {
      throw refuse('CShakeParams.customization must be at most 512 bytes', 'OperationError');
    }
    if (functionName?.byteLength || customization?.byteLength) {
      throw refuse('Non-empty CShakeParams functionName or customization is not supported', 'NotSupportedError');
    }
  },
  Pbkdf2Params({ iterations }) {
    if (iterations === 0) throw refuse('iterations cannot be zero', 'OperationError');
  },
  EcdhKeyDeriveParams({ public: key }, name) {
    const { slotsOf } = require('internal/crypto/crypto_key');
    const slots = slotsOf(key);
    if (slots.handle.type !== 'public') throw refuse('algorithm.public must be a public key', 'InvalidAccessError');
    if (slots.algorithm.name !== name) throw refuse('key algorithm mismatch', 'InvalidAccessError');
  },
  ContextParams({ context }) {
    if (context !== undefined && context.byteLength > 255) {
      throw refuse('ContextParams.context must be at most 255 bytes', 'OperationError');
    }
  },
};

// ---- algorithms: operation -> dictionary, or null if it has no parameters

const aes = (params) => ({
  generateKey: 'AesKeyGenParams', importKey: null, exportKey: null, keyLength: 'AesDerivedKeyParams',
  encrypt: params, decrypt: params,
});
const rsa = (operations) => ({
  generateKey: 'RsaHashedKeyGenParams', importKey: 'RsaHashedImportParams', exportKey: null, ...operations,
});
const ec = (operations) => ({
  generateKey: 'EcKeyGenParams', importKey: 'EcKeyImportParams', exportKey: null, ...operations,
});
const named = (operations) => ({ generateKey: null, importKey: null, exportKey: null, ...operations });

const ALGORITHMS = {
  '__proto__': null,
  'AES-CBC': aes('AesCbcParams'),
  'AES-CTR': aes('AesCtrParams'),
  'AES-GCM': aes('AeadParams'),
  'AES-OCB': aes('AeadParams'),
  'AES-KW': {
    generateKey: 'AesKeyGenParams', importKey: null, exportKey: null, keyLength: 'AesDerivedKeyParams',
    wrapKey: null, unwrapKey: null,
  },
  'ChaCha20-Poly1305': named({ encrypt: 'AeadParams', decrypt: 'AeadParams', keyLength: null }),
  'RSASSA-PKCS1-v1_5': rsa({ sign: null, verify: null }),
  'RSA-PSS': rsa({ sign: 'RsaPssParams', verify: 'RsaPssParams' }),
  'RSA-OAEP': rsa({ encrypt: 'RsaOaepParams', decrypt: 'RsaOaepParams' }),
  'ECDSA': ec({ sign: 'EcdsaParams', verify: 'EcdsaParams' }),
  'ECDH': ec({ deriveBits: 'EcdhKeyDeriveParams' }),
  'Ed25519': named({ sign: null, verify: null }),
  'Ed448': named({ sign: 'ContextParams', verify: 'ContextParams' }),
  'X25519': named({ deriveBits: 'EcdhKeyDeriveParams' }),
  'X448': named({ deriveBits: 'EcdhKeyDeriveParams' }),
  'HMAC': {
    generateKey: 'HmacKeyGenParams', importKey: 'HmacImportParams', exportKey: null, sign: null, verify: null,
    keyLength: 'HmacImportParams',
  },
  ...ObjectFromEntries(ArrayPrototypeMap(['KMAC128', 'KMAC256'], (name) => [name, {
    generateKey: 'KmacKeyGenParams', importKey: 'KmacImportParams', exportKey: null, sign: 'KmacParams',
    verify: 'KmacParams', keyLength: 'KmacImportParams',
  }])),
  'cSHAKE128': { digest: 'CShakeParams' },
  'cSHAKE256': { digest: 'CShakeParams' },
  'HKDF': { importKey: null, deriveBits: 'HkdfParams', keyLength: null },
  'PBKDF2': { importKey: null, deriveBits: 'Pbkdf2Params', keyLength: null },
  ...ObjectFromEntries(ArrayPrototypeMap(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512', 'SHA3-256', 'SHA3-384', 'SHA3-512'],
    (name) => [name, { digest: null }])),
};

const byUpperCase = new SafeMap(ArrayPrototypeMap(ObjectKeys(ALGORITHMS), (name) => [StringPrototypeToUpperCase(name), name]));

// OpenSSL's name of a digest.
const DIGESTS = {
  '__proto__': null, 'SHA-1': 'sha1', 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512',
  'SHA3-256': 'sha3-256', 'cSHAKE128': 'shake128', 'cSHAKE256': 'shake256', 'SHA3-384': 'sha3-384', 'SHA3-512': 'sha3-512',
};

const isHashOf = (name) => typeof name === 'string' && StringPrototypeStartsWith(StringPrototypeToUpperCase(name), 'SHA');

// The algorithm with its canonical name and converted parameters.
function normalize(algorithm, operation) {
  if (typeof algorithm === 'string') algorithm = { name: algorithm };
  const { name: given } = idl.dictionary(algorithm, 'Algorithm', DICTIONARIES.Algorithm);
  const name = byUpperCase.get(StringPrototypeToUpperCase(given));
  if (name === undefined || !(operation in ALGORITHMS[name])) {
    throw refuse('Unrecognized algorithm name', 'NotSupportedError');
  }
  const type = ALGORITHMS[name][operation];
  if (type === null) return { name };
  const result = idl.dictionary(algorithm, type, DICTIONARIES[type]);
  result.name = name;
  if (result.hash !== undefined) {
    const hash = result.hash;
    if (!isHashOf(typeof hash === 'string' ? hash : hash.name)) {
      throw refuse(`Only SHA hashes are supported in ${type}`, 'NotSupportedError');
    }
    result.hash = normalize(hash, 'digest');
  }
  CHECKS[type]?.(result, name);
  return result;
}

module.exports = { ALGORITHMS, CURVES, DIGESTS, normalize, refuse };
