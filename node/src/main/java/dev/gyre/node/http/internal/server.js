'use strict';

// The HTTP/1 server.

const {
  FunctionPrototypeCall, MathMin, NumberIsFinite, ObjectDefineProperty, ObjectSetPrototypeOf, ReflectApply, SafeSet,
  Symbol, SymbolAsyncDispose, joinLists,
} = require('internal/primordials');
const { clearInterval, setInterval } = require('timers');
const net = require('net');
const EventEmitter = require('events');
const {
  codes: { ERR_HTTP_REQUEST_TIMEOUT, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const { LinkedSet } = require('internal/linked_set');
const { atStart } = require('internal/start');
const { kEmptyObject, promisify } = require('internal/util');
const {
  validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf,
} = require('internal/validators');
const { IncomingMessage } = require('internal/http/incoming');
const { uniqueHeaders } = require('internal/http/outgoing');
const { kUniqueHeaders } = require('internal/http/outgoing_fields');
const { ServerResponse } = require('internal/http/response');
const { STATUS_CODES } = require('internal/http/syntax');
const {
  ServerConnection, kIncomingMessage, kServerResponse, onError,
} = require('internal/http/server_connection');
const parser = require('internal/http/parser');

const kConnections = Symbol('http.server.connections');
const kChecking = Symbol('http.server.connectionsCheckingInterval');

const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 5_000;
const KEEP_ALIVE_BUFFER_MS = 1_000;
const CHECK_EVERY_MS = 30_000;

function checked(options, name, validate, fallback, label = name) {
  const value = options[name];
  if (value === undefined) return fallback;
  validate(value, label);
  return value;
}

const naturalNumber = (value, name) => validateInteger(value, name, 0);

// Also used by servers of other protocols that support HTTP/1.
function storeHTTPOptions(options) {
  this[kIncomingMessage] = options.IncomingMessage || IncomingMessage;
  this[kServerResponse] = options.ServerResponse || ServerResponse;
  this.maxHeaderSize = checked(options, 'maxHeaderSize', naturalNumber);
  this.optimizesEmptyRequests =
    checked(options, 'optimizeEmptyRequests', validateBoolean, false, 'options.optimizeEmptyRequests');
  ObjectDefineProperty(this, 'optimizesEmptyRequests', { __proto__: null, enumerable: false });
  this.insecureHTTPParser = checked(options, 'insecureHTTPParser', validateBoolean, undefined, 'options.insecureHTTPParser');
  this.httpValidation = checked(options, 'httpValidation', (value) => {
    validateOneOf(value, 'options.httpValidation', ['strict', 'relaxed', 'insecure']);
    if (options.insecureHTTPParser === undefined) return;
    throw new ERR_INVALID_ARG_VALUE('options.httpValidation', value, 'cannot be used together with options.insecureHTTPParser');
  });
  this.requestTimeout = checked(options, 'requestTimeout', naturalNumber, REQUEST_TIMEOUT_MS);
  this.headersTimeout = checked(options, 'headersTimeout', naturalNumber, MathMin(HEADERS_TIMEOUT_MS, this.requestTimeout));
  if (this.requestTimeout > 0 && this.headersTimeout > this.requestTimeout) {
    throw new ERR_OUT_OF_RANGE('headersTimeout', '<= requestTimeout', options.headersTimeout);
  }
  this.keepAliveTimeout = checked(options, 'keepAliveTimeout', naturalNumber, KEEP_ALIVE_MS);
  this.keepAliveTimeoutBuffer = checked(options, 'keepAliveTimeoutBuffer', naturalNumber, KEEP_ALIVE_BUFFER_MS);
  this.connectionsCheckingInterval = checked(options, 'connectionsCheckingInterval', naturalNumber, CHECK_EVERY_MS);
  this.requireHostHeader = checked(options, 'requireHostHeader', validateBoolean, true, 'options.requireHostHeader');
  this.joinDuplicateHeaders = checked(options, 'joinDuplicateHeaders', validateBoolean, undefined, 'options.joinDuplicateHeaders');
  this.rejectNonStandardBodyWrites =
    checked(options, 'rejectNonStandardBodyWrites', validateBoolean, false, 'options.rejectNonStandardBodyWrites');
  this.shouldUpgradeCallback = checked(options, 'shouldUpgradeCallback', validateFunction, function() {
    return this.listenerCount('upgrade') > 0;
  }, 'options.shouldUpgradeCallback');
}

function Server(options, onRequest) {
  if (!(this instanceof Server)) return new Server(options, onRequest);
  if (typeof options === 'function') {
    onRequest = options;
    options = kEmptyObject;
  } else if (options == null) {
    options = kEmptyObject;
  } else {
    validateObject(options, 'options');
  }
  FunctionPrototypeCall(storeHTTPOptions, this, options);
  const { noDelay = true, keepAlive, keepAliveInitialDelay, highWaterMark } = options;
  FunctionPrototypeCall(net.Server, this, { allowHalfOpen: true, noDelay, keepAlive, keepAliveInitialDelay, highWaterMark });
  if (onRequest) this.on('request', onRequest);
  setUpServer(this, options, 'connection');
}
ObjectSetPrototypeOf(Server.prototype, net.Server.prototype);
atStart(() => ObjectSetPrototypeOf(Server, net.Server)); // V8 can't read a snapshot that contains a function with a changed prototype

const { prototype } = Server;

// Makes a server of connections one of HTTP: the event brings a connection that HTTP can be read from.
function setUpServer(server, options, event) {
  server.httpAllowHalfOpen = false;
  server[kConnections] = new LinkedSet();
  server.on(event, connectionListener);
  server.on('listening', checkRegularly);
  server.timeout = 0;
  server.maxHeadersCount = null;
  server.maxRequestsPerSocket = 0;
  server[kUniqueHeaders] = uniqueHeaders(options.uniqueHeaders);
}

function connectionListener(socket) {
  this[kConnections].add(new ServerConnection(this, socket));
}

ObjectDefineProperty(prototype, 'forget', {
  __proto__: null, configurable: true, writable: true, value(connection) { this[kConnections].delete(connection); },
});

// ---- timeouts of requests

function checkRegularly() {
  clearInterval(this[kChecking]);
  this[kChecking] = setInterval(() => check(this), this.connectionsCheckingInterval).unref();
}

const orNever = (ms) => (NumberIsFinite(ms) && ms > 0 ? ms : Infinity);

function check(server) {
  const headersMs = orNever(server.headersTimeout);
  const requestsMs = orNever(server.requestTimeout);
  if (headersMs === Infinity && requestsMs === Infinity) return;
  const late = new SafeSet(parser.expired(headersMs, requestsMs));
  for (let i = 0, list = server[kConnections].toArray(); i < list.length; i++) {
    const { reader, socket } = list[i];
    if (late.has(reader.id)) FunctionPrototypeCall(onError, socket, new ERR_HTTP_REQUEST_TIMEOUT());
  }
}

// ---- the end

function httpServerPreClose(server) {
  server.closeIdleConnections();
  clearInterval(server[kChecking]);
}

prototype.close = function close(...args) {
  httpServerPreClose(this);
  ReflectApply(net.Server.prototype.close, this, args);
  return this;
};

prototype[SymbolAsyncDispose] = async function asyncDispose() {
  await FunctionPrototypeCall(promisify(this.close), this);
};

prototype.closeAllConnections = function closeAllConnections() {
  for (let i = 0, list = this[kConnections].toArray(); i < list.length; i++) {
    const { socket } = list[i];
    socket.destroy();
  }
};

prototype.closeIdleConnections = function closeIdleConnections() {
  for (let i = 0, list = this[kConnections].toArray(); i < list.length; i++) {
    const { isIdle, socket } = list[i];
    if (isIdle) socket.destroy();
  }
};

prototype.setTimeout = function setTimeout(msecs, callback) {
  this.timeout = msecs;
  if (callback) this.on('timeout', callback);
  return this;
};

prototype[EventEmitter.captureRejectionSymbol] = function onRejection(error, event, ...args) {
  if (event !== 'request') {
    ReflectApply(FunctionPrototypeCall, undefined, joinLists([net.Server.prototype[EventEmitter.captureRejectionSymbol], this, error, event], args));
    return;
  }
  const { 1: res } = args;
  if (res.headersSent || res.writableEnded) {
    res.destroy();
    return;
  }
  for (let i = 0, list = res.getHeaderNames(); i < list.length; i++) res.removeHeader(list[i]);
  res.statusCode = 500;
  res.end(STATUS_CODES[500]);
};

module.exports = { Server, httpServerPreClose, kConnectionsCheckingInterval: kChecking, _connectionListener: connectionListener, setUpServer, storeHTTPOptions };
