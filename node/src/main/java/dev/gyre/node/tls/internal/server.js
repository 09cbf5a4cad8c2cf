'use strict';

// tls.Server: a net.Server whose connections become TLSSockets.

const {
  ArrayPrototypeJoin, ArrayPrototypePush, FunctionPrototypeCall, ObjectSetPrototypeOf, RegExp, StringPrototypeSlice,
  Symbol, replacePattern,
} = require('internal/primordials');
const EventEmitter = require('events');
const net = require('net');
const {
  codes: { ERR_INTERNAL_ASSERTION, ERR_INVALID_ARG_TYPE, ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS, ERR_TLS_REQUIRED_SERVER_NAME },
  ConnResetException,
} = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const {
  validateBuffer, validateFunction, validateNumber, validateObject, validateString,
} = require('internal/validators');
const { Buffer } = require('buffer');
const { kProtocols } = require('internal/tls/symbols');
const { useProtocols } = require('internal/tls/protocols');
const { SecureContext, createSecureContext } = require('internal/tls/secure_context');
const { TLSSocket, contextByName } = require('internal/tls/tls_socket');

const kHandshakeTimeout = Symbol('handshake-timeout');
const kSNICallback = Symbol('snicallback');
const kPskCallback = Symbol('pskcallback');
const kPskIdentityHint = Symbol('pskidentityhint');
const kEnableTrace = Symbol('enableTrace');
const kErrorEmitted = Symbol('error-emitted');

const HANDSHAKE_TIMEOUT_MS = 120_000;
const SESSION_ID_LENGTH = 32;
const TICKET_KEY_BYTES = 48;

// Properties of the server that setSecureContext() takes from its options; falsy ones become undefined.
const OPTIONS = [
  'pfx', 'key', 'passphrase', 'cert', 'clientCertEngine', 'ca', 'minVersion', 'maxVersion', 'secureProtocol', 'crl', 'ciphers',
  'dhparam',
];
const AS_GIVEN = ['sigalgs', 'ecdhCurve', 'privateKeyIdentifier', 'privateKeyEngine', 'certificateCompression'];

function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  if (typeof options === 'function') {
    listener = options;
    options = kEmptyObject;
  } else if (options == null) {
    options = kEmptyObject;
  } else if (typeof options !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  this._contexts = [];
  this.requestCert = options.requestCert === true;
  this.rejectUnauthorized = options.rejectUnauthorized !== false;
  this.ALPNCallback = options.ALPNCallback;
  if (this.ALPNCallback && options.ALPNProtocols) throw new ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS();
  if (options.sessionTimeout) this.sessionTimeout = options.sessionTimeout;
  if (options.ticketKeys) this.ticketKeys = options.ticketKeys;
  if (options.ALPNProtocols) useProtocols(options.ALPNProtocols, this);
  this[kProtocols] = this.ALPNProtocols;
  this.setSecureContext(options);
  this[kHandshakeTimeout] = options.handshakeTimeout || HANDSHAKE_TIMEOUT_MS;
  this[kSNICallback] = options.SNICallback;
  this[kPskCallback] = options.pskCallback;
  this[kPskIdentityHint] = options.pskIdentityHint;
  validateNumber(this[kHandshakeTimeout], 'options.handshakeTimeout');
  if (this[kSNICallback]) validateFunction(this[kSNICallback], 'options.SNICallback');
  if (this[kPskCallback]) validateFunction(this[kPskCallback], 'options.pskCallback');
  if (this[kPskIdentityHint]) validateString(this[kPskIdentityHint], 'options.pskIdentityHint');
  FunctionPrototypeCall(net.Server, this, options, onConnection);
  if (listener) this.on('secureConnection', listener);
  this[kEnableTrace] = options.enableTrace;
}
ObjectSetPrototypeOf(Server.prototype, net.Server.prototype);
ObjectSetPrototypeOf(Server, net.Server);

const { prototype } = Server;

// ---- connections

function onConnection(rawSocket) {
  const socket = new TLSSocket(rawSocket, {
    secureContext: this._sharedCreds,
    isServer: true,
    server: this,
    requestCert: this.requestCert,
    rejectUnauthorized: this.rejectUnauthorized,
    handshakeTimeout: this[kHandshakeTimeout],
    ALPNProtocols: this.ALPNProtocols,
    ALPNCallback: this.ALPNCallback,
    SNICallback: this[kSNICallback] || contextByName,
    enableTrace: this[kEnableTrace],
    pauseOnConnect: this.pauseOnConnect,
    pskCallback: this[kPskCallback],
    pskIdentityHint: this[kPskIdentityHint],
  });
  socket.on('secure', onSecure);
  if (this.listenerCount('keylog') > 0) socket.on('keylog', onKeylog);
  socket[kErrorEmitted] = false;
  socket.on('close', onClose);
  socket.on('_tlsError', onError);
  socket.on('error', onError);
}

