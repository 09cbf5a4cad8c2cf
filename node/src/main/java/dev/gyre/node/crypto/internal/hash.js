'use strict';

// Hash and Hmac: arguments, errors and streams around internal/crypto/digest.

const {
  Error, FunctionPrototypeCall, ObjectAssign, ObjectSetPrototypeOf, RegExpPrototypeExec, StringPrototypeToLowerCase,
  Symbol, indexOfByte,
} = require('internal/primordials');
const { codes: {
  ERR_CRYPTO_HASH_FINALIZED, ERR_CRYPTO_HASH_UPDATE_FAILED, ERR_CRYPTO_INVALID_DIGEST, ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
} } = require('internal/errors');
const { validateEncoding, validateObject, validateString, validateUint32 } = require('internal/validators');
const { normalizeEncoding } = require('internal/util');
const { isArrayBufferView } = require('util/types');
const { Buffer } = require('buffer');
const LazyTransform = require('internal/crypto/lazy_transform');
const { Authenticator, Digester, algorithmOf, canDigestOnce, digestOnce } = require('internal/crypto/digest');
const { getArrayBufferOrView, getStringOption } = require('internal/crypto/util');

const kDigester = Symbol('kHandle');
const kFinalized = Symbol('kFinalized');
const kFlushed = Symbol('kFlushed'); // the digest that was emitted as the stream's data

let warnedOfShake = false;

// SHAKE has no default length.
function warnOfLength(algorithm) {
  if (warnedOfShake || RegExpPrototypeExec(/^shake-?(?:128|256)$/i, algorithm) === null) return;
  warnedOfShake = true;
  process.emitWarning('Creating SHAKE128/256 digests without an explicit options.outputLength is deprecated.',
                      'DeprecationWarning', 'DEP0198');
}

// The name and the customization of a cSHAKE digest. OpenSSL has none that knows them before version 4.
function hasCustomParts(options) {
  let has = false;
  for (let i = 0; i < CUSTOM_PARTS.length; i++) {
    const name = CUSTOM_PARTS[i];
    const value = options[name];
    if (value === undefined) continue;
    const bytes = getArrayBufferOrView(value, `options.${name}`);
    if (indexOfByte(bytes, 0) >= 0) throw new ERR_INVALID_ARG_VALUE(`options.${name}`, bytes, 'must not contain NUL bytes');
    has = true;
  }
  return has;
}

const CUSTOM_PARTS = ['functionName', 'customization'];

function Hash(algorithm, options) {
  if (!new.target) return new Hash(algorithm, options);
  const original = algorithm instanceof Digester ? algorithm : undefined;
  if (original === undefined) validateString(algorithm, 'algorithm');
  let outputLength = typeof options === 'object' && options !== null ? options.outputLength : undefined;
  if (outputLength !== undefined) {
    validateUint32(outputLength, 'options.outputLength');
    outputLength += 0; // no -0
  }
  if (original === undefined && options !== undefined && options !== null && hasCustomParts(options)) {
    throw new Error('Digest method not supported');
  }
  this[kDigester] = original?.copy(outputLength) ?? digesterOf(algorithm, outputLength);
  this[kFinalized] = false;
  if (original === undefined && outputLength === undefined) warnOfLength(algorithm);
  FunctionPrototypeCall(LazyTransform, this, options);
}
ObjectSetPrototypeOf(Hash.prototype, LazyTransform.prototype);
ObjectSetPrototypeOf(Hash, LazyTransform);

function digesterOf(name, outputLength) {
  const algorithm = algorithmOf(name);
  if (algorithm === undefined) throw new Error('Digest method not supported');
  return new Digester(algorithm, outputLength);
}

Hash.prototype.copy = function copy(options) {
  if (this[kFinalized] || this[kFlushed]) throw new ERR_CRYPTO_HASH_FINALIZED();
  return new Hash(this[kDigester], options);
};

Hash.prototype._transform = function _transform(chunk, encoding, callback) {
  this[kDigester].update(chunk, encoding);
  callback();
};

Hash.prototype._flush = function _flush(callback) {
  this[kFlushed] = this[kDigester].digest();
  this.push(Buffer.from(this[kFlushed]));
  callback();
};

Hash.prototype.update = function update(data, encoding) {
  if (this[kFinalized]) throw new ERR_CRYPTO_HASH_FINALIZED();
  if (typeof data === 'string') {
    validateEncoding(data, encoding);
  } else if (!isArrayBufferView(data)) {
    throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
  }
  if (this[kFlushed]) throw new ERR_CRYPTO_HASH_UPDATE_FAILED();
  this[kDigester].update(data, knownEncoding(encoding));
  return this;
};

