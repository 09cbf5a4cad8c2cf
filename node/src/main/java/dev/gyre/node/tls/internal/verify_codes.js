'use strict';

// OpenSSL's results of a verification, by number.

const NAMES = {
  __proto__: null,
  2: 'UNABLE_TO_GET_ISSUER_CERT',
  3: 'UNABLE_TO_GET_CRL',
  4: 'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  5: 'UNABLE_TO_DECRYPT_CRL_SIGNATURE',
  6: 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  7: 'CERT_SIGNATURE_FAILURE',
  8: 'CRL_SIGNATURE_FAILURE',
  9: 'CERT_NOT_YET_VALID',
  10: 'CERT_HAS_EXPIRED',
  11: 'CRL_NOT_YET_VALID',
  12: 'CRL_HAS_EXPIRED',
  13: 'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  14: 'ERROR_IN_CERT_NOT_AFTER_FIELD',
  15: 'ERROR_IN_CRL_LAST_UPDATE_FIELD',
  16: 'ERROR_IN_CRL_NEXT_UPDATE_FIELD',
  17: 'OUT_OF_MEM',
  18: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  19: 'SELF_SIGNED_CERT_IN_CHAIN',
  20: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  21: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  22: 'CERT_CHAIN_TOO_LONG',
  23: 'CERT_REVOKED',
  25: 'PATH_LENGTH_EXCEEDED',
  26: 'INVALID_PURPOSE',
  27: 'CERT_UNTRUSTED',
  28: 'CERT_REJECTED',
  62: 'HOSTNAME_MISMATCH',
  79: 'INVALID_CA',
};

const UNABLE_TO_GET_ISSUER = 2;
const DEPTH_ZERO_SELF_SIGNED = 18;
const UNABLE_TO_VERIFY_LEAF = 21;
const HINT = '; if the root CA is installed locally, try running Node.js with --use-system-ca';

const codeOf = (number) => NAMES[number] ?? 'UNSPECIFIED';

// Whether the system's certificates might help.
function hintOf(number) {
  if (number === UNABLE_TO_VERIFY_LEAF || number === DEPTH_ZERO_SELF_SIGNED) return HINT;
  if (number !== UNABLE_TO_GET_ISSUER) return '';
  return require('internal/options').get('--use-system-ca') ? '' : HINT;
}

module.exports = { codeOf, hintOf };