function onSecure() {
  if (this._requestCert) {
    const error = this.ssl.verifyError();
    if (error) {
      this.authorizationError = error.code;
      if (this._rejectUnauthorized) this.destroy();
    } else {
      this.authorized = true;
    }
  }
  if (this.destroyed || !this._releaseControl()) return;
  this.secureConnecting = false;
  this._tlsOptions.server.emit('secureConnection', this);
}

function onError(error) {
  if (this._controlReleased || this[kErrorEmitted]) return;
  this[kErrorEmitted] = true;
  this._tlsOptions.server.emit('tlsClientError', error, this);
}

function onClose(hadError) {
  if (hadError || this._controlReleased) return;
  FunctionPrototypeCall(onError, this, new ConnResetException('socket hang up'));
}

function onKeylog(line) {
  this._tlsOptions.server.emit('keylog', line, this);
}

prototype[EventEmitter.captureRejectionSymbol] = function onRejection(error, event, socket) {
  if (event === 'secureConnection') socket.destroy(error);
  else FunctionPrototypeCall(net.Server.prototype[EventEmitter.captureRejectionSymbol], this, error, event, socket);
};

// ---- contexts

prototype.setSecureContext = function setSecureContext(options) {
  validateObject(options, 'options');
  for (let i = 0; i < OPTIONS.length; i++) this[OPTIONS[i]] = options[OPTIONS[i]] || undefined;
  for (let j = 0; j < AS_GIVEN.length; j++) this[AS_GIVEN[j]] = options[AS_GIVEN[j]];
  this.honorCipherOrder = options.honorCipherOrder !== undefined ? !!options.honorCipherOrder : true;
  this.secureOptions = options.secureOptions || undefined;
  this.sessionIdContext = options.sessionIdContext || sessionIdContext();
  if (options.sessionTimeout) this.sessionTimeout = options.sessionTimeout;
  if (options.ticketKeys) this.ticketKeys = options.ticketKeys;
  const all = { __proto__: null };
  for (let i = 0; i < OPTIONS.length; i++) all[OPTIONS[i]] = this[OPTIONS[i]];
  for (let j = 0; j < AS_GIVEN.length; j++) all[AS_GIVEN[j]] = this[AS_GIVEN[j]];
  const { honorCipherOrder, secureOptions, sessionIdContext: id, ticketKeys, sessionTimeout } = this;
  this._sharedCreds = createSecureContext({
    ...all, honorCipherOrder, secureOptions, sessionIdContext: id, ticketKeys, sessionTimeout,
  });
};

// The same for all processes with the same command line, such as the workers of a cluster.
function sessionIdContext() {
  const { createHash } = require('crypto');
  return StringPrototypeSlice(createHash('sha1').update(ArrayPrototypeJoin(process.argv, ' ')).digest('hex'), 0, SESSION_ID_LENGTH);
}

prototype.addContext = function addContext(servername, context) {
  if (!servername) throw new ERR_TLS_REQUIRED_SERVER_NAME();
  const escaped = replacePattern(/([.^$+?\-\\[\]{}])/g, servername, '\\$1');
  const pattern = new RegExp(`^${replacePattern(/\*/g, escaped, '[^.]*')}$`, 'i');
  const secureContext = context instanceof SecureContext ? context : createSecureContext(context);
  ArrayPrototypePush(this._contexts, [pattern, secureContext.context]);
};

// ---- ticket keys

prototype._getServerData = function _getServerData() {
  return { ticketKeys: this.getTicketKeys().toString('hex') };
};

prototype._setServerData = function _setServerData(data) {
  this.setTicketKeys(Buffer.from(data.ticketKeys, 'hex'));
};

prototype.getTicketKeys = function getTicketKeys() {
  return this._sharedCreds.context.getTicketKeys();
};

prototype.setTicketKeys = function setTicketKeys(keys) {
  validateBuffer(keys);
  if (keys.byteLength !== TICKET_KEY_BYTES) throw new ERR_INTERNAL_ASSERTION('Session ticket keys must be a 48-byte buffer');
  this._sharedCreds.context.setTicketKeys(keys);
};

function createServer(options, listener) {
  return new Server(options, listener);
}

module.exports = { Server, createServer };
