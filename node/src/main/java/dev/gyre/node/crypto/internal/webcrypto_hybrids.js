'use strict';

// Hybrid key encapsulation: ML-KEM together with a classical exchange of keys, so that a secret stays safe while one of both
// does (draft-irtf-cfrg-concrete-hybrid-kems).
//
//   seed (32 bytes) ── SHAKE256 ──> seed of ML-KEM, scalar of the group
//   public key       = public key of ML-KEM, then the group's element
//   ciphertext       = ciphertext of ML-KEM, then the element of a key made for this one message
//   shared secret    = SHA3-256(ML-KEM's secret, the group's secret, that element, the receiver's element, label)

const { BigInt, PromisePrototypeThen, PromiseReject, subarrayOf, copyList, joinLists } = require('internal/primordials');
const { lazyDOMException } = require('internal/util');
const { Buffer } = require('buffer');
const { concat } = Buffer; // a program may replace it
const { fromRaw } = require('internal/crypto/jwk');
const { hash } = require('internal/crypto/hash');
const { randomBytes, timingSafeEqual } = require('internal/crypto/random');
const { bytesOf, copyOf, runPromise } = require('internal/crypto/util');
const { makeKey } = require('internal/crypto/crypto_key');
const { KINDS } = require('internal/crypto/webcrypto_kinds');
const { checkJwk, checkUsages, operationError, splitUsages } = require('internal/crypto/webcrypto_keys');
const { refuse } = require('internal/crypto/webcrypto_algorithms');

const SEED_BYTES = 32;
const ML_KEM_SEED_BYTES = 64;
const UNCOMPRESSED = 4;

// `candidates` is how many scalars are derived, of which the first that is below the group's order is taken.
const P256 = {
  type: 'ec', namedCurve: 'P-256', elementBytes: 65, scalarBytes: 32, candidates: 4,
  order: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
};
const P384 = {
  type: 'ec', namedCurve: 'P-384', elementBytes: 97, scalarBytes: 48, candidates: 1,
  order: 0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
};
const X25519 = { type: 'x25519', namedCurve: undefined, elementBytes: 32, scalarBytes: 32, candidates: 1, order: undefined };
const ML_KEM_768 = { kem: 'ml-kem-768', publicBytes: 1184, ciphertextBytes: 1088 };
const ML_KEM_1024 = { kem: 'ml-kem-1024', publicBytes: 1568, ciphertextBytes: 1568 };

const SCHEMES = {
  '__proto__': null,
  'MLKEM768-P256': { ...ML_KEM_768, group: P256, label: 'MLKEM768-P256' },
  'MLKEM768-X25519': { ...ML_KEM_768, group: X25519, label: '\\.//^\\' },
  'MLKEM1024-P384': { ...ML_KEM_1024, group: P384, label: 'MLKEM1024-P384' },
};

const invalidData = (cause) => lazyDOMException('Invalid keyData', cause === undefined ? 'DataError' : { name: 'DataError', cause });

function orElse(makeError, make) {
  try {
    return make();
  } catch (cause) {
    throw makeError(cause);
  }
}

const part = (bytes, from, to) => copyOf(subarrayOf(bytes, from, to));

// ---- the group's half

function scalarFrom(bytes, { order, scalarBytes, candidates }) {
  for (let i = 0; i < candidates; i++) {
    const scalar = part(bytes, i * scalarBytes, (i + 1) * scalarBytes);
    if (order === undefined) return scalar;
    const value = BigInt(`0x${Buffer.from(scalar).toString('hex')}`);
    if (value !== 0n && value < order) return scalar;
  }
  throw operationError();
}

const secretOfGroup = (scalar, { type, namedCurve }) => fromRaw({ data: scalar, format: 'raw-private', type, namedCurve });

function elementFrom(bytes, { type, namedCurve }) {
  if (type === 'ec' && bytes[0] !== UNCOMPRESSED) throw invalidData();
  return fromRaw({ data: bytes, format: 'raw-public', type, namedCurve });
}

// ---- whole keys

function publicBytes({ handle, group }) {
  return concat([handle.rawPublic(), group.rawPublic()]);
}

function privateKey(seed, name, extractable, usages) {
  const scheme = SCHEMES[name];
  if (seed.length !== SEED_BYTES) throw invalidData();
  const { group } = scheme;
  const expanded = hash('shake256', seed, {
    outputEncoding: 'buffer', outputLength: ML_KEM_SEED_BYTES + group.scalarBytes * group.candidates,
  });
  const scalar = scalarFrom(part(expanded, ML_KEM_SEED_BYTES), group);
  return orElse(operationError, () => makeKey(
    fromRaw({ data: part(expanded, 0, ML_KEM_SEED_BYTES), format: 'raw-seed', type: scheme.kem }),
    { name }, usages, extractable, secretOfGroup(scalar, group), seed));
}

