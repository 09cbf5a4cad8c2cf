'use strict';

// A stream of a server: the response, informational headers, pushed streams, and responses from files.

const {
  ArrayIsArray, ArrayPrototypePush, ArrayPrototypeUnshift, FunctionPrototypeCall, MathMin, ObjectAssign, ObjectHasOwn, StringPrototypeToLowerCase,
} = require('internal/primordials');
const {
  codes: {
    ERR_HTTP2_HEADERS_AFTER_RESPOND, ERR_HTTP2_HEADERS_SENT, ERR_HTTP2_INVALID_INFO_STATUS, ERR_HTTP2_INVALID_STREAM,
    ERR_HTTP2_NESTED_PUSH, ERR_HTTP2_OUT_OF_STREAMS, ERR_HTTP2_PAYLOAD_FORBIDDEN, ERR_HTTP2_PUSH_DISABLED, ERR_HTTP2_SEND_FILE,
    ERR_HTTP2_SEND_FILE_NOSEEK, ERR_HTTP2_STATUS_101, ERR_HTTP2_STATUS_INVALID, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE,
  },
} = require('internal/errors');
const fs = require('fs');
const { validateFunction } = require('internal/validators');
const channels = require('internal/http2/channels');
const { utcDate } = require('internal/http2/date');
const { sendFile } = require('internal/http2/file_body');
const {
  authorityOf, isOfRequest, isOfResponse, kSensitiveHeaders, newHeaders, textOf,
} = require('internal/http2/headers');
const { NghttpError, STREAM_CLOSED, STREAM_ID_NOT_AVAILABLE } = require('internal/http2/nghttp_error');
const { assertIsObject } = require('internal/http2/settings');
const { Http2Stream, endReading, kInfoHeaders } = require('internal/http2/stream');
const {
  kAuthority, kEnd, kInit, kProceed, kProtocol, kRawHeaders, kSentHeaders, kSession, kState, kStrict, kTouch,
} = require('internal/http2/symbols');

const hasNoBody = (status) => status === 204 || status === 205 || status === 304;

class ServerHttp2Stream extends Http2Stream {
  constructor(session, end, headers) {
    super(session, {});
    this[kInit](end);
    this[kProtocol] = headers[':scheme'];
    this[kAuthority] = authorityOf(headers);
  }

  get pushAllowed() {
    return !this.destroyed && !this.closed && !this.session.closed && !this.session.destroyed &&
      this.session.remoteSettings.enablePush;
  }

  pushStream(given, givenOptions, givenCallback) {
    if (!this.pushAllowed) throw new ERR_HTTP2_PUSH_DISABLED();
    if (this.id % 2 === 0) throw new ERR_HTTP2_NESTED_PUSH();
    this[kTouch]();
    const callback = typeof givenOptions === 'function' ? givenOptions : givenCallback;
    const asked = typeof givenOptions === 'function' ? undefined : givenOptions;
    validateFunction(callback, 'callback');
    assertIsObject(asked, 'options');
    const options = { ...asked };
    options.endStream = !!options.endStream;
    assertIsObject(given, 'headers');
    const headers = this.#promised(given);
    const isHead = headers[':method'] === 'HEAD';
    if (isHead) options.endStream = true;
    const session = this[kSession];
    const end = this[kEnd].pushPromise(textOf(headers, isOfRequest, session[kStrict]));
    if (typeof end === 'number') {
      process.nextTick(callback, pushError(end));
      return;
    }
    const stream = new ServerHttp2Stream(session, end, headers);
    stream[kSentHeaders] = headers;
    endReading(stream);
    if (options.endStream) stream.end();
    if (isHead) stream[kState].isHeadRequest = true;
    process.nextTick(() => {
      if (channels.serverStart.hasSubscribers) channels.serverStart.publish({ stream, headers });
      callback(null, stream, headers, 0);
    });
    if (channels.serverCreated.hasSubscribers) channels.serverCreated.publish({ stream, headers });
  }

