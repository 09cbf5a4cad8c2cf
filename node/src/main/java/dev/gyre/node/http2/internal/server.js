'use strict';

// Servers, plain and secure: each connection becomes a session.

const {
  FunctionPrototypeCall, ReflectApply, SafeSet, SetPrototypeForEach, Symbol, SymbolAsyncDispose, joinLists,
} = require('internal/primordials');
const { codes: { ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS } } = require('internal/errors');
const EventEmitter = require('events');
const http = require('http');
const net = require('net');
const { promisify } = require('util');
const { clearTimeout, setTimeout } = require('timers');
const { validateBoolean, validateFunction, validateUint32 } = require('internal/validators');
const { Http2ServerRequest } = require('internal/http2/compat_request');
const { Http2ServerResponse, onServerStream } = require('internal/http2/compat_response');
const { ServerHttp2Session } = require('internal/http2/server_session');
const { MAX_CUSTOM, assertIsArray, assertIsObject, validateSettings } = require('internal/http2/settings');
const { kOptions, kServer, kSessions } = require('internal/http2/symbols');

const UNKNOWN_PROTOCOL = 'HTTP/1.0 403 Forbidden\r\n' +
  'Content-Type: text/plain\r\n\r\n' +
  'Missing ALPN Protocol, expected `h2` to be available.\n' +
  'If this is a HTTP request: The server was not ' +
  'configured with the `allowHTTP1` option or a ' +
  'listener for the `unknownProtocol` event.\n';

// ---- options

function serverOptions(given) {
  assertIsObject(given, 'options');
  const options = { ...given };
  assertIsObject(options.settings, 'options.settings');
  options.settings = { ...options.settings };
  assertIsArray(options.remoteCustomSettings, 'options.remoteCustomSettings');
  if (options.remoteCustomSettings?.length > MAX_CUSTOM) throw new ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS();
  if (options.maxSessionInvalidFrames !== undefined) validateUint32(options.maxSessionInvalidFrames, 'options.maxSessionInvalidFrames');
  if (options.maxSessionRejectedStreams !== undefined) validateUint32(options.maxSessionRejectedStreams, 'options.maxSessionRejectedStreams');
  if (options.unknownProtocolTimeout === undefined) options.unknownProtocolTimeout = 10000;
  else validateUint32(options.unknownProtocolTimeout, 'options.unknownProtocolTimeout');
  if (options.strictSingleValueFields === undefined) options.strictSingleValueFields = true;
  else validateBoolean(options.strictSingleValueFields, 'options.strictSingleValueFields');
  options.http1Options = { ...options.http1Options };
  if (options.Http1IncomingMessage !== undefined) options.http1Options.IncomingMessage ??= options.Http1IncomingMessage;
  if (options.Http1ServerResponse !== undefined) options.http1Options.ServerResponse ??= options.Http1ServerResponse;
  options.Http2ServerRequest ||= Http2ServerRequest;
  options.Http2ServerResponse ||= Http2ServerResponse;
  return options;
}

function tlsOptions(given, servername = undefined) {
  const options = serverOptions(given);
  if (!options.ALPNCallback) options.ALPNProtocols = options.allowHTTP1 === true ? ['h2', 'http/1.1'] : ['h2'];
  if (servername !== undefined && !options.servername) options.servername = servername;
  return options;
}

// ---- connections

function onConnection(socket) {
  const options = this[kOptions] ?? {};
  if (socket.alpnProtocol === false || socket.alpnProtocol === 'http/1.1') {
    if (options.allowHTTP1 === true) FunctionPrototypeCall(http._connectionListener, this, socket);
    else if (!this.emit('unknownProtocol', socket)) refuse(socket, options.unknownProtocolTimeout);
    return;
  }
  const session = new ServerHttp2Session(options, socket, this);
  session.on('stream', onStream);
  session.on('error', onError);
  session.on('priority', onPriority);
  if (this.timeout) session.setTimeout(this.timeout, onTimeout);
  socket[kServer] = this;
  this.emit('session', session);
}

