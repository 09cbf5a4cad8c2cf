'use strict';

// Not implemented yet: every call is refused.

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

async function fetch() {
  throw new ERR_METHOD_NOT_IMPLEMENTED('fetch');
}

module.exports = { fetch };
