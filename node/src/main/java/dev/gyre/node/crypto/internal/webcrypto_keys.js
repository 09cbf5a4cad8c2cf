'use strict';

// Keys of the Web Cryptography API: generation, import and export. Families of algorithms differ only in their names.

const {
  ArrayPrototypeEvery, ArrayPrototypeFilter, ArrayPrototypeFlat, ArrayPrototypeIncludes, ArrayPrototypeSome, Boolean,
  MathCeil, Number, Promise, PromisePrototypeThen, ReflectApply, RegExpPrototypeExec, SafeSet, StringPrototypeSlice,
  StringPrototypeToLowerCase, Uint8Array, bufferOf, copyList, joinLists, replacePattern,
} = require('internal/primordials');
const { lazyDOMException } = require('internal/util');
const { Buffer } = require('buffer');
const { KeyHandle } = require('internal/crypto/key_handle');
const { fromJwk, fromRaw, toJwk } = require('internal/crypto/jwk');
const { CURVES, exponentOf, normalize, refuse } = require('internal/crypto/webcrypto_algorithms');
const { EXPANDED_PKCS8_BYTES, KINDS } = require('internal/crypto/webcrypto_kinds');
const { makeKey, slotsOf } = require('internal/crypto/crypto_key');
const { algorithmOf } = require('internal/crypto/digest');
const { bytesOf, copyOf, runPromise } = require('internal/crypto/util');
const { randomFill } = require('internal/crypto/random');
const idl = require('internal/crypto/webcrypto_idl');

const native = binding('crypto');

const OPERATION_FAILED = 'The operation failed for an operation-specific reason';

function operationError(cause) {
  return lazyDOMException(OPERATION_FAILED, { name: 'OperationError', cause });
}

function checkUsages(usages, allowed, subject) {
  if (!ArrayPrototypeEvery(usages, (usage) => ArrayPrototypeIncludes(allowed, usage))) {
    throw refuse(`Unsupported key usage for ${subject} key`, 'SyntaxError');
  }
}

function notEmpty(usages) {
  if (usages.length === 0) throw refuse('Usages cannot be empty when creating a key.', 'SyntaxError');
}

const lazyHybrids = () => require('internal/crypto/webcrypto_hybrids');

// ---- generation

function pairArguments(kind, algorithm) {
  switch (kind.type) {
    case 'rsa': return ['rsa', algorithm.modulusLength, exponentOf(algorithm.publicExponent)];
    case 'ec': return ['ec', CURVES[algorithm.namedCurve], false];
    default: return [kind.type];
  }
}

function pairAlgorithm({ type }, { name, modulusLength, publicExponent, hash, namedCurve }) {
  if (type === 'rsa') return { name, modulusLength, publicExponent: new Uint8Array(publicExponent), hash };
  return type === 'ec' ? { name, namedCurve } : { name };
}

function splitUsages(kind, usages) {
  const forPrivate = ArrayPrototypeFilter(usages, (usage) => ArrayPrototypeIncludes(kind.private, usage));
  notEmpty(forPrivate);
  return { forPublic: ArrayPrototypeFilter(usages, (usage) => ArrayPrototypeIncludes(kind.public, usage)), forPrivate };
}

function generatePair(algorithm, extractable, usages) {
  const kind = KINDS[algorithm.name];
  checkUsages(usages, joinLists(kind.public, kind.private), algorithm.name);
  const args = pairArguments(kind, algorithm);
  const { forPublic, forPrivate } = splitUsages(kind, usages);
  const keyAlgorithm = pairAlgorithm(kind, algorithm);
  return PromisePrototypeThen(runPromise('keyGenerate', args, (id) => {
    const handle = KeyHandle.native('private', id);
    return {
      publicKey: makeKey(handle.asPublic(), keyAlgorithm, forPublic, true),
      privateKey: makeKey(handle, keyAlgorithm, forPrivate, extractable),
    };
  }), undefined, (cause) => { throw operationError(cause); });
}

function blockBits({ name }) {
  if (RegExpPrototypeExec(/^SHA3/, name) !== null) throw refuse('Explicit algorithm length member is required', 'NotSupportedError');
  return algorithmOf(replacePattern(/^sha-/, StringPrototypeToLowerCase(name), 'sha')).blockSize * 8;
}

