'use strict';

// The Web Cryptography API: Crypto, SubtleCrypto. Every method of SubtleCrypto returns a promise, also for invalid
// arguments.

const {
  ArrayPrototypeIncludes, ArrayPrototypeMap, JSONParse, JSONStringify, ObjectDefineProperties, ObjectDefineProperty,
  ObjectPrototype, Promise, PromisePrototypeThen, PromiseReject, PromiseResolve, ReflectApply, Symbol,
  SymbolToStringTag,
} = require('internal/primordials');
const { TextDecoder } = require('internal/encoding');
const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } } = require('internal/errors');
const { emitExperimentalWarning, lazyDOMException } = require('internal/util');
const { Buffer } = require('buffer');
const { isResolved, notThenable } = require('internal/crypto/util');
const { getRandomValues, randomUUID } = require('internal/crypto/random');
const { CryptoKey, slotsOf } = require('internal/crypto/crypto_key');
const { normalize, refuse } = require('internal/crypto/webcrypto_algorithms');
const idl = require('internal/crypto/webcrypto_idl');
const keys = require('internal/crypto/webcrypto_keys');
const operations = require('internal/crypto/webcrypto_operations');

const kMake = Symbol('make');
let isReal; // tests for an object of SubtleCrypto itself

// The answer with its result as it is without `notThenable`.
function withoutShield(answer) {
  return new Promise((resolve, reject) => {
    PromisePrototypeThen(answer, (value) => {
      resolve(value);
      isResolved(value);
    }, reject);
  });
}

// Converts the arguments by `converters` and runs `body`; the first `required` ones are mandatory.
function method(name, required, converters, body, isExperimental) {
  const run = (receiver, args) => {
    if (isExperimental) emitExperimentalWarning(`The ${name} Web Crypto API method`);
    if (!isReal(receiver)) throw new ERR_INVALID_THIS('SubtleCrypto');
    idl.requireArguments(name, args.length, required);
    return ReflectApply(body, undefined, ArrayPrototypeMap(converters, (convert, i) => convert(args[i], idl.place(name, i))));
  };
  const wrapper = {
    [name](...args) {
      try {
        const answer = PromiseResolve(notThenable(run(this, args)));
        return 'then' in ObjectPrototype ? withoutShield(answer) : answer;
      } catch (error) {
        return PromiseReject(error);
      }
    },
  }[name];
  ObjectDefineProperty(wrapper, 'length', { __proto__: null, value: required, configurable: true });
  return wrapper;
}

function checkKey(key, algorithm, usage, message = `Unable to use this key to ${usage}`) {
  const slots = slotsOf(key);
  if (slots.algorithm.name !== algorithm.name) throw refuse('Key algorithm mismatch', 'InvalidAccessError');
  if (!ArrayPrototypeIncludes(slots.usages, usage)) throw refuse(message, 'InvalidAccessError');
}

// ---- the methods

function encryptOrDecrypt(usage) {
  return (algorithm, key, data) => {
    algorithm = normalize(algorithm, usage);
    checkKey(key, algorithm, usage);
    return operations.cipher(usage === 'encrypt', key, algorithm, data);
  };
}

function sign(algorithm, key, data) {
  algorithm = normalize(algorithm, 'sign');
  checkKey(key, algorithm, 'sign');
  return operations.sign(key, algorithm, data);
}

function verify(algorithm, key, signature, data) {
  algorithm = normalize(algorithm, 'verify');
  checkKey(key, algorithm, 'verify');
  return operations.verify(key, algorithm, signature, data);
}

function deriveBits(algorithm, baseKey, length) {
  algorithm = normalize(algorithm, 'deriveBits');
  const { algorithm: own, usages } = slotsOf(baseKey);
  if (!ArrayPrototypeIncludes(usages, 'deriveBits')) throw refuse('baseKey does not have deriveBits usage', 'InvalidAccessError');
  if (own.name !== algorithm.name) throw refuse('Key algorithm mismatch', 'InvalidAccessError');
  return operations.deriveBits(algorithm, baseKey, length);
}

async function deriveKey(algorithm, baseKey, derivedKeyType, extractable, usages) {
  algorithm = normalize(algorithm, 'deriveBits');
  const forImport = normalize(derivedKeyType, 'importKey');
  const forLength = normalize(derivedKeyType, 'keyLength');
  const slots = slotsOf(baseKey);
  if (!ArrayPrototypeIncludes(slots.usages, 'deriveKey')) throw refuse('baseKey does not have deriveKey usage', 'InvalidAccessError');
  if (slots.algorithm.name !== algorithm.name) throw refuse('Key algorithm mismatch', 'InvalidAccessError');
  const secret = await operations.deriveBits(algorithm, baseKey, keys.keyLength(forLength));
  return keys.importKey('raw-secret', secret, forImport, extractable, usages);
}

function importKey(format, data, algorithm, extractable, usages) {
  const place = idl.place('importKey', 1);
  data = format === 'jwk' ? idl.jwk(data, place) : idl.bytes(data, place);
  return keys.importKey(format, data, normalize(algorithm, 'importKey'), extractable, usages);
}

// An algorithm for wrapping supports wrapKey or encrypt.
function normalizeWrap(algorithm, usage, other) {
  try {
    return normalize(algorithm, usage);
  } catch {
    return normalize(algorithm, other);
  }
}

async function wrapKey(format, key, wrappingKey, algorithm) {
  algorithm = normalizeWrap(algorithm, 'wrapKey', 'encrypt');
  checkKey(wrappingKey, algorithm, 'wrapKey');
  const exported = keys.exportKey(format, key);
  let bytes = format === 'jwk' ? Buffer.from(JSONStringify(exported), 'utf8') : Buffer.from(exported);
  // AES-KW needs a multiple of 8 bytes; trailing blanks are valid in JSON.
  if (format === 'jwk' && algorithm.name === 'AES-KW' && bytes.length % 8 !== 0) {
    bytes = Buffer.concat([bytes, Buffer.alloc(8 - bytes.length % 8, ' ')]);
  }
  return operations.cipher(true, wrappingKey, algorithm, bytes);
}

