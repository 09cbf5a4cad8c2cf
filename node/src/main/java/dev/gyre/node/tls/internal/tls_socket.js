'use strict';

// TLSSocket: a net.Socket whose handle has TLS on it.
//
//   new TLSSocket(undefined)     connects by itself; TLS is put on the handle when it is connected
//   new TLSSocket(net.Socket)    takes the handle of a socket, which becomes its parent, when that is connected
//   new TLSSocket(any Duplex)    takes the handle of a JSStreamSocket, which carries the bytes to and from the Duplex
//
// _parent is the socket below. Its close closes this one, and the other way round.

const { Boolean, FunctionPrototypeCall, ObjectSetPrototypeOf, RegExpPrototypeExec } = require('internal/primordials');
const { Socket, applyOptions, kHandleClass, kWriteGeneric, listener, takeOver } = require('internal/net/socket');
const { StreamHandle } = require('internal/net/stream_handle');
const {
  codes: { ERR_TLS_HANDSHAKE_TIMEOUT, ERR_TLS_INVALID_CONTEXT, ERR_TLS_PSK_SET_IDENTITY_HINT_FAILED },
} = require('internal/errors');
const { validateBoolean, validateFunction, validateString } = require('internal/validators');
const { get: getOptionValue } = require('internal/options');
const { NativeSecureContext } = require('internal/tls/native_context');
const { createSecureContext } = require('internal/tls/secure_context');
const { TlsHandle, tlsOf } = require('internal/tls/tls_handle');
const { TlsStreamHandle } = require('internal/tls/tls_stream_handle');
const { JSStreamSocket } = require('internal/tls/js_stream_socket');
const { events } = require('internal/tls/notices');
const { useProtocols } = require('internal/tls/protocols');
const { addTo } = require('internal/tls/socket_methods');
const {
  kALPNCallback, kConnectOptions, kHandshakes, kIsVerified, kPendingSession, kProtocols, kPskCallback,
} = require('internal/tls/symbols');

let hasWarnedOfTrace = false;
let hasWarnedOfKeylog = false;
let hasWarnedOfKeylogError = false;

function TLSSocket(socket, opts) {
  if (!(this instanceof TLSSocket)) return new TLSSocket(socket, opts);
  const options = { ...opts };
  const isTraced = wantsTrace(options);
  if (options.ALPNProtocols && options.ALPNProtocols !== options.server?.[kProtocols]) useProtocols(options.ALPNProtocols, options);
  this._tlsOptions = options;
  this._secureEstablished = false;
  this._securePending = false;
  this._newSessionPending = false;
  this._controlReleased = false;
  this.secureConnecting = true;
  this._SNICallback = null;
  this[kALPNCallback] = null;
  this.servername = null;
  this.alpnProtocol = null;
  this.authorized = false;
  this.authorizationError = null;
  this[kIsVerified] = false;
  this[kPendingSession] = null;
  this[kHandshakes] = { count: 0, lastMs: 0 };
  const secureContext = options.secureContext || options.credentials || createSecureContext(options);
  if (!(secureContext.context instanceof NativeSecureContext)) throw new ERR_TLS_INVALID_CONTEXT('context');
  this.encrypted = true;
  const below = !socket || isPlain(socket) ? socket : new JSStreamSocket(socket);
  const handle = below && !isPending(below) ? this._wrapHandle(below, below._handle) : undefined;
  FunctionPrototypeCall(Socket, this, {
    handle,
    allowHalfOpen: socket ? socket.allowHalfOpen : options.allowHalfOpen,
    pauseOnCreate: options.pauseOnConnect,
    manualStart: true,
    highWaterMark: options.highWaterMark,
    onread: socket ? undefined : options.onread,
    signal: options.signal,
    noDelay: options.noDelay,
    keepAlive: options.keepAlive,
    keepAliveInitialDelay: options.keepAliveInitialDelay,
  });
  this.ssl = new TlsHandle(secureContext, Boolean(options.isServer), events, this, options.ALPNProtocols);
  if (isTraced) this.ssl.enableTrace();
  this.on('error', this._tlsError);
  this._init();
  standOn(this, below, handle);
  if (socket instanceof Socket && below !== socket) follow(this, socket);
  process.nextTick(beginReading, this, below);
}
ObjectSetPrototypeOf(TLSSocket.prototype, Socket.prototype);
ObjectSetPrototypeOf(TLSSocket, Socket);

const { prototype } = TLSSocket;
addTo(prototype);

prototype[kHandleClass] = TlsStreamHandle;

// The handle for TLS on a connected socket. A program that answers requests without a network replaces this function, and
// calls it without a handle to have a new one.
prototype._wrapHandle = function _wrapHandle(_below, handle) {
  return handle ?? new TlsStreamHandle('TCP');
};