const defaultBits = ({ name, hash }) => (hash === undefined ? Number(StringPrototypeSlice(name, -3)) : blockBits(hash));

// How many bits of a secret become a key; null: all.
function keyLength({ name, length, hash }) {
  const { family } = KINDS[name];
  if (family === 'kdf') return null;
  if (family === 'chacha') return 256;
  return family === 'hmac' || family === 'kmac' ? length ?? defaultBits({ name, hash }) : length;
}

function secretAlgorithm({ family }, { name, length, hash }) {
  if (family === 'chacha') return { name };
  return family === 'hmac' ? { name, length, hash } : { name, length };
}

function generateSecret(algorithm, extractable, usages) {
  const kind = KINDS[algorithm.name];
  checkUsages(usages, kind.secret, algorithm.name);
  notEmpty(usages);
  const length = kind.family === 'chacha' ? 256 : algorithm.length ?? defaultBits(algorithm);
  const bytes = Buffer.alloc(MathCeil(length / 8));
  return new Promise((resolve, reject) => {
    randomFill(bytes, (error) => {
      if (error) {
        reject(operationError(error));
        return;
      }
      if (length % 8 !== 0) bytes[bytes.length - 1] &= 0xff << 8 - length % 8;
      resolve(makeKey(KeyHandle.secret(bytes), secretAlgorithm(kind, { ...algorithm, length }), usages, extractable));
    });
  });
}

function generateKey(algorithm, extractable, usages) {
  const kind = KINDS[algorithm.name];
  if (kind.family === 'hybrid') return lazyHybrids().generate(kind, algorithm, extractable, usages);
  return (kind.family === 'pair' ? generatePair : generateSecret)(algorithm, extractable, usages);
}

// ---- JSON Web Keys

const bitsOf = (hash) => replacePattern(/^SHA-?/, hash.name, '');

function jwkAlgorithm({ name, length, hash }) {
  switch (name) {
    case 'AES-CBC': case 'AES-CTR': case 'AES-GCM': case 'AES-OCB': case 'AES-KW':
      return `A${length}${StringPrototypeSlice(name, 4)}`;
    case 'ChaCha20-Poly1305': return 'C20P';
    case 'KMAC128': case 'KMAC256': return `K${StringPrototypeSlice(name, 4)}`;
    case 'HMAC': return RegExpPrototypeExec(/^SHA-/, hash.name) !== null ? `HS${bitsOf(hash)}` : undefined;
    case 'RSASSA-PKCS1-v1_5': return RegExpPrototypeExec(/^SHA-/, hash.name) !== null ? `RS${bitsOf(hash)}` : undefined;
    case 'RSA-PSS': return RegExpPrototypeExec(/^SHA-/, hash.name) !== null ? `PS${bitsOf(hash)}` : undefined;
    case 'RSA-OAEP':
      if (RegExpPrototypeExec(/^SHA-/, hash.name) === null) return undefined;
      return hash.name === 'SHA-1' ? 'RSA-OAEP' : `RSA-OAEP-${bitsOf(hash)}`;
    case 'Ed25519': case 'Ed448': return name;
    default: return undefined;
  }
}

function checkJwk(jwk, kty, extractable, usages, use) {
  const invalid = (message = 'Invalid keyData') => refuse(message, 'DataError');
  if (typeof jwk.kty !== 'string') throw invalid();
  if (jwk.kty !== kty) throw invalid('Invalid JWK "kty" Parameter');
  const needed = { __proto__: null, RSA: ['n', 'e'], EC: ['crv', 'x', 'y'], OKP: ['crv', 'x'], oct: ['k'], AKP: ['alg', 'pub'] }[kty];
  if (ArrayPrototypeSome(needed, (name) => typeof jwk[name] !== 'string')) throw invalid();
  if (kty === 'RSA' && jwk.d !== undefined &&
      ArrayPrototypeSome(['p', 'q', 'dp', 'dq', 'qi'], (name) => typeof jwk[name] !== 'string')) throw invalid();
  if (usages.length > 0 && jwk.use !== undefined && jwk.use !== use) throw invalid('Invalid JWK "use" Parameter');
  checkKeyOps(jwk.key_ops, usages, invalid);
  if (jwk.ext === false && extractable) throw invalid('JWK "ext" Parameter and extractable mismatch');
}

