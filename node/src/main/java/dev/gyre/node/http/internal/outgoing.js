'use strict';

// OutgoingMessage: a message that is sent; over ServerResponse and ClientRequest.
//
// It writes to its socket while it is the socket's turn (socket._httpMessage), and keeps what it has to say until then.
// Head and body go out together where the body is a string; the first write of a tick corks the socket until the tick
// ends. What is written while the message itself is corked is held in kChunks and goes out as one chunk, and nothing may
// overtake it there: the end of the body and the end of the socket's cork come after it has been sent.

const {
  ArrayIsArray, ArrayPrototypeFlat, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeUnshift,
  Boolean, FunctionPrototypeCall, NumberPrototypeToString, ObjectAssign, ObjectDefineProperty, ObjectEntries,
  ObjectFromEntries, ObjectSetPrototypeOf, RegExpPrototypeExec, SafeSet, StringPrototypeToLowerCase, Symbol, itemsOf,
  pushAll,
} = require('internal/primordials');
const { captureRejectionSymbol } = require('events');
const { Stream, getDefaultHighWaterMark } = require('stream');
const {
  codes: {
    ERR_HTTP_BODY_NOT_ALLOWED, ERR_HTTP_CONTENT_LENGTH_MISMATCH, ERR_HTTP_HEADERS_SENT, ERR_HTTP_INVALID_HEADER_VALUE,
    ERR_INVALID_ARG_TYPE, ERR_INVALID_CHAR, ERR_METHOD_NOT_IMPLEMENTED, ERR_STREAM_ALREADY_FINISHED,
    ERR_STREAM_CANNOT_PIPE, ERR_STREAM_DESTROYED, ERR_STREAM_NULL_VALUES, ERR_STREAM_WRITE_AFTER_END, ERR_UNKNOWN_ENCODING,
  },
} = require('internal/errors');
const { validateString } = require('internal/validators');
const { isUint8Array } = require('util/types');
const { Buffer } = require('buffer');
const { Socket, sendBytes, sendText } = require('internal/net/socket');
const options = require('internal/options');
const { Head } = require('internal/http/head');
const { hasListeners } = require('internal/http/has_listeners');
const { HeaderList } = require('internal/http/header_list');
const { fieldName, hasBadChar, lowerName, validateHeaderName, validateHeaderValue } = require('internal/http/syntax');

const kSocket = Symbol('kSocket');
const kHeaders = Symbol('kOutHeaders'); // a HeaderList, once there is one
const kNeedDrain = Symbol('kNeedDrain');
const kUniqueHeaders = Symbol('kUniqueHeaders');
const kConnection = Symbol('kConnection'); // of a server, which hears of the end first
const kCorked = Symbol('corked');
const kChunks = Symbol('kChunks'); // written while corked: [chunk, encoding, callback, ...]
const kChunksLength = Symbol('kChunksLength');
const kBytesWritten = Symbol('kBytesWritten');
const kErrored = Symbol('errored');
const kFlushError = Symbol('kFlushError');
const kWritableFinished = Symbol('kWritableFinished');
const kEndCallbacks = Symbol('kEndCallbacks');
const kHighWaterMark = Symbol('kHighWaterMark');
const kRejectsBody = Symbol('kRejectNonStandardBodyWrites');

const NON_ASCII = /[^\0-\x7f]/;
const LOOSE_ENCODING = /^(?:hex|base64|base64url)$/i;

const nothing = () => {};

