'use strict';

// Shared secrets: DiffieHellman, ECDH, and diffieHellman() for any two keys.

const {
  ObjectAssign, ObjectDefineProperty, SafeSet, StringPrototypeToLowerCase, Symbol,
} = require('internal/primordials');
const { codes: {
  ERR_CRYPTO_ECDH_INVALID_FORMAT, ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY, ERR_CRYPTO_INCOMPATIBLE_KEY,
  ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE, ERR_CRYPTO_INVALID_STATE, ERR_CRYPTO_UNKNOWN_DH_GROUP, ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
} } = require('internal/errors');
const { validateFunction, validateInt32, validateObject, validateString } = require('internal/validators');
const { deprecate } = require('internal/util');
const { Buffer } = require('buffer');
const { handleOf, isKeyObject, privateHandle, publicOrPrivateHandle } = require('internal/crypto/keys');
const {
  asBuffer, bytesOf, encode, getArrayBufferOrView, isBytes, jobClass, own, run, toBuf,
} = require('internal/crypto/util');

const native = binding('crypto');

const DHBitsJob = jobClass('DHBitsJob');

const DEFAULT_GENERATOR = 2;
const NUMBERS = ['number', 'string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

const kId = Symbol('kHandle');

// ---- numbers

function adopt(object, id) {
  object[kId] = own(object, id);
  ObjectDefineProperty(object, 'verifyError', { __proto__: null, enumerable: true, value: native.dhCheck(id), writable: false });
}

function DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding) {
  if (!(this instanceof DiffieHellman)) return new DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding);
  if (typeof sizeOrKey !== 'number' && typeof sizeOrKey !== 'string' && !isBytes(sizeOrKey)) {
    throw new ERR_INVALID_ARG_TYPE('sizeOrKey', NUMBERS, sizeOrKey);
  }
  if (typeof sizeOrKey === 'number') validateInt32(sizeOrKey, 'sizeOrKey');
  if (keyEncoding && !Buffer.isEncoding(keyEncoding) && keyEncoding !== 'buffer') {
    genEncoding = generator;
    generator = keyEncoding;
    keyEncoding = false;
  }
  if (typeof sizeOrKey !== 'number') sizeOrKey = bytesOf(toBuf(sizeOrKey, keyEncoding || undefined));
  if (!generator) generator = DEFAULT_GENERATOR;
  else if (typeof generator === 'number') validateInt32(generator, 'generator');
  else if (typeof generator === 'string' || isBytes(generator)) generator = bytesOf(toBuf(generator, genEncoding));
  else throw new ERR_INVALID_ARG_TYPE('generator', NUMBERS, generator);

  if (typeof sizeOrKey === 'number') {
    if (typeof generator !== 'number') {
      const error = new ERR_INVALID_ARG_TYPE('generator', 'number', generator);
      error.message = 'Second argument must be an int32';
      throw error;
    }
    adopt(this, native.dhNewOfSize(sizeOrKey + 0, generator));
  } else {
    adopt(this, native.dhNew(sizeOrKey, typeof generator === 'number' ? numberBytes(generator) : generator));
  }
}

function numberBytes(n) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n < 0 ? 0 : n);
  return bytes;
}

const primeOfGroup = (name) => native.dhGroup(StringPrototypeToLowerCase(name));

function DiffieHellmanGroup(name) {
  if (!(this instanceof DiffieHellmanGroup)) return new DiffieHellmanGroup(name);
  if (typeof name !== 'string') {
    const error = new ERR_INVALID_ARG_TYPE('name', 'string', name);
    error.message = 'Group name must be a string';
    throw error;
  }
  const prime = primeOfGroup(name);
  if (prime === undefined) throw new ERR_CRYPTO_UNKNOWN_DH_GROUP();
  adopt(this, native.dhNew(prime, numberBytes(DEFAULT_GENERATOR)));
}

function number(object, name, missing) {
  const bytes = native.dhNumber(object[kId], name);
  if (bytes !== undefined) return bytes;
  const error = new ERR_CRYPTO_INVALID_STATE('');
  error.message = missing;
  throw error;
}

const shared = {
  generateKeys(encoding) {
    return encode(native.dhGenerate(this[kId]), encoding);
  },
  computeSecret(key, inEnc, outEnc) {
    key = getArrayBufferOrView(key, 'key', inEnc);
    return encode(native.dhSecret(this[kId], key), outEnc);
  },
  getPrime(encoding) {
    return encode(number(this, 'p', 'p is null'), encoding);
  },
  getGenerator(encoding) {
    return encode(number(this, 'g', 'g is null'), encoding);
  },
  getPublicKey(encoding) {
    return encode(number(this, 'pub_key', 'No public key - did you forget to generate one?'), encoding);
  },
  getPrivateKey(encoding) {
    return encode(number(this, 'priv_key', 'No private key - did you forget to generate one?'), encoding);
  },
};
ObjectAssign(DiffieHellman.prototype, shared);
ObjectAssign(DiffieHellmanGroup.prototype, shared);

