'use strict';

// HTTP/2 is still to come: using it throws.

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

const missing = (name) => { throw new ERR_METHOD_NOT_IMPLEMENTED(`http2.${name}`); };

function Http2ServerRequest() { missing('Http2ServerRequest'); }
function Http2ServerResponse() { missing('Http2ServerResponse'); }

module.exports = {
  Http2ServerRequest,
  Http2ServerResponse,
  connect: () => missing('connect'),
  createSecureServer: () => missing('createSecureServer'),
  createServer: () => missing('createServer'),
};
