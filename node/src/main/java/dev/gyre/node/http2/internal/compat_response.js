'use strict';

// Http2ServerResponse: a response as http's ServerResponse is used.

const {
  ArrayIsArray, ArrayPrototypePush, Boolean, FunctionPrototypeCall, ObjectAssign, ObjectHasOwn, ObjectKeys,
  StringPrototypeIncludes, StringPrototypeToLowerCase, StringPrototypeTrim, Symbol, pushAll,
} = require('internal/primordials');
const {
  codes: {
    ERR_HTTP2_HEADERS_SENT, ERR_HTTP2_INFO_STATUS_NOT_ALLOWED, ERR_HTTP2_INVALID_HEADER_VALUE, ERR_HTTP2_INVALID_PSEUDOHEADER,
    ERR_HTTP2_INVALID_STREAM, ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED, ERR_HTTP2_STATUS_INVALID, ERR_INVALID_ARG_VALUE,
    ERR_INVALID_HTTP_TOKEN, ERR_STREAM_WRITE_AFTER_END,
  },
} = require('internal/errors');
const Stream = require('stream');
const { validateFunction, validateLinkHeaderValue, validateObject, validateString } = require('internal/validators');
const { isToken } = require('internal/http/syntax');
const { compatSocket } = require('internal/http2/compat_socket');
const { isOfRequest, newHeaders } = require('internal/http2/headers');
const { kProxySocket, kRequest } = require('internal/http2/symbols');

const kState = Symbol('state');
const kStream = Symbol('stream');
const kResponse = Symbol('response');
const kHeaders = Symbol('headers');
const kTrailers = Symbol('trailers');

let hasWarnedOfMessage = false;
let hasWarnedOfConnection = false;

const nameOf = (name) => StringPrototypeToLowerCase(StringPrototypeTrim(name));
const isDropped = (name, value) => name === 'connection' && value !== 'trailers';
const isPseudo = (name) =>
  name === ':status' || name === ':method' || name === ':path' || name === ':authority' || name === ':scheme';

function assertHeader(name, value) {
  if (name === '' || typeof name !== 'string' || StringPrototypeIncludes(name, ' ')) {
    throw new ERR_INVALID_HTTP_TOKEN('Header name', name);
  }
  if (isPseudo(name)) throw new ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED();
  if (value === undefined || value === null) throw new ERR_HTTP2_INVALID_HEADER_VALUE(value, name);
  if (isDropped(name, value) && !hasWarnedOfConnection) {
    hasWarnedOfConnection = true;
    process.emitWarning('The provided connection header is not valid, the value will be dropped from the header and ' +
      'will never be in use.', 'UnsupportedWarning');
  }
}

function warnOfMessage() {
  if (hasWarnedOfMessage) return;
  hasWarnedOfMessage = true;
  process.emitWarning('Status message is not supported by HTTP/2 (RFC7540 8.1.2.4)', 'UnsupportedWarning');
}

class Http2ServerResponse extends Stream {
  constructor(stream, options) {
    super(options);
    this[kState] = {
      closed: false, ending: false, destroyed: false, headRequest: false, sendDate: true, statusCode: 200,
    };
    this[kHeaders] = newHeaders();
    this[kTrailers] = { __proto__: null };
    this[kStream] = stream;
    stream[kProxySocket] = null;
    stream[kResponse] = this;
    this.writable = true;
    this.req = stream[kRequest];
    stream.on('drain', onDrain);
    stream.on('close', onClose);
    stream.on('wantTrailers', onWantTrailers);
    stream.on('timeout', onTimeout);
  }

  get _header() { return this.headersSent; }
  get writableEnded() { return this[kState].ending; }
  get finished() { return this[kState].ending; }
  get socket() { return this[kState].closed ? undefined : compatSocket(this[kStream]); }
  get connection() { return this.socket; }
  get stream() { return this[kStream]; }
  get headersSent() { return this[kStream].headersSent; }
  get sendDate() { return this[kState].sendDate; }
  set sendDate(isSent) { this[kState].sendDate = Boolean(isSent); }
  get writableCorked() { return this[kStream].writableCorked; }
  get writableHighWaterMark() { return this[kStream].writableHighWaterMark; }
  get writableObjectMode() { return this[kStream].writableObjectMode; }
  get writableFinished() { return this[kStream].writableFinished; }
  get writableLength() { return this[kStream].writableLength; }
  get writableNeedDrain() { return this[kStream].writableNeedDrain; }

  get statusCode() { return this[kState].statusCode; }
  set statusCode(code) {
    const status = code | 0;
    if (status >= 100 && status < 200) throw new ERR_HTTP2_INFO_STATUS_NOT_ALLOWED();
    if (status < 100 || status > 599) throw new ERR_HTTP2_STATUS_INVALID(status);
    this[kState].statusCode = status;
  }