DiffieHellman.prototype.setPublicKey = function setPublicKey(key, encoding) {
  native.dhSet(this[kId], false, getArrayBufferOrView(key, 'key', encoding));
  return this;
};

DiffieHellman.prototype.setPrivateKey = function setPrivateKey(key, encoding) {
  native.dhSet(this[kId], true, getArrayBufferOrView(key, 'key', encoding));
  return this;
};

// ---- curves

const FORMS = { __proto__: null, compressed: 2, uncompressed: 4, hybrid: 6 };

function formOf(format) {
  if (!format) return FORMS.uncompressed;
  const form = FORMS[format];
  if (form === undefined) throw new ERR_CRYPTO_ECDH_INVALID_FORMAT(format);
  return form;
}

function ECDH(curve) {
  if (!(this instanceof ECDH)) return new ECDH(curve);
  validateString(curve, 'curve');
  this[kId] = own(this, native.ecdhNew(curve));
}

ObjectAssign(ECDH.prototype, {
  computeSecret(key, inEnc, outEnc) {
    const secret = native.ecdhSecret(this[kId], getArrayBufferOrView(key, 'key', inEnc));
    if (secret === undefined) throw new ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY();
    return encode(secret, outEnc);
  },
  setPrivateKey(key, encoding) {
    native.ecdhSetPrivate(this[kId], getArrayBufferOrView(key, 'key', encoding));
    return this;
  },
  setPublicKey: deprecate(function setPublicKey(key, encoding) {
    native.ecdhSetPublic(this[kId], getArrayBufferOrView(key, 'key', encoding));
    return this;
  }, 'ecdh.setPublicKey() is deprecated.', 'DEP0031'),
  getPrivateKey(encoding) {
    return encode(native.ecdhPrivate(this[kId]), encoding);
  },
  generateKeys(encoding, format) {
    native.ecdhGenerate(this[kId]);
    return this.getPublicKey(encoding, format);
  },
  getPublicKey(encoding, format) {
    const form = formOf(format);
    return encode(native.ecdhPublic(this[kId], form), encoding);
  },
});

ECDH.convertKey = function convertKey(key, curve, inEnc, outEnc, format) {
  validateString(curve, 'curve');
  key = getArrayBufferOrView(key, 'key', inEnc);
  const form = formOf(format);
  if (key.byteLength === 0) return '';
  return encode(native.ecdhConvert(key, curve, form), outEnc);
};

// ---- any two keys

const AGREEING = new SafeSet(['dh', 'ec', 'x448', 'x25519']);

function checkKinds(privateKey, publicKey) {
  if (privateKey == null) throw new ERR_INVALID_ARG_VALUE('options.privateKey', privateKey);
  if (publicKey == null) throw new ERR_INVALID_ARG_VALUE('options.publicKey', publicKey);
  const ours = isKeyObject(privateKey) ? handleOf(privateKey) : undefined;
  const theirs = isKeyObject(publicKey) ? handleOf(publicKey) : undefined;
  if (ours !== undefined && ours.type !== 'private') throw new ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(ours.type, 'private');
  if (theirs?.type === 'secret') throw new ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE('secret', 'private or public');
  if (ours === undefined || theirs === undefined) return;
  if (ours.keyType !== theirs.keyType || !AGREEING.has(ours.keyType)) {
    throw new ERR_CRYPTO_INCOMPATIBLE_KEY('key types for Diffie-Hellman', `${ours.keyType} and ${theirs.keyType}`);
  }
}

function diffieHellman(options, callback) {
  validateObject(options, 'options');
  if (callback !== undefined) validateFunction(callback, 'callback');
  const { privateKey, publicKey } = options;
  checkKinds(privateKey, publicKey);
  const theirs = publicOrPrivateHandle(publicKey, 'options.publicKey');
  const ours = privateHandle(privateKey, 'options.privateKey');
  if (callback === undefined) return asBuffer(native.derive(ours.id, theirs.id));
  run('derive', [ours.id, theirs.id], DHBitsJob, callback, asBuffer, [ours, theirs]);
}

module.exports = { DiffieHellman, DiffieHellmanGroup, ECDH, diffieHellman, primeOfGroup };