  #promised(given) {
    const headers = ObjectAssign({ __proto__: null }, given);
    if (headers[':method'] === undefined) headers[':method'] = 'GET';
    if (authorityOf(headers) === undefined) headers[':authority'] = this[kAuthority];
    if (headers[':scheme'] === undefined) headers[':scheme'] = this[kProtocol];
    if (headers[':path'] === undefined) headers[':path'] = '/';
    return headers;
  }

  #assertOpen() {
    if (this.destroyed || this.closed) throw new ERR_HTTP2_INVALID_STREAM();
    if (this.headersSent) throw new ERR_HTTP2_HEADERS_SENT();
  }

  respond(given = undefined, options = undefined) {
    this.#assertOpen();
    assertIsObject(options, 'options');
    this[kTouch]();
    const state = this[kState];
    const isEmpty = !!options?.endStream;
    const hasTrailers = !!options?.waitForTrailers;
    if (hasTrailers) state.hasTrailers = true;
    const isList = ArrayIsArray(given);
    const { headers, status } = isList ? preparedList(given, options) : preparedObject(given, options);
    if (isList) this[kRawHeaders] = headers;
    else this[kSentHeaders] = headers;
    const text = textOf(headers, isOfResponse, this[kSession][kStrict]);
    state.areHeadersSent = true;
    if (isEmpty || hasNoBody(status) || this.headRequest === true) this.end();
    this[kEnd].respond(text, isEmpty, hasTrailers);
    if (channels.serverFinish.hasSubscribers) {
      channels.serverFinish.publish({ stream: this, headers, flags: 1 | 4 });
    }
  }

  respondWithFD(fd, given, givenOptions) {
    this.#assertOpen();
    const options = fileOptions(givenOptions);
    const hasTrailers = this.#waitsForTrailers(options);
    let number = fd;
    if (fd !== null && typeof fd === 'object' && typeof fd.fd === 'number') number = fd.fd;
    else if (typeof fd !== 'number') throw new ERR_INVALID_ARG_TYPE('fd', ['number', 'FileHandle'], fd);
    this[kTouch]();
    this.ownsFd = false;
    const headers = this.#fileHeaders(given, options);
    if (options.statCheck === undefined) {
      startFile(this, number, headers, options.offset, options.length, hasTrailers);
      return;
    }
    fs.fstat(number, (error, stat) => {
      if (error) {
        this.destroy(error);
      } else if (this.destroyed || this.closed) {
        this.destroy(new ERR_HTTP2_INVALID_STREAM());
      } else {
        const range = { offset: options.offset ?? 0, length: options.length ?? -1 };
        if (isDeclined(this, options, stat, headers, range)) return;
        startFile(this, number, headers, range.offset | 0, range.length | 0, hasTrailers);
      }
    });
  }

  respondWithFile(path, given, givenOptions) {
    this.#assertOpen();
    const options = fileOptions(givenOptions);
    const hasTrailers = this.#waitsForTrailers(options);
    this[kTouch]();
    this.ownsFd = true;
    const headers = this.#fileHeaders(given, options);
    fs.open(path, 'r', (error, fd) => {
      if (error) fileFailed(this, options, error);
      else if (this.destroyed || this.closed) fs.close(fd, throwIfFailed);
      else fs.fstat(fd, (failure, stat) => respondWithStat(this, options, fd, headers, hasTrailers, failure, stat));
    });
  }

  #waitsForTrailers(options) {
    if (!options.waitForTrailers) return false;
    this[kState].hasTrailers = true;
    return true;
  }

  #fileHeaders(given, options) {
    const { headers, status } = preparedObject(given, options);
    if (hasNoBody(status) || this.headRequest) throw new ERR_HTTP2_PAYLOAD_FORBIDDEN(status);
    return headers;
  }

  additionalHeaders(given) {
    if (this.destroyed || this.closed) throw new ERR_HTTP2_INVALID_STREAM();
    if (this.headersSent) throw new ERR_HTTP2_HEADERS_AFTER_RESPOND();
    assertIsObject(given, 'headers');
    const headers = ObjectAssign({ __proto__: null }, given);
    if (headers[':status'] != null) {
      const status = headers[':status'] |= 0;
      if (status === 101) throw new ERR_HTTP2_STATUS_101();
      if (status < 100 || status >= 200) throw new ERR_HTTP2_INVALID_INFO_STATUS(status);
    }
    this[kTouch]();
    const text = textOf(headers, isOfResponse, this[kSession][kStrict]);
    if (this[kInfoHeaders] === undefined) this[kInfoHeaders] = [headers];
    else ArrayPrototypePush(this[kInfoHeaders], headers);
    this[kEnd].info(text);
  }
}

ServerHttp2Stream.prototype[kProceed] = ServerHttp2Stream.prototype.respond;

function pushError(number) {
  if (number === STREAM_ID_NOT_AVAILABLE) return new ERR_HTTP2_OUT_OF_STREAMS();
  return number === STREAM_CLOSED ? new ERR_HTTP2_INVALID_STREAM() : new NghttpError(number);
}

// ---- headers of the response

