'use strict';

// Mac: message authentication codes by their name in OpenSSL (CMAC, GMAC, HMAC, KMAC, Poly1305 …), over `binding('crypto')`.

const {
  FunctionPrototypeCall, ObjectSetPrototypeOf, StringPrototypeIncludes, StringPrototypeToLowerCase, StringPrototypeToUpperCase, Symbol, joinLists,
} = require('internal/primordials');
const { codes: {
  ERR_CRYPTO_INVALID_MAC, ERR_CRYPTO_MAC_FINALIZED, ERR_CRYPTO_MAC_UPDATE_FAILED, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE,
} } = require('internal/errors');
const { validateEncoding, validateObject, validateString, validateUint32 } = require('internal/validators');
const { normalizeEncoding } = require('internal/util');
const { isArrayBufferView } = require('util/types');
const { Buffer } = require('buffer');
const LazyTransform = require('internal/crypto/lazy_transform');
const { asBuffer, bytesOf, disown, isBytes, own } = require('internal/crypto/util');

const native = binding('crypto');

const kHandle = Symbol('kHandle');
const kFinalized = Symbol('kFinalized');

const VIEWS = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

function checkName(value, name) {
  validateString(value, name);
  if (value.length === 0 || StringPrototypeIncludes(value, '\0')) {
    throw new ERR_INVALID_ARG_VALUE(name, value, 'must be non-empty and contain no NUL bytes');
  }
}

function checkBytes(value, name) {
  if (!isBytes(value)) throw new ERR_INVALID_ARG_TYPE(name, VIEWS, value);
}

function checkLength(value, name) {
  validateUint32(value, name);
}

// Options in the order of the native side.
const OPTIONS = [
  ['digest', checkName], ['cipher', checkName], ['iv', checkBytes], ['customization', checkBytes], ['salt', checkBytes],
  ['outputLength', checkLength],
];

function checkedOptions(options) {
  const values = [];
  if (options === undefined) return values;
  validateObject(options, 'options');
  for (let i = 0; i < OPTIONS.length; i++) {
    const { 0: name, 1: check } = OPTIONS[i];
    const value = options[name];
    if (value !== undefined) check(value, `options.${name}`);
    values[i] = value;
  }
  return values;
}

function keyBytes(key) {
  const { isKeyObject, secretBytes } = require('internal/crypto/keys');
  const isObject = isKeyObject(key);
  if (isObject ? key.type !== 'secret' : !isBytes(key)) throw new ERR_INVALID_ARG_TYPE('key', joinLists(VIEWS, ['KeyObject']), key);
  return isObject ? secretBytes(key) : bytesOf(key);
}

// Node's message names the property, but not its value.
function invalidOption(name, reason) {
  const error = new ERR_INVALID_ARG_VALUE('options', undefined);
  error.message = `The property 'options.${name}' ${reason}`;
  return error;
}

// What a MAC can't do without. OpenSSL itself would start without it.
function checkRequired(algorithm, { 0: digest, 1: cipher, 2: iv }) {
  const name = StringPrototypeToUpperCase(algorithm);
  if (name === 'HMAC' && digest === undefined) throw invalidOption('digest', 'is required for HMAC');
  if ((name === 'CMAC' || name === 'GMAC') && cipher === undefined) throw invalidOption('cipher', `is required for ${name}`);
  if (name === 'GMAC' && (iv === undefined || bytesOf(iv).length === 0)) throw invalidOption('iv', 'must be non-empty for GMAC');
}

function start(algorithm, key, options) {
  checkName(algorithm, 'algorithm');
  const values = checkedOptions(options);
  const bytes = keyBytes(key);
  const known = native.macParameters(algorithm);
  if (known === undefined) throw new ERR_CRYPTO_INVALID_MAC(algorithm);
  for (let i = 0; i < OPTIONS.length; i++) {
    if (values[i] !== undefined && !known[i]) throw invalidOption(OPTIONS[i][0], `is not supported by MAC ${algorithm}`);
  }
  checkRequired(algorithm, values);
  const asBytes = (value) => (value === undefined ? undefined : bytesOf(value));
  return native.macStart(algorithm, bytes, values[0], values[1], asBytes(values[2]), asBytes(values[3]), asBytes(values[4]), values[5]);
}

function Mac(algorithm, key, options) {
  if (!new.target) return new Mac(algorithm, key, options);
  this[kHandle] = own(this, start(algorithm, key, options));
  this[kFinalized] = false;
  FunctionPrototypeCall(LazyTransform, this, options);
}
ObjectSetPrototypeOf(Mac.prototype, LazyTransform.prototype);
ObjectSetPrototypeOf(Mac, LazyTransform);

function update(mac, data, encoding) {
  const bytes = typeof data === 'string' ? Buffer.from(data, encoding === 'buffer' ? 'utf8' : encoding) : bytesOf(data);
  if (native.macUpdate(mac[kHandle], bytes)) return;
  mac[kFinalized] = true;
  throw new ERR_CRYPTO_MAC_UPDATE_FAILED();
}

function finish(mac) {
  mac[kFinalized] = true;
  disown(mac);
  return asBuffer(native.macFinal(mac[kHandle]));
}

Mac.prototype._transform = function _transform(chunk, encoding, callback) {
  try {
    if (this[kFinalized]) throw new ERR_CRYPTO_MAC_FINALIZED();
    update(this, chunk, encoding);
  } catch (error) {
    callback(error);
    return;
  }
  callback();
};

Mac.prototype._flush = function _flush(callback) {
  try {
    if (this[kFinalized]) throw new ERR_CRYPTO_MAC_FINALIZED();
    const result = finish(this);
    if (result.length !== 0) this.push(result);
  } catch (error) {
    callback(error);
    return;
  }
  callback();
};

function knownEncoding(encoding, name) {
  validateString(encoding, name);
  const known = normalizeEncoding(encoding);
  if (known === undefined) throw new ERR_INVALID_ARG_VALUE(name, encoding);
  return known;
}

Mac.prototype.update = function(data, encoding) {
  if (this[kFinalized]) throw new ERR_CRYPTO_MAC_FINALIZED();
  if (typeof data === 'string') {
    if (encoding !== undefined) {
      encoding = knownEncoding(encoding, 'inputEncoding');
      validateEncoding(data, encoding);
    }
  } else if (!isArrayBufferView(data)) {
    throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
  }
  update(this, data, encoding);
  return this;
};

Mac.prototype.final = function final(outputEncoding) {
  if (this[kFinalized]) throw new ERR_CRYPTO_MAC_FINALIZED();
  const isBuffer = outputEncoding === undefined ||
    (typeof outputEncoding === 'string' && StringPrototypeToLowerCase(outputEncoding) === 'buffer');
  const encoding = isBuffer ? undefined : knownEncoding(outputEncoding, 'outputEncoding');
  const result = finish(this);
  return isBuffer ? result : result.toString(encoding);
};

module.exports = { Mac };
