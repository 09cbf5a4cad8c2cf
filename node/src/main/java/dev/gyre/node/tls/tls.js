'use strict';

// TLS is still to come: using it throws.

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

const missing = (name) => { throw new ERR_METHOD_NOT_IMPLEMENTED(`tls.${name}`); };

function TLSSocket() { missing('TLSSocket'); }
function Server() { missing('Server'); }

module.exports = {
  TLSSocket,
  Server,
  connect: () => missing('connect'),
  createSecureContext: () => missing('createSecureContext'),
  createServer: () => missing('createServer'),
};
