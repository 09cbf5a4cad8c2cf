'use strict';

// SubtleCrypto's encapsulateBits, encapsulateKey, decapsulateBits and decapsulateKey.

const { ArrayPrototypeIncludes, PromisePrototypeThen, bufferOf } = require('internal/primordials');
const { copyOf, runPromise } = require('internal/crypto/util');
const { slotsOf } = require('internal/crypto/crypto_key');
const { normalize, refuse } = require('internal/crypto/webcrypto_algorithms');
const { KINDS } = require('internal/crypto/webcrypto_kinds');
const keys = require('internal/crypto/webcrypto_keys');

const toArrayBuffer = (bytes) => bufferOf(copyOf(bytes));
const failed = (cause) => { throw keys.operationError(cause); };

function checkedSlots(algorithm, key, usage, subject) {
  const slots = slotsOf(key);
  if (algorithm.name !== slots.algorithm.name) throw refuse('key algorithm mismatch', 'InvalidAccessError');
  if (!ArrayPrototypeIncludes(slots.usages, usage)) throw refuse(`${subject} does not have ${usage} usage`, 'InvalidAccessError');
  return slots;
}

const isHybrid = (slots) => KINDS[slots.algorithm.name].family === 'hybrid';

// A promise of { sharedKey, ciphertext }.
function encapsulate(slots) {
  if (slots.handle.type !== 'public') throw refuse('Key must be a public key', 'InvalidAccessError');
  const both = isHybrid(slots) ?
    require('internal/crypto/webcrypto_hybrids').encapsulate(slots) :
    PromisePrototypeThen(runPromise('encapsulate', [slots.handle.id], undefined, slots),
                         ({ 0: sharedKey, 1: ciphertext }) => ({ sharedKey, ciphertext }), failed);
  return PromisePrototypeThen(both, ({ sharedKey, ciphertext }) => ({
    sharedKey: toArrayBuffer(sharedKey), ciphertext: toArrayBuffer(ciphertext),
  }));
}

function decapsulate(slots, ciphertext) {
  if (slots.handle.type !== 'private') throw refuse('Key must be a private key', 'InvalidAccessError');
  const bytes = copyOf(ciphertext);
  const secret = isHybrid(slots) ?
    require('internal/crypto/webcrypto_hybrids').decapsulate(slots, bytes) :
    PromisePrototypeThen(runPromise('decapsulate', [slots.handle.id, bytes], undefined, slots), undefined, failed);
  return PromisePrototypeThen(secret, toArrayBuffer);
}

function encapsulateBits(algorithm, key) {
  return encapsulate(checkedSlots(normalize(algorithm, 'encapsulate'), key, 'encapsulateBits', 'encapsulationKey'));
}

function encapsulateKey(algorithm, key, sharedAlgorithm, extractable, usages) {
  algorithm = normalize(algorithm, 'encapsulate');
  sharedAlgorithm = normalize(sharedAlgorithm, 'importKey');
  const slots = checkedSlots(algorithm, key, 'encapsulateKey', 'encapsulationKey');
  return PromisePrototypeThen(encapsulate(slots), ({ sharedKey, ciphertext }) => ({
    ciphertext, sharedKey: keys.importKey('raw-secret', sharedKey, sharedAlgorithm, extractable, usages),
  }));
}

function decapsulateBits(algorithm, key, ciphertext) {
  return decapsulate(checkedSlots(normalize(algorithm, 'decapsulate'), key, 'decapsulateBits', 'decapsulationKey'), ciphertext);
}

function decapsulateKey(algorithm, key, ciphertext, sharedAlgorithm, extractable, usages) {
  algorithm = normalize(algorithm, 'decapsulate');
  sharedAlgorithm = normalize(sharedAlgorithm, 'importKey');
  const slots = checkedSlots(algorithm, key, 'decapsulateKey', 'decapsulationKey');
  return PromisePrototypeThen(decapsulate(slots, ciphertext),
    (secret) => keys.importKey('raw-secret', secret, sharedAlgorithm, extractable, usages));
}

module.exports = { decapsulateBits, decapsulateKey, encapsulateBits, encapsulateKey };
