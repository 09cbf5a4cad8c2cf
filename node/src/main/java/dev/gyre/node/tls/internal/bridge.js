'use strict';

// TLS over a Duplex that has no handle of the system, or has TLS on it already. The TLSSocket gets one end of a pair of
// connected sockets; encrypted bytes are piped between the other end and the Duplex. So TLS is always on a handle, and
// nobody who reads such a connection in Java has to know of this.

const { Socket } = require('internal/net/socket');
const { StreamHandle } = require('internal/net/stream_handle');

function bridgeTo(duplex) {
  const { 0: inner, 1: outer } = StreamHandle.pair();
  return new Bridge(duplex, inner, outer);
}

class Bridge {
  constructor(duplex, inner, outer) {
    this.duplex = duplex;
    this.handle = inner;
    this.outer = new Socket({ handle: outer, allowHalfOpen: true });
  }

  serve(tlsSocket) {
    const { duplex, outer } = this;
    duplex.pipe(outer);
    outer.pipe(duplex);
    outer.on('error', () => { duplex.destroy(); });
    duplex.on('error', (error) => {
      outer.destroy();
      tlsSocket._emitTLSError(error);
    });
    duplex.on('close', () => {
      if (!outer.writableEnded) outer.end();
      if (!duplex.readableEnded) outer.destroy();
    });
    tlsSocket.on('close', () => {
      if (duplex.destroyed) return;
      if (duplex.writableFinished || !duplex.writable) duplex.destroy();
      else duplex.end(() => duplex.destroy());
    });
  }
}

module.exports = { bridgeTo };
