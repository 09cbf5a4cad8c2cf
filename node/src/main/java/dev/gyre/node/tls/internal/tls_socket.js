'use strict';

// TLSSocket: a net.Socket whose handle has TLS on it.
//
//   new TLSSocket(undefined)     connects by itself; TLS is put on the handle when it is connected
//   new TLSSocket(net.Socket)    takes the handle of a socket, which becomes its parent, when that is connected
//   new TLSSocket(any Duplex)    takes the handle of a JSStreamSocket, which carries the bytes to and from the Duplex
//
// _parent is the socket below. Its close closes this one, and the other way round.

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, Boolean, FunctionPrototypeCall, ObjectSetPrototypeOf, RegExpPrototypeExec,
  Symbol, TypeError,
} = require('internal/primordials');
const { Socket, applyOptions, kHandleClass, kWriteGeneric, listener, takeOver } = require('internal/net/socket');
const { StreamHandle } = require('internal/net/stream_handle');
const {
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_MULTIPLE_CALLBACK, ERR_SOCKET_CLOSED,
    ERR_TLS_ALPN_CALLBACK_INVALID_RESULT, ERR_TLS_HANDSHAKE_TIMEOUT, ERR_TLS_INVALID_CONTEXT, ERR_TLS_INVALID_STATE,
    ERR_TLS_PSK_SET_IDENTITY_HINT_FAILED, ERR_TLS_RENEGOTIATION_DISABLED, ERR_TLS_SESSION_ATTACK, ERR_TLS_SNI_FROM_SERVER,
  },
  ErrnoException,
} = require('internal/errors');
const {
  validateBoolean, validateBuffer, validateFunction, validateInt32, validateObject, validateString, validateUint32,
} = require('internal/validators');
const { isArrayBufferView } = require('util/types');
const { Buffer } = require('buffer');
const { UV_EPROTO } = require('internal/errno');
const { get: getOptionValue } = require('internal/options');
const { now } = require('internal/bridge');
const { NativeSecureContext } = require('internal/tls/native_context');
const { SecureContext, createSecureContext } = require('internal/tls/secure_context');
const { TlsHandle } = require('internal/tls/tls_handle');
const { TlsStreamHandle } = require('internal/tls/tls_stream_handle');
const { JSStreamSocket } = require('internal/tls/js_stream_socket');
const { convertALPNProtocols } = require('internal/tls/protocols');
const { sessionFor, wrapSession } = require('internal/tls/session_state');

const kConnectOptions = Symbol('connect-options');
const kPskCallback = Symbol('pskcallback');
const kALPNCallback = Symbol('alpncallback');
const kDisableRenegotiation = Symbol('disable-renegotiation');
const kPendingSession = Symbol('pendingSession');
const kIsVerified = Symbol('verified');
const kHandshakes = Symbol('handshakes'); // { count, lastMs } of the client's renegotiations

const MAX_PSK_BYTES = 512;
const MAX_PSK_IDENTITY_BYTES = 256;

let hasWarnedOfTrace = false;
let hasWarnedOfKeylog = false;
let hasWarnedOfKeylogError = false;