function checkKeyOps(operations, usages, invalid) {
  if (operations === undefined) return;
  if (new SafeSet(operations).size !== operations.length) throw invalid('Duplicate key operation');
  if (ArrayPrototypeSome(usages, (usage) => !ArrayPrototypeIncludes(operations, usage))) throw invalid('Key operations and usage mismatch');
}

function checkJwkAlgorithm(jwk, expected) {
  if (jwk.alg !== undefined && expected !== undefined && !ArrayPrototypeIncludes(ArrayPrototypeFlat([expected]), jwk.alg)) {
    throw refuse('JWK "alg" does not match the requested algorithm', 'DataError');
  }
}

const ES = { '__proto__': null, 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };

// The algorithm names allowed in a JWK of a key pair.
function expectedJwkAlgorithm(kind, algorithm) {
  if (algorithm.name === 'ECDSA') return ES[algorithm.namedCurve];
  if (kind.type === 'ed25519' || kind.type === 'ed448') return [algorithm.name, 'EdDSA'];
  return kind.type === 'rsa' ? jwkAlgorithm(algorithm) : undefined;
}

// ---- import

function orDataError(make) {
  try {
    return make();
  } catch (cause) {
    throw lazyDOMException('Invalid keyData', { name: 'DataError', cause });
  }
}

function pairHandle(kind, format, data, algorithm, extractable, usages) {
  const { name } = algorithm;
  switch (format) {
    case 'spki':
      checkUsages(usages, kind.public, name);
      return orDataError(() => KeyHandle.native('public', native.keyParseAny(bytesOf(data), false, 'spki')));
    case 'pkcs8':
      checkUsages(usages, kind.private, name);
      if (bytesOf(data).length === EXPANDED_PKCS8_BYTES[name]) {
        throw refuse(`Importing an ${StringPrototypeSlice(name, 0, 6)} PKCS#8 key without a seed is not supported`, 'NotSupportedError');
      }
      return orDataError(() => KeyHandle.native('private', native.keyParsePrivate(bytesOf(data), false, 'pkcs8')));
    case 'jwk': {
      const isPublic = (kind.kty === 'AKP' ? data.priv : data.d) === undefined;
      checkUsages(usages, isPublic ? kind.public : kind.private, name);
      checkJwk(data, kind.kty, extractable, usages, kind.jwkUse);
      checkJwkCurve(kind, data, algorithm);
      checkJwkAlgorithm(data, expectedJwkAlgorithm(kind, algorithm));
      return orDataError(() => fromJwk(data, isPublic ? 'public' : 'private'));
    }
    case 'raw-seed':
      if (kind.kty !== 'AKP') return undefined;
      checkUsages(usages, kind.private, name);
      return orDataError(() => fromRaw({ data: bytesOf(data), format, type: kind.type }));
    case 'raw':
    case 'raw-public':
      if (kind.type === 'rsa' || (format === 'raw' && kind.isNew)) return undefined;
      checkUsages(usages, kind.public, name);
      return orDataError(() => fromRaw({
        data: bytesOf(data), format: 'raw-public', type: kind.type, namedCurve: algorithm.namedCurve,
      }));
    default: return undefined;
  }
}

function checkJwkCurve(kind, jwk, { name, namedCurve }) {
  if (kind.kty === 'AKP' && jwk.alg !== name) throw refuse('JWK "alg" Parameter and algorithm name mismatch', 'DataError');
  if (kind.kty === 'EC' && jwk.crv !== namedCurve) {
    throw refuse('JWK "crv" does not match the requested algorithm', 'DataError');
  }
  if (kind.kty === 'OKP' && jwk.crv !== name) {
    throw refuse('JWK "crv" Parameter and algorithm name mismatch', 'DataError');
  }
}

function finishPair(kind, handle, algorithm, extractable, usages) {
  const { name, namedCurve, hash } = algorithm;
  if (handle.keyType !== kind.type) throw refuse('Invalid key type', 'DataError');
  if (kind.type === 'ec') {
    if (!native.keyIsSound(handle.id, handle.type === 'private')) throw refuse('Invalid keyData', 'DataError');
    if (handle.details().namedCurve !== CURVES[namedCurve]) throw refuse('Named curve mismatch', 'DataError');
    return makeKey(handle, { name, namedCurve }, usages, extractable);
  }
  if (kind.type !== 'rsa') return makeKey(handle, { name }, usages, extractable);
  const { 0: modulusLength, 1: publicExponent } = native.keyDetails(handle.id);
  return makeKey(handle, { name, modulusLength, publicExponent: new Uint8Array(publicExponent), hash }, usages,
                 extractable);
}