const sendsDate = (options) => options?.sendDate == null || !!options.sendDate;

function preparedObject(given, options) {
  assertIsObject(given, 'headers', ['Object', 'Array']);
  const headers = newHeaders();
  if (given !== null && given !== undefined) {
    for (const name in given) if (ObjectHasOwn(given, name)) headers[name] = given[name];
    headers[kSensitiveHeaders] = given[kSensitiveHeaders];
  }
  const status = headers[':status'] = headers[':status'] | 0 || 200;
  if (headers.date == null && sendsDate(options)) headers.date = utcDate();
  assertPrepared(headers, status);
  return { headers, status };
}

function preparedList(headers, options) {
  let status = 0;
  let hasDate = false;
  for (let i = 0; i < headers.length; i += 2) {
    const name = StringPrototypeToLowerCase(headers[i]);
    if (name === ':status') status = headers[i + 1] | 0;
    else if (name === 'date') hasDate = true;
  }
  if (status === 0) {
    status = 200;
    ArrayPrototypeUnshift(headers, ':status', status);
  }
  if (!hasDate && sendsDate(options)) ArrayPrototypePush(headers, 'date', utcDate());
  assertPrepared(headers, status);
  return { headers, status };
}

function assertPrepared(headers, status) {
  if (status < 200 || status > 599) throw new ERR_HTTP2_STATUS_INVALID(status);
  const secret = headers[kSensitiveHeaders];
  if (secret !== undefined && !ArrayIsArray(secret)) throw new ERR_INVALID_ARG_VALUE('headers[http2.neverIndex]', secret);
}

// ---- files

function throwIfFailed(error) {
  if (error) throw error;
}

function fileOptions(given) {
  assertIsObject(given, 'options');
  const options = { ...given };
  if (options.offset !== undefined && typeof options.offset !== 'number') throw new ERR_INVALID_ARG_VALUE('options.offset', options.offset);
  if (options.length !== undefined && typeof options.length !== 'number') throw new ERR_INVALID_ARG_VALUE('options.length', options.length);
  if (options.statCheck !== undefined && typeof options.statCheck !== 'function') {
    throw new ERR_INVALID_ARG_VALUE('options.statCheck', options.statCheck);
  }
  return options;
}

function fileFailed(stream, options, error) {
  if (options.onError) options.onError(error);
  else stream.destroy(error);
}

// The program may decline, or send another response.
function isDeclined(stream, options, stat, headers, range) {
  return (options.statCheck !== undefined && FunctionPrototypeCall(options.statCheck, stream, stat, headers, range) === false) || stream.headersSent;
}

function respondWithStat(stream, options, fd, headers, hasTrailers, failure, stat) {
  let error = failure;
  if (!error && !stat.isFile()) {
    const isFolder = stat.isDirectory();
    if (isFolder) error = new ERR_HTTP2_SEND_FILE();
    else if (options.offset !== undefined || options.length !== undefined) error = new ERR_HTTP2_SEND_FILE_NOSEEK();
  }
  if (error) {
    fs.close(fd, throwIfFailed);
    fileFailed(stream, options, error);
    return;
  }
  if (stream.destroyed || stream.closed) {
    fs.close(fd, throwIfFailed);
    stream.destroy(new ERR_HTTP2_INVALID_STREAM());
    return;
  }
  const range = stat.isFile() ? { offset: options.offset ?? 0, length: options.length ?? -1 } : { offset: -1, length: -1 };
  if (isDeclined(stream, options, stat, headers, range)) {
    fs.close(fd, throwIfFailed);
    return;
  }
  if (stat.isFile()) {
    const rest = stat.size - range.offset;
    range.length = range.length < 0 ? rest : MathMin(rest, range.length);
    headers['content-length'] = range.length;
  }
  startFile(stream, fd, headers, range.offset | 0, range.length | 0, hasTrailers);
}

function startFile(stream, fd, headers, offset = 0, length = -1, hasTrailers = false) {
  stream[kState].areHeadersSent = true;
  let text;
  try {
    text = textOf(headers, isOfResponse, stream[kSession][kStrict]);
  } catch (error) {
    if (stream.ownsFd) fs.close(fd, throwIfFailed);
    stream.destroy(error);
    return;
  }
  stream[kSentHeaders] = headers;
  stream._final = null; // the file ends the stream
  stream.end();
  const end = stream[kEnd];
  end.respond(text, false, hasTrailers);
  sendFile(stream, end, fd, offset, length);
}

module.exports = { ServerHttp2Stream };
