'use strict';

// The registry of the Web Cryptography API: the operations of each algorithm and their parameters.

const {
  ArrayPrototypeIncludes, ArrayPrototypeMap, MathCeil, ObjectFromEntries, ObjectKeys, ReflectApply, RegExpPrototypeExec,
  SafeMap, SafeSet, StringFromCharCode, StringPrototypeStartsWith, StringPrototypeToLowerCase, StringPrototypeToUpperCase, joinLists,
} = require('internal/primordials');
const { lazyDOMException } = require('internal/util');
const { emitExperimentalWarning } = require('internal/deprecation');
const { copyOf } = require('internal/crypto/util');
const idl = require('internal/crypto/webcrypto_idl');

const native = binding('crypto');

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
  AeadParams: [NAME, ['additionalData', ownBytes], ['iv', ownBytes, true], ['tagLength', u8]],
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
  HkdfParams: [NAME, ['hash', idl.algorithm, true], ['info', ownBytes, true], ['salt', ownBytes, true]],
  Pbkdf2Params: [NAME, ['hash', idl.algorithm, true], ['iterations', u32, true], ['salt', ownBytes, true]],
  ContextParams: [NAME, ['context', ownBytes]],
  KmacKeyGenParams: [NAME, ['length', u32]],
  KmacImportParams: [NAME, ['length', u32]],
  KmacParams: [NAME, ['customization', ownBytes], ['outputLength', u32, true]],
  CShakeParams: [NAME, ['customization', ownBytes], ['functionName', ownBytes], ['outputLength', u32, true]],
  TurboShakeParams: [NAME, ['domainSeparation', u8], ['outputLength', u32, true]],
  KangarooTwelveParams: [NAME, ['customization', ownBytes], ['outputLength', u32, true]],
  Argon2Params: [NAME, ['associatedData', ownBytes], ['memory', u32, true], ['nonce', ownBytes, true], ['parallelism', u32, true],
                 ['passes', u32, true], ['secretValue', ownBytes], ['version', u8]],
};

const MAX_INT = 2 ** 31 - 1;
const MAX_UINT = 2 ** 32 - 1;
const MIN_MODULUS_BITS = 512;

function exponentOf(bytes) {
  let exponent = 0;
  for (let i = 0; i < bytes.length; i++) exponent = exponent * 256 + bytes[i];
  return exponent;
}