function OutgoingMessage(options) {
  FunctionPrototypeCall(Stream, this);
  this.outputData = []; // what waits for the socket: { data, encoding, callback }
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

// What few messages ever change. The fewer properties a message has, the better: Express changes the prototypes of all of
// them, for which V8 goes through every one.
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

// ---- to the socket

prototype._send = function _send(data, encoding, callback, byteLength) {
  if (!this._headerSent && this._header !== null) {
    this._headerSent = true;
    if (typeof data === 'string' && (encoding === 'utf8' || encoding === 'latin1' || !encoding)) {
      data = this._header + data;
    } else {
      const head = this._header;
      ArrayPrototypeUnshift(this.outputData, { data: head, encoding: 'latin1', callback: null });
      this.outputSize += head.length;
      this._onPendingData(head.length);
    }
  }
  return this._writeRaw(data, encoding, callback, byteLength);
};

prototype._writeRaw = function _writeRaw(data, encoding, callback) {
  const socket = this[kSocket];
  if (socket?.destroyed) return false;
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  if (socket && socket._httpMessage === this && socket.writable) {
    if (this.outputData.length > 0) this._flushOutput(socket);
    return socket.write(data, encoding, callback);
  }
  ArrayPrototypePush(this.outputData, { data, encoding, callback });
  this.outputSize += data.length;
  this._onPendingData(data.length);
  return this.outputSize < this[kHighWaterMark];
};

prototype._flushOutput = function _flushOutput(socket) {
  const { outputData } = this;
  if (outputData.length === 0) return undefined;
  let goesOn = true;
  if (outputData.length > 1 || !isTextFor(socket, outputData[0]) || !sendText(socket, outputData[0].data, outputData[0].callback)) {
    socket.cork();
    for (let i = 0; i < outputData.length; i++) {
      const { data, encoding, callback } = outputData[i];
      goesOn = socket.write(data, encoding, callback);
    }
    socket.uncork();
  }
  this.outputData = [];
  this._onPendingData(-this.outputSize);
  this.outputSize = 0;
  return goesOn;
};

// A whole message that has waited for its turn.
const isTextFor = (socket, { data, encoding, callback }) => typeof data === 'string' && encoding === 'utf8' &&
  typeof callback === 'function' && socket instanceof Socket;

// It is this message's turn, or its socket can take more.
prototype._flush = function _flush() {
  if (this.outputData.length === 0 && !this.finished && !this[kNeedDrain]) return;
  const socket = this[kSocket];
  if (!socket?.writable) return;
  const goesOn = this._flushOutput(socket);
  if (this.finished) {
    this._finish();
  } else if (this[kNeedDrain] && goesOn !== false) { // the socket took all, so it will not emit 'drain'
    this[kNeedDrain] = false;
    this.emit('drain');
  }
};

prototype._finish = function _finish() {
  if (hasListeners(this)) this.emit('prefinish');
};

// ---- writing

const lengthOf = (chunk, encoding) => (typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.byteLength);

const isPlainText = (chunk, encoding) => typeof chunk === 'string' && (encoding === 'utf8' || encoding === 'latin1' || !encoding);

// The length of hex and base64 can only be estimated from the text, which may hold characters that do not count. A wrong
// length would break the framing, so these are decoded first.
function decoded(chunk, encoding) {
  const isLoose = typeof chunk === 'string' && encoding && encoding !== 'utf8' && encoding !== 'latin1' && RegExpPrototypeExec(LOOSE_ENCODING, encoding) !== null;
  return isLoose ? Buffer.from(chunk, encoding) : chunk;
}

const isLengthStrict = (message) => message.strictContentLength && message._contentLength != null && message._hasBody &&
  !message._removedContLen && !message.chunkedEncoding && !message.hasHeader('transfer-encoding');

prototype.write = function write(chunk, encoding, callback) {
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  const goesOn = writeChunk(this, chunk, encoding, callback, false);
  if (!goesOn) this[kNeedDrain] = true;
  return goesOn;
};

function fail(message, error, callback) {
  if (message.destroyed) return;
  process.nextTick(() => {
    callback(error);
    if (typeof message.emit === 'function' && !message.destroyed) message.emit('error', error);
  });
}

function writeChunk(message, chunk, encoding, callback, isLast) {
  if (typeof callback !== 'function') callback = nothing;
  chunk = decoded(chunk, encoding);
  if (chunk === null) throw new ERR_STREAM_NULL_VALUES();
  if (typeof chunk !== 'string' && !isUint8Array(chunk)) {
    throw new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'Uint8Array'], chunk);
  }
  if (message.finished) {
    const error = new ERR_STREAM_WRITE_AFTER_END();
    if (message.destroyed) process.nextTick(callback, error);
    else fail(message, error, callback);
    return false;
  }
  if (message.destroyed) {
    process.nextTick(callback, new ERR_STREAM_DESTROYED('write'));
    return false;
  }
  let length;
  if (message.strictContentLength) {
    length = lengthOf(chunk, encoding);
    const sum = message[kBytesWritten] + length;
    if (isLengthStrict(message) && (isLast ? sum !== message._contentLength : sum > message._contentLength)) {
      throw new ERR_HTTP_CONTENT_LENGTH_MISMATCH(sum, message._contentLength);
    }
    message[kBytesWritten] = sum;
  }
  if (!message._header) {
    if (isLast) message._contentLength = length ??= lengthOf(chunk, encoding);
    message._implicitHeader();
  }
  if (!message._hasBody) {
    if (message[kRejectsBody]) throw new ERR_HTTP_BODY_NOT_ALLOWED();
    process.nextTick(callback);
    return true;
  }
  if (message.chunkedEncoding && typeof chunk === 'string' && encoding && !Buffer.isEncoding(encoding)) {
    throw new ERR_UNKNOWN_ENCODING(encoding);
  }
  const socket = message[kSocket];
  if (!isLast && socket && !socket.writableCorked) {
    socket.cork();
    process.nextTick(uncork, socket);
  }
  if (!message.chunkedEncoding) return message._send(chunk, encoding, callback, length);
  length ??= lengthOf(chunk, encoding);
  const isEmpty = length === 0; // as a chunk it would end the body
  if (message[kCorked] !== 0 && !(isEmpty && message[kChunks] === null)) return holdChunk(message, chunk, encoding, callback, length);
  return isEmpty ? message._send(chunk, encoding, callback, 0) : sendChunk(message, chunk, encoding, callback, length);
}