  get statusMessage() {
    warnOfMessage();
    return '';
  }
  set statusMessage(_message) { warnOfMessage(); }

  setTrailer(given, value) {
    validateString(given, 'name');
    const name = nameOf(given);
    assertHeader(name, value);
    this[kTrailers][name] = value;
  }

  addTrailers(headers) {
    const names = ObjectKeys(headers);
    for (let i = 0; i < names.length; i++) this.setTrailer(names[i], headers[names[i]]);
  }

  getHeader(name) {
    validateString(name, 'name');
    return this[kHeaders][nameOf(name)];
  }

  getHeaderNames() { return ObjectKeys(this[kHeaders]); }
  getHeaders() { return ObjectAssign({ __proto__: null }, this[kHeaders]); }

  hasHeader(name) {
    validateString(name, 'name');
    return ObjectHasOwn(this[kHeaders], nameOf(name));
  }

  removeHeader(given) {
    validateString(given, 'name');
    if (this[kStream].headersSent) throw new ERR_HTTP2_HEADERS_SENT();
    const name = nameOf(given);
    if (name === 'date') this[kState].sendDate = false;
    else delete this[kHeaders][name];
  }

  setHeader(name, value) {
    validateString(name, 'name');
    if (this[kStream].headersSent) throw new ERR_HTTP2_HEADERS_SENT();
    this.#set(name, value);
  }

  appendHeader(name, value) {
    validateString(name, 'name');
    if (this[kStream].headersSent) throw new ERR_HTTP2_HEADERS_SENT();
    this.#append(name, value);
  }

  // The header's name, or undefined if the header is left out.
  #check(given, value) {
    const name = nameOf(given);
    assertHeader(name, value);
    if (isDropped(name, value)) return undefined;
    if (name[0] === ':') {
      if (!isOfRequest(name)) throw new ERR_HTTP2_INVALID_PSEUDOHEADER(name);
    } else if (!isToken(name)) {
      this.destroy(new ERR_INVALID_HTTP_TOKEN('Header name', name));
    }
    return name;
  }

  #set(given, value) {
    const name = this.#check(given, value);
    if (name !== undefined) this[kHeaders][name] = value;
  }

  #append(given, value) {
    const name = this.#check(given, value);
    if (name === undefined) return;
    const headers = this[kHeaders];
    if (!headers[name]) {
      this.setHeader(name, value);
      return;
    }
    if (!ArrayIsArray(headers[name])) headers[name] = [headers[name]];
    if (ArrayIsArray(value)) pushAll(headers[name], value);
    else ArrayPrototypePush(headers[name], value);
  }

  flushHeaders() {
    const state = this[kState];
    if (!state.closed && !this[kStream].headersSent) this.writeHead(state.statusCode);
  }

  writeHead(statusCode, statusMessage, givenHeaders) {
    const state = this[kState];
    const stream = this[kStream];
    if (state.closed || stream.destroyed || stream.closed) return this;
    if (stream.headersSent) throw new ERR_HTTP2_HEADERS_SENT();
    if (typeof statusMessage === 'string') warnOfMessage();
    const headers = givenHeaders === undefined && typeof statusMessage === 'object' ? statusMessage : givenHeaders;
    if (ArrayIsArray(headers)) {
      this.#setList(headers);
    } else if (typeof headers === 'object') {
      const names = ObjectKeys(headers);
      for (let i = 0; i < names.length; i++) this.#set(names[i], headers[names[i]]);
    }
    state.statusCode = statusCode;
    const sent = this[kHeaders];
    sent[':status'] = statusCode;
    stream.respond(sent, { endStream: state.ending, waitForTrailers: true, sendDate: state.sendDate });
    return this;
  }

  // Replaces the headers that were set, but may have a name more than once: pairs, or names and values in turns.
  #setList(headers) {
    const hasPairs = headers.length > 0 && ArrayIsArray(headers[0]);
    const step = hasPairs ? 1 : 2;
    for (let i = 0; i < headers.length; i += step) this.removeHeader(hasPairs ? headers[i][0] : headers[i]);
    if (!hasPairs && headers.length % 2 !== 0) throw new ERR_INVALID_ARG_VALUE('headers', headers);
    for (let i = 0; i < headers.length; i += step) {
      if (hasPairs) this.#append(headers[i][0], headers[i][1]);
      else this.#append(headers[i], headers[i + 1]);
    }
  }

  cork() { this[kStream].cork(); }
  uncork() { this[kStream].uncork(); }

  write(chunk, givenEncoding, givenCallback) {
    const state = this[kState];
    const callback = typeof givenEncoding === 'function' ? givenEncoding : givenCallback;
    const encoding = typeof givenEncoding === 'function' ? 'utf8' : givenEncoding;
    let error;
    if (state.ending) error = new ERR_STREAM_WRITE_AFTER_END();
    else if (state.closed) error = new ERR_HTTP2_INVALID_STREAM();
    else if (state.destroyed) return false;
    if (error !== undefined) {
      if (typeof callback === 'function') process.nextTick(callback, error);
      this.destroy(error);
      return false;
    }
    const stream = this[kStream];
    if (!stream.headersSent) this.writeHead(state.statusCode);
    return stream.write(chunk, encoding, callback);
  }

  end(givenChunk, givenEncoding, givenCallback) {
    const stream = this[kStream];
    const state = this[kState];
    let chunk = givenChunk;
    let encoding = givenEncoding;
    let callback = givenCallback;
    if (typeof chunk === 'function') {
      callback = chunk;
      chunk = null;
    } else if (typeof encoding === 'function') {
      callback = encoding;
      encoding = 'utf8';
    }
    if ((state.closed || state.ending) && state.headRequest === stream.headRequest) {
      if (typeof callback === 'function') process.nextTick(callback);
      return this;
    }
    if (chunk !== null && chunk !== undefined) this.write(chunk, encoding);
    state.headRequest = stream.headRequest;
    state.ending = true;
    if (typeof callback === 'function') (stream.writableEnded ? this : stream).once('finish', callback);
    if (!stream.headersSent) this.writeHead(state.statusCode);
    if (state.closed || stream.destroyed) FunctionPrototypeCall(onClose, stream);
    else stream.end();
    return this;
  }

  destroy(error) {
    if (this[kState].destroyed) return;
    this[kState].destroyed = true;
    this[kStream].destroy(error);
  }

  setTimeout(msecs, callback) {
    if (!this[kState].closed) this[kStream].setTimeout(msecs, callback);
  }

  createPushResponse(headers, callback) {
    validateFunction(callback, 'callback');
    if (this[kState].closed) {
      process.nextTick(callback, new ERR_HTTP2_INVALID_STREAM());
      return;
    }
    this[kStream].pushStream(headers, {}, (error, stream) => {
      if (error) callback(error);
      else callback(null, new Http2ServerResponse(stream));
    });
  }

  writeInformation(statusCode, headers) {
    if (typeof statusCode !== 'number' || statusCode < 100 || statusCode > 199 || statusCode === 101) {
      throw new ERR_HTTP2_STATUS_INVALID(statusCode);
    }
    const stream = this[kStream];
    if (stream.headersSent || this[kState].closed) return false;
    const sent = { __proto__: null };
    if (headers !== undefined && headers !== null) {
      validateObject(headers, 'headers');
      ObjectAssign(sent, headers);
    }
    sent[':status'] = statusCode;
    stream.additionalHeaders(sent);
    return true;
  }

  writeContinue() { return this.writeInformation(100); }

  writeEarlyHints(hints) {
    validateObject(hints, 'hints');
    const headers = { __proto__: null };
    const link = validateLinkHeaderValue(hints.link);
    const names = ObjectKeys(hints);
    for (let i = 0; i < names.length; i++) {
      if (names[i] === 'link') continue;
      const name = nameOf(names[i]);
      assertHeader(name, hints[names[i]]);
      if (!isToken(name)) throw new ERR_INVALID_HTTP_TOKEN('Header name', name);
      headers[name] = hints[names[i]];
    }
    if (link.length === 0) return false;
    headers.Link = link;
    return this.writeInformation(103, headers);
  }
}

