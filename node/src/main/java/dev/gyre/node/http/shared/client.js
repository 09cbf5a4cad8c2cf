'use strict';

// ClientRequest: an outgoing request, on a connection of an agent or on one of its own.

const {
  ArrayIsArray, Boolean, FunctionPrototypeCall, Number, NumberIsFinite, ObjectAssign, ObjectDefineProperty, ObjectKeys,
  ObjectSetPrototypeOf, ReflectApply, RegExpPrototypeExec, SafeSet, String, StringPrototypeIndexOf,
  StringPrototypeLastIndexOf, StringPrototypeToUpperCase, Symbol,
} = require('internal/primordials');
const net = require('net');
const { addAbortSignal, finished } = require('stream');
const {
  codes: {
    ERR_HTTP_HEADERS_SENT, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_HTTP_TOKEN, ERR_INVALID_PROTOCOL,
    ERR_UNESCAPED_CHARACTERS,
  },
  ConnResetException,
} = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { URL, isURL } = require('internal/url');
const { urlToHttpOptions } = require('url');
const { validateBoolean, validateInteger, validateOneOf, validateString } = require('internal/validators');
const { Buffer } = require('buffer');
const { channel } = require('diagnostics_channel');
const { OutgoingMessage, uniqueHeaders } = require('internal/http/outgoing');
const { kHeaders, kNeedDrain, kUniqueHeaders } = require('internal/http/outgoing_fields');
const { isToken } = require('internal/http/syntax');
const { durationOf } = require('internal/net/timeouts');
const { ClientConnection } = require('internal/http/client_connection');
const { addressByProxy, kProxy } = require('internal/http/proxy');