function wantsTrace({ enableTrace }) {
  if (enableTrace != null) {
    validateBoolean(enableTrace, 'options.enableTrace');
    return enableTrace;
  }
  if (!getOptionValue('--trace-tls')) return false;
  if (!hasWarnedOfTrace) {
    hasWarnedOfTrace = true;
    process.emitWarning('Enabling --trace-tls can expose sensitive data in the resulting log.');
  }
  return true;
}

// ---- the socket below

// A socket that is not connected, but may be.
const isPending = (socket) => socket.connecting || (!socket._handle && !socket.destroyed);

// Whether TLS can take the socket's handle.
function isPlain(socket) {
  if (!(socket instanceof Socket) || socket instanceof TLSSocket) return false;
  return isPending(socket) || (socket._handle instanceof StreamHandle && socket._handle.transport === undefined);
}

function standOn(self, below, handle) {
  if (!below) {
    self.connecting = true;
    self.once('connect', attachConnected);
    return;
  }
  self._parent = below;
  below.on('error', (error) => self._emitTLSError(error));
  below.on('close', () => self.destroy());
  if (handle !== undefined && handle !== below._handle) attach(self, handle);
  else if (handle !== undefined) takeHandle(self, below, handle);
  else follow(self, below);
}

function takeHandle(self, below, handle) {
  handle._parentWrap = below;
  handle.handshakes = 0;
  handle.listener = { ...listener, closed: closeBoth, flushed: below.writableLength > 0 ? flushedBelow : listener.flushed };
  attach(self, handle);
}

// The socket below had bytes to send when TLS was put on it.
function flushedBelow(self, errno) {
  self._handle.listener.flushed = listener.flushed;
  listener.flushed(self._parent, errno);
  listener.flushed(self, errno);
}

// While another socket connects, this one does. The one below has its handle then.
function follow(self, other) {
  self.connecting = isPending(other);
  if (!self.connecting) return;
  other.once('connect', () => {
    if (self.destroyed) return;
    if (other === self._parent) {
      self._handle = other._handle;
      takeOver(self);
      takeHandle(self, other, other._handle);
      applyOptions(self);
    }
    self.connecting = false;
    self.emit('connect');
  });
}

function attachConnected() {
  if (!this._handle || this._handle.transport !== undefined) return;
  this._handle.handshakes = 0;
  attach(this, this._handle);
  if (this[kConnectOptions] === undefined) process.nextTick(startOf, this);
}

function startOf(self) {
  self.ssl?.start();
}

function attach(self, handle) {
  self.ssl?.attach(handle, Boolean(self._tlsOptions.isServer));
}

// The handle is closed.
function closeBoth(self, handle) {
  self._parent.emit('close', false);
  if (!self.destroyed) self.destroy();
  listener.closed(self, handle);
}

prototype._destroy = function _destroy(error, callback) {
  const parent = this._parent;
  FunctionPrototypeCall(Socket.prototype._destroy, this, error, callback);
  if (parent instanceof Socket && !parent.destroyed) {
    parent._closeAfterHandlingError = this._closeAfterHandlingError;
    parent.destroy();
  }
  const { ssl } = this;
  if (!ssl) return;
  this.once('close', () => release(this, ssl));
  // Without its handle it has no TLS. Listeners of an error may still look at it.
  if (!this._handle) this.ssl = null;
};

function release(self, ssl) {
  self.ssl ??= ssl;
  self._destroySSL();
}

// A write is done later, as in Node: until then it counts as buffered, and what is written meanwhile is sent with it.
prototype._writeGeneric = function _writeGeneric(isMany, data, encoding, callback) {
  return FunctionPrototypeCall(Socket.prototype._writeGeneric, this, isMany, data, encoding, (error) => {
    process.nextTick(callback, error);
  });
};

prototype[kWriteGeneric] = prototype._writeGeneric;

prototype._destroySSL = function _destroySSL() {
  if (!this.ssl) return;
  const { secureContext } = this.ssl;
  this.ssl.free();
  this.ssl = null;
  this[kPendingSession] = null;
  this[kIsVerified] = false;
  if (this._tlsOptions.singleUse) secureContext.context.close();
};

// Next tick, so that the caller can add listeners first.
function beginReading(self, socket) {
  if (!self._handle) return;
  if (socket?.readableLength && self.ssl?.handle !== undefined && self._parent === socket) {
    for (let bytes = socket.read(); bytes !== null; bytes = socket.read()) self.ssl?.receive(bytes);
  }
  if (!self.connecting) self.ssl?.start();
  self.read(0);
}

// ---- setting up

