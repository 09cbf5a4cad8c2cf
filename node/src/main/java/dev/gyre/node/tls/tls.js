'use strict';

const {
  ArrayFrom, ArrayPrototypeMap, ArrayPrototypeSort, ObjectDefineProperty, SafeSet, StringPrototypeSlice,
  StringPrototypeToLowerCase, copyList,
} = require('internal/primordials');
const { get: getOptionValue } = require('internal/options');
const { checkServerIdentity } = require('internal/tls/identity');
const { convertALPNProtocols } = require('internal/tls/protocols');
const { SecureContext, createSecureContext } = require('internal/tls/secure_context');
const { TLSSocket } = require('internal/tls/tls_socket');
const { Server, createServer } = require('internal/tls/server');
const { connect } = require('internal/tls/connect');
const { getCACertificates, setDefaultCACertificates } = require('internal/tls/roots');

const firstOption = (names, fallback) => {
  for (let i = 0; i < names.length; i++) if (getOptionValue(`--tls-${names[i]}`)) return `TLSv${StringPrototypeSlice(names[i], 5)}`;
  return fallback;
};

const minVersion = () => {
  const version = firstOption(['min-v1.0', 'min-v1.1', 'min-v1.2', 'min-v1.3'], 'TLSv1.2');
  return version === 'TLSv1.0' ? 'TLSv1' : version;
};

let ciphers;

function getCiphers() {
  ciphers ??= ArrayPrototypeSort(ArrayFrom(
    new SafeSet(ArrayPrototypeMap(binding('tls').ciphers(), (name) => StringPrototypeToLowerCase(name)))));
  return copyList(ciphers);
}

// This build of OpenSSL has none.
function getCertificateCompressionAlgorithms() {
  return [];
}

module.exports = {
  CLIENT_RENEG_LIMIT: 3,
  CLIENT_RENEG_WINDOW: 600,
  DEFAULT_CIPHERS: getOptionValue('--tls-cipher-list') || require('crypto').constants.defaultCipherList,
  DEFAULT_ECDH_CURVE: 'auto',
  DEFAULT_MIN_VERSION: minVersion(),
  DEFAULT_MAX_VERSION: firstOption(['max-v1.3', 'max-v1.2'], 'TLSv1.3'),
  getCiphers,
  getCertificateCompressionAlgorithms,
  getCACertificates,
  setDefaultCACertificates,
  convertALPNProtocols,
  checkServerIdentity,
  createSecureContext,
  SecureContext,
  TLSSocket,
  Server,
  createServer,
  connect,
};

ObjectDefineProperty(module.exports, 'rootCertificates', {
  __proto__: null, configurable: false, enumerable: true, get: () => getCACertificates('bundled'),
});
