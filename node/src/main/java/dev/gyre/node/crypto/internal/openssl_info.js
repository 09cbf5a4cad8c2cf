'use strict';

// The algorithms and settings of this OpenSSL.

const { codes: { ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED } } = require('internal/errors');
const { validateNumber, validateString } = require('internal/validators');
const { cachedResult, filterDuplicateStrings } = require('internal/util');

const native = binding('crypto');

// OpenSSL 3 has providers instead of engines.
function setEngine(id, flags) {
  validateString(id, 'id');
  if (flags) validateNumber(flags, 'flags');
  throw new ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
}

const SMALLEST_ALLOCATION = 2; // Node's default of --secure-heap-min

// OpenSSL's secure heap is never set up here (--secure-heap), so its size and use are 0. OpenSSL itself must not be called:
// CRYPTO_secure_used takes a lock that is created together with the heap.
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
