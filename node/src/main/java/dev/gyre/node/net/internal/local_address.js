'use strict';

// What servers and sockets bound to a local address have in common.

const { Symbol } = require('internal/primordials');
const { BindFlags } = require('internal/layout');

module.exports = {
  ANY: { 4: '0.0.0.0', 6: '::' },
  IPV6_ONLY: BindFlags.IPV6_ONLY,
  REUSE_PORT: BindFlags.REUSE_PORT,
  kAdopt: Symbol('kAdopt'), // method of a BoundSocket that hands over its handle
};