function TLSSocket(socket, opts) {
  if (!(this instanceof TLSSocket)) return new TLSSocket(socket, opts);
  const options = { ...opts };
  const isTraced = wantsTrace(options);
  if (options.ALPNProtocols) convertALPNProtocols(options.ALPNProtocols, options);
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
  this.ssl = new TlsHandle(secureContext, Boolean(options.isServer), eventsOf(this));
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

prototype[kHandleClass] = TlsStreamHandle;

// The handle for TLS on a connected socket. A program that answers requests without a network replaces this function, and
// calls it without a handle to have a new one.
prototype._wrapHandle = function _wrapHandle(_below, handle) {
  return handle ?? new TlsStreamHandle('TCP');
};

// The TLS of a socket. A program may have given it the handle of another one.
function tlsOf(self) {
  const transport = self._handle?.transport;
  return transport instanceof TlsHandle ? transport : self.ssl;
}

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
  self.ssl?.attach(handle);
  if (self._tlsOptions.isServer) self.ssl?.start();
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
  if (requestCert || rejectUnauthorized) ssl.setVerifyMode(requestCert, rejectUnauthorized);
  this.on('newListener', onNewListener);
  if (options.isServer) initServer(this, options);
  else if (options.session) ssl.setSession(options.session);
  logKeys(this);
  if (options.ALPNProtocols) ssl.setALPNProtocols(options.ALPNProtocols);
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

// ---- notices

const eventsOf = (self) => ({
  __proto__: null,
  done() { handshakeDone(self); },
  failed(error) { onFailure(self, error); },
  hello(id, hasTicket, protocols, servername) { onHello(self, id, hasTicket, protocols, servername); },
  certificate(servername, wantsOcsp) { chooseContext(self, servername, wantsOcsp); },
  session(id, session) { if (self._tlsOptions.isServer) serverSession(self, id, session); else clientSession(self, session); },
  keylog(line) { self.emit('keylog', line); },
  ocsp(response) { self.emit('OCSPResponse', response); },
  started() { handshakeStarted(self); },
  psk(about) { answerPsk(self, about); },
});

function handshakeDone(self) {
  if (self._newSessionPending) {
    self._securePending = true;
    return;
  }
  try {
    self._finishInit();
  } finally {
    // What is left to be sent, unless the program does not like the certificate.
    if (!self.destroyed && !self._tlsOptions.isServer) self.ssl?.release();
  }
}

function onFailure(self, error) {
  if (self._hadError) return;
  self._hadError = true;
  if (!self._secureEstablished) {
    // A write that waits for the handshake fails, and tells why.
    if (self._handle?.isBlocked) error = new ErrnoException(UV_EPROTO, 'write', error.message);
    // Listeners of 'tlsClientError' may still look at the socket.
    self._closeAfterHandlingError = true;
    self.destroy(error);
  } else if (self._tlsOptions.isServer && self._rejectUnauthorized &&
      RegExpPrototypeExec(/peer did not return a certificate/, error.message) !== null) {
    self.destroy();
  } else {
    self._emitTLSError(error);
  }
}

// A client may renegotiate a few times in a while; more is an attack.
function handshakeStarted(self) {
  if (!self._tlsOptions.isServer) return;
  const { CLIENT_RENEG_LIMIT, CLIENT_RENEG_WINDOW } = require('tls');
  const handshakes = self[kHandshakes];
  const nowMs = now();
  if (nowMs - handshakes.lastMs >= CLIENT_RENEG_WINDOW * 1000 && handshakes.lastMs !== 0) handshakes.count = 1;
  else handshakes.count++;
  handshakes.lastMs = nowMs;
  if (self._handle) self._handle.handshakes = handshakes.count;
  try {
    if (handshakes.count > CLIENT_RENEG_LIMIT) self._emitTLSError(new ERR_TLS_SESSION_ATTACK());
    else if (self[kDisableRenegotiation]) self._emitTLSError(new ERR_TLS_RENEGOTIATION_DISABLED());
  } finally {
    if (!self.destroyed) self.ssl?.release(); // its answer to the client waits for this
  }
}

// A callback for the program that may be called once. A throw of the program ends the connection.
function askOnce(self, ask, useAnswer) {
  let isAnswered = false;
  const answer = (error, value) => {
    if (isAnswered) return self.destroy(new ERR_MULTIPLE_CALLBACK());
    isAnswered = true;
    if (error) return self.destroy(error);
    if (!self.ssl || self.destroyed) return self.destroy(new ERR_SOCKET_CLOSED());
    try {
      useAnswer(value);
    } catch (failure) {
      self.destroy(failure);
    }
    return undefined;
  };
  try {
    return ask(answer);
  } catch (error) {
    answer(error);
    return true;
  }
}

function onHello(self, id, hasTicket, protocols, servername) {
  const goOn = () => {
    if (!chooseProtocol(self, protocols, servername)) return;
    self.ssl?.resume();
  };
  const { server } = self;
  if (id.length === 0 || hasTicket || !server) {
    goOn();
    return;
  }
  const isAsked = askOnce(self, (answer) => server.emit('resumeSession', id, answer), (session) => {
    if (session) self.ssl.loadSession(session);
    goOn();
  });
  if (!isAsked) goOn();
}

// `protocols` is the client's list: its length in two bytes, then one entry after the other. Returns whether to go on.
function chooseProtocol(self, list, servername) {
  const callback = self[kALPNCallback];
  if (callback === null || list === undefined) return true;
  const protocols = [];
  for (let at = 2; at < list.length; at += 1 + list[at]) {
    ArrayPrototypePush(protocols, list.toString('ascii', at + 1, at + 1 + list[at]));
  }
  try {
    const chosen = callback({ servername: servername ?? false, protocols });
    if (chosen !== undefined) {
      if (ArrayPrototypeIndexOf(protocols, chosen) === -1) {
        throw new ERR_TLS_ALPN_CALLBACK_INVALID_RESULT(chosen, protocols);
      }
      self.ssl?.chooseProtocol(chosen);
    }
    return true;
  } catch (error) {
    self.destroy(error);
    return false;
  }
}

function chooseContext(self, servername, wantsOcsp) {
  if (!servername || !self._SNICallback) {
    stapleOcsp(self, wantsOcsp);
    return;
  }
  self.servername ??= servername;
  askOnce(self, (answer) => self._SNICallback(servername, answer), (context) => {
    if (context) {
      const ofName = context.context || context;
      if (!(ofName instanceof NativeSecureContext)) throw new TypeError('Invalid SNI context');
      self.ssl.useContext(ofName);
    }
    stapleOcsp(self, wantsOcsp);
  });
}

function stapleOcsp(self, wantsOcsp) {
  const { server, ssl } = self;
  const context = ssl?.sniContext ?? server?._sharedCreds?.context;
  if (!wantsOcsp || !context || server.listenerCount('OCSPRequest') === 0) {
    ssl?.resume();
    return;
  }
  askOnce(self, (answer) => server.emit('OCSPRequest', context.getCertificate(), context.getIssuer(), answer), (response) => {
    if (response) self.ssl.setOCSPResponse(response);
    self.ssl.resume();
  });
}

function clientSession(self, session) {
  if (self[kIsVerified]) self.emit('session', wrapSession(session, self[kConnectOptions]));
  else self[kPendingSession] = session;
}

function serverSession(self, id, session) {
  const { server } = self;
  let isDone = false;
  const done = () => {
    if (isDone) return;
    isDone = true;
    if (!self.ssl || self.destroyed) {
      self.destroy(new ERR_SOCKET_CLOSED());
      return;
    }
    self.ssl.release();
    self._newSessionPending = false;
    if (self._securePending) self._finishInit();
    self._securePending = false;
  };
  if (!server) {
    done();
    return;
  }
  self._newSessionPending = true;
  let isTaken = false;
  try {
    isTaken = server.emit('newSession', id, session, done);
  } catch (error) {
    server.emit('error', error);
  }
  if (!isTaken) done();
}

function answerPsk(self, about) {
  const { ssl } = self;
  try {
    const answer = self._tlsOptions.isServer ? serverPsk(self, about) : clientPsk(self, about);
    ssl.answerPsk(answer?.psk, answer?.identity);
  } catch (error) {
    ssl.answerPsk(undefined);
    self.destroy(error);
  }
}

function checkLength(psk) {
  if (psk.length > MAX_PSK_BYTES) {
    throw new ERR_INVALID_ARG_VALUE('psk', psk, `Pre-shared key exceeds ${MAX_PSK_BYTES} bytes`);
  }
}

function serverPsk(self, identity) {
  const result = self[kPskCallback](self, identity);
  if (result == null) return undefined;
  let psk = result;
  if (!isArrayBufferView(result)) {
    if (typeof result !== 'object') {
      throw new ERR_INVALID_ARG_TYPE('ret', ['Object', 'Buffer', 'TypedArray', 'DataView'], result);
    }
    ({ psk } = result);
    validateBuffer(psk, 'psk');
  }
  checkLength(psk);
  return { psk, identity: '' };
}

function clientPsk(self, hint) {
  const result = self[kPskCallback](hint);
  if (result == null) return undefined;
  validateObject(result, 'ret');
  const { psk, identity } = result;
  validateBuffer(psk, 'psk');
  checkLength(psk);
  validateString(identity, 'identity');
  if (Buffer.byteLength(identity) > MAX_PSK_IDENTITY_BYTES) {
    throw new ERR_INVALID_ARG_VALUE('identity', identity, `PSK identity exceeds ${MAX_PSK_IDENTITY_BYTES} bytes`);
  }
  return { psk, identity };
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
  if (this.servername === null) this.servername = this.ssl.getServername();
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

// ---- methods for programs

prototype.disableRenegotiation = function disableRenegotiation() {
  this[kDisableRenegotiation] = true;
};

prototype.renegotiate = function renegotiate(options, callback) {
  validateObject(options, 'options');
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (this.destroyed) return undefined;
  const { requestCert = this._requestCert, rejectUnauthorized = this._rejectUnauthorized } = options;
  if (Boolean(requestCert) !== this._requestCert || Boolean(rejectUnauthorized) !== this._rejectUnauthorized) {
    this._requestCert = Boolean(requestCert);
    this._rejectUnauthorized = Boolean(rejectUnauthorized);
    this.ssl.setVerifyMode(this._requestCert, this._rejectUnauthorized);
  }
  try {
    this.ssl.renegotiate();
  } catch (error) {
    if (callback) process.nextTick(callback, error);
    return false;
  }
  if (callback) this.once('secure', () => callback(null));
  return true;
};

prototype.exportKeyingMaterial = function exportKeyingMaterial(length, label, context) {
  validateUint32(length, 'length', true);
  validateString(label, 'label');
  if (context !== undefined) validateBuffer(context, 'context');
  if (!this._secureEstablished || !this.ssl) throw new ERR_TLS_INVALID_STATE();
  return this.ssl.exportKeyingMaterial(length, label, context);
};

prototype.setMaxSendFragment = function setMaxSendFragment(size) {
  validateInt32(size, 'size');
  return this.ssl.setMaxSendFragment(size) === 1;
};

prototype.setServername = function setServername(name) {
  validateString(name, 'name');
  if (this._tlsOptions.isServer) throw new ERR_TLS_SNI_FROM_SERVER();
  this.ssl.setServername(name);
};

prototype.setSession = function setSession(session) {
  const own = sessionFor(session, this[kConnectOptions] || this._tlsOptions);
  if (own !== undefined) this.ssl.setSession(own);
};

prototype.getSession = function getSession() {
  return this.ssl ? wrapSession(tlsOf(this).getSession(), this[kConnectOptions] || this._tlsOptions) : null;
};

prototype.getPeerCertificate = function getPeerCertificate(detailed) {
  return this.ssl ? tlsOf(this).getPeerCertificate(Boolean(detailed)) || {} : null;
};

prototype.getCertificate = function getCertificate() {
  return this.ssl ? this.ssl.getCertificate() || {} : null;
};

prototype.getPeerX509Certificate = function getPeerX509Certificate() {
  return this.ssl ? tlsOf(this).getPeerX509Certificate() : undefined;
};

prototype.getX509Certificate = function getX509Certificate() {
  return this.ssl?.getX509Certificate();
};

prototype.setKeyCert = function setKeyCert(context) {
  if (!this.ssl) return;
  const secureContext = context instanceof SecureContext ? context : createSecureContext(context);
  this.ssl.useContext(secureContext.context);
};

prototype.enableTrace = function enableTrace() {
  this.ssl?.enableTrace();
};

for (let i = 0, names = [
  'getCipher', 'getSharedSigalgs', 'getEphemeralKeyInfo', 'getFinished', 'getPeerFinished', 'getProtocol', 'getTLSTicket',
  'isSessionReused',
]; i < names.length; i++) {
  const name = names[i];
  prototype[name] = { [name]() { return this.ssl ? tlsOf(this)[name]() : null; } }[name];
}

module.exports = { TLSSocket, contextByName, kConnectOptions, kIsVerified, kPendingSession, tlsOf };