const CURVES = { '__proto__': null, 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1' };

function exactBytes(name, count) {
  return (value) => {
    if (value.byteLength !== count) throw refuse(`${name} must contain exactly ${count} bytes`, 'OperationError');
  };
}

function atMost(bytes, max, name) {
  if (bytes !== undefined && bytes.byteLength > max) throw refuse(`${name} must be at most ${max} bytes`, 'OperationError');
}

function checkArgon2({ memory, nonce, parallelism, passes, version }) {
  const fail = (message) => { throw refuse(message, 'OperationError'); };
  if (memory < 8 * parallelism) fail('memory must be at least 8 times the degree of parallelism');
  if (nonce.byteLength < 8) fail('nonce must be at least 8 bytes');
  if (parallelism === 0 || parallelism > 2 ** 24 - 1) fail('parallelism must be > 0 and <= 16777215');
  if (passes === 0) fail('passes must be > 0');
  if (version !== undefined && version !== 0x13) fail(`${version} is not a valid Argon2 version`);
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
  RsaHashedKeyGenParams({ modulusLength, publicExponent }) {
    const fail = (message) => { throw refuse(message, 'OperationError'); };
    if (modulusLength < MIN_MODULUS_BITS) fail(`algorithm.modulusLength must be at least ${MIN_MODULUS_BITS}`);
    const exponent = exponentOf(publicExponent);
    if (exponent > MAX_UINT) fail('algorithm.publicExponent must fit in an unsigned 32-bit integer');
    if (exponent < 3) fail('algorithm.publicExponent must be at least 3');
    if (exponent % 2 === 0) fail('algorithm.publicExponent must be odd');
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
    atMost(info, 1024, 'algorithm.info');
  },
  CShakeParams({ outputLength, functionName, customization }) {
    if (MathCeil(outputLength / 8) * 8 > 2 ** 32 - 1) throw refuse('Invalid CShakeParams outputLength', 'OperationError');
    if (functionName?.byteLength && RegExpPrototypeExec(/^(?:KMAC|TupleHash|ParallelHash)$/, ReflectApply(StringFromCharCode, undefined, functionName)) === null) {
      throw refuse('Unsupported CShakeParams functionName', 'NotSupportedError');
    }
    atMost(customization, 512, 'CShakeParams.customization');
  },
  TurboShakeParams({ domainSeparation, outputLength }) {
    if (domainSeparation < 0x01 || domainSeparation > 0x7f) {
      throw refuse('TurboShakeParams.domainSeparation must be in range 0x01-0x7f', 'OperationError');
    }
    if (outputLength === 0 || outputLength % 8 !== 0) throw refuse('Invalid TurboShakeParams outputLength', 'OperationError');
  },
  KangarooTwelveParams({ customization, outputLength }) {
    atMost(customization, 512, 'KangarooTwelveParams.customization');
    if (outputLength === 0 || outputLength % 8 !== 0) throw refuse('Invalid KangarooTwelveParams outputLength', 'OperationError');
  },
  Argon2Params: checkArgon2,
  Pbkdf2Params({ iterations }) {
    if (iterations === 0) throw refuse('iterations cannot be zero', 'OperationError');
    if (iterations > MAX_INT) throw refuse('iterations exceeds the implementation limit', 'NotSupportedError');
  },
  EcdhKeyDeriveParams({ public: key }, name) {
    const { slotsOf } = require('internal/crypto/crypto_key');
    const slots = slotsOf(key);
    if (slots.handle.type !== 'public') throw refuse('algorithm.public must be a public key', 'InvalidAccessError');
    if (slots.algorithm.name !== name) throw refuse('key algorithm mismatch', 'InvalidAccessError');
  },
  ContextParams({ context }) {
    atMost(context, 255, 'ContextParams.context');
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
const each = (names, operations) => ObjectFromEntries(ArrayPrototypeMap(names, (name) => [name, operations]));

const ML_DSA = ['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'];
const ML_KEM = ['ML-KEM-512', 'ML-KEM-768', 'ML-KEM-1024'];
const HYBRID_KEM = ['MLKEM768-P256', 'MLKEM768-X25519', 'MLKEM1024-P384'];
const ARGON2 = ['Argon2d', 'Argon2i', 'Argon2id'];

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
  ...each(['KMAC128', 'KMAC256'], {
    generateKey: 'KmacKeyGenParams', importKey: 'KmacImportParams', exportKey: null, sign: 'KmacParams',
    verify: 'KmacParams', keyLength: 'KmacImportParams',
  }),
  ...each(ML_DSA, named({ sign: 'ContextParams', verify: 'ContextParams' })),
  ...each(joinLists(ML_KEM, HYBRID_KEM), named({ encapsulate: null, decapsulate: null, sharedKeyLength: null })),
  ...each(['cSHAKE128', 'cSHAKE256'], { digest: 'CShakeParams' }),
  ...each(['TurboSHAKE128', 'TurboSHAKE256'], { digest: 'TurboShakeParams' }),
  ...each(['KT128', 'KT256'], { digest: 'KangarooTwelveParams' }),
  ...each(ARGON2, { importKey: null, deriveBits: 'Argon2Params', keyLength: null }),
  'HKDF': { importKey: null, deriveBits: 'HkdfParams', keyLength: null },
  'PBKDF2': { importKey: null, deriveBits: 'Pbkdf2Params', keyLength: null },
  ...each(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512', 'SHA3-256', 'SHA3-384', 'SHA3-512'], { digest: null }),
};

// Algorithms whose use is told by a warning, the first time.
const EXPERIMENTAL = new SafeSet(joinLists(ML_DSA, ML_KEM, HYBRID_KEM, ARGON2, [
  'AES-OCB', 'ChaCha20-Poly1305', 'cSHAKE128', 'cSHAKE256', 'Ed448', 'KMAC128', 'KMAC256', 'SHA3-256', 'SHA3-384', 'SHA3-512',
  'TurboSHAKE128', 'TurboSHAKE256', 'KT128', 'KT256', 'X448',
]));

// What an OpenSSL before 3.5 lacks.
const NEEDS = { '__proto__': null, 'MLKEM768-P256': 'ml-kem-768', 'MLKEM768-X25519': 'ml-kem-768', 'MLKEM1024-P384': 'ml-kem-1024' };
const available = new SafeMap();

function isAvailable(name) {
  const isPostQuantum = RegExpPrototypeExec(/^ML-?(?:DSA|KEM)/, name) !== null;
  if (!isPostQuantum && RegExpPrototypeExec(/^Argon2/, name) === null) return true;
  let known = available.get(name);
  if (known === undefined) {
    known = isPostQuantum ? native.keyTypeExists(NEEDS[name] ?? StringPrototypeToLowerCase(name)) : native.hasArgon2();
    available.set(name, known);
  }
  return known;
}

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
  if (name === undefined || !(operation in ALGORITHMS[name]) || !isAvailable(name)) {
    throw refuse('Unrecognized algorithm name', 'NotSupportedError');
  }
  if (EXPERIMENTAL.has(name)) emitExperimentalWarning(`The ${name} Web Crypto API algorithm`);
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

module.exports = { CURVES, DIGESTS, HYBRID_KEM, ML_DSA, ML_KEM, exponentOf, normalize, refuse };
