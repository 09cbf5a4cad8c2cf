'use strict';

// Signatures: Sign and Verify, which hash incrementally, and the functions for whole messages.

const {
  Boolean, ObjectSetPrototypeOf, ReflectApply, RegExpPrototypeExec, Symbol, joinLists,
} = require('internal/primordials');
const { codes: {
  ERR_CRYPTO_INVALID_DIGEST, ERR_CRYPTO_INVALID_STATE, ERR_CRYPTO_OPERATION_FAILED, ERR_CRYPTO_SIGN_KEY_REQUIRED,
  ERR_CRYPTO_UNSUPPORTED_OPERATION, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE,
} } = require('internal/errors');
const { validateEncoding, validateFunction, validateString } = require('internal/validators');
const { isArrayBufferView } = require('util/types');
const { Writable } = require('stream');
const { Buffer } = require('buffer');
const { Digester, algorithmOf } = require('internal/crypto/digest');
const { privateHandle, publicOrPrivateHandle } = require('internal/crypto/keys');
const { knownDigest } = require('internal/crypto/kdf');
const { asBuffer, bytesOf, copyOf, getArrayBufferOrView, jobClass, run } = require('internal/crypto/util');
const { derToP1363, p1363ToDer } = require('internal/crypto/dsa_encoding');

const native = binding('crypto');

const SignJob = jobClass('SignJob');

const PSS_PADDING = 6;
const SALT_MAX = -2;
const ONE_SHOT = /^ed|^ml-dsa|^slh-dsa/; // algorithms that sign messages instead of digests

// ---- options of a key

function intOption(options, name) {
  const value = options[name];
  if (value === undefined || value === value >> 0) return value;
  throw new ERR_INVALID_ARG_VALUE(`options.${name}`, value);
}

function saltLengthOf(options) {
  const saltLength = intOption(options, 'saltLength');
  return options.padding === PSS_PADDING && saltLength === undefined ? SALT_MAX : saltLength;
}

function isP1363(options) {
  if (typeof options !== 'object') return false;
  const { dsaEncoding = 'der' } = options;
  if (dsaEncoding === 'der') return false;
  if (dsaEncoding === 'ieee-p1363') return true;
  throw new ERR_INVALID_ARG_VALUE('options.dsaEncoding', dsaEncoding);
}

function contextOf(options) {
  const context = options?.context;
  if (context === undefined) return undefined;
  if (!isArrayBufferView(context)) {
    throw new ERR_INVALID_ARG_TYPE('options.context', ['Buffer', 'TypedArray', 'DataView'], context);
  }
  return context;
}

const isDsa = (handle) => handle.keyType === 'ec' || handle.keyType === 'dsa';

function failed(message) {
  const error = new ERR_CRYPTO_OPERATION_FAILED();
  error.message = message;
  return error;
}

// ---- Sign and Verify

const kDigester = Symbol('kHandle');

function start(stream, algorithm) {
  validateString(algorithm, 'algorithm');
  const known = algorithmOf(algorithm);
  if (known === undefined) {
    const error = new ERR_CRYPTO_INVALID_DIGEST(algorithm);
    error.message = 'Invalid digest';
    throw error;
  }
  stream[kDigester] = new Digester(known);
}

function finish(stream) {
  const digester = stream[kDigester];
  if (digester === undefined) {
    const error = new ERR_CRYPTO_INVALID_STATE('');
    error.message = 'Not initialised';
    throw error;
  }
  stream[kDigester] = undefined;
  return [digester.algorithm.name, digester.digest()];
}

function update(data, encoding) {
  if (typeof data === 'string') validateEncoding(data, encoding);
  else if (!isArrayBufferView(data)) {
    throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
  }
  const digester = this[kDigester];
  if (digester === undefined) finish(this);
  digester.update(data, encoding);
  return this;
}

function write(chunk, encoding, callback) {
  this.update(chunk, encoding);
  callback();
}

function Sign(algorithm, options) {
  if (!(this instanceof Sign)) return new Sign(algorithm, options);
  start(this, algorithm);
  ReflectApply(Writable, this, [options]);
}
ObjectSetPrototypeOf(Sign.prototype, Writable.prototype);
ObjectSetPrototypeOf(Sign, Writable);

Sign.prototype._write = write;
Sign.prototype.update = update;

