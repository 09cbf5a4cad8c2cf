'use strict';

// Key derivation from passwords and other keys: PBKDF2, scrypt, HKDF, Argon2.

const {
  ArrayPrototypePush, ReflectApply, StringPrototypeToUpperCase, Uint8Array, bufferOf, joinLists,
} = require('internal/primordials');
const { codes: {
  ERR_CRYPTO_ARGON2_NOT_SUPPORTED, ERR_CRYPTO_INVALID_DIGEST, ERR_CRYPTO_INVALID_KEYLEN, ERR_INCOMPATIBLE_OPTION_PAIR,
  ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE,
} } = require('internal/errors');
const {
  validateFunction, validateInt32, validateInteger, validateObject, validateOneOf, validateString, validateUint32,
} = require('internal/validators');
const { kMaxLength } = require('buffer');
const { algorithmOf } = require('internal/crypto/digest');
const {
  asBuffer, bytesOf, copyOf, getArrayBufferOrView, isBytes, jobClass, run, toBuf,
} = require('internal/crypto/util');

const native = binding('crypto');

const PBKDF2Job = jobClass('PBKDF2Job');
const ScryptJob = jobClass('ScryptJob');
const HKDFJob = jobClass('HKDFJob');
const Argon2Job = jobClass('Argon2Job');

const UINT32_MAX = 2 ** 32 - 1;

function knownDigest(name) {
  const algorithm = algorithmOf(name);
  if (algorithm === undefined) throw new ERR_CRYPTO_INVALID_DIGEST(name);
  return algorithm;
}

const toArrayBuffer = (bytes) => bufferOf(copyOf(bytes));

// ---- PBKDF2

function pbkdf2Arguments(password, salt, iterations, keylen, digest, callback) {
  validateString(digest, 'digest');
  password = getArrayBufferOrView(password, 'password');
  salt = getArrayBufferOrView(salt, 'salt');
  validateInt32(iterations, 'iterations', 1);
  validateInt32(keylen, 'keylen', 0);
  if (callback !== undefined) validateFunction(callback.callback, 'callback');
  knownDigest(digest);
  return [copyOf(password), copyOf(salt), iterations, keylen + 0, digest];
}

function pbkdf2(password, salt, iterations, keylen, digest, callback) {
  if (typeof digest === 'function') {
    callback = digest;
    digest = undefined;
  }
  run('pbkdf2', pbkdf2Arguments(password, salt, iterations, keylen, digest, { callback }), PBKDF2Job, callback);
}

function pbkdf2Sync(password, salt, iterations, keylen, digest) {
  return asBuffer(ReflectApply(native.pbkdf2, native, pbkdf2Arguments(password, salt, iterations, keylen, digest)));
}

// ---- scrypt

const SCRYPT_OPTIONS = [['N', 'cost', 16384], ['r', 'blockSize', 8], ['p', 'parallelization', 1]];
const SCRYPT_MAX_MEMORY = 32 << 20;

// Every parameter has two names, of which a user may pass one; 0 selects the default.
function scryptNumbers(options) {
  const numbers = [];
  for (let i = 0; i < SCRYPT_OPTIONS.length; i++) {
    const { 0: name, 1: long, 2: standard } = SCRYPT_OPTIONS[i];
    let value = options?.[name];
    if (value !== undefined) validateUint32(value, name);
    if (options?.[long] !== undefined) {
      if (value !== undefined) throw new ERR_INCOMPATIBLE_OPTION_PAIR(name, long);
      value = options[long];
      validateUint32(value, long);
    }
    ArrayPrototypePush(numbers, value || standard);
  }
  const maxmem = options?.maxmem;
  if (maxmem !== undefined) validateInteger(maxmem, 'maxmem', 0);
  return joinLists(numbers, [maxmem || SCRYPT_MAX_MEMORY]);
}

function scryptArguments(password, salt, keylen, options, callback) {
  password = getArrayBufferOrView(password, 'password');
  salt = getArrayBufferOrView(salt, 'salt');
  validateInt32(keylen, 'keylen', 0);
  const numbers = scryptNumbers(options);
  if (callback !== undefined) validateFunction(callback.callback, 'callback');
  ReflectApply(native.scryptCheck, native, numbers);
  return joinLists([copyOf(password), copyOf(salt), keylen + 0], numbers);
}

