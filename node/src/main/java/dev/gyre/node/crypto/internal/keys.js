'use strict';

// KeyObject and its subclasses, and the arguments that functions accept as keys.

const {
  Error, ObjectAssign, ObjectDefineProperty, RegExpPrototypeExec, SafeSet, StringPrototypeEndsWith,
  StringPrototypeIndexOf, SymbolToStringTag, joinLists,
} = require('internal/primordials');
const { codes: {
  ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS, ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE, ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS,
} } = require('internal/errors');
const { validateObject, validateOneOf, validateString } = require('internal/validators');
const { kSend, onReceive } = require('internal/message_types');
const { KeyHandle } = require('internal/crypto/key_handle');
const {
  isStringOrBytes, parseEncoding, parsePrivateKeyEncoding, parsePublicKeyEncoding,
} = require('internal/crypto/key_encoding');
const { fromJwk, fromRaw, toJwk } = require('internal/crypto/jwk');
const { asBuffer, copyOf, getArrayBufferOrView, isBytes } = require('internal/crypto/util');
const { Buffer } = require('buffer');

const native = binding('crypto');

const BYTES_ONLY = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];
const KEYS = joinLists(BYTES_ONLY, ['string', 'KeyObject', 'CryptoKey']);
const WITHOUT_OBJECTS = joinLists(BYTES_ONLY, ['string']);

let handleOf;
let isKeyObject;

class KeyObject {
  #handle;

  constructor(type, handle) {
    if (type !== 'secret' && type !== 'public' && type !== 'private') throw new ERR_INVALID_ARG_VALUE('type', type);
    if (typeof handle !== 'object' || !(handle instanceof KeyHandle)) {
      throw new ERR_INVALID_ARG_TYPE('handle', 'object', handle);
    }
    this.#handle = handle;
  }

  static {
    isKeyObject = (value) => typeof value === 'object' && value !== null && #handle in value;
    handleOf = (key, className = 'KeyObject') => {
      if (!isKeyObject(key)) throw new ERR_INVALID_THIS(className);
      return key.#handle;
    };
  }

  get type() {
    return handleOf(this).type;
  }

  toCryptoKey(algorithm, extractable, keyUsages) {
    return require('internal/crypto/webcrypto_keys').fromKeyObject(handleOf(this), algorithm, extractable, keyUsages);
  }

  static from(key) {
    if (!isCryptoKey(key)) throw new ERR_INVALID_ARG_TYPE('key', 'CryptoKey', key);
    const { handleOfCryptoKey, slotsOf } = require('internal/crypto/crypto_key');
    if (!slotsOf(key).extractable) warnOnce('DEP0204', 'Passing a non-extractable CryptoKey to KeyObject.from() is deprecated.');
    if (slotsOf(key).group !== undefined) throw new ERR_INVALID_ARG_VALUE('key', key, 'cannot be represented by a single KeyObject');
    return wrap(handleOfCryptoKey(key));
  }

  equals(otherKeyObject) {
    if (!isKeyObject(otherKeyObject)) throw new ERR_INVALID_ARG_TYPE('otherKeyObject', 'KeyObject', otherKeyObject);
    return handleOf(this).equals(handleOf(otherKeyObject));
  }
}

ObjectDefineProperty(KeyObject.prototype, SymbolToStringTag, { __proto__: null, value: 'KeyObject', configurable: true });

class SecretKeyObject extends KeyObject {
  constructor(handle) {
    super('secret', handle);
  }

  get symmetricKeySize() {
    const handle = handleOf(this);
    if (handle.type !== 'secret') throw new ERR_INVALID_THIS('SecretKeyObject');
    return handle.material.length;
  }

  export(options) {
    const handle = handleOf(this);
    if (options !== undefined) {
      validateObject(options, 'options');
      validateOneOf(options.format, 'options.format', [undefined, 'buffer', 'jwk']);
      if (options.format === 'jwk') return toJwk(handle);
    }
    return Buffer.from(handle.material);
  }
}

class AsymmetricKeyObject extends KeyObject {
  get asymmetricKeyType() {
    return asymmetric(this).keyType;
  }

  get asymmetricKeyDetails() {
    return asymmetric(this).details();
  }
}

function asymmetric(key) {
  const handle = handleOf(key);
  if (handle.type === 'secret') throw new ERR_INVALID_THIS('AsymmetricKeyObject');
  return handle;
}

class PublicKeyObject extends AsymmetricKeyObject {
  constructor(handle) {
    super('public', handle);
  }

  export(options) {
    const handle = handleOf(this);
    if (options?.format === 'jwk') return toJwk(handle);
    if (options?.format === 'raw-public') {
      if (handle.keyType === 'ec') {
        const { type = 'uncompressed' } = options;
        validateOneOf(type, 'options.type', ['compressed', 'uncompressed']);
        return handle.rawPublic(type === 'compressed');
      }
      return handle.rawPublic();
    }
    const { format, type } = parsePublicKeyEncoding(options, handle.keyType);
    return handle.write(format, type);
  }
}

