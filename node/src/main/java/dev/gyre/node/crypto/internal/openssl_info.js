'use strict';

// What this OpenSSL knows and how it is set up.

const { codes: { ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED } } = require('internal/errors');
const { validateNumber, validateString } = require('internal/validators');
const { cachedResult, filterDuplicateStrings } = require('internal/util');

const native = binding('crypto');

// OpenSSL 3 has providers in their place.
function setEngine(id, flags) {
  validateString(id, 'id');
  if (flags) validateNumber(flags, 'flags');
  throw new ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
}

const SMALLEST_ALLOCATION = 2; // Node's default of --secure-heap-min

// OpenSSL's secure heap is never set up here (--secure-heap), so it has no room and nothing in it. OpenSSL itself must
// not be asked: its CRYPTO_secure_used takes a lock that is made with the heap.
function secureHeapUsed() {
  return { total: 0, used: 0, utilization: NaN, min: SMALLEST_ALLOCATION };
}

module.exports = {
  getCiphers: cachedResult(() => filterDuplicateStrings(native.cipherNames(), true)),
  getCurves: cachedResult(() => filterDuplicateStrings(native.curveNames())),
  getHashes: cachedResult(() => filterDuplicateStrings(native.hashNames())),
  secureHeapUsed,
  setEngine,
};