function importPair(format, data, algorithm, extractable, usages) {
  const kind = KINDS[algorithm.name];
  const handle = pairHandle(kind, format, data, algorithm, extractable, usages);
  return handle && finishPair(kind, handle, algorithm, extractable, usages);
}

function secretHandle(kind, format, data, algorithm, extractable, usages) {
  const { name } = algorithm;
  if (format === 'raw-secret' || (format === 'raw' && !kind.isNew)) return KeyHandle.secret(bytesOf(data));
  if (format !== 'jwk' || kind.family === 'kdf') return undefined;
  checkJwk(data, 'oct', extractable, usages, kind.jwkUse);
  const handle = orDataError(() => KeyHandle.secret(Buffer.from(data.k, 'base64url')));
  checkJwkAlgorithm(data, jwkAlgorithm({ name, length: handle.material.length * 8, hash: algorithm.hash }));
  return handle;
}

function importSecret(format, data, algorithm, extractable, usages) {
  const { name, hash } = algorithm;
  const kind = KINDS[name];
  if (kind.family === 'kdf' && kind.isNew && format === 'raw') return undefined;
  if (kind.family === 'kdf' && extractable) throw refuse(`${name} keys are not extractable`, 'SyntaxError');
  checkUsages(usages, kind.secret, kind.family === 'kdf' ? `a ${name}` : name);
  const handle = format === 'handle' ? data : secretHandle(kind, format, data, algorithm, extractable, usages);
  if (handle === undefined) return undefined;
  const length = handle.material.length * 8;
  switch (kind.family) {
    case 'aes':
      if (length !== 128 && length !== 192 && length !== 256) throw refuse('Invalid key length', 'DataError');
      return makeKey(handle, { name, length }, usages, extractable);
    case 'chacha':
      if (length !== 256) throw refuse('Invalid key length', 'DataError');
      return makeKey(handle, { name }, usages, extractable);
    case 'hmac':
    case 'kmac': return importMac(handle, algorithm.length, name, hash, usages, extractable);
    default: return makeKey(handle, { name }, usages, extractable);
  }
}

function importMac(handle, wanted, name, hash, usages, extractable) {
  const length = handle.material.length * 8;
  if (length === 0 && name === 'HMAC') throw refuse('Zero-length key is not supported', 'DataError');
  const describe = (bits) => (hash === undefined ? { name, length: bits } : { name, length: bits, hash });
  if (wanted === undefined) return makeKey(handle, describe(length), usages, extractable);
  if (MathCeil(wanted / 8) !== length / 8) throw refuse('Invalid key length', 'DataError');
  const bytes = Buffer.from(handle.material);
  if (wanted % 8 !== 0) bytes[bytes.length - 1] &= 0xff << 8 - wanted % 8;
  return makeKey(KeyHandle.secret(bytes), describe(wanted), usages, extractable);
}

const IMPORTS = { __proto__: null, pair: importPair, hybrid: (...args) => ReflectApply(lazyHybrids().importKey, undefined, args) };

// Node's message names the format by the name that it has for the algorithm.
function shownFormat(kind, format) {
  if (format === 'raw-public' && kind.family === 'pair' && (kind.type === 'ec' || kind.kty === 'OKP')) return 'raw';
  return format === 'raw-secret' && kind.family === 'kdf' && !kind.isNew ? 'raw' : format;
}

function importKey(format, data, algorithm, extractable, usages) {
  const kind = KINDS[algorithm.name];
  const key = (IMPORTS[kind.family] ?? importSecret)(format, data, algorithm, extractable, usages);
  if (key === undefined) {
    throw refuse(`Unable to import ${algorithm.name} using ${shownFormat(kind, format)} format`, 'NotSupportedError');
  }
  return checkNotUseless(key);
}

function checkNotUseless(key) {
  const { handle: { type }, usages } = slotsOf(key);
  if (type !== 'public' && usages.length === 0) {
    throw refuse(`Usages cannot be empty when importing a ${type} key.`, 'SyntaxError');
  }
  return key;
}