// Listeners of the stream.

function onDrain() {
  this[kResponse]?.emit('drain');
}

function onWantTrailers() {
  this.sendTrailers(this[kResponse][kTrailers]);
}

function onTimeout() {
  this[kResponse].emit('timeout');
}

function onClose() {
  const response = this[kResponse];
  if (response === undefined) return;
  const state = response[kState];
  if (this.headRequest !== state.headRequest) return;
  state.closed = true;
  this[kProxySocket] = null;
  this.removeListener('wantTrailers', onWantTrailers);
  this[kResponse] = undefined;
  response.emit('finish');
  response.emit('close');
}

// A stream becomes a request and a response.
function onServerStream(server, Request, Response, stream, headers, _flags, rawHeaders) {
  const request = new Request(stream, headers, undefined, rawHeaders);
  const response = new Response(stream);
  if (headers[':method'] === 'CONNECT') {
    if (!server.emit('connect', request, response)) refuse(response, 405);
    return;
  }
  if (headers.expect === undefined) {
    server.emit('request', request, response);
  } else if (headers.expect !== '100-continue') {
    if (server.listenerCount('checkExpectation') > 0) server.emit('checkExpectation', request, response);
    else refuse(response, 417);
  } else if (server.listenerCount('checkContinue') > 0) {
    server.emit('checkContinue', request, response);
  } else {
    response.writeContinue();
    server.emit('request', request, response);
  }
}

function refuse(response, status) {
  response.statusCode = status;
  response.end();
}

module.exports = { Http2ServerResponse, onServerStream };