function scrypt(password, salt, keylen, options, ...rest) {
  const callback = rest.length === 0 ? options : rest[0];
  if (rest.length === 0) options = undefined;
  run('scrypt', scryptArguments(password, salt, keylen, options, { callback }), ScryptJob, callback);
}

function scryptSync(password, salt, keylen, options) {
  return asBuffer(ReflectApply(native.scrypt, native, scryptArguments(password, salt, keylen, options)));
}

// ---- HKDF

const HKDF_KEYS = ['string', 'SecretKeyObject', 'ArrayBuffer', 'TypedArray', 'DataView', 'Buffer'];

function hkdfKey(key) {
  const keys = require('internal/crypto/keys');
  if (keys.isKeyObject(key)) return keys.secretBytes(key);
  const bytes = toBuf(key);
  if (!isBytes(bytes)) throw new ERR_INVALID_ARG_TYPE('ikm', HKDF_KEYS, key);
  return bytesOf(bytes);
}

function byteSource(value, name) {
  const bytes = toBuf(value);
  if (!isBytes(bytes)) {
    throw new ERR_INVALID_ARG_TYPE(name, ['string', 'ArrayBuffer', 'TypedArray', 'DataView', 'Buffer'], value);
  }
  return bytesOf(bytes);
}

function hkdfArguments(digest, key, salt, info, length, callback) {
  validateString(digest, 'digest');
  key = hkdfKey(key);
  salt = byteSource(salt, 'salt');
  info = byteSource(info, 'info');
  validateInteger(length, 'length', 0, kMaxLength);
  if (info.byteLength > 1024) {
    throw new ERR_OUT_OF_RANGE('info', 'must not contain more than 1024 bytes', info.byteLength);
  }
  if (callback !== undefined) validateFunction(callback.callback, 'callback');
  if (length > 255 * knownDigest(digest).size) throw new ERR_CRYPTO_INVALID_KEYLEN();
  return [digest, copyOf(key), copyOf(salt), copyOf(info), length + 0];
}

function hkdf(digest, key, salt, info, length, callback) {
  run('hkdf', hkdfArguments(digest, key, salt, info, length, { callback }), HKDFJob, callback, toArrayBuffer);
}

function hkdfSync(digest, key, salt, info, length) {
  return toArrayBuffer(ReflectApply(native.hkdf, native, hkdfArguments(digest, key, salt, info, length)));
}

// ---- Argon2

function argon2Arguments(algorithm, parameters, callback) {
  if (!native.hasArgon2()) throw new ERR_CRYPTO_ARGON2_NOT_SUPPORTED();
  validateString(algorithm, 'algorithm');
  validateOneOf(algorithm, 'algorithm', ['argon2d', 'argon2i', 'argon2id']);
  validateObject(parameters, 'parameters');
  const { parallelism, tagLength, memory, passes } = parameters;
  const bytes = (name, min, isOptional) => {
    if (isOptional && parameters[name] === undefined) return new Uint8Array(0);
    const value = getArrayBufferOrView(parameters[name], `parameters.${name}`);
    validateInteger(value.byteLength, `parameters.${name}.byteLength`, min, UINT32_MAX);
    return copyOf(value);
  };
  const message = bytes('message', 0);
  const nonce = bytes('nonce', 8);
  validateInteger(parallelism, 'parameters.parallelism', 1, 2 ** 24 - 1);
  validateInteger(tagLength, 'parameters.tagLength', 4, UINT32_MAX);
  validateInteger(memory, 'parameters.memory', 8 * parallelism, UINT32_MAX);
  validateUint32(passes, 'parameters.passes', true);
  const secret = bytes('secret', 0, true);
  const associatedData = bytes('associatedData', 0, true);
  if (callback !== undefined) validateFunction(callback.callback, 'callback');
  return [StringPrototypeToUpperCase(algorithm), message, nonce, parallelism, tagLength, memory, passes, secret, associatedData];
}

function argon2(algorithm, parameters, callback) {
  run('argon2', argon2Arguments(algorithm, parameters, { callback }), Argon2Job, callback);
}

function argon2Sync(algorithm, parameters) {
  return asBuffer(ReflectApply(native.argon2, native, argon2Arguments(algorithm, parameters)));
}

module.exports = { argon2, argon2Sync, hkdf, hkdfSync, knownDigest, pbkdf2, pbkdf2Sync, scrypt, scryptSync };