function publicKey(bytes, name, extractable, usages) {
  const { kem, publicBytes: kemBytes, group } = SCHEMES[name];
  if (bytes.length !== kemBytes + group.elementBytes) throw invalidData();
  return orElse(invalidData, () => makeKey(
    fromRaw({ data: part(bytes, 0, kemBytes), format: 'raw-public', type: kem }), { name }, usages, extractable,
    elementFrom(part(bytes, kemBytes), group)));
}

function generate(kind, { name }, extractable, usages) {
  const { slotsOf } = require('internal/crypto/crypto_key');
  checkUsages(usages, joinLists(kind.public, kind.private), name);
  const { forPublic, forPrivate } = splitUsages(kind, usages);
  const secret = privateKey(copyOf(randomBytes(SEED_BYTES)), name, extractable, forPrivate);
  return { publicKey: publicKey(publicBytes(slotsOf(secret)), name, true, forPublic), privateKey: secret };
}

function importKey(format, data, { name }, extractable, usages) {
  const kind = KINDS[name];
  switch (format) {
    case 'raw-public':
      checkUsages(usages, kind.public, name);
      return publicKey(copyOf(data), name, extractable, usages);
    case 'raw-seed':
      checkUsages(usages, kind.private, name);
      return privateKey(copyOf(data), name, extractable, usages);
    case 'jwk': return importJwk(data, kind, name, extractable, usages);
    default: return undefined;
  }
}

function importJwk(jwk, kind, name, extractable, usages) {
  const { slotsOf } = require('internal/crypto/crypto_key');
  const isPublic = jwk.priv === undefined;
  checkUsages(usages, isPublic ? kind.public : kind.private, name);
  checkJwk(jwk, 'AKP', extractable, usages, 'enc');
  if (jwk.alg !== name) throw refuse('JWK "alg" Parameter and algorithm name mismatch', 'DataError');
  const bytes = Buffer.from(jwk.pub, 'base64url');
  const { publicBytes: kemBytes, group } = SCHEMES[name];
  if (bytes.length !== kemBytes + group.elementBytes) throw invalidData();
  if (isPublic) return publicKey(bytes, name, extractable, usages);
  const key = privateKey(copyOf(Buffer.from(jwk.priv, 'base64url')), name, extractable, usages);
  if (!timingSafeEqual(publicBytes(slotsOf(key)), bytes)) throw invalidData();
  return key;
}

function exportKey(slots, format) {
  const { handle: { type }, seed } = slots;
  if (format === 'raw-public' && type === 'public') return publicBytes(slots);
  return format === 'raw-seed' && type === 'private' ? seed : undefined;
}

function exportJwk(slots) {
  const { handle: { type }, algorithm: { name }, extractable, usages, seed } = slots;
  const jwk = {
    kty: 'AKP', alg: name, pub: publicBytes(slots).toString('base64url'), key_ops: copyList(usages), ext: extractable,
  };
  if (type === 'private') jwk.priv = Buffer.from(seed).toString('base64url');
  return jwk;
}

const publicHalf = (slots, usages) => publicKey(publicBytes(slots), slots.algorithm.name, true, usages);

// ---- encapsulation

function combined(kemSecret, groupSecret, element, slots, { publicBytes: kemBytes, label }) {
  const receiver = subarrayOf(publicBytes(slots), kemBytes);
  return hash('sha3-256', concat([bytesOf(kemSecret), bytesOf(groupSecret), element, receiver, Buffer.from(label, 'latin1')]), 'buffer');
}

const failed = (cause) => { throw operationError(cause); };

const agree = (secret, element) => runPromise('derive', [secret.id, element.id], undefined, [secret, element]);

// A promise of { sharedKey, ciphertext }, as Uint8Arrays.
function encapsulate(slots) {
  const scheme = SCHEMES[slots.algorithm.name];
  const { group } = scheme;
  return PromisePrototypeThen(runPromise('encapsulate', [slots.handle.id], undefined, slots), ({ 0: secret, 1: ciphertext }) => {
    const own = secretOfGroup(scalarFrom(copyOf(randomBytes(group.scalarBytes * group.candidates)), group), group);
    const element = own.rawPublic();
    return PromisePrototypeThen(agree(own, slots.group), (groupSecret) => ({
      sharedKey: combined(secret, groupSecret, element, slots, scheme), ciphertext: concat([bytesOf(ciphertext), element]),
    }), failed);
  }, failed);
}

function decapsulate(slots, bytes) {
  const scheme = SCHEMES[slots.algorithm.name];
  const { ciphertextBytes, group } = scheme;
  if (bytes.length !== ciphertextBytes + group.elementBytes) return PromiseReject(operationError());
  const element = part(bytes, ciphertextBytes);
  const theirs = orElse(operationError, () => elementFrom(element, group));
  return PromisePrototypeThen(runPromise('decapsulate', [slots.handle.id, part(bytes, 0, ciphertextBytes)], undefined, slots),
    (secret) => PromisePrototypeThen(agree(slots.group, theirs),
      (groupSecret) => combined(secret, groupSecret, element, slots, scheme), failed), failed);
}

module.exports = { decapsulate, encapsulate, exportJwk, exportKey, generate, importKey, publicHalf };
