'use strict';

// What servers and sockets that are bound to an address of this machine have in common.

module.exports = {
  ANY: { 4: '0.0.0.0', 6: '::' },
  IPV6_ONLY: 1,
  REUSE_PORT: 2,
  kAdopt: Symbol('kAdopt'), // of a BoundSocket: takes its handle
};
