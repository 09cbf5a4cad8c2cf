'use strict';

// OutgoingMessage, the base class of ServerResponse and ClientRequest: its construction, properties and headers. The body is
// in outgoing_write.js and outgoing_end.js, the way to the socket in outgoing_send.js.

const {
  ArrayIsArray, ArrayPrototypeFlat, ArrayPrototypeJoin, ArrayPrototypeMap, Boolean, FunctionPrototypeCall,
  NumberPrototypeToString, ObjectAssign, ObjectDefineProperty, ObjectEntries, ObjectFromEntries, ObjectSetPrototypeOf,
  SafeSet, StringPrototypeToLowerCase, itemsOf, pushAll,
} = require('internal/primordials');
const { captureRejectionSymbol } = require('events');
const { Stream, getDefaultHighWaterMark } = require('stream');
const {
  codes: {
    ERR_HTTP_HEADERS_SENT, ERR_HTTP_INVALID_HEADER_VALUE, ERR_INVALID_ARG_TYPE, ERR_INVALID_CHAR,
    ERR_METHOD_NOT_IMPLEMENTED, ERR_STREAM_CANNOT_PIPE,
  },
} = require('internal/errors');
const { validateString } = require('internal/validators');
const options = require('internal/options');
const { Head } = require('internal/http/head');
const { HeaderList } = require('internal/http/header_list');
const { end } = require('internal/http/outgoing_end');
const {
  kBytesWritten, kChunks, kChunksLength, kConnection, kCorked, kEndCallbacks, kErrored, kFlushError, kHeaders,
  kHighWaterMark, kNeedDrain, kRejectsBody, kSocket, kUniqueHeaders, kWritableFinished,
} = require('internal/http/outgoing_fields');
const sending = require('internal/http/outgoing_send');
const { methods: writing, nothing, sendAllHeld } = require('internal/http/outgoing_write');
const { fieldName, hasBadChar, lowerName, validateHeaderName, validateHeaderValue } = require('internal/http/syntax');

function OutgoingMessage(options) {
  FunctionPrototypeCall(Stream, this);
  this.outputData = []; // waits for the socket: { data, encoding, callback }
  this.outputSize = 0;
  this.writable = true;
  this.destroyed = false;
  this._last = false;
  this.chunkedEncoding = false;
  this.shouldKeepAlive = true;
  this.maxRequestsOnConnectionReached = false;
  this._defaultKeepAlive = true;
  this.useChunkedEncodingByDefault = true;
  this.sendDate = false;
  this._removedConnection = false;
  this._removedContLen = false;
  this._removedTE = false;
  this.strictContentLength = false;
  this._contentLength = null;
  this._hasBody = true;
  this._trailer = '';
  this[kNeedDrain] = false;
  this.finished = false;
  this._headerSent = false;
  this[kCorked] = 0;
  this._closed = false;
  this[kSocket] = null;
  this._header = null;
  this[kHeaders] = null;
  this[kConnection] = undefined;
  this._keepAliveTimeout = 0;
  this._onPendingData = nothing;
  this[kWritableFinished] = false;
  this[kHighWaterMark] = options?.highWaterMark ?? getDefaultHighWaterMark();
  if (options?.rejectNonStandardBodyWrites) this[kRejectsBody] = true;
}
ObjectSetPrototypeOf(OutgoingMessage.prototype, Stream.prototype);
ObjectSetPrototypeOf(OutgoingMessage, Stream);

const { prototype } = OutgoingMessage;

// Defaults of fields that few messages set. They are not own properties of each message, because Express changes the
// prototype of every message, and V8 then migrates all of its own properties.
ObjectAssign(prototype, {
  [kBytesWritten]: 0,
  [kChunks]: null,
  [kChunksLength]: 0,
  [kUniqueHeaders]: null,
  [kErrored]: null,
  [kEndCallbacks]: null,
  [kFlushError]: null,
  [kRejectsBody]: false,
});

