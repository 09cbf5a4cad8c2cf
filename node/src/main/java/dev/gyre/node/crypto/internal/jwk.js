'use strict';

// JSON Web Keys (RFC 7517, 7518, 8037): conversion from and to a key's handle.

const {
  ArrayPrototypeFind, ArrayPrototypeForEach, ArrayPrototypeMap, ObjectKeys, RegExpPrototypeExec, StringPrototypeStartsWith,
  StringPrototypeToLowerCase, StringPrototypeToUpperCase, itemsOf, joinLists, replacePattern,
} = require('internal/primordials');
const { codes: {
  ERR_CRYPTO_INVALID_CURVE, ERR_CRYPTO_INVALID_JWK, ERR_CRYPTO_JWK_UNSUPPORTED_CURVE,
  ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE, ERR_INVALID_ARG_VALUE,
} } = require('internal/errors');
const { Buffer } = require('buffer');
const { KeyHandle, incompatible } = require('internal/crypto/key_handle');

const native = binding('crypto');

const CURVES = {
  '__proto__': null, 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1', 'secp256k1': 'secp256k1',
};
const CURVE_BYTES = { '__proto__': null, 'P-256': 32, 'P-384': 48, 'P-521': 66, 'secp256k1': 32 };
const OKP = { __proto__: null, ed25519: 'Ed25519', ed448: 'Ed448', x25519: 'X25519', x448: 'X448' };
const RSA_PUBLIC = ['n', 'e'];
const RSA_PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi'];

const text = (bytes) => Buffer.from(bytes).toString('base64url');

function invalid(message) {
  const error = new ERR_CRYPTO_INVALID_JWK();
  if (message !== undefined) error.message = message;
  return error;
}

// ---- export

function toJwk(handle) {
  if (handle.type === 'secret') return { kty: 'oct', k: text(handle.material) };
  const isPrivate = handle.type === 'private';
  const type = handle.keyType;
  if (type === 'rsa') return rsaToJwk(handle, isPrivate);
  if (type === 'rsa-pss') return rsaToJwk(handle, isPrivate);
  if (type === 'ec') return ecToJwk(handle, isPrivate);
  if (type in OKP) {
    const jwk = { kty: 'OKP', crv: OKP[type], x: text(native.keyRawPublic(handle.id)) };
    if (isPrivate) jwk.d = text(native.keyRawPrivate(handle.id));
    return jwk;
  }
  if (RegExpPrototypeExec(/^(?:ml|slh)-/, type) !== null) return akpToJwk(handle, type, isPrivate);
  throw new ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE();
}

function rsaToJwk(handle, isPrivate) {
  if (handle.keyType === 'rsa-pss') throw new ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE();
  const parts = native.keyRsaParts(handle.id, isPrivate).map(text);
  const jwk = { kty: 'RSA' };
  ArrayPrototypeForEach(joinLists(RSA_PUBLIC, isPrivate ? RSA_PRIVATE : []), (name, i) => { jwk[name] = parts[i]; });
  return jwk;
}

function ecToJwk(handle, isPrivate) {
  const { 0: curve, 1: x, 2: y, 3: d } = native.keyEcParts(handle.id, isPrivate);
  const crv = ArrayPrototypeFind(ObjectKeys(CURVES), (name) => CURVES[name] === curve);
  if (crv === undefined) {
    const error = new ERR_CRYPTO_JWK_UNSUPPORTED_CURVE();
    error.message = `Unsupported JWK EC curve: ${curve}.`;
    throw error;
  }
  const jwk = { kty: 'EC', x: text(x), y: text(y), crv };
  if (isPrivate) jwk.d = text(d);
  return jwk;
}

function akpToJwk(handle, type, isPrivate) {
  const jwk = { kty: 'AKP', alg: replacePattern(/(\d)([FS])$/, StringPrototypeToUpperCase(type), (_, n, letter) => n + StringPrototypeToLowerCase(letter)),
                pub: text(handle.rawPublic()) };
  if (isPrivate) jwk.priv = text(StringPrototypeStartsWith(type, 'ml-') ? handle.rawSeed() : handle.rawPrivate());
  return jwk;
}

// ---- import

const bytesOf = (value) => Buffer.from(value, 'base64url');

const READERS = { __proto__: null, RSA: rsaFromJwk, EC: ecFromJwk, OKP: okpFromJwk, AKP: akpFromJwk };

function fromJwk(jwk, wanted) {
  const { kty } = jwk;
  if (typeof kty !== 'string') throw invalid('Invalid JWK format');
  const read = READERS[kty];
  if (read === undefined) throw invalid(`${kty} is not a supported JWK key type`);
  const handle = read(jwk);
  if (wanted === 'private' && handle.type !== 'private') throw invalid('JWK does not contain private key material');
  return handle;
}

// A JWK with a private half is read as a private key, even if only the public key is needed: both halves have to match.
function hasPrivate(jwk, name, message) {
  const value = jwk[name];
  if (value !== undefined && typeof value !== 'string') throw invalid(message);
  return value !== undefined;
}

function rsaFromJwk(jwk) {
  const message = 'Invalid JWK RSA key';
  const isPrivate = hasPrivate(jwk, 'd', message);
  const names = isPrivate ? joinLists(RSA_PUBLIC, RSA_PRIVATE) : RSA_PUBLIC;
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (typeof jwk[name] !== 'string') throw invalid(message);
  }
  if (isPrivate && jwk.oth !== undefined) throw invalid(message); // more than two primes
  let id;
  try {
    id = native.keyFromRsa(packed(ArrayPrototypeMap(names, (name) => bytesOf(jwk[name]))));
  } catch {
    throw invalid(message);
  }
  return KeyHandle.native(isPrivate ? 'private' : 'public', id);
}

