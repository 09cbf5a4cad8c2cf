'use strict';

// TLS is still to come: using it throws.

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

const missing = (name) => { throw new ERR_METHOD_NOT_IMPLEMENTED(`https.${name}`); };

function Agent() { missing('Agent'); }
function Server() { missing('Server'); }

module.exports = {
  Agent,
  get globalAgent() { return missing('globalAgent'); },
  Server,
  createServer: () => missing('createServer'),
  get: () => missing('get'),
  request: () => missing('request'),
};