// As in Node, an unknown encoding means UTF-8.
function knownEncoding(encoding) {
  if (encoding === undefined || encoding === 'utf8') return 'utf8';
  return typeof encoding === 'string' && normalizeEncoding(encoding) || 'utf8';
}

function outputEncodingOf(encoding) {
  if (!encoding) return undefined;
  const text = `${encoding}`;
  return text === 'buffer' ? undefined : normalizeEncoding(text);
}

Hash.prototype.digest = function digest(outputEncoding) {
  if (this[kFinalized]) throw new ERR_CRYPTO_HASH_FINALIZED();
  const encoding = outputEncodingOf(outputEncoding);
  const result = this[kFlushed] ? inEncoding(this[kFlushed], encoding) : this[kDigester].digest(encoding);
  this[kFinalized] = true;
  return result;
};

const inEncoding = (bytes, encoding) => (encoding === undefined ? bytes : bytes.toString(encoding));

// ---- HMAC

function Hmac(hmac, key, options) {
  if (!(this instanceof Hmac)) return new Hmac(hmac, key, options);
  validateString(hmac, 'hmac');
  const encoding = getStringOption(options, 'encoding');
  const bytes = require('internal/crypto/keys').secretBytes(key, encoding);
  const algorithm = algorithmOf(hmac);
  if (algorithm === undefined) throw new ERR_CRYPTO_INVALID_DIGEST(hmac);
  if (algorithm.isXof) throw new Error('error:00000000:lib(0)::reason(0)'); // OpenSSL refuses them without a reason
  this[kDigester] = new Authenticator(algorithm, bytes);
  this[kFinalized] = false;
  FunctionPrototypeCall(LazyTransform, this, options);
}
ObjectSetPrototypeOf(Hmac.prototype, LazyTransform.prototype);
ObjectSetPrototypeOf(Hmac, LazyTransform);

Hmac.prototype.update = Hash.prototype.update;
Hmac.prototype._flush = Hash.prototype._flush;
Hmac.prototype._transform = Hash.prototype._transform;

// As in Node, a second digest is empty.
Hmac.prototype.digest = function digest(outputEncoding) {
  const encoding = outputEncodingOf(outputEncoding);
  if (this[kFinalized] || this[kFlushed]) {
    this[kFinalized] = true;
    return inEncoding(Buffer.from(''), encoding);
  }
  const result = this[kDigester].digest(encoding);
  this[kFinalized] = true;
  return result;
};

// ---- one shot

function hash(algorithm, input, options) {
  validateString(algorithm, 'algorithm');
  if (typeof input !== 'string' && !isArrayBufferView(input)) {
    throw new ERR_INVALID_ARG_TYPE('input', ['Buffer', 'TypedArray', 'DataView', 'string'], input);
  }
  let encoding;
  let outputLength;
  let isCustom = false;
  if (typeof options === 'string') {
    encoding = options;
  } else if (options !== undefined) {
    validateObject(options, 'options');
    ({ outputLength, outputEncoding: encoding } = options);
    isCustom = hasCustomParts(options);
  }
  encoding ??= 'hex';
  if (encoding !== 'hex') encoding = oneShotEncoding(encoding);
  if (outputLength !== undefined) {
    validateUint32(outputLength, 'outputLength');
    outputLength += 0; // no -0
  } else {
    warnOfLength(algorithm);
  }
  const known = algorithmOf(algorithm);
  if (known === undefined) throw new Error(`Digest method ${algorithm} is not supported`);
  if (outputLength !== undefined && !known.isXof && outputLength !== known.size) {
    throw new Error(`Output length ${outputLength} is invalid for ${algorithm}, which does not support XOF`);
  }
  if (isCustom) throw new Error('Digest options are not supported');
  if (outputLength > MAX_ONE_SHOT_BYTES) throw mallocFailure();
  if (canDigestOnce(known, input)) return digestOnce(known, input, encoding);
  const digester = new Digester(known, outputLength);
  digester.update(input, 'utf8', true);
  return digester.digest(encoding);
}

// Node passes the size to OpenSSL as an int.
const MAX_ONE_SHOT_BYTES = 2 ** 31 - 1;

const mallocFailure = () => ObjectAssign(new Error('error:078C0100:common libcrypto routines::malloc failure'), {
  library: 'common libcrypto routines', reason: 'malloc failure', code: 'ERR_OSSL_CRYPTO_MALLOC_FAILURE',
});

function oneShotEncoding(encoding) {
  validateString(encoding, 'outputEncoding');
  const known = normalizeEncoding(encoding);
  if (known !== undefined) return known;
  if (StringPrototypeToLowerCase(encoding) === 'buffer') return 'buffer';
  throw new ERR_INVALID_ARG_VALUE('outputEncoding', encoding);
}

module.exports = { Hash, Hmac, hash };
