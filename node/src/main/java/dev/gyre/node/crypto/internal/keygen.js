'use strict';

// Generation of keys and key pairs.

const {
  ArrayPrototypeFlatMap, ArrayPrototypeMap, MathFloor, ObjectDefineProperty, ReflectApply, SafeSet, joinLists,
} = require('internal/primordials');
const { codes: {
  ERR_CRYPTO_INVALID_CURVE, ERR_CRYPTO_UNKNOWN_DH_GROUP, ERR_INCOMPATIBLE_OPTION_PAIR, ERR_INVALID_ARG_VALUE,
  ERR_MISSING_OPTION,
} } = require('internal/errors');
const {
  validateBuffer, validateFunction, validateInt32, validateInteger, validateObject, validateOneOf, validateString,
  validateUint32,
} = require('internal/validators');
const { customPromisifyArgs, kEmptyObject } = require('internal/util');
const { KeyHandle } = require('internal/crypto/key_handle');
const { PrivateKeyObject, PublicKeyObject, SecretKeyObject } = require('internal/crypto/keys');
const { parsePrivateKeyEncoding, parsePublicKeyEncoding } = require('internal/crypto/key_encoding');
const { toJwk } = require('internal/crypto/jwk');
const { copyOf, jobClass } = require('internal/crypto/util');
const { knownDigest } = require('internal/crypto/kdf');
const { randomFillSync, randomFill } = require('internal/crypto/random');
const { Buffer } = require('buffer');

const native = binding('crypto');

// ---- the form of the result

function encodings(keyType, options = kEmptyObject) {
  const parse = (name, parseOne) => {
    const encoding = options[name];
    if (encoding == null) return undefined;
    if (typeof encoding !== 'object') throw new ERR_INVALID_ARG_VALUE(`options.${name}`, encoding);
    return parseOne(encoding, keyType, `options.${name}`);
  };
  const encoding = {
    public: parse('publicKeyEncoding', parsePublicKeyEncoding),
    private: parse('privateKeyEncoding', parsePrivateKeyEncoding),
  };
  if (encoding.private?.cipher != null) native.keyCheckCipher(encoding.private.cipher);
  return encoding;
}

function encodeKey(handle, encoding, Kind) {
  switch (encoding?.format) {
    case undefined: return new Kind(handle);
    case 'jwk': return toJwk(handle);
    case 'raw-public': return handle.rawPublic(encoding.type === 'compressed');
    case 'raw-private': return handle.rawPrivate();
    case 'raw-seed': return handle.rawSeed();
    default: return handle.write(encoding.format, encoding.type, encoding.cipher, encoding.passphrase);
  }
}

function encodePair(id, encoding) {
  const handle = KeyHandle.native('private', id);
  return {
    publicKey: encodeKey(handle.asPublic(), encoding.public, PublicKeyObject),
    privateKey: encodeKey(handle, encoding.private, PrivateKeyObject),
  };
}

// ---- the parameters for OpenSSL

const NAMED = new SafeSet(joinLists(
  ['ed25519', 'ed448', 'x25519', 'x448', 'ml-dsa-44', 'ml-dsa-65', 'ml-dsa-87', 'ml-kem-512', 'ml-kem-768', 'ml-kem-1024'],
  ArrayPrototypeFlatMap(['sha2', 'shake'], (hash) => ArrayPrototypeFlatMap(['128', '192', '256'], (bits) =>
    ArrayPrototypeMap(['f', 's'], (kind) => `slh-dsa-${hash}-${bits}${kind}`))),
));

function rsaArguments(type, options) {
  validateObject(options, 'options');
  const { modulusLength } = options;
  validateUint32(modulusLength, 'options.modulusLength');
  let { publicExponent } = options;
  if (publicExponent == null) publicExponent = 0x10001;
  else validateUint32(publicExponent, 'options.publicExponent');
  const args = [type, modulusLength + 0, publicExponent + 0];
  if (type === 'rsa') return args;
  const { hashAlgorithm, mgf1HashAlgorithm, saltLength } = options;
  if (saltLength !== undefined) validateInt32(saltLength, 'options.saltLength', 0);
  if (hashAlgorithm !== undefined) validateString(hashAlgorithm, 'options.hashAlgorithm');
  if (mgf1HashAlgorithm !== undefined) validateString(mgf1HashAlgorithm, 'options.mgf1HashAlgorithm');
  for (let i = 0, list = ['hash', 'mgf1Hash']; i < list.length; i++) {
    const old = list[i];
    if (options[old] !== undefined) {
      throw new ERR_INVALID_ARG_VALUE(`options.${old}`, options[old], 'is no longer supported');
    }
  }
  if (hashAlgorithm !== undefined) knownDigest(hashAlgorithm);
  if (mgf1HashAlgorithm !== undefined) checkMgf1(mgf1HashAlgorithm);
  return joinLists(args, [hashAlgorithm, mgf1HashAlgorithm ?? hashAlgorithm, saltLength]);
}

function checkMgf1(name) {
  try {
    knownDigest(name);
  } catch (error) {
    error.message = `Invalid MGF1 digest: ${name}`;
    throw error;
  }
}

function dsaArguments(options) {
  validateObject(options, 'options');
  const { modulusLength, divisorLength } = options;
  validateUint32(modulusLength, 'options.modulusLength');
  if (divisorLength != null) validateInt32(divisorLength, 'options.divisorLength', 0);
  return ['dsa', modulusLength + 0, divisorLength == null ? undefined : divisorLength + 0];
}

