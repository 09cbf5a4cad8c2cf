'use strict';

const { SecureContext, createSecureContext } = require('internal/tls/secure_context');

module.exports = { SecureContext, createSecureContext, translatePeerCertificate: (certificate) => certificate ?? null };