const kAuthority = Symbol('kAuthority'); // host and port of the URL
const kPath = Symbol('kPath');
const kError = Symbol('kError');
const BAD_PATH = /[^\u0021-\u00ff]/;
const BODILESS = new SafeSet(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

const createdChannel = channel('http.client.request.created');
const startChannel = channel('http.client.request.start');
const errorChannel = channel('http.client.request.error');

function hostOf(value, name) {
  if (value !== null && value !== undefined && typeof value !== 'string') {
    throw new ERR_INVALID_ARG_TYPE(`options.${name}`, ['string', 'undefined', 'null'], value);
  }
  return value;
}

// (url, options, callback), (url, callback), (options, callback)
function readArguments(input, options, callback) {
  if (typeof input === 'string') input = urlToHttpOptions(new URL(input));
  else if (isURL(input)) input = urlToHttpOptions(input);
  else ({ 0: input, 1: options, 2: callback } = [null, input, options]);
  if (typeof options === 'function') return [input || kEmptyObject, options];
  return [{ __proto__: null, ...input, ...options }, callback];
}

function agentOf(options, defaultAgent) {
  const { agent } = options;
  if (agent === false) return new defaultAgent.constructor();
  if (agent === null || agent === undefined) {
    return typeof options.createConnection === 'function' ? agent : defaultAgent;
  }
  if (typeof agent.addRequest !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('options.agent', ['Agent-like Object', 'undefined', 'false'], agent);
  }
  return agent;
}

function ClientRequest(...args) {
  const { 0: options, 1: callback } = ReflectApply(readArguments, undefined, args);
  FunctionPrototypeCall(OutgoingMessage, this, options.highWaterMark == null ? undefined : { highWaterMark: options.highWaterMark });
  const defaultAgent = options._defaultAgent || require('internal/http/agent').globalAgent();
  this.agent = agentOf(options, defaultAgent);
  const protocol = options.protocol || defaultAgent.protocol;
  const expected = this.agent?.protocol || defaultAgent.protocol;
  if (options.path && RegExpPrototypeExec(BAD_PATH, String(options.path)) !== null) throw new ERR_UNESCAPED_CHARACTERS('Request path');
  if (protocol !== expected) throw new ERR_INVALID_PROTOCOL(protocol, expected);
  const defaultPort = options.defaultPort || this.agent?.defaultPort;
  const target = { __proto__: null, ...options };
  const port = target.port = options.port || defaultPort || 80;
  const host = target.host = hostOf(options.hostname, 'hostname') || hostOf(options.host, 'host') || 'localhost';
  const isBare = options.setDefaultHeaders === false;
  const setsHost = options.setHost === undefined ? !isBare : Boolean(options.setHost);
  this._removedConnection = isBare;
  this._removedContLen = isBare;
  this._removedTE = isBare;
  this.socketPath = options.socketPath;
  if (options.timeout !== undefined) this.timeout = durationOf(options.timeout, 'timeout');
  this[kError] = undefined;
  if (options.signal) {
    addAbortSignal(options.signal, this);
    delete target.signal;
  }
  this.method = methodOf(options);
  readLimits(this, options);
  this[kPath] = options.path || '/';
  if (callback) this.once('response', callback);
  this.useChunkedEncodingByDefault = !BODILESS.has(this.method);
  this._ended = false;
  this.res = null;
  this.aborted = false;
  this.timeoutCb = null;
  this.upgradeOrConnect = false;
  this.parser = null;
  this.maxHeadersCount = null;
  this.reusedSocket = false;
  this.host = host;
  this.protocol = protocol;
  if (this.agent) {
    // Keep-alive is useful only if the agent may reuse the connection.
    const mayBeUsedAgain = this.agent.keepAlive || NumberIsFinite(this.agent.maxSockets);
    this._last = !mayBeUsedAgain;
    this.shouldKeepAlive = Boolean(mayBeUsedAgain);
  }
  this[kUniqueHeaders] = uniqueHeaders(options.uniqueHeaders);
  this[kAuthority] = authorityOf(host, port, defaultPort);
  setHeaders(this, options, setsHost, target);
  if (this.agent) this.agent.addRequest(this, target);
  else connectAlone(this, target);
  if (createdChannel.hasSubscribers) createdChannel.publish({ request: this });
}
ObjectSetPrototypeOf(ClientRequest.prototype, OutgoingMessage.prototype);
ObjectSetPrototypeOf(ClientRequest, OutgoingMessage);

function methodOf({ method }) {
  if (method != null) validateString(method, 'options.method');
  if (!method) return 'GET';
  if (!isToken(method)) throw new ERR_INVALID_HTTP_TOKEN('Method', method);
  return StringPrototypeToUpperCase(method);
}

function readLimits(request, { maxHeaderSize, insecureHTTPParser, httpValidation, joinDuplicateHeaders }) {
  if (maxHeaderSize !== undefined) validateInteger(maxHeaderSize, 'maxHeaderSize', 0);
  if (insecureHTTPParser !== undefined) validateBoolean(insecureHTTPParser, 'options.insecureHTTPParser');
  if (httpValidation !== undefined) {
    validateOneOf(httpValidation, 'options.httpValidation', ['strict', 'relaxed', 'insecure']);
    if (insecureHTTPParser !== undefined) {
      throw new ERR_INVALID_ARG_VALUE('options.httpValidation', httpValidation,
        'cannot be used together with options.insecureHTTPParser');
    }
  }
  if (joinDuplicateHeaders !== undefined) validateBoolean(joinDuplicateHeaders, 'options.joinDuplicateHeaders');
  ObjectAssign(request, { maxHeaderSize, insecureHTTPParser, httpValidation, joinDuplicateHeaders });
}

// Formatted as in the Host header.
function authorityOf(host, port, defaultPort) {
  const isV6 = StringPrototypeIndexOf(host, ':') !== StringPrototypeLastIndexOf(host, ':') && host[0] !== '[';
  const name = isV6 ? `[${host}]` : host;
  return port && Number(port) !== defaultPort ? `${name}:${port}` : name;
}

const authorityParts = ({ host, port }) => ({ host: authorityOf(host, undefined, undefined), port });

function setHeaders(request, { headers, auth, path }, setsHost, target) {
  const isProxied = request.agent?.[kProxy] !== undefined;
  if (ArrayIsArray(headers)) {
    if (isProxied) addressByProxy(request, target, authorityParts(target), undefined, headers);
    request._storeHeader(firstLine(request), headers);
    return;
  }
  for (let i = 0, list = ObjectKeys(headers ?? kEmptyObject); i < list.length; i++) {
    const name = list[i];
    request.setHeader(name, headers[name]);
  }
  const given = isProxied ? request.getHeader('host') : undefined;
  if (setsHost && !request.getHeader('host')) {
    request.setHeader('Host', request.method === 'CONNECT' && path ? String(path) : request[kAuthority]);
  }
  if (auth && !request.getHeader('Authorization')) {
    request.setHeader('Authorization', `Basic ${Buffer.from(auth).toString('base64')}`);
  }
  if (isProxied) addressByProxy(request, target, authorityParts(target), given, undefined);
  if (request.getHeader('expect')) {
    if (request._header) throw new ERR_HTTP_HEADERS_SENT('render');
    request._storeHeader(firstLine(request), request[kHeaders]);
  }
}

const firstLine = ({ method, path }) => `${method} ${path} HTTP/1.1\r\n`;

// Without an agent, the connection serves this request only.
function connectAlone(request, target) {
  request._last = true;
  request.shouldKeepAlive = false;
  const options = { ...target, path: target.socketPath ? target.socketPath : undefined };
  if (typeof options.createConnection !== 'function') {
    request.onSocket(net.createConnection(options));
    return;
  }
  let isDone = false;
  const done = (error, socket) => {
    if (isDone) return;
    isDone = true;
    if (error) process.nextTick(() => emitError(request, error));
    else request.onSocket(socket);
  };
  try {
    const socket = options.createConnection(options, done);
    if (socket) done(null, socket);
  } catch (error) {
    done(error);
  }
}

function emitError(request, error) {
  if (errorChannel.hasSubscribers) errorChannel.publish({ request, error });
  request.emit('error', error);
}

const { prototype } = ClientRequest;

ObjectDefineProperty(prototype, 'path', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return this[kPath]; },
  set(value) {
    const path = String(value);
    if (RegExpPrototypeExec(BAD_PATH, path) !== null) throw new ERR_UNESCAPED_CHARACTERS('Request path');
    this[kPath] = path;
  },
});