function uncork(socket) {
  socket.uncork();
}

function holdChunk(message, chunk, encoding, callback, length) {
  ArrayPrototypePush(message[kChunks] ??= [], chunk, encoding, callback);
  message[kChunksLength] += length;
  return message.writableLength < message.writableHighWaterMark;
}

// Sends all held chunks as one; answers false where the message is gone. The length stays until they are sent: until then there is
// something to be drained.
function sendHeld(message) {
  const chunks = message[kChunks];
  message[kChunks] = null;
  const socket = message[kSocket];
  if (message.destroyed || socket?.destroyed) {
    message[kChunksLength] = 0;
    const error = message[kErrored] || socket?._writableState?.errored || new ERR_STREAM_DESTROYED('write');
    for (let i = 2; i < chunks.length; i += 3) if (chunks[i] !== nothing) process.nextTick(chunks[i], error);
    return false;
  }
  const done = chunks.length === 3 ? chunks[2] : (error) => {
    for (let i = 2; i < chunks.length; i += 3) chunks[i](error);
  };
  const text = textOf(chunks);
  if (text !== undefined) {
    sendChunk(message, text, chunks[1], done, message[kChunksLength]);
  } else {
    message._send(sizeLine(message[kChunksLength]), 'latin1', null);
    for (let i = 0; i < chunks.length; i += 3) message._send(chunks[i], chunks[i + 1], null);
    message._send('\r\n', 'latin1', done);
  }
  message[kChunksLength] = 0;
  return true;
}

// One text, where all are texts in the same encoding.
function textOf(chunks) {
  const encoding = chunks[1];
  let text = '';
  for (let i = 0; i < chunks.length; i += 3) {
    if (chunks[i + 1] !== encoding || !isPlainText(chunks[i], encoding)) return undefined;
    text += chunks[i];
  }
  return text;
}

const sizeLine = (length) => `${NumberPrototypeToString(length, 16)}\r\n`;

// A head goes in latin1 with a chunk's size, so it may share the chunk's text only where that makes no difference.
function sendChunk(message, chunk, encoding, callback, length) {
  if (isPlainText(chunk, encoding) && (message._headerSent || encoding === 'latin1' || RegExpPrototypeExec(NON_ASCII, message._header) === null)) {
    return message._send(`${sizeLine(length)}${chunk}\r\n`, encoding, callback);
  }
  message._send(sizeLine(length), 'latin1', null);
  message._send(chunk, encoding, null, length);
  return message._send('\r\n', 'latin1', callback);
}

prototype.cork = function cork() {
  this[kCorked]++;
  this[kSocket]?.cork();
};

// What is held goes to the socket before the socket's own cork ends.
prototype.uncork = function uncork() {
  if (this[kCorked] !== 0) this[kCorked]--;
  const socket = this[kSocket];
  let hasSent = false;
  try {
    if (this[kCorked] === 0 && this[kChunks] !== null) hasSent = sendHeld(this);
  } finally {
    socket?.uncork();
  }
  if (hasSent && this[kNeedDrain] && this.writableLength === 0) {
    this[kNeedDrain] = false;
    this.emit('drain');
  }
};

// Ends all corks of the message, if it holds anything.
function sendAllHeld(message) {
  if (message[kChunks] === null) return;
  message[kCorked] = 1;
  message.uncork();
}

// ---- the end

