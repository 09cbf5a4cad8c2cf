'use strict';

// A client's session as programs keep it: with the name of the server that it was authenticated for, so that it is not
// resumed with another one, where the certificate would not be looked at again.
//
//   prefix, length of the name (2 bytes), name, OpenSSL's session

const { Buffer } = require('buffer');
const { from, joined } = require('internal/tls/bytes');

const PREFIX = '\0nodejs:tls:session:1\0';
const HEAD_BYTES = PREFIX.length + 2;

function serverOf(options) {
  return options?.servername || options?.host || options?.socket?._host || 'localhost';
}

function wrapSession(session, options) {
  if (session === undefined || options?.isServer) return session;
  const name = Buffer.from(serverOf(options));
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(PREFIX, 'latin1');
  head.writeUInt16BE(name.length, PREFIX.length);
  return joined([head, name, session]);
}

// The session to resume, or undefined if it is not for this server.
function sessionFor(session, options) {
  if (typeof session === 'string') session = Buffer.from(session, 'latin1');
  if (options?.isServer || !Buffer.isBuffer(session)) return session;
  if (session.length >= HEAD_BYTES && session.toString('latin1', 0, PREFIX.length) === PREFIX) {
    const end = HEAD_BYTES + session.readUInt16BE(PREFIX.length);
    if (session.length >= end) {
      return session.toString('utf8', HEAD_BYTES, end) === serverOf(options) ? from(session, end) : undefined;
    }
  }
  return options?.rejectUnauthorized === false ? session : undefined;
}

module.exports = { serverOf, sessionFor, wrapSession };