class PrivateKeyObject extends AsymmetricKeyObject {
  constructor(handle) {
    super('private', handle);
  }

  export(options) {
    const handle = handleOf(this);
    if (options?.passphrase !== undefined && options.format !== 'pem' && options.format !== 'der') {
      throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(options.format, 'does not support encryption');
    }
    switch (options?.format) {
      case 'jwk': return toJwk(handle);
      case 'raw-private': return handle.rawPrivate();
      case 'raw-seed': return handle.rawSeed();
      default: {
        const { format, type, cipher, passphrase } = parsePrivateKeyEncoding(options, handle.keyType);
        return handle.write(format, type, cipher, passphrase);
      }
    }
  }
}

function wrap(handle) {
  const Kind = { secret: SecretKeyObject, public: PublicKeyObject, private: PrivateKeyObject }[handle.type];
  return new Kind(handle);
}

// structuredClone and messages between threads share the handle.
ObjectDefineProperty(KeyObject.prototype, require('internal/structured_clone').kClone, {
  __proto__: null,
  configurable: true,
  value() {
    return wrap(handleOf(this));
  },
});

ObjectDefineProperty(KeyObject.prototype, kSend, {
  __proto__: null,
  configurable: true,
  value(message) { return { deserializeInfo: 'KeyObject', data: handleOf(this).sent(message) }; },
});

onReceive('KeyObject', (data) => wrap(KeyHandle.received(data)));

function isCryptoKey(value) {
  const { isLoaded } = require('internal/core');
  return isLoaded('internal/crypto/crypto_key') && require('internal/crypto/crypto_key').isCryptoKey(value);
}

const warned = new SafeSet();

function warnOnce(code, message) {
  if (warned.has(code)) return;
  warned.add(code);
  process.emitWarning(message, 'DeprecationWarning', code);
}

// The handle of a KeyObject or CryptoKey, or undefined.
function existingHandle(key) {
  if (isKeyObject(key)) return handleOf(key);
  if (!isCryptoKey(key)) return undefined;
  warnOnce('DEP0203', 'Passing a CryptoKey to node:crypto functions is deprecated.');
  return require('internal/crypto/crypto_key').handleOfCryptoKey(key);
}

// ---- secret keys

// The bytes of a secret key in any of its forms: a copy that the user can't change.
function secretBytes(key, encoding) {
  const handle = existingHandle(key);
  if (handle !== undefined) {
    if (handle.type !== 'secret') throw new ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(handle.type, 'secret');
    return handle.material;
  }
  if (!isStringOrBytes(key)) throw new ERR_INVALID_ARG_TYPE('key', KEYS, key);
  return asBuffer(copyOf(getArrayBufferOrView(key, 'key', encoding)));
}

function createSecretKey(key, encoding) {
  if (!isStringOrBytes(key)) throw new ERR_INVALID_ARG_TYPE('key', BYTES_ONLY, key);
  return new SecretKeyObject(KeyHandle.secret(getArrayBufferOrView(key, 'key', encoding)));
}

// ---- asymmetric keys
//
// The accepted forms depend on the purpose: `use` is the kind of key needed, `isCreate` says that a KeyObject is created.

function checkKind(handle, use, isCreate, key) {
  if (isCreate && use === 'private') throw new ERR_INVALID_ARG_TYPE('key', joinLists(WITHOUT_OBJECTS, ['URL']), key);
  if (handle.type === 'private') return handle;
  if (use === 'private' || isCreate) throw new ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(handle.type, 'private');
  if (handle.type !== 'public') throw new ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(handle.type, 'private or public');
  return handle;
}

function expected(use, isCreate) {
  const kinds = isCreate && use === 'private' ? WITHOUT_OBJECTS : KEYS;
  return use === 'private' ? joinLists(kinds, ['URL']) : kinds;
}

// Returns a handle: a private one if `use` is 'private', otherwise of the key's own kind. `found` is the kind to look for in
// encoded keys, if it differs.
function asymmetricHandle(key, use, isCreate = false, name = 'key', found = use) {
  const existing = existingHandle(key);
  if (existing !== undefined) return checkKind(existing, use, isCreate, key);
  if (isStringOrBytes(key)) return parse(getArrayBufferOrView(key, name), { format: 'pem' }, found);
  if (typeof key !== 'object' || key === null) throw new ERR_INVALID_ARG_TYPE(name, expected(use, isCreate), key);
  const { key: data, encoding, format } = key;
  const inner = existingHandle(data);
  if (inner !== undefined) return checkKind(inner, use, isCreate, data);
  if (format === 'jwk') {
    validateObject(data, `${name}.key`);
    return fromJwk(data, use === 'private' ? 'private' : isCreate ? 'public' : undefined);
  }
  if (format === 'raw-public' || format === 'raw-private' || format === 'raw-seed') {
    return raw(key, use, name);
  }
  if (!isStringOrBytes(data)) throw new ERR_INVALID_ARG_TYPE(`${name}.key`, expected(use, isCreate), data);
  const bytes = getArrayBufferOrView(data, `${name}.key`, encoding);
  return parse(bytes, parseEncoding(key, undefined, use === 'private' ? false : undefined, name), found);
}

