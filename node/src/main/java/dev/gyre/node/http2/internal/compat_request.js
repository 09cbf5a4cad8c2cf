'use strict';

// Http2ServerRequest: a request as http's IncomingMessage shows it.

const { FunctionPrototypeCall, ObjectAssign, StringPrototypeTrim, Symbol, pushAll } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { Readable } = require('stream');
const { validateString } = require('internal/validators');
const { compatSocket } = require('internal/http2/compat_socket');
const { authorityOf } = require('internal/http2/headers');
const { kProxySocket, kRequest } = require('internal/http2/symbols');

const kState = Symbol('state');
const kStream = Symbol('stream');
const kHeaders = Symbol('headers');
const kRawHeaders = Symbol('rawHeaders');
const kTrailers = Symbol('trailers');
const kRawTrailers = Symbol('rawTrailers');
const kAborted = Symbol('aborted');

class Http2ServerRequest extends Readable {
  constructor(stream, headers, options, rawHeaders) {
    super({ autoDestroy: false, ...options });
    this[kState] = { closed: false, didRead: false };
    this[kHeaders] = headers;
    this[kRawHeaders] = rawHeaders;
    this[kTrailers] = {};
    this[kRawTrailers] = [];
    this[kStream] = stream;
    this[kAborted] = false;
    stream[kProxySocket] = null;
    stream[kRequest] = this;
    stream.on('trailers', onTrailers);
    stream.on('end', onEnd);
    stream.on('error', ignoreError);
    stream.on('aborted', onAborted);
    stream.on('close', onClose);
    stream.on('timeout', onTimeout);
    this.on('pause', onPause);
    this.on('resume', onResume);
  }

  get aborted() { return this[kAborted]; }
  get complete() { return this[kAborted] || this.readableEnded || this[kState].closed || this[kStream].destroyed; }
  get stream() { return this[kStream]; }
  get headers() { return this[kHeaders]; }
  get rawHeaders() { return this[kRawHeaders]; }
  get trailers() { return this[kTrailers]; }
  get rawTrailers() { return this[kRawTrailers]; }
  get httpVersionMajor() { return 2; }
  get httpVersionMinor() { return 0; }
  get httpVersion() { return '2.0'; }
  get socket() { return compatSocket(this[kStream]); }
  get connection() { return this.socket; }

  _read() {
    const state = this[kState];
    if (state.didRead) {
      process.nextTick(() => this[kStream].resume());
      return;
    }
    state.didRead = true;
    this[kStream].on('data', onData);
  }

  get method() { return this[kHeaders][':method']; }
  set method(method) {
    validateString(method, 'method');
    if (StringPrototypeTrim(method) === '') throw new ERR_INVALID_ARG_VALUE('method', method);
    this[kHeaders][':method'] = method;
  }

  get authority() { return authorityOf(this[kHeaders]); }
  get scheme() { return this[kHeaders][':scheme']; }
  get url() { return this[kHeaders][':path']; }
  set url(url) { this[kHeaders][':path'] = url; }

  setTimeout(msecs, callback) {
    if (!this[kState].closed) this[kStream].setTimeout(msecs, callback);
    return this;
  }
}

// Listeners of the stream. The request is gone when the stream is closed.

function onData(chunk) {
  const request = this[kRequest];
  if (request !== undefined && !FunctionPrototypeCall(request.push, request, chunk)) this.pause();
}

function onTrailers(trailers, _flags, rawTrailers) {
  const request = this[kRequest];
  if (request === undefined) return;
  ObjectAssign(request[kTrailers], trailers);
  pushAll(request[kRawTrailers], rawTrailers);
}

function onEnd() {
  const request = this[kRequest];
  if (request !== undefined) FunctionPrototypeCall(request.push, request, null);
}

function ignoreError() {} // errors of the stream are no errors of the request

function onAborted() {
  const request = this[kRequest];
  if (request === undefined || request[kState].closed) return;
  request[kAborted] = true;
  request.emit('aborted');
}

function onTimeout() {
  this[kRequest].emit('timeout');
}

function onClose() {
  const request = this[kRequest];
  if (request === undefined) return;
  const state = request[kState];
  state.closed = true;
  FunctionPrototypeCall(request.push, request, null);
  if (!state.didRead && !request._readableState.resumeScheduled) request.resume(); // nobody reads it
  this[kProxySocket] = null;
  this[kRequest] = undefined;
  request.emit('close');
}

function onPause() {
  this[kStream].pause();
}

function onResume() {
  this[kStream].resume();
}

module.exports = { Http2ServerRequest };
