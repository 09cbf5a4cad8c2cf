'use strict';

// The algorithms and settings of this OpenSSL.

const { codes: { ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED } } = require('internal/errors');
const { validateNumber, validateString } = require('internal/validators');
const { get: getOptionValue } = require('internal/options');
const { atStart } = require('internal/start');
const { cachedResult, filterDuplicateStrings } = require('internal/util');

const native = binding('crypto');

// OpenSSL 3 has providers instead of engines.
function setEngine(id, flags) {
  validateString(id, 'id');
  if (flags) validateNumber(flags, 'flags');
  throw new ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
}

atStart(() => {
  if (getOptionValue('--secure-heap')) native.startSecureHeap();
});

function secureHeapUsed() {
  const { 0: total, 1: used, 2: min } = native.secureHeap();
  return { total, used, utilization: used / total, min };
}

module.exports = {
  getCiphers: cachedResult(() => filterDuplicateStrings(native.cipherNames(), true)),
  getCurves: cachedResult(() => filterDuplicateStrings(native.curveNames())),
  getHashes: cachedResult(() => filterDuplicateStrings(native.hashNames())),
  getMacs: cachedResult(() => filterDuplicateStrings(native.macNames(), true)),
  secureHeapUsed,
  setEngine,
};