prototype._init = function _init() {
  const options = this._tlsOptions;
  const { ssl } = this;
  this.server = options.server;
  const requestCert = Boolean(options.requestCert) || !options.isServer;
  const rejectUnauthorized = Boolean(options.rejectUnauthorized);
  this._requestCert = requestCert;
  this._rejectUnauthorized = rejectUnauthorized;
  if (requestCert && options.isServer) ssl.setVerifyMode(requestCert, rejectUnauthorized);
  this.on('newListener', onNewListener);
  if (options.isServer) initServer(this, options);
  else if (options.session) ssl.setSession(options.session);
  logKeys(this);
  initPsk(this, options);
  if (options.handshakeTimeout > 0) this.setTimeout(options.handshakeTimeout, this._handleTimeout);
};

function onNewListener(event) {
  if (!this.ssl) return;
  if (event === 'keylog') this.ssl.enableKeylogCallback();
  else if (event === 'session' && !this._tlsOptions.isServer) this.ssl.enableSessionCallbacks();
}

function initServer(self, options) {
  const { ssl, server } = self;
  if (options.ALPNCallback) {
    validateFunction(options.ALPNCallback, 'options.ALPNCallback');
    self[kALPNCallback] = options.ALPNCallback;
    ssl.selectProtocolByHello();
  }
  if (server) {
    if (server.listenerCount('resumeSession') > 0 || server.listenerCount('newSession') > 0) ssl.enableSessionCallbacks();
    if (server.listenerCount('OCSPRequest') > 0) ssl.enableCertCb();
  }
  const { SNICallback } = options;
  if (!SNICallback || (SNICallback === contextByName && !server?._contexts.length)) return;
  validateFunction(SNICallback, 'options.SNICallback');
  self._SNICallback = SNICallback;
  ssl.enableCertCb();
}

// The default SNICallback: the last added context whose pattern matches.
function contextByName(servername, callback) {
  const contexts = this.server._contexts;
  for (let i = contexts.length - 1; i >= 0; i--) {
    if (RegExpPrototypeExec(contexts[i][0], servername) !== null) {
      callback(null, contexts[i][1]);
      return;
    }
  }
  callback(null, undefined);
}

function initPsk(self, { isServer, pskCallback, pskIdentityHint }) {
  if (!pskCallback) return;
  validateFunction(pskCallback, 'pskCallback');
  self[kPskCallback] = pskCallback;
  self.ssl.enablePskCallback();
  if (!pskIdentityHint) return;
  validateString(pskIdentityHint, 'options.pskIdentityHint');
  if (self.ssl.setPskIdentityHint(pskIdentityHint) || !isServer) return;
  const error = new ERR_TLS_PSK_SET_IDENTITY_HINT_FAILED();
  process.nextTick(() => self.destroy(error));
}

function logKeys(self) {
  const file = getOptionValue('--tls-keylog');
  if (!file) return;
  if (!hasWarnedOfKeylog) {
    hasWarnedOfKeylog = true;
    process.emitWarning(`Using --tls-keylog makes TLS connections insecure by writing secret key material to file ${file}`);
  }
  self.on('keylog', (line) => {
    require('fs').appendFile(file, line, { mode: 0o600 }, (error) => {
      if (!error || hasWarnedOfKeylogError) return;
      hasWarnedOfKeylogError = true;
      process.emitWarning(`Failed to write TLS keylog (this warning will not be repeated): ${error}`);
    });
  });
}

// ---- the handshake

prototype._start = function _start() {
  if (this.connecting) {
    this.once('connect', this._start);
    return;
  }
  if (!this._handle || !this.ssl) return;
  if (this._tlsOptions.requestOCSP) this.ssl.requestOCSP();
  this.ssl.start();
};

prototype._finishInit = function _finishInit() {
  if (!this._handle || !this.ssl) return;
  this.alpnProtocol = tlsOf(this).getALPNNegotiatedProtocol();
  this.servername ??= this.ssl.getServername();
  this._secureEstablished = true;
  if (this._tlsOptions.handshakeTimeout > 0) this.setTimeout(0, this._handleTimeout);
  this.emit('secure');
};

prototype._handleTimeout = function _handleTimeout() {
  this._emitTLSError(new ERR_TLS_HANDSHAKE_TIMEOUT());
};

// Until the handshake is done, errors go to '_tlsError' and not to the program.
prototype._emitTLSError = function _emitTLSError(error) {
  const released = this._tlsError(error);
  if (released) this.emit('error', released);
};

prototype._tlsError = function _tlsError(error) {
  this.emit('_tlsError', error);
  return this._controlReleased ? error : null;
};

prototype._releaseControl = function _releaseControl() {
  if (this._controlReleased) return false;
  this._controlReleased = true;
  this.removeListener('error', this._tlsError);
  return true;
};

module.exports = { TLSSocket, contextByName };
