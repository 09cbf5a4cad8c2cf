'use strict';

// ServerResponse.

const {
  ArrayFrom, ArrayIsArray, ArrayPrototypeFlat, FunctionPrototypeCall, ObjectEntries, ObjectKeys, ObjectSetPrototypeOf,
  RegExpPrototypeExec,
} = require('internal/primordials');
const {
  codes: {
    ERR_HTTP_HEADERS_SENT, ERR_HTTP_INVALID_STATUS_CODE, ERR_HTTP_SOCKET_ASSIGNED, ERR_INVALID_ARG_VALUE, ERR_INVALID_CHAR,
  },
} = require('internal/errors');
const { validateInteger, validateLinkHeaderValue, validateObject } = require('internal/validators');
const { channel } = require('diagnostics_channel');
const { OutgoingMessage } = require('internal/http/outgoing');
const { kConnection, kHeaders } = require('internal/http/outgoing_fields');
const { hasListeners } = require('internal/http/has_listeners');
const { STATUS_CODES, hasBadChar, validateHeaderName, validateHeaderValue } = require('internal/http/syntax');

const CHUNKED = /(?:^|\W)chunked(?:$|\W)/i;
const createdChannel = channel('http.server.response.created');

function ServerResponse(req, options) {
  FunctionPrototypeCall(OutgoingMessage, this, options);
  if (req.method === 'HEAD') this._hasBody = false;
  this.req = req;
  this.sendDate = true;
  this._sent100 = false;
  this._expect_continue = false;
  if (req.httpVersionMajor < 1 || req.httpVersionMinor < 1) {
    this.useChunkedEncodingByDefault = RegExpPrototypeExec(CHUNKED, req.headers.te) !== null;
    this.shouldKeepAlive = false;
  }
  if (createdChannel.hasSubscribers) createdChannel.publish({ request: req, response: this });
}
ObjectSetPrototypeOf(ServerResponse.prototype, OutgoingMessage.prototype);
ObjectSetPrototypeOf(ServerResponse, OutgoingMessage);

const { prototype } = ServerResponse;

prototype.statusCode = 200;
prototype.statusMessage = undefined;

prototype.assignSocket = function assignSocket(socket) {
  if (socket._httpMessage) throw new ERR_HTTP_SOCKET_ASSIGNED();
  socket._httpMessage = this;
  if (this[kConnection] === undefined) socket.on('close', onSocketClose);
  this.socket = socket;
  if (hasListeners(this)) this.emit('socket', socket);
  this._flush();
};

prototype.detachSocket = function detachSocket(socket) {
  if (this[kConnection] === undefined) socket.removeListener('close', onSocketClose);
  socket._httpMessage = null;
  this.socket = null;
};

// The listener for the connection of a server, shared by all its responses.
function onSocketClose() {
  if (this._httpMessage) emitClose(this._httpMessage);
}

function emitClose(response) {
  if (response._closed) return;
  response.destroyed = true;
  response._closed = true;
  response.emit('close');
}

// ---- heads

prototype._implicitHeader = function _implicitHeader() {
  this.writeHead(this.statusCode);
};

let lastStatus = 0;
let lastReason = '';
let lastLine = '';

// Cached: nearly all responses have the same values.
function statusLine(status, reason) {
  if (status !== lastStatus || reason !== lastReason) {
    if (hasBadChar(reason)) throw new ERR_INVALID_CHAR('statusMessage');
    lastLine = `HTTP/1.1 ${status} ${reason}\r\n`;
    lastStatus = status;
    lastReason = reason;
  }
  return lastLine;
}

const isBodiless = (status) => status === 204 || status === 304 || (status >= 100 && status <= 199);

prototype.writeHead = function writeHead(statusCode, reason, headers) {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT('write');
  const status = statusCode | 0;
  if (status < 100 || status > 999) throw new ERR_HTTP_INVALID_STATUS_CODE(statusCode);
  if (typeof reason === 'string') {
    this.statusMessage = reason;
  } else {
    this.statusMessage ||= STATUS_CODES[status] || 'unknown';
    headers ??= reason;
  }
  this.statusCode = status;
  if (this[kHeaders]) {
    mergeHeaders(this, headers);
    headers = this[kHeaders];
  }
  const line = statusLine(status, this.statusMessage);
  if (isBodiless(status)) this._hasBody = false;
  // A client may send its body without waiting for 100 Continue; it would be parsed as the next request.
  if (this._expect_continue && !this._sent100) this.shouldKeepAlive = false;
  this._storeHeader(line, headers);
  return this;
};

// These headers replace those that were set before.
function mergeHeaders(response, headers) {
  if (!headers) return;
  if (!ArrayIsArray(headers)) {
    for (let j = 0, list = ObjectKeys(headers); j < list.length; j++) {
      const name = list[j];
      if (name) response.setHeader(name, headers[name]);
    }
    return;
  }
  const pairs = ArrayIsArray(headers[0]) ? ArrayPrototypeFlat(headers) : headers;
  if (pairs.length % 2 !== 0) throw new ERR_INVALID_ARG_VALUE('headers', headers);
  for (let i = 0; i < pairs.length; i += 2) response.removeHeader(pairs[i]);
  for (let i = 0; i < pairs.length; i += 2) if (pairs[i]) response.appendHeader(pairs[i], pairs[i + 1]);
}

// ---- informational responses before the final one

prototype.writeInformation = function writeInformation(statusCode, headers, callback) {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT('write');
  validateInteger(statusCode, 'statusCode', 100, 199);
  if (statusCode === 101) throw new ERR_HTTP_INVALID_STATUS_CODE(statusCode);
  let head = `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] || 'unknown'}\r\n`;
  const isLenient = this._isLenientHeaderValidation();
  for (let i = 0, list = pairsOf(headers); i < list.length; i++) {
    const { 0: name, 1: value } = list[i];
    validateHeaderName(name);
    validateHeaderValue(name, value, isLenient);
    head += `${name}: ${value}\r\n`;
  }
  return this._writeRaw(`${head}\r\n`, 'ascii', callback);
};

function pairsOf(headers) {
  if (headers == null) return [];
  if (!ArrayIsArray(headers)) {
    validateObject(headers, 'headers');
    return ObjectEntries(headers);
  }
  if (ArrayIsArray(headers[0])) return headers;
  if (headers.length % 2 !== 0) throw new ERR_INVALID_ARG_VALUE('headers', headers);
  return ArrayFrom({ __proto__: null, length: headers.length / 2 }, (_, i) => [headers[2 * i], headers[2 * i + 1]]);
}

prototype.writeContinue = function writeContinue(callback) {
  this.writeInformation(100, null, callback);
  this._sent100 = true;
};

prototype.writeProcessing = function writeProcessing(callback) {
  this.writeInformation(102, null, callback);
};

prototype.writeEarlyHints = function writeEarlyHints(hints, callback) {
  validateObject(hints, 'hints');
  const { link, ...others } = hints;
  if (link == null) return;
  const value = validateLinkHeaderValue(link);
  if (value.length === 0) return;
  if (hasBadChar(value)) throw new ERR_INVALID_CHAR('header content', 'Link');
  this.writeInformation(103, { __proto__: null, Link: value, ...others }, callback);
};

module.exports = { ServerResponse, emitClose, onSocketClose };
