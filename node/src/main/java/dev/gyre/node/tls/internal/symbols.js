'use strict';

// What files about a TLSSocket keep in it.

const { Symbol } = require('internal/primordials');

module.exports = {
  kALPNCallback: Symbol('alpncallback'),
  kConnectOptions: Symbol('connect-options'),
  kDisableRenegotiation: Symbol('disable-renegotiation'),
  kHandshakes: Symbol('handshakes'), // { count, lastMs } of the client's renegotiations
  kIsVerified: Symbol('verified'),
  kPendingSession: Symbol('pendingSession'),
  kProtocols: Symbol('protocols'), // a server's ALPNProtocols, checked
  kPskCallback: Symbol('pskcallback'),
};