prototype.end = function end(chunk, encoding, callback) {
  if (typeof chunk === 'function') {
    callback = chunk;
    chunk = encoding = null;
  } else if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  const socket = this[kSocket];
  chunk = decoded(chunk, encoding);
  if (!this.finished && endAtOnce(this, socket, chunk, encoding, callback)) return this;
  if (chunk) {
    if (this.finished) {
      fail(this, new ERR_STREAM_WRITE_AFTER_END(), typeof callback === 'function' ? callback : nothing);
      return this;
    }
    socket?.cork();
    writeChunk(this, chunk, encoding, null, true);
  } else if (this.finished) {
    if (typeof callback === 'function') onceFinished(this, callback);
    return this;
  } else if (!this._header) {
    socket?.cork();
    this._contentLength = 0;
    this._implicitHeader();
  }
  if (typeof callback === 'function') onceFinished(this, callback);
  if (isLengthStrict(this) && this[kBytesWritten] !== this._contentLength) {
    throw new ERR_HTTP_CONTENT_LENGTH_MISMATCH(this[kBytesWritten], this._contentLength);
  }
  if (this[kChunks] !== null) {
    this[kSocket]?.cork(); // the end goes out with them
    sendAllHeld(this);
  }
  const finish = (error) => onFinish(this, error);
  if (this._hasBody && this.chunkedEncoding) this._send(`0\r\n${this._trailer}\r\n`, 'latin1', finish);
  else if (!this._headerSent || this.writableLength || chunk) this._send('', 'latin1', finish);
  else process.nextTick(finish);
  if (this[kSocket]) {
    this[kSocket]._writableState.corked = 1;
    this[kSocket].uncork();
  }
  this[kCorked] = 1;
  this.uncork();
  this.finished = true;
  if (this.outputData.length === 0 && this[kSocket] && this[kSocket]._httpMessage === this) this._finish();
  return this;
};

// The most common message by far: all of its body is said at once, and the head with it. That goes to the handle with
// nothing in between.
function endAtOnce(message, socket, chunk, encoding, callback) {
  const isText = typeof chunk === 'string' && (!encoding || encoding === 'utf8');
  const isBytes = !isText && isUint8Array(chunk);
  const waits = socket === null && isText && message[kConnection] !== undefined;
  if (!(isText || isBytes || chunk == null) || message._headerSent || message.destroyed || message.strictContentLength ||
      message[kCorked] !== 0 || message.outputData.length !== 0 || message._trailer !== '' ||
      !(waits || (socket !== null && socket._httpMessage === message && socket instanceof Socket))) {
    return false;
  }
  if (!message._header) {
    message._contentLength = isBytes ? chunk.byteLength : isText ? Buffer.byteLength(chunk) : 0;
    message._implicitHeader();
  }
  const head = message._header;
  if (!head || message.chunkedEncoding || message._headerSent || (!message._hasBody && chunk && message[kRejectsBody])) return false;
  const body = message._hasBody ? chunk : undefined;
  const finish = (error) => onFinish(message, error);
  if (waits) {
    if (!body) return false;
    message._headerSent = true;
    message._writeRaw(head + body, 'utf8', finish);
    if (typeof callback === 'function') onceFinished(message, callback);
    message.finished = true;
    return true;
  }
  // As in Node, a head goes in UTF-8 when it goes with a text, otherwise in latin1.
  if (!(isText && body ? sendText(socket, head + body, finish) : sendBytes(socket, head, body || undefined, finish))) return false;
  message._headerSent = true;
  if (typeof callback === 'function') onceFinished(message, callback);
  message.finished = true;
  message._finish();
  return true;
}

function onceFinished(message, callback) {
  if (message[kWritableFinished]) callback(new ERR_STREAM_ALREADY_FINISHED('end'));
  else if (message[kFlushError] !== null) process.nextTick(callback, message[kFlushError]);
  else ArrayPrototypePush(message[kEndCallbacks] ??= [], callback);
}

function tellFinished(message, error) {
  const callbacks = message[kEndCallbacks];
  if (callbacks === null) return;
  message[kEndCallbacks] = null;
  for (let i = 0; i < callbacks.length; i++) callbacks[i](error);
}

function onFinish(message, error) {
  const socket = message[kSocket];
  if (error || message[kErrored] || socket?.errored || socket?._hadError) {
    message[kFlushError] = error ?? message[kErrored] ?? socket?.errored ?? new ERR_STREAM_DESTROYED('end');
    tellFinished(message, message[kFlushError]);
    return;
  }
  message[kWritableFinished] = true;
  tellFinished(message, null);
  message[kConnection]?.finished(message.req, message);
  if (hasListeners(message)) message.emit('finish');
}

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

module.exports = {
  OutgoingMessage, kConnection, kErrored, kFlushError, kHeaders, kNeedDrain, kUniqueHeaders, tellFinished, uniqueHeaders,
  validateHeaderName, validateHeaderValue,
};
