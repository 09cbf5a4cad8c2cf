'use strict';

// The origins for which a client's connection is authoritative (RFC 8336).

const { SafeSet } = require('internal/primordials');
const { URL } = require('internal/url');
const { kSocket, kState } = require('internal/http2/symbols');

function originOf(text) {
  return new URL(text).origin;
}

function originsOf(session) {
  const state = session[kState];
  if (state.originSet !== undefined) return state.originSet;
  const socket = session[kSocket];
  let host = socket.servername;
  if (host === null || host === false || host === undefined) {
    host = socket.remoteFamily === 'IPv6' ? `[${socket.remoteAddress}]` : socket.remoteAddress;
  }
  const port = socket.remotePort == null ? '' : `:${socket.remotePort}`;
  state.originSet = new SafeSet([originOf(`https://${host}${port}`)]);
  return state.originSet;
}

module.exports = { originOf, originsOf };
