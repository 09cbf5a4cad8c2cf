'use strict';

process.emitWarning('The _tls_common module is deprecated. Use `node:tls` instead.', 'DeprecationWarning', 'DEP0192');

const { SecureContext, createSecureContext } = require('internal/tls/secure_context');

module.exports = { SecureContext, createSecureContext, translatePeerCertificate: (certificate) => certificate ?? null };
