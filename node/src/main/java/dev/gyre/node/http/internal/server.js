'use strict';

// Server of HTTP/1.

const net = require('net');
const EventEmitter = require('events');
const {
  codes: { ERR_HTTP_REQUEST_TIMEOUT, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const { LinkedSet } = require('internal/linked_set');
const { kEmptyObject, promisify } = require('internal/util');
const {
  validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf,
} = require('internal/validators');
const { IncomingMessage } = require('internal/http/incoming');
const { kUniqueHeaders, uniqueHeaders } = require('internal/http/outgoing');
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

// Also for servers of other protocols that speak this one.
function storeHTTPOptions(options) {
  this[kIncomingMessage] = options.IncomingMessage || IncomingMessage;
  this[kServerResponse] = options.ServerResponse || ServerResponse;
  this.maxHeaderSize = checked(options, 'maxHeaderSize', naturalNumber);
  this.optimizesEmptyRequests =
    checked(options, 'optimizeEmptyRequests', validateBoolean, false, 'options.optimizeEmptyRequests');
  Object.defineProperty(this, 'optimizesEmptyRequests', { enumerable: false });
  this.insecureHTTPParser = checked(options, 'insecureHTTPParser', validateBoolean, undefined, 'options.insecureHTTPParser');
  this.httpValidation = checked(options, 'httpValidation', (value) => {
    validateOneOf(value, 'options.httpValidation', ['strict', 'relaxed', 'insecure']);
    if (options.insecureHTTPParser === undefined) return;
    throw new ERR_INVALID_ARG_VALUE('options.httpValidation', value, 'cannot be used together with options.insecureHTTPParser');
  });
  this.requestTimeout = checked(options, 'requestTimeout', naturalNumber, REQUEST_TIMEOUT_MS);
  this.headersTimeout = checked(options, 'headersTimeout', naturalNumber, Math.min(HEADERS_TIMEOUT_MS, this.requestTimeout));
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
  storeHTTPOptions.call(this, options);
  const { noDelay = true, keepAlive, keepAliveInitialDelay, highWaterMark } = options;
  net.Server.call(this, { allowHalfOpen: true, noDelay, keepAlive, keepAliveInitialDelay, highWaterMark });
  if (onRequest) this.on('request', onRequest);
  this.httpAllowHalfOpen = false;
  this[kConnections] = new LinkedSet();
  this.on('connection', connectionListener);
  this.on('listening', checkRegularly);
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket = 0;
  this[kUniqueHeaders] = uniqueHeaders(options.uniqueHeaders);
}
Object.setPrototypeOf(Server.prototype, net.Server.prototype);
Object.setPrototypeOf(Server, net.Server);

const { prototype } = Server;

function connectionListener(socket) {
  this[kConnections].add(new ServerConnection(this, socket));
}

Object.defineProperty(prototype, 'forget', {
  __proto__: null, configurable: true, writable: true, value(connection) { this[kConnections].delete(connection); },
});

// ---- requests that take too long

function checkRegularly() {
  clearInterval(this[kChecking]);
  this[kChecking] = setInterval(() => check(this), this.connectionsCheckingInterval).unref();
}

const orNever = (ms) => (Number.isFinite(ms) && ms > 0 ? ms : Infinity);

function check(server) {
  const headersMs = orNever(server.headersTimeout);
  const requestsMs = orNever(server.requestTimeout);
  if (headersMs === Infinity && requestsMs === Infinity) return;
  const late = new Set(parser.expired(headersMs, requestsMs));
  for (const { reader, socket } of server[kConnections].toArray()) {
    if (late.has(reader.id)) onError.call(socket, new ERR_HTTP_REQUEST_TIMEOUT());
  }
}

// ---- the end

prototype.close = function close(...args) {
  this.closeIdleConnections();
  clearInterval(this[kChecking]);
  net.Server.prototype.close.apply(this, args);
  return this;
};

prototype[Symbol.asyncDispose] = async function asyncDispose() {
  await promisify(this.close).call(this);
};

prototype.closeAllConnections = function closeAllConnections() {
  for (const { socket } of this[kConnections].toArray()) socket.destroy();
};

prototype.closeIdleConnections = function closeIdleConnections() {
  for (const { isIdle, socket } of this[kConnections].toArray()) if (isIdle) socket.destroy();
};

prototype.setTimeout = function setTimeout(msecs, callback) {
  this.timeout = msecs;
  if (callback) this.on('timeout', callback);
  return this;
};

prototype[EventEmitter.captureRejectionSymbol] = function onRejection(error, event, ...args) {
  if (event !== 'request') {
    net.Server.prototype[EventEmitter.captureRejectionSymbol].call(this, error, event, ...args);
    return;
  }
  const [, res] = args;
  if (res.headersSent || res.writableEnded) {
    res.destroy();
    return;
  }
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  res.statusCode = 500;
  res.end(STATUS_CODES[500]);
};

module.exports = { Server, kConnectionsCheckingInterval: kChecking, _connectionListener: connectionListener, storeHTTPOptions };