async function unwrapKey(format, wrapped, unwrappingKey, algorithm, keyAlgorithm, extractable, usages) {
  algorithm = normalizeWrap(algorithm, 'unwrapKey', 'decrypt');
  keyAlgorithm = normalize(keyAlgorithm, 'importKey');
  checkKey(unwrappingKey, algorithm, 'unwrapKey');
  let data = await operations.cipher(false, unwrappingKey, algorithm, wrapped);
  if (format === 'jwk') data = parseJwk(data);
  return keys.importKey(format, data, keyAlgorithm, extractable, usages);
}

function parseJwk(bytes) {
  let jwk;
  try {
    jwk = idl.jwk(JSONParse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), 'wrapped key');
  } catch (cause) {
    throw lazyDOMException('Invalid wrapped JWK key', { name: 'DataError', cause });
  }
  if (jwk.kty === undefined) throw refuse('Invalid wrapped JWK key', 'DataError');
  return jwk;
}

// ---- the classes

class SubtleCrypto {
  #real = true;

  constructor(token) {
    if (token !== kMake) throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  static {
    isReal = (value) => typeof value === 'object' && value !== null && #real in value;
  }

  static supports(operation, algorithm, additional = null) {
    emitExperimentalWarning('The supports Web Crypto API method');
    if (this !== SubtleCrypto) throw new ERR_INVALID_THIS('SubtleCrypto constructor');
    idl.requireArguments('supports', arguments.length, 2);
    return require('internal/crypto/webcrypto_supports').supports(operation, algorithm, additional);
  }
}

const { algorithm, boolean, bytes, format, key, usages } = idl;
const unsignedLong = idl.integer(2 ** 32 - 1);
const any = (value) => value;
const lengthOrNull = (value, place) => (value === null || value === undefined ? null : unsignedLong(value, place));
const lazyKem = (name) => (...args) => ReflectApply(require('internal/crypto/webcrypto_kem')[name], undefined, args);

const METHODS = [
  ['encrypt', 3, [algorithm, key, bytes], encryptOrDecrypt('encrypt')],
  ['decrypt', 3, [algorithm, key, bytes], encryptOrDecrypt('decrypt')],
  ['sign', 3, [algorithm, key, bytes], sign],
  ['verify', 4, [algorithm, key, bytes, bytes], verify],
  ['digest', 2, [algorithm, bytes], (name, data) => operations.digest(normalize(name, 'digest'), data)],
  ['generateKey', 3, [algorithm, boolean, usages],
   (name, extractable, uses) => keys.generateKey(normalize(name, 'generateKey'), extractable, uses)],
  ['deriveKey', 5, [algorithm, key, algorithm, boolean, usages], deriveKey],
  ['deriveBits', 2, [algorithm, key, lengthOrNull], deriveBits],
  ['importKey', 5, [format, any, algorithm, boolean, usages], importKey],
  ['exportKey', 2, [format, key], keys.exportKey],
  ['wrapKey', 4, [format, key, key, algorithm], wrapKey],
  ['unwrapKey', 7, [format, bytes, key, algorithm, algorithm, boolean, usages], unwrapKey],
  ['getPublicKey', 2, [key, usages], keys.getPublicKey, true],
  ['encapsulateBits', 2, [algorithm, key], lazyKem('encapsulateBits'), true],
  ['encapsulateKey', 5, [algorithm, key, algorithm, boolean, usages], lazyKem('encapsulateKey'), true],
  ['decapsulateBits', 3, [algorithm, key, bytes], lazyKem('decapsulateBits'), true],
  ['decapsulateKey', 6, [algorithm, key, bytes, algorithm, boolean, usages], lazyKem('decapsulateKey'), true],
];
for (let j = 0; j < METHODS.length; j++) {
  const { 0: name, 1: required, 2: converters, 3: body, 4: isExperimental = false } = METHODS[j];
  ObjectDefineProperty(SubtleCrypto.prototype, name, {
    __proto__: null,
    value: method(name, required, converters, body, isExperimental), enumerable: true, writable: true, configurable: true,
  });
}
ObjectDefineProperty(SubtleCrypto.prototype, SymbolToStringTag, { __proto__: null, value: 'SubtleCrypto', configurable: true });
ObjectDefineProperty(SubtleCrypto, 'supports', { __proto__: null, enumerable: true });

let subtle;

class Crypto {
  #real = true;

  constructor(token) {
    if (token !== kMake) throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  static check(value) {
    if (typeof value !== 'object' || value === null || !(#real in value)) throw new ERR_INVALID_THIS('Crypto');
  }

  get subtle() {
    checkCrypto(this);
    return subtle;
  }

  getRandomValues(array) {
    checkCrypto(this);
    idl.requireArguments('getRandomValues', arguments.length, 1, 'Crypto');
    return getRandomValues(array);
  }

  randomUUID() {
    checkCrypto(this);
    return randomUUID();
  }
}

const checkCrypto = Crypto.check;
delete Crypto.check;

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(Crypto.prototype, {
  __proto__: null,
  subtle: enumerable, getRandomValues: enumerable, randomUUID: enumerable,
  [SymbolToStringTag]: { __proto__: null, value: 'Crypto', configurable: true },
});

subtle = new SubtleCrypto(kMake);

module.exports = { Crypto, CryptoKey, SubtleCrypto, crypto: new Crypto(kMake) };