// KeyObject.prototype.toCryptoKey
function fromKeyObject(handle, algorithm, extractable, usages) {
  algorithm = normalize(idl.algorithm(algorithm, 'The "algorithm" argument'), 'importKey');
  extractable = Boolean(extractable);
  usages = idl.usages(usages, 'The "keyUsages" argument');
  const kind = KINDS[algorithm.name];
  if ((kind.family === 'pair') !== (handle.type !== 'secret')) {
    throw refuse('Unrecognized algorithm name', 'NotSupportedError');
  }
  if (handle.type === 'secret') return checkNotUseless(importSecret('handle', handle, algorithm, extractable, usages));
  checkUsages(usages, kind[handle.type], algorithm.name);
  return checkNotUseless(finishPair(kind, handle, algorithm, extractable, usages));
}

// ---- export

const toArrayBuffer = (bytes) => bufferOf(copyOf(bytes));

function encodedPair(handle, format, kind, { namedCurve }) {
  const { type } = handle;
  const isNamed = kind.type !== 'rsa';
  if (format === 'spki') {
    if (type !== 'public') throw refuse('Key must be a public key', 'InvalidAccessError');
    // A compressed point would stay compressed.
    const point = kind.type === 'ec' ? fromRaw({ data: handle.rawPublic(), format: 'raw-public', type: 'ec', namedCurve }) : handle;
    return point.write('der', 'spki');
  }
  if (format === 'pkcs8') {
    if (type !== 'private') throw refuse('Key must be a private key', 'InvalidAccessError');
    const bytes = handle.write('der', 'pkcs8');
    if (kind.pkcs8Bytes !== undefined && bytes.length !== kind.pkcs8Bytes) throw operationError(); // a key without a seed
    return bytes;
  }
  if (type === 'public' && isNamed && (format === 'raw-public' || (format === 'raw' && !kind.isNew))) return handle.rawPublic();
  return type === 'private' && format === 'raw-seed' && kind.kty === 'AKP' ? handle.rawSeed() : undefined;
}

function encoded(slots, format, kind) {
  const { handle, algorithm } = slots;
  if (kind.family === 'hybrid') return lazyHybrids().exportKey(slots, format);
  if (kind.family === 'pair') {
    try {
      return encodedPair(handle, format, kind, algorithm);
    } catch (cause) {
      throw kind.kty === 'AKP' && cause.name !== 'InvalidAccessError' ? operationError(cause) : cause;
    }
  }
  return format === 'raw-secret' || (format === 'raw' && !kind.isNew) ? handle.material : undefined;
}

function exportKey(format, key) {
  const slots = slotsOf(key);
  const { handle, algorithm, extractable, usages } = slots;
  const { name } = algorithm;
  const kind = KINDS[name];
  if (kind.family === 'kdf') throw refuse(`${name} key export is not supported`, 'NotSupportedError');
  if (!extractable) throw refuse('key is not extractable', 'InvalidAccessError');
  if (format === 'jwk') {
    if (kind.family === 'hybrid') return lazyHybrids().exportJwk(slots);
    const alg = jwkAlgorithm(algorithm);
    const { kty, ...rest } = toJwk(handle);
    return { key_ops: copyList(usages), ext: extractable, ...(alg === undefined ? {} : { alg }), kty, ...rest };
  }
  const result = encoded(slots, format, kind);
  if (result === undefined) {
    throw refuse(`Unable to export ${name} ${handle.type} key using ${format} format`, 'NotSupportedError');
  }
  return toArrayBuffer(result);
}

// ---- the public half

function getPublicKey(key, usages) {
  const { handle, algorithm } = slotsOf(key);
  if (handle.type !== 'private') {
    throw refuse('key must be a private key', handle.type === 'secret' ? 'NotSupportedError' : 'InvalidAccessError');
  }
  const kind = KINDS[algorithm.name];
  checkUsages(usages, kind.public, algorithm.name);
  if (kind.family === 'hybrid') return lazyHybrids().publicHalf(slotsOf(key), usages);
  return makeKey(handle.asPublic(), algorithm, usages, true);
}

module.exports = {
  checkJwk, checkUsages, exportKey, fromKeyObject, generateKey, getPublicKey, importKey, keyLength, operationError,
  splitUsages,
};