prototype._finish = function _finish() {
  FunctionPrototypeCall(OutgoingMessage.prototype._finish, this);
  if (startChannel.hasSubscribers) startChannel.publish({ request: this });
};

prototype._implicitHeader = function _implicitHeader() {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT('render');
  this._storeHeader(firstLine(this), this[kHeaders]);
};

// ---- the connection

prototype.onSocket = function onSocket(socket, error) {
  process.nextTick(useSocket, this, socket, error);
};

function useSocket(request, socket, error) {
  if (!request.destroyed && !error) {
    request.connectionToServer = new ClientConnection(request, socket);
    return;
  }
  request.destroyed = true;
  if (socket && (error || !request.agent || socket.destroyed)) {
    finished(socket.destroy(error || request[kError]), (ofSocket) => {
      closeUnused(request, socket, ofSocket && ofSocket.code !== 'ERR_STREAM_PREMATURE_CLOSE' ? ofSocket : error);
    });
    return;
  }
  socket?.emit('free');
  closeUnused(request, socket, error || request[kError]);
}

function closeUnused(request, socket, error) {
  const reason = error || (request.aborted ? undefined : new ConnResetException('socket hang up'));
  if (reason && !socket?._hadError) emitError(request, reason);
  request._closed = true;
  request.emit('close');
}

ObjectDefineProperty(prototype, 'connectionToServer', { __proto__: null, writable: true, enumerable: false, value: undefined });

prototype._deferToConnect = function _deferToConnect(method, args) {
  const call = () => { ReflectApply(this.socket[method], this.socket, args); };
  const whenConnected = () => {
    if (this.socket.writable) call();
    else this.socket.once('connect', call);
  };
  if (this.socket) whenConnected();
  else this.once('socket', whenConnected);
};

prototype.setNoDelay = function setNoDelay(noDelay) {
  this._deferToConnect('setNoDelay', [noDelay]);
};

prototype.setSocketKeepAlive = function setSocketKeepAlive(enable, initialDelay) {
  this._deferToConnect('setKeepAlive', [enable, initialDelay]);
};

prototype.setTimeout = function setTimeout(msecs, callback) {
  if (this._ended) return this;
  ClientConnection.listenForTimeout(this);
  const duration = durationOf(msecs);
  if (callback) this.once('timeout', callback);
  if (this.socket) setSocketTimeout(this.socket, duration);
  else this.once('socket', (socket) => setSocketTimeout(socket, duration));
  return this;
};

function setSocketTimeout(socket, msecs) {
  if (socket.connecting) socket.once('connect', function() { this.setTimeout(msecs); });
  else socket.setTimeout(msecs);
}

prototype.clearTimeout = function clearTimeout(callback) {
  this.setTimeout(0, callback);
};

// ---- the end

prototype.abort = function abort() {
  if (this.aborted) return;
  this.aborted = true;
  process.nextTick((request) => request.emit('abort'), this);
  this.destroy();
};

prototype.destroy = function destroy(error) {
  if (this.destroyed) return this;
  this.destroyed = true;
  this.res?._dump();
  this[kError] = error;
  // Once everything is sent and received, the socket goes back to the agent, and nobody would handle an error of it.
  const isOver = this.writableFinished && this.res?.complete;
  this.socket?.destroy(isOver ? undefined : error);
  return this;
};

module.exports = { ClientRequest, emitError, kNeedDrain, kAuthority };