function refuse(socket, timeoutMs) {
  const timer = setTimeout(() => {
    if (!socket.destroyed) socket.destroy();
  }, timeoutMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  socket.end(UNKNOWN_PROTOCOL);
}

function onStream(stream, headers, flags, rawHeaders) {
  this[kServer]?.emit('stream', stream, headers, flags, rawHeaders);
}

function onPriority(stream, parent, weight, isExclusive) {
  this[kServer]?.emit('priority', stream, parent, weight, isExclusive);
}

function onError(error) {
  this[kServer]?.emit('sessionError', error, this);
}

function onTimeout() {
  if (this.destroyed || this.closed) return;
  if (!this[kServer].emit('timeout', this)) this.destroy();
}

// The compatibility API costs something, so it begins with the first listener for 'request'.
function onNewListener(event) {
  if (event !== 'request') return;
  this.removeListener('newListener', onNewListener);
  const { Http2ServerRequest: Request, Http2ServerResponse: Response } = this[kOptions];
  this.on('stream', (stream, headers, flags, rawHeaders) =>
    onServerStream(this, Request, Response, stream, headers, flags, rawHeaders));
}

function setUp(server, options, requestListener) {
  server[kOptions] = options;
  server[kSessions] = new SafeSet();
  server.timeout = 0;
  server.on('newListener', onNewListener);
  if (typeof requestListener === 'function') server.on('request', requestListener);
}

function closeSessions(server) {
  SetPrototypeForEach(server[kSessions], (session) => session.close());
}

function setServerTimeout(msecs, callback) {
  this.timeout = msecs;
  if (callback !== undefined) {
    validateFunction(callback, 'callback');
    this.on('timeout', callback);
  }
  return this;
}

function updateSettings(settings) {
  assertIsObject(settings, 'settings');
  validateSettings(settings);
  this[kOptions].settings = { ...this[kOptions].settings, ...settings };
}

function onRejection(error, event, ...args) {
  if (event === 'stream') {
    const { 0: stream } = args;
    if (stream.sentHeaders) {
      stream.destroy(error);
    } else {
      stream.respond({ ':status': 500 });
      stream.end();
    }
  } else if (event === 'request') {
    const { 1: response } = args;
    if (response.headersSent || response.finished) {
      response.destroy();
      return;
    }
    const names = response.getHeaderNames();
    for (let i = 0; i < names.length; i++) response.removeHeader(names[i]);
    response.statusCode = 500;
    response.end(http.STATUS_CODES[500]);
  } else {
    ReflectApply(net.Server.prototype[EventEmitter.captureRejectionSymbol], this, joinLists([error, event], args));
  }
}

class Http2Server extends net.Server {
  constructor(given, requestListener) {
    const options = serverOptions(given);
    super(options, onConnection);
    setUp(this, options, requestListener);
  }

  close(...args) {
    ReflectApply(super.close, this, args);
    closeSessions(this);
  }

  async [SymbolAsyncDispose]() {
    await FunctionPrototypeCall(promisify(super.close), this);
  }
}

Http2Server.prototype.setTimeout = setServerTimeout;
Http2Server.prototype.updateSettings = updateSettings;
Http2Server.prototype[EventEmitter.captureRejectionSymbol] = onRejection;

const kNobodysEvent = Symbol('connection of HTTP/1');
let Http2SecureServer; // made with the first secure server, because tls is large

function secureServerClass() {
  const tls = require('tls');
  const { httpServerPreClose, setupConnectionsTracking, storeHTTPOptions } = require('_http_server');
  class SecureServer extends tls.Server {
    constructor(given, requestListener) {
      const options = tlsOptions(given);
      super(options, onConnection);
      setUp(this, options, requestListener);
      if (options.allowHTTP1 === true) {
        const http1 = { ...options, ...options.http1Options };
        FunctionPrototypeCall(storeHTTPOptions, this, http1);
        this.shouldUpgradeCallback = function shouldUpgradeCallback() { return this.listenerCount('upgrade') > 0; };
        setupConnectionsTracking(this, http1, kNobodysEvent); // onConnection passes them on
      }
      this.on('tlsClientError', (error, socket) => {
        if (!this.emit('clientError', error, socket)) socket.destroy(error);
      });
    }

    close(...args) {
      ReflectApply(super.close, this, args);
      if (this[kOptions].allowHTTP1 === true) httpServerPreClose(this);
      closeSessions(this);
    }

    closeIdleConnections() {
      if (this[kOptions].allowHTTP1 === true) FunctionPrototypeCall(http.Server.prototype.closeIdleConnections, this);
    }
  }
  SecureServer.prototype.forget = http.Server.prototype.forget;
  SecureServer.prototype.setTimeout = setServerTimeout;
  SecureServer.prototype.updateSettings = updateSettings;
  return SecureServer;
}

function createServer(options, handler) {
  return typeof options === 'function' ? new Http2Server({}, options) : new Http2Server(options, handler);
}

function createSecureServer(options, handler) {
  Http2SecureServer ??= secureServerClass();
  return new Http2SecureServer(options, handler);
}

function performServerHandshake(socket, options = {}) {
  return new ServerHttp2Session(serverOptions(options), socket, undefined);
}

module.exports = { createSecureServer, createServer, performServerHandshake, tlsOptions };