function raw({ key: data, format, asymmetricKeyType, namedCurve }, use, name) {
  if (use === 'private' && format === 'raw-public') throw new ERR_INVALID_ARG_VALUE(`${name}.format`, format);
  if (!isBytes(data)) throw new ERR_INVALID_ARG_TYPE(`${name}.key`, BYTES_ONLY, data);
  validateString(asymmetricKeyType, `${name}.asymmetricKeyType`);
  if (asymmetricKeyType === 'ec') validateString(namedCurve, `${name}.namedCurve`);
  return fromRaw({ data: getArrayBufferOrView(data, `${name}.key`), format, type: asymmetricKeyType, namedCurve });
}

// OpenSSL's message for a text that contains no key.
function noKey() {
  const message = 'error:1E08010C:DECODER routines::unsupported';
  return ObjectAssign(new Error(message), {
    opensslErrorStack: [message], library: 'DECODER routines', reason: 'unsupported', code: 'ERR_OSSL_UNSUPPORTED',
  });
}

const PEM_BEGINNING = '-----BEGIN ';
const PEM_LINE = 65; // including the line end

// A text as OpenSSL writes it, with one unencrypted key.
const PLAIN_PEM = /^-----BEGIN ((?:RSA )?PUBLIC KEY|(?:RSA |EC )?PRIVATE KEY)-----\n((?:[A-Za-z0-9+/]{64}\n)*[A-Za-z0-9+/]{1,64}={0,2}\n)-----END \1-----\n?$/;

// [, name, base64] of such a text, or null.
function plainPem(text) {
  const plain = RegExpPrototypeExec(PLAIN_PEM, text);
  const isWhole = plain !== null && ((plain[2].length % PEM_LINE || PEM_LINE) - 1) % 4 === 0; // other lengths are left to OpenSSL's decoder
  return isWhole ? plain : null;
}

// The handle of the one key in a PEM text, or undefined if the text is not that simple. Packages such as jsonwebtoken try
// every secret as PEM first, so a text without a header is refused before any call.
function parsePem(bytes, use) {
  const text = asBuffer(bytes).latin1Slice(0, bytes.length);
  const at = StringPrototypeIndexOf(text, PEM_BEGINNING);
  if (at === -1) throw noKey();
  if (StringPrototypeIndexOf(text, PEM_BEGINNING, at + 1) !== -1) return undefined;
  const plain = plainPem(text);
  if (plain !== null && use === 'private' && StringPrototypeEndsWith(plain[1], 'PUBLIC KEY')) return undefined;
  const id = plain === null ? native.keyParseSingle(bytes, use === 'private') :
    native.keyParseBlock(plain[1], Buffer.from(plain[2], 'base64'));
  return id === 0 ? undefined : signedHandle(id);
}

// The native side returns a negative number for a private key.
const signedHandle = (id) => (id < 0 ? KeyHandle.native('private', -id) : KeyHandle.native('public', id));

function parse(bytes, { format, type, passphrase }, use) {
  const isPem = format === 'pem';
  const handle = isPem ? parsePem(bytes, use) : undefined;
  if (handle !== undefined) return handle;
  if (use === 'private') {
    return KeyHandle.native('private', native.keyParsePrivate(bytes, isPem, type, passphrase));
  }
  return signedHandle(native.keyParseAny(bytes, isPem, type, passphrase));
}

function createPublicKey(key) {
  return new PublicKeyObject(asymmetricHandle(key, 'public', true).asPublic());
}

function createPrivateKey(key) {
  return new PrivateKeyObject(asymmetricHandle(key, 'private', true));
}

module.exports = {
  KeyObject,
  PrivateKeyObject,
  PublicKeyObject,
  SecretKeyObject,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  existingHandle,
  handleOf,
  isCryptoKey,
  isKeyObject,
  privateHandle: (key, name) => asymmetricHandle(key, 'private', false, name),
  // Operations that need a private key, but for which OpenSSL reports the error.
  privateOperationHandle: (key, name) => asymmetricHandle(key, 'private', false, name, 'public'),
  publicOrPrivateHandle: (key, name) => asymmetricHandle(key, 'public', false, name),
  secretBytes,
  wrap,
};
