'use strict';

// TLS is still to come: using it throws. Each name is here, because an import of a missing one ends a program that
// may never use it.

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

const missing = (name) => { throw new ERR_METHOD_NOT_IMPLEMENTED(`tls.${name}`); };

function SecureContext() { missing('SecureContext'); }
function TLSSocket() { missing('TLSSocket'); }
function Server() { missing('Server'); }

module.exports = {
  CLIENT_RENEG_LIMIT: 3,
  CLIENT_RENEG_WINDOW: 600,
  DEFAULT_ECDH_CURVE: 'auto',
  get DEFAULT_CIPHERS() { return require('crypto').constants.defaultCipherList; },
  DEFAULT_MIN_VERSION: 'TLSv1.2',
  DEFAULT_MAX_VERSION: 'TLSv1.3',
  getCertificateCompressionAlgorithms: () => missing('getCertificateCompressionAlgorithms'),
  getCiphers: () => missing('getCiphers'),
  getCACertificates: () => missing('getCACertificates'),
  setDefaultCACertificates: () => missing('setDefaultCACertificates'),
  convertALPNProtocols: () => missing('convertALPNProtocols'),
  checkServerIdentity: () => missing('checkServerIdentity'),
  createSecureContext: () => missing('createSecureContext'),
  SecureContext,
  TLSSocket,
  Server,
  createServer: () => missing('createServer'),
  connect: () => missing('connect'),
};
