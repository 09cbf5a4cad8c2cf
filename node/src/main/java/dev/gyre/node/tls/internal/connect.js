'use strict';

// tls.connect: a client's connection, and what it thinks of the server's certificate.

const { ObjectAssign } = require('internal/primordials');
const net = require('net');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_TLS_DH_PARAM_SIZE }, ConnResetException } = require('internal/errors');
const { validateFunction, validateNumber } = require('internal/validators');
const { createSecureContext } = require('internal/tls/secure_context');
const { serverOf, sessionFor, wrapSession } = require('internal/tls/session_state');
const { kConnectOptions, kIsVerified, kPendingSession } = require('internal/tls/symbols');
const { tlsOf } = require('internal/tls/tls_handle');
const { TLSSocket } = require('internal/tls/tls_socket');

const MIN_DH_BITS = 1024;

let hasWarnedOfUnauthorized = false;

function allowsUnauthorized() {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return false;
  if (!hasWarnedOfUnauthorized) {
    hasWarnedOfUnauthorized = true;
    process.emitWarning("Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to '0' makes TLS connections and " +
      'HTTPS requests insecure by disabling certificate verification.');
  }
  return true;
}

// (port, host, options, callback), (port, options, callback), (options, callback)
function optionsIn(args) {
  const { 0: options, 1: callback } = net._normalizeArgs(args);
  ObjectAssign(options, args[1] !== null && typeof args[1] === 'object' ? args[1] : args[2]);
  return { given: options, callback };
}

function connect(...args) {
  const { given, callback } = optionsIn(args);
  const tls = require('tls');
  const options = {
    rejectUnauthorized: !allowsUnauthorized(),
    ciphers: tls.DEFAULT_CIPHERS,
    checkServerIdentity: tls.checkServerIdentity,
    minDHSize: MIN_DH_BITS,
    ...given,
  };
  if (!options.keepAlive) options.singleUse = true;
  validateFunction(options.checkServerIdentity, 'options.checkServerIdentity');
  validateNumber(options.minDHSize, 'options.minDHSize', 1);
  const secureContext = options.secureContext || createSecureContext(options);
  if (options.servername && net.isIP(options.servername)) {
    throw new ERR_INVALID_ARG_VALUE('options.servername', options.servername,
      'Setting the TLS ServerName to an IP address is not permitted.');
  }
  options.session = sessionFor(options.session, options);
  const rejectUnauthorized = options.rejectUnauthorized !== false;
  const {
    allowHalfOpen, session, ALPNProtocols, requestOCSP, enableTrace, pskCallback, highWaterMark, onread, signal, noDelay,
    keepAlive, keepAliveInitialDelay,
  } = options;
  const socket = new TLSSocket(options.socket, {
    allowHalfOpen, pipe: !!options.path, secureContext, isServer: false, requestCert: true, rejectUnauthorized, session,
    ALPNProtocols, requestOCSP, enableTrace, pskCallback, highWaterMark, onread, signal, noDelay, keepAlive,
    keepAliveInitialDelay,
  });
  options.rejectUnauthorized = rejectUnauthorized;
  socket[kConnectOptions] = options;
  if (callback) socket.once('secureConnect', callback);
  if (!options.socket) {
    if (options.timeout) socket.setTimeout(options.timeout);
    socket.connect(options, socket._start);
  }
  socket._releaseControl();
  if (options.servername) socket.setServername(options.servername);
  socket.on('secure', onSecure);
  socket.prependListener('end', onEnd);
  if (options.socket) socket._start();
  return socket;
}

function onSecure() {
  const options = this[kConnectOptions];
  const key = this.getEphemeralKeyInfo();
  if (key?.type === 'DH' && key.size < options.minDHSize) {
    this.emit('error', new ERR_TLS_DH_PARAM_SIZE(key.size));
    this.destroy();
    return;
  }
  let error = tlsOf(this).verifyError();
  // The names were checked when the session was made.
  if (!error && !this.isSessionReused()) {
    error = options.checkServerIdentity(serverOf(options), this.getPeerCertificate(true));
  }
  if (error) {
    this.authorized = false;
    this.authorizationError = error.code || error.message;
    if (options.rejectUnauthorized !== false) {
      this.destroy(error);
      return;
    }
  } else {
    this.authorized = true;
  }
  this.secureConnecting = false;
  this.emit('secureConnect');
  this[kIsVerified] = true;
  const session = this[kPendingSession];
  this[kPendingSession] = null;
  if (session) this.ssl?.telling(session, () => this.emit('session', wrapSession(session, options)));
  this.removeListener('end', onEnd);
}

function onEnd() {
  if (this._hadError) return;
  this._hadError = true;
  const { path, host, port, localAddress } = this[kConnectOptions];
  const error = new ConnResetException('Client network socket disconnected before secure TLS connection was established');
  this.destroy(ObjectAssign(error, { path, host, port, localAddress }));
}

module.exports = { connect };