// ---- properties

const accessor = (name, get, set, flags) => ObjectDefineProperty(prototype, name, { __proto__: null, get, set, ...flags });

accessor('errored', function() { return this[kErrored]; });
accessor('closed', function() { return this._closed; });
accessor('writableFinished', function() { return this[kWritableFinished]; });
accessor('writableObjectMode', () => false);
accessor('writableLength', function() {
  let held = this[kChunksLength];
  if (held !== 0) held += NumberPrototypeToString(held, 16).length + 4 + (!this._headerSent && this._header !== null ? this._header.length : 0);
  return this.outputSize + held + (this[kSocket] ? this[kSocket].writableLength : 0);
});
accessor('writableHighWaterMark', function() {
  return this[kSocket] ? this[kSocket].writableHighWaterMark : this[kHighWaterMark];
});
accessor('writableCorked', function() { return this[kCorked]; });
accessor('writableEnded', function() { return this.finished; });
accessor('writableNeedDrain', function() { return !this.destroyed && !this.finished && this[kNeedDrain]; });
accessor('headersSent', function() { return Boolean(this._header); }, undefined, { configurable: true, enumerable: true });
accessor('connection', function() { return this[kSocket]; }, function(value) { this.socket = value; });
accessor('socket', function() { return this[kSocket]; }, function(value) {
  for (let n = 0; n < this[kCorked]; n++) {
    value?.cork();
    this[kSocket]?.uncork();
  }
  this[kSocket] = value;
});

prototype._isLenientHeaderValidation = function _isLenientHeaderValidation() {
  const server = this.req?.socket?.server;
  const validation = this.httpValidation ?? server?.httpValidation;
  if (validation !== undefined) return validation !== 'strict';
  return this.insecureHTTPParser ?? server?.insecureHTTPParser ?? Boolean(options.get('--insecure-http-parser'));
};

prototype.hasUniqueHeader = function hasUniqueHeader(lower) {
  return this[kUniqueHeaders] !== null && this[kUniqueHeaders].has(lower);
};
ObjectDefineProperty(prototype, 'hasUniqueHeader', { __proto__: null, enumerable: false });

const uniqueHeaders = (names) => (ArrayIsArray(names) ? new SafeSet(ArrayPrototypeMap(names, (name) => StringPrototypeToLowerCase(name))) : null);

// ---- headers

function checkField(message, name, value, action) {
  if (message._header) throw new ERR_HTTP_HEADERS_SENT(action);
  const field = fieldName(name);
  if (field === undefined) validateHeaderName(name);
  if (value === undefined) throw new ERR_HTTP_INVALID_HEADER_VALUE(value, name);
  if (!field.accepts(value) && hasBadChar(value, message._isLenientHeaderValidation())) {
    throw new ERR_INVALID_CHAR('header content', name);
  }
  return field;
}

prototype.setHeader = function setHeader(name, value) {
  const field = checkField(this, name, value, 'set');
  (this[kHeaders] ??= new HeaderList()).set(field, value);
  return this;
};

prototype.setHeaders = function setHeaders(headers) {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT('set');
  if (!headers || ArrayIsArray(headers) || typeof headers.keys !== 'function' || typeof headers.get !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('headers', ['Headers', 'Map'], headers);
  }
  const cookies = [];
  for (const { 0: name, 1: value } of itemsOf(headers)) {
    if (name === 'set-cookie') pushAll(cookies, ArrayPrototypeFlat([value]));
    else this.setHeader(name, value);
  }
  if (cookies.length > 0) this.setHeader('set-cookie', cookies);
  return this;
};

prototype.appendHeader = function appendHeader(name, value) {
  const field = checkField(this, name, value, 'append');
  (this[kHeaders] ??= new HeaderList()).append(field, value);
  return this;
};

prototype.getHeader = function getHeader(name) {
  validateString(name, 'name');
  return this[kHeaders]?.get(lowerName(name));
};

