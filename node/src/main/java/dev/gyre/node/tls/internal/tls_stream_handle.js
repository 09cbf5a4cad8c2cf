'use strict';

// The handle of a TLSSocket that connects by itself. It has what programs use of Node's TLS handles when they answer
// requests without a network: they call these functions, or put their own in the place of them and of those of the same
// name in TlsHandle.

const { StreamHandle } = require('internal/net/stream_handle');

class TlsStreamHandle extends StreamHandle {
  getALPNNegotiatedProtocol() { return this.transport?.getALPNNegotiatedProtocol() ?? false; }
  verifyError() { return this.transport?.verifyError() ?? null; }
  onhandshakedone() { this.transport?.events.done(this.transport.owner); }
  onnewsession(_type, session) { this.transport?.events.session(this.transport.owner, undefined, session); }
}

module.exports = { TlsStreamHandle };