// Concatenated, each with its length before it: a list would take one call into V8 per element.
function packed(parts) {
  let size = 0;
  for (const part of itemsOf(parts)) size += 4 + part.length;
  const all = Buffer.allocUnsafe(size);
  let at = 0;
  for (const part of itemsOf(parts)) {
    at = all.writeInt32BE(part.length, at);
    at += part.copy(all, at);
  }
  return all;
}

function ecFromJwk(jwk) {
  const message = 'Invalid JWK EC key';
  const { crv, x, y, d } = jwk;
  if (typeof crv !== 'string') throw invalid(message);
  const name = crv in CURVES ? crv : ArrayPrototypeFind(ObjectKeys(CURVES), (name) => CURVES[name] === crv); // falls back to OpenSSL's name
  if (name === undefined && native.curveNid(crv) === 0) throw new ERR_CRYPTO_INVALID_CURVE();
  if (typeof x !== 'string' || typeof y !== 'string' || name === undefined) throw invalid(message);
  const isPrivate = hasPrivate(jwk, 'd', message);
  const size = CURVE_BYTES[name];
  const point = Buffer.concat([Buffer.from([4]), sized(bytesOf(x), size), sized(bytesOf(y), size)]);
  let id;
  try {
    id = native.keyFromEc(CURVES[name], point, isPrivate ? bytesOf(d) : undefined);
  } catch {
    throw invalid(message);
  }
  return KeyHandle.native(isPrivate ? 'private' : 'public', id);
}

// Padded with leading zeroes to this size. A larger value is left unchanged and refused later.
function sized(bytes, size) {
  let from = 0;
  while (bytes.length - from > size && bytes[from] === 0) from++;
  bytes = bytes.subarray(from);
  return bytes.length >= size ? bytes : Buffer.concat([Buffer.alloc(size - bytes.length), bytes]);
}

function okpFromJwk(jwk) {
  const { crv, x, d } = jwk;
  const type = ArrayPrototypeFind(ObjectKeys(OKP), (name) => OKP[name] === crv);
  if (typeof crv !== 'string' || type === undefined) throw invalid('Invalid JWK OKP key');
  const isPrivate = hasPrivate(jwk, 'd', 'Invalid JWK OKP key');
  if (typeof x !== 'string') throw invalid('Invalid JWK OKP key');
  const id = isPrivate ? native.keyFromRawPair(type, bytesOf(d), bytesOf(x)) : native.keyFromRaw(type, bytesOf(x), false);
  if (id === undefined) throw invalid('Invalid JWK OKP key');
  return KeyHandle.native(isPrivate ? 'private' : 'public', id);
}

function akpFromJwk(jwk) {
  const { alg, pub, priv } = jwk;
  if (typeof alg !== 'string' || RegExpPrototypeExec(/^(?:ML|SLH)-/, alg) === null || typeof pub !== 'string') {
    throw invalid('Invalid JWK AKP key');
  }
  const isPrivate = hasPrivate(jwk, 'priv', 'Invalid JWK AKP key');
  const type = StringPrototypeToLowerCase(alg);
  const id = !isPrivate ? native.keyFromRaw(type, bytesOf(pub), false) :
    StringPrototypeStartsWith(type, 'ml-') ? native.keyFromSeed(type, bytesOf(priv)) : native.keyFromRaw(type, bytesOf(priv), true);
  if (id === undefined) throw invalid('Invalid JWK AKP key');
  const handle = KeyHandle.native(isPrivate ? 'private' : 'public', id);
  if (isPrivate && !handle.rawPublic().equals(bytesOf(pub))) throw invalid('Invalid JWK AKP key');
  return handle;
}

// ---- raw keys

function fromRaw({ data, format, type, namedCurve }) {
  const isPrivate = format !== 'raw-public';
  const invalidData = () => {
    const error = new ERR_INVALID_ARG_VALUE('key', data);
    error.message = 'Invalid key data';
    return error;
  };
  checkRawFormat(type, format);
  let id;
  if (type === 'ec') {
    if (native.curveNid(namedCurve) === 0) throw new ERR_CRYPTO_INVALID_CURVE();
    try {
      id = isPrivate ? native.keyFromEc(namedCurve, undefined, data) : native.keyFromEc(namedCurve, data, undefined);
      if (isPrivate && native.keyEcPrivate(id).length !== data.length) {
        native.free(id);
        id = undefined;
      }
    } catch {
      throw invalidData();
    }
  } else {
    id = format === 'raw-seed' ? native.keyFromSeed(type, data) : native.keyFromRaw(type, data, isPrivate);
  }
  if (id === undefined) throw invalidData();
  return KeyHandle.native(isPrivate ? 'private' : 'public', id);
}

function checkRawFormat(type, format) {
  const isSeedOnly = RegExpPrototypeExec(/^ml-/, type) !== null;
  if (RegExpPrototypeExec(/^(?:rsa|rsa-pss|dsa|dh)$/, type) !== null) throw incompatible();
  if (type !== 'ec' && !(type in OKP) && !(RegExpPrototypeExec(/^(?:ml|slh)-/, type) !== null && native.keyTypeExists(type))) {
    const error = new ERR_INVALID_ARG_VALUE('type', type);
    error.message = `Unsupported key type: ${type}`;
    throw error;
  }
  if ((format === 'raw-seed') !== isSeedOnly && format !== 'raw-public') {
    throw incompatible();
  }
}

module.exports = { fromJwk, fromRaw, toJwk };