prototype.hasHeader = function hasHeader(name) {
  validateString(name, 'name');
  return this[kHeaders] !== null && this[kHeaders].has(lowerName(name));
};

const headersOf = (message) => message[kHeaders]?.all() ?? [];

prototype.getHeaderNames = function getHeaderNames() {
  return ArrayPrototypeMap(headersOf(this), ({ 0: lower }) => lower);
};

prototype.getRawHeaderNames = function getRawHeaderNames() {
  return ArrayPrototypeMap(headersOf(this), ({ 1: { name } }) => name);
};

prototype.getHeaders = function getHeaders() {
  const headers = { __proto__: null };
  for (let i = 0, list = headersOf(this); i < list.length; i++) headers[list[i][0]] = list[i][2];
  return headers;
};

prototype.removeHeader = function removeHeader(name) {
  validateString(name, 'name');
  if (this._header) throw new ERR_HTTP_HEADERS_SENT('remove');
  const lower = lowerName(name);
  if (lower === 'connection') this._removedConnection = true;
  else if (lower === 'content-length') this._removedContLen = true;
  else if (lower === 'transfer-encoding') this._removedTE = true;
  else if (lower === 'date') this.sendDate = false;
  this[kHeaders]?.remove(lower);
};

prototype._renderHeaders = function _renderHeaders() {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT('render');
  return ObjectFromEntries(ArrayPrototypeMap(headersOf(this), ({ 1: { name }, 2: value }) => [name, value]));
};

prototype._implicitHeader = function _implicitHeader() {
  throw new ERR_METHOD_NOT_IMPLEMENTED('_implicitHeader()');
};

prototype._storeHeader = function _storeHeader(firstLine, headers) {
  const head = new Head(this, firstLine);
  head.addAll(headers);
  this._header = head.finish();
  this._headerSent = false;
  if (head.hasExpect) this._send('');
};

prototype.flushHeaders = function flushHeaders() {
  if (!this._header) this._implicitHeader();
  this._send('');
};

prototype.addTrailers = function addTrailers(trailers) {
  this._trailer = '';
  const isLenient = this._isLenientHeaderValidation();
  for (const { 0: name, 1: value } of itemsOf(ArrayIsArray(trailers) ? trailers : ObjectEntries(trailers))) {
    validateHeaderName(name, 'Trailer name');
    const isRepeated = ArrayIsArray(value) && value.length > 1 && !this.hasUniqueHeader(StringPrototypeToLowerCase(name));
    for (const one of itemsOf(isRepeated ? value : [ArrayIsArray(value) ? ArrayPrototypeJoin(value, '; ') : value])) {
      if (hasBadChar(one, isLenient)) throw new ERR_INVALID_CHAR('trailer content', name);
      this._trailer += `${name}: ${one}\r\n`;
    }
  }
};

// ---- body and end

ObjectAssign(prototype, sending, writing, { end });

prototype[captureRejectionSymbol] = function onRejection(error) {
  this.destroy(error);
};

prototype.destroy = function destroy(error) {
  if (this.destroyed) return this;
  this.destroyed = true;
  this[kErrored] = error;
  sendAllHeld(this);
  if (this[kSocket]) this[kSocket].destroy(error);
  else process.nextTick(emitClose, this);
  return this;
};

function emitClose(message) {
  if (message._closed) return;
  message._closed = true;
  message.emit('close');
}

prototype.setTimeout = function setTimeout(msecs, callback) {
  if (callback) this.on('timeout', callback);
  if (this[kSocket]) this[kSocket].setTimeout(msecs);
  else this.once('socket', (socket) => socket.setTimeout(msecs));
  return this;
};

prototype.pipe = function pipe() {
  this.emit('error', new ERR_STREAM_CANNOT_PIPE());
};

module.exports = { OutgoingMessage, uniqueHeaders, validateHeaderName, validateHeaderValue };