Sign.prototype.sign = function sign(privateKey, encoding) {
  if (!privateKey) throw new ERR_CRYPTO_SIGN_KEY_REQUIRED();
  const handle = privateHandle(privateKey, 'privateKey');
  const padding = intOption(privateKey, 'padding');
  const saltLength = saltLengthOf(privateKey);
  const wantsP1363 = isP1363(privateKey);
  if (RegExpPrototypeExec(ONE_SHOT, handle.keyType) !== null) throw new ERR_CRYPTO_UNSUPPORTED_OPERATION();
  let signature = asBuffer(ReflectApply(native.signDigest, native, joinLists([handle.id], finish(this), [padding, saltLength])));
  if (wantsP1363 && isDsa(handle)) signature = derToP1363(signature, native.signatureSize(handle.id));
  return encoding && encoding !== 'buffer' ? signature.toString(encoding) : signature;
};

function Verify(algorithm, options) {
  if (!(this instanceof Verify)) return new Verify(algorithm, options);
  start(this, algorithm);
  ReflectApply(Writable, this, [options]);
}
ObjectSetPrototypeOf(Verify.prototype, Writable.prototype);
ObjectSetPrototypeOf(Verify, Writable);

Verify.prototype._write = write;
Verify.prototype.update = update;

Verify.prototype.verify = function verify(key, signature, sigEncoding) {
  signature = getArrayBufferOrView(signature, 'signature', sigEncoding);
  const handle = publicOrPrivateHandle(key, 'key');
  const padding = intOption(key, 'padding');
  const saltLength = saltLengthOf(key);
  const wantsP1363 = isP1363(key);
  if (RegExpPrototypeExec(ONE_SHOT, handle.keyType) !== null) throw new ERR_CRYPTO_UNSUPPORTED_OPERATION();
  if (wantsP1363 && isDsa(handle)) {
    signature = p1363ToDer(signature, native.signatureSize(handle.id));
    if (signature === undefined) throw failed('Malformed signature');
  }
  return ReflectApply(native.verifyDigest, native, joinLists([handle.id], finish(this), [padding, saltLength, signature]));
};

// ---- whole messages

function oneShot(algorithm, data, key, callback, name) {
  if (algorithm != null) validateString(algorithm, 'algorithm');
  if (callback !== undefined) validateFunction(callback, 'callback');
  data = getArrayBufferOrView(data, 'data');
  if (name === 'sign' && !key) throw new ERR_CRYPTO_SIGN_KEY_REQUIRED();
  return {
    data: callback === undefined ? bytesOf(data) : copyOf(data),
    padding: intOption(key, 'padding'),
    saltLength: saltLengthOf(key),
    wantsP1363: isP1363(key),
    context: contextOf(key),
  };
}

function argumentsOf(handle, algorithm, { data, padding, saltLength, context }) {
  if (algorithm != null) knownDigest(algorithm);
  if (context !== undefined) {
    if (context.byteLength > 255) {
      const error = new ERR_OUT_OF_RANGE('context', '<= 255', context.byteLength);
      error.message = 'context string must be at most 255 bytes';
      throw error;
    }
    if (context.byteLength === 0) context = undefined;
  }
  return [handle.id, algorithm ?? defaultDigest(handle), data, padding, saltLength,
          context === undefined ? undefined : copyOf(context)];
}

// OpenSSL's default digest, for keys that need one.
function defaultDigest(handle) {
  return RegExpPrototypeExec(/^(?:rsa|rsa-pss|ec|dsa)$/, handle.keyType) !== null ? 'sha256' : undefined;
}

function signOneShot(algorithm, data, key, callback) {
  const options = oneShot(algorithm, data, key, callback, 'sign');
  const handle = privateHandle(key);
  const args = argumentsOf(handle, algorithm, options);
  const make = (bytes) => {
    const signature = asBuffer(bytes);
    return options.wantsP1363 && isDsa(handle) ?
      derToP1363(signature, native.signatureSize(handle.id)) : signature;
  };
  if (callback === undefined) return make(ReflectApply(native.sign, native, args));
  run('sign', args, SignJob, callback, make, handle);
}

function verifyOneShot(algorithm, data, key, signature, callback) {
  const options = oneShot(algorithm, data, key, callback, 'verify');
  signature = getArrayBufferOrView(signature, 'signature');
  const handle = publicOrPrivateHandle(key);
  const args = argumentsOf(handle, algorithm, options);
  let bytes = callback === undefined ? signature : copyOf(signature);
  if (options.wantsP1363 && isDsa(handle)) bytes = p1363ToDer(bytes, native.signatureSize(handle.id)) ?? Buffer.alloc(0);
  if (callback === undefined) return ReflectApply(native.verify, native, joinLists(args, [bytes]));
  run('verify', joinLists(args, [bytes]), SignJob, callback, Boolean, handle);
}

module.exports = { Sign, Verify, signOneShot, verifyOneShot };
