'use strict';

// HTTP/2 is not implemented: using it throws. Its names exist, because programs that use only HTTP/1 read them.

const { Symbol } = require('internal/primordials');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

const missing = (name) => { throw new ERR_METHOD_NOT_IMPLEMENTED(`http2.${name}`); };

function Http2ServerRequest() { missing('Http2ServerRequest'); }
function Http2ServerResponse() { missing('Http2ServerResponse'); }

module.exports = {
  connect: () => missing('connect'),
  constants: require('internal/http2/constants'),
  createServer: () => missing('createServer'),
  createSecureServer: () => missing('createSecureServer'),
  getDefaultSettings: () => missing('getDefaultSettings'),
  getPackedSettings: () => missing('getPackedSettings'),
  getUnpackedSettings: () => missing('getUnpackedSettings'),
  performServerHandshake: () => missing('performServerHandshake'),
  sensitiveHeaders: Symbol('sensitiveHeaders'),
  Http2ServerRequest,
  Http2ServerResponse,
};
