'use strict';

// SubtleCrypto.supports(): whether an operation is supported, without running it.

const { ArrayPrototypeIncludes, MathCeil, RegExpPrototypeExec } = require('internal/primordials');
const idl = require('internal/crypto/webcrypto_idl');
const { slotsOf } = require('internal/crypto/crypto_key');
const { normalize } = require('internal/crypto/webcrypto_algorithms');
const keys = require('internal/crypto/webcrypto_keys');
const { KINDS } = require('internal/crypto/webcrypto_kinds');
const { checkLength } = require('internal/crypto/webcrypto_operations');

const SHARED_KEY_BITS = 256; // of every KEM

const OPERATIONS = [
  'decapsulateBits', 'decapsulateKey', 'decrypt', 'deriveBits', 'deriveKey', 'digest', 'encapsulateBits', 'encapsulateKey',
  'encrypt', 'exportKey', 'generateKey', 'getPublicKey', 'importKey', 'sign', 'unwrapKey', 'verify', 'wrapKey',
];

// Operations of the registry, where they have another name.
const REGISTERED = {
  __proto__: null, encapsulateBits: 'encapsulate', encapsulateKey: 'encapsulate', decapsulateBits: 'decapsulate',
  decapsulateKey: 'decapsulate', deriveKey: 'deriveBits', getPublicKey: 'exportKey',
};

function attempt(body) {
  try {
    return body();
  } catch {
    return false;
  }
}

const isKnown = (algorithm, operation) => attempt(() => normalize(algorithm, operation) !== undefined);

const MAX_BITS = { '__proto__': null, 'P-256': 256, 'P-384': 384, 'P-521': 528, 'X25519': 256, 'X448': 448 };

function canDerive(algorithm, length) {
  const { name } = algorithm;
  if (name === 'X25519' || name === 'X448') return !(length > MAX_BITS[name]);
  if (name === 'ECDH') return !(length > MAX_BITS[slotsOf(algorithm.public).algorithm.namedCurve]);
  checkLength(algorithm, length);
  return true;
}

// Whether the secret of a KEM can be a key of this algorithm.
function fitsSharedKey({ name, length }) {
  const { family } = KINDS[name];
  if (family === 'hmac' || family === 'kmac') return length === undefined || MathCeil(length / 8) * 8 === SHARED_KEY_BITS;
  return family === 'aes' || family === 'chacha' || family === 'kdf';
}

function check(operation, algorithm, length) {
  if (operation === 'wrapKey' || operation === 'unwrapKey') {
    return isKnown(algorithm, operation) || isKnown(algorithm, operation === 'wrapKey' ? 'encrypt' : 'decrypt');
  }
  const known = normalize(algorithm, REGISTERED[operation] ?? operation);
  switch (operation) {
    case 'deriveBits':
    case 'deriveKey': return canDerive(known, length);
    case 'generateKey': return known.name !== 'HMAC' || known.length !== undefined || RegExpPrototypeExec(/^SHA3/, known.hash.name) === null;
    case 'getPublicKey': return KINDS[known.name].public !== undefined;
    default: return true;
  }
}

const needsAlgorithm = (operation) => RegExpPrototypeExec(/^(?:derive|(?:un)?wrap|(?:en|de)capsulate)Key$/, operation) !== null;

function supports(operation, algorithm, additional) {
  const place = (index) => idl.place('supports', index);
  operation = idl.string(operation, place(0));
  algorithm = idl.algorithm(algorithm, place(1));
  if (!ArrayPrototypeIncludes(OPERATIONS, operation)) return false;
  let length = null;
  if (operation === 'deriveBits' && additional !== null) length = idl.integer(2 ** 32 - 1)(additional, place(2));
  if (needsAlgorithm(operation)) {
    additional = idl.algorithm(additional, place(2));
    if (!isKnown(additional, operation === 'wrapKey' ? 'exportKey' : 'importKey')) return false;
    if (operation === 'deriveKey') {
      length = attempt(() => keys.keyLength(normalize(additional, 'keyLength')));
      if (length === false) return false;
    }
    if (RegExpPrototypeExec(/capsulateKey$/, operation) !== null && !fitsSharedKey(normalize(additional, 'importKey'))) return false;
  }
  return attempt(() => check(operation, algorithm, length));
}

module.exports = { supports };