function ecArguments(options) {
  validateObject(options, 'options');
  const { namedCurve, paramEncoding } = options;
  validateString(namedCurve, 'options.namedCurve');
  if (paramEncoding != null && paramEncoding !== 'named' && paramEncoding !== 'explicit') {
    throw new ERR_INVALID_ARG_VALUE('options.paramEncoding', paramEncoding);
  }
  if (native.curveNid(namedCurve) === 0) throw new ERR_CRYPTO_INVALID_CURVE();
  return ['ec', namedCurve, paramEncoding === 'explicit'];
}

function dhArguments(options) {
  validateObject(options, 'options');
  const { group, prime, primeLength, generator } = options;
  if (group != null) {
    for (let i = 0, list = ['prime', 'primeLength', 'generator']; i < list.length; i++) {
      const other = list[i];
      if (options[other] != null) throw new ERR_INCOMPATIBLE_OPTION_PAIR('group', other);
    }
    validateString(group, 'options.group');
    const { primeOfGroup } = require('internal/crypto/dh');
    const known = primeOfGroup(group);
    if (known === undefined) throw new ERR_CRYPTO_UNKNOWN_DH_GROUP();
    return ['dh-prime', known, 2];
  }
  if (prime != null) {
    if (primeLength != null) throw new ERR_INCOMPATIBLE_OPTION_PAIR('prime', 'primeLength');
    validateBuffer(prime, 'options.prime');
  } else if (primeLength != null) {
    validateInt32(primeLength, 'options.primeLength', 0);
  } else {
    throw new ERR_MISSING_OPTION('At least one of the group, prime, or primeLength options');
  }
  if (generator != null) validateInt32(generator, 'options.generator', 0);
  const g = generator == null ? 2 : generator + 0;
  return prime != null ? ['dh-prime', copyOf(prime), g] : ['dh-length', primeLength + 0, g];
}

function pairArguments(type, options) {
  switch (type) {
    case 'rsa':
    case 'rsa-pss': return rsaArguments(type, options);
    case 'dsa': return dsaArguments(options);
    case 'ec': return ecArguments(options);
    case 'dh': return dhArguments(options);
    default:
      if (!NAMED.has(type) || !native.keyTypeExists(type)) {
        throw new ERR_INVALID_ARG_VALUE('type', type, 'must be a supported key type');
      }
      return [type];
  }
}

const JOBS = {
  '__proto__': null,
  'rsa': jobClass('RsaKeyPairGenJob'), 'rsa-pss': jobClass('RsaKeyPairGenJob'), 'dsa': jobClass('DsaKeyPairGenJob'),
  'ec': jobClass('EcKeyPairGenJob'), 'dh': jobClass('DhKeyPairGenJob'),
};
const NidKeyPairGenJob = jobClass('NidKeyPairGenJob');
const SecretKeyGenJob = jobClass('SecretKeyGenJob');

function prepare(type, options) {
  validateString(type, 'type');
  if (options !== undefined) validateObject(options, 'options');
  const encoding = encodings(type, options);
  return { encoding, args: pairArguments(type, options) };
}

function generateKeyPair(type, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'callback');
  const { args, encoding } = prepare(type, options);
  const job = new (JOBS[type] ?? NidKeyPairGenJob)(undefined);
  job.ondone = (error, id) => {
    let pair;
    try {
      if (!error) pair = encodePair(id, encoding);
    } catch (failure) {
      error = failure;
    }
    if (error) ReflectApply(callback, job, [error]);
    else ReflectApply(callback, job, [null, pair.publicKey, pair.privateKey]);
  };
  ReflectApply(native.keyGenerateAsync, native, joinLists(args, [(error, id) => job.ondone(error, id)]));
}

ObjectDefineProperty(generateKeyPair, customPromisifyArgs, { __proto__: null, value: ['publicKey', 'privateKey'], enumerable: false });

function generateKeyPairSync(type, options) {
  const { args, encoding } = prepare(type, options);
  return encodePair(ReflectApply(native.keyGenerate, native, args), encoding);
}

// ---- secret keys

function secretLength(type, options) {
  validateString(type, 'type');
  validateObject(options, 'options');
  const { length } = options;
  if (type === 'hmac') validateInteger(length, 'options.length', 8, 2 ** 31 - 1);
  else if (type === 'aes') validateOneOf(length, 'options.length', [128, 192, 256]);
  else throw new ERR_INVALID_ARG_VALUE('type', type, 'must be a supported key type');
  return MathFloor(length / 8);
}

function generateKey(type, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'callback');
  const bytes = Buffer.alloc(secretLength(type, options));
  const job = new SecretKeyGenJob(undefined);
  job.ondone = (error) => {
    if (error) ReflectApply(callback, job, [error]);
    else ReflectApply(callback, job, [null, new SecretKeyObject(KeyHandle.secret(bytes))]);
  };
  randomFill(bytes, (error) => job.ondone(error));
}

function generateKeySync(type, options) {
  return new SecretKeyObject(KeyHandle.secret(randomFillSync(Buffer.alloc(secretLength(type, options)))));
}

module.exports = { generateKey, generateKeyPair, generateKeyPairSync, generateKeySync };
