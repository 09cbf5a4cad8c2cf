'use strict';

// Http2Stream: the Duplex that programs see, over one end of a stream (StreamEnd).

const {
  ArrayPrototypeMap, ArrayPrototypeSome, FunctionPrototypeCall, ObjectAssign, ObjectDefineProperty,
  SetPrototypeAdd, SetPrototypeDelete, Symbol,
} = require('internal/primordials');
const {
  AbortError, aggregateTwoErrors,
  codes: {
    ERR_HTTP2_INVALID_STREAM, ERR_HTTP2_STREAM_ERROR, ERR_HTTP2_TRAILERS_ALREADY_SENT, ERR_HTTP2_TRAILERS_NOT_READY,
  },
} = require('internal/errors');
const { Duplex } = require('stream');
const { Buffer } = require('buffer');
const { setImmediate } = require('timers');
const { deprecate } = require('util');
const { validateFunction, validateInteger } = require('internal/validators');
const { format } = require('internal/util/inspect');
const timeouts = require('internal/net/timeouts');
const channels = require('internal/http2/channels');
const constants = require('internal/http2/constants');
const { isOfTrailers, objectOfSent, textOf } = require('internal/http2/headers');
const { assertIsObject } = require('internal/http2/settings');
const {
  kCount, kEnd, kEndpoint, kInit, kMaybeDestroy, kProceed, kProxySocket, kRawHeaders, kRequest, kSentHeaders, kSession,
  kState, kStrict, kTouch, kType,
} = require('internal/http2/symbols');

const kId = Symbol('id');
const kSentTrailers = Symbol('sentTrailers');
const kInfoHeaders = Symbol('sentInfoHeaders');
const kInspect = Symbol.for('nodejs.util.inspect.custom');

const { NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_NO_ERROR, NGHTTP2_SESSION_CLIENT, NGHTTP2_SESSION_SERVER } = constants;
const MAX_CODE = 2 ** 32 - 1;

// Names of the codes of RST_STREAM and GOAWAY.
const CODE_NAMES = [
  'NGHTTP2_NO_ERROR', 'NGHTTP2_PROTOCOL_ERROR', 'NGHTTP2_INTERNAL_ERROR', 'NGHTTP2_FLOW_CONTROL_ERROR',
  'NGHTTP2_SETTINGS_TIMEOUT', 'NGHTTP2_STREAM_CLOSED', 'NGHTTP2_FRAME_SIZE_ERROR', 'NGHTTP2_REFUSED_STREAM', 'NGHTTP2_CANCEL',
  'NGHTTP2_COMPRESSION_ERROR', 'NGHTTP2_CONNECT_ERROR', 'NGHTTP2_ENHANCE_YOUR_CALM', 'NGHTTP2_INADEQUATE_SECURITY',
  'NGHTTP2_HTTP_1_1_REQUIRED',
];

// Whether closing sends RST_STREAM.
const NO_RST = 0;
const RST_AFTER_WRITES = 1;
const RST_NOW = 2;

class StreamState {
  didRead = false;
  isClosed = false;
  isAborted = false;
  areHeadersSent = false;
  isHeadRequest = false;
  hasTrailers = false;
  rstCode = NGHTTP2_NO_ERROR;
  queuedBytes = 0;
  areTrailersReady = false;
  endAfterHeaders = false;
  writeDone = undefined;
  writeError = undefined;
  endError = undefined;
  writesLeft = 0;
  isShutDown = false;
}

class Http2Stream extends Duplex {
  constructor(session, options) {
    super({ ...options, allowHalfOpen: true, decodeStrings: false, autoDestroy: false });
    this.cork(); // until there is a stream to write to
    this[kSession] = session;
    SetPrototypeAdd(session[kState].pendingStreams, this);
    this._readableState.readingMore = true; // so that a first read can be told from none
    timeouts.begin(this);
    this[kState] = new StreamState();
    this[kRequest] = null;
    this[kProxySocket] = null;
    this.on('pause', onPause);
  }

  [kTouch]() {
    if (this.destroyed) return;
    timeouts.touch(this);
    this[kSession]?.[kTouch]();
  }

  [kInit](end) {
    const state = this[kSession][kState];
    SetPrototypeDelete(state.pendingStreams, this);
    state.streams.put(end.id, this);
    this[kId] = end.id;
    this[kEnd] = end;
    end.owner = this;
    this.uncork();
    this.emit('ready');
  }

  [kInspect](depth) {
    if (typeof depth === 'number' && depth < 0) return this;
    return `Http2Stream ${format({
      id: this[kId] || '<pending>',
      closed: this.closed,
      destroyed: this.destroyed,
      state: this.state,
      readableState: this._readableState,
      writableState: this._writableState,
    })}`;
  }

  get bufferSize() { return this[kState].queuedBytes + this.writableLength; }
  get endAfterHeaders() { return this[kState].endAfterHeaders; }
  get sentHeaders() {
    if (this[kSentHeaders] === undefined && this[kRawHeaders] !== undefined) this[kSentHeaders] = objectOfSent(this[kRawHeaders]);
    return this[kSentHeaders];
  }
  get sentTrailers() { return this[kSentTrailers]; }
  get sentInfoHeaders() { return this[kInfoHeaders]; }
  get pending() { return this[kId] === undefined; }
  get id() { return this[kId]; }
  get session() { return this[kSession]; }
  get headersSent() { return this[kState].areHeadersSent; }
  get aborted() { return this[kState].isAborted; }
  get headRequest() { return this[kState].isHeadRequest; }
  get rstCode() { return this[kState].rstCode; }
  get closed() { return this[kState].isClosed; }

  get state() {
    const end = this[kEnd];
    if (this.destroyed || end === undefined) return {};
    return {
      state: end.state,
      weight: 16,
      sumDependencyWeight: 0,
      localClose: end.isLocalClosed ? 1 : 0,
      remoteClose: end.isRemoteClosed ? 1 : 0,
      localWindowSize: end.effectiveReceiveWindow,
    };
  }

  _onTimeout() { onTimeout(this, this[kSession]); }

  _write(chunk, encoding, done) {
    this.#write([typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk], false, chunk, encoding, done);
  }

  _writev(entries, done) {
    const chunks = ArrayPrototypeMap(entries, ({ chunk, encoding }) =>
      (typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk));
    this.#write(chunks, true, entries, '', done);
  }

  #write(chunks, isList, data, encoding, done) {
    if (this.pending) { // the program has uncorked it
      this.once('ready', () => this.#write(chunks, isList, data, encoding, done));
      return;
    }
    if (this.destroyed) return;
    this[kTouch]();
    if (!this.headersSent) this[kProceed]();
    const state = this[kState];
    state.writeDone = done;
    state.writeError = undefined;
    state.endError = undefined;
    state.writesLeft = 1;
    if (!state.hasTrailers) {
      state.writesLeft = 2;
      process.nextTick(endIfLast, this); // so that the last DATA frame can end the stream
    }
    let bytes = 0;
    for (let i = 0; i < chunks.length; i++) bytes += chunks[i].byteLength;
    this[kCount](bytes);
    const written = (error) => {
      this[kCount](-bytes);
      state.writeError = error;
      writeIsDone(this);
    };
    if (!this[kEnd].write(chunks, written)) written(undefined);
    if (this[kSession]?.[kType] === NGHTTP2_SESSION_CLIENT && channels.clientBodyChunkSent.hasSubscribers) {
      // As in Node: a list without texts is one of bytes.
      const isOfBytes = isList && !ArrayPrototypeSome(data, ({ chunk }) => typeof chunk === 'string');
      channels.clientBodyChunkSent.publish({ stream: this, writev: isList, data: isOfBytes ? chunks : data, encoding });
    }
  }

  // Bytes that wait to be sent; negative when they are.
  [kCount](bytes) {
    const session = this[kSession];
    if (session === undefined) return;
    this[kState].queuedBytes += bytes;
    session[kState].queuedBytes += bytes;
  }

  _final(done) {
    if (this.pending) {
      this.once('ready', () => this._final(done));
      return;
    }
    shutDown(this, done);
    if (this[kSession]?.[kType] === NGHTTP2_SESSION_CLIENT && channels.clientBodySent.hasSubscribers) {
      channels.clientBodySent.publish({ stream: this });
    }
  }

  _read() {
    if (this.destroyed) {
      this.push(null);
      return;
    }
    const state = this[kState];
    if (!state.didRead) {
      this._readableState.readingMore = false;
      state.didRead = true;
    }
    if (this.pending) this.once('ready', resumeReading);
    else FunctionPrototypeCall(resumeReading, this);
  }

  sendTrailers(headers) {
    if (this.destroyed || this.closed) throw new ERR_HTTP2_INVALID_STREAM();
    if (this[kSentTrailers]) throw new ERR_HTTP2_TRAILERS_ALREADY_SENT();
    if (!this[kState].areTrailersReady) throw new ERR_HTTP2_TRAILERS_NOT_READY();
    assertIsObject(headers, 'headers');
    const copy = ObjectAssign({ __proto__: null }, headers);
    this[kTouch]();
    const text = textOf(copy, isOfTrailers, this[kSession][kStrict]);
    this[kSentTrailers] = copy;
    setImmediate(sendTrailers, this, text);
  }

  close(code = NGHTTP2_NO_ERROR, callback = undefined) {
    validateInteger(code, 'code', 0, MAX_CODE);
    if (callback !== undefined) validateFunction(callback, 'callback');
    if (this.closed) return;
    if (callback !== undefined) this.once('close', callback);
    closeStream(this, code);
  }

  _destroy(given, done) {
    const session = this[kSession];
    const end = this[kEnd];
    const state = this[kState];
    const sessionState = session[kState];
    const code = codeOfDestroy(this, given, sessionState.goawayCode || sessionState.destroyCode);
    if (!this.closed) closeStream(this, code, end === undefined ? NO_RST : RST_NOW);
    this.push(null);
    if (end === undefined) {
      SetPrototypeDelete(sessionState.pendingStreams, this);
    } else {
      end.destroy();
      sessionState.streams.remove(this[kId]);
    }
    sessionState.queuedBytes -= state.queuedBytes;
    state.queuedBytes = 0;
    let error = given;
    if (error == null && code !== NGHTTP2_NO_ERROR && code !== NGHTTP2_CANCEL) {
      error = new ERR_HTTP2_STREAM_ERROR(CODE_NAMES[code] ?? code);
    }
    this[kSession] = undefined;
    this[kEnd] = undefined;
    if (session.closed) setImmediate(maybeDestroy, session);
    if (error) {
      const channel = session[kType] === NGHTTP2_SESSION_CLIENT ? channels.clientError : channels.serverError;
      if (channel.hasSubscribers) channel.publish({ stream: this, error });
    }
    done(error);
  }

  // Destroys the stream when it is closed and both directions have ended.
  [kMaybeDestroy](code = NGHTTP2_NO_ERROR) {
    if (code !== NGHTTP2_NO_ERROR) {
      this.destroy();
      return;
    }
    if (!this.writableFinished) return;
    if (!this.readable && this.closed) {
      this.destroy();
      return;
    }
    // The response is complete, and nobody reads the request: the rest of it is not wanted. Pushed streams go first.
    const state = this[kState];
    if (this.headersSent && this[kSession]?.[kType] === NGHTTP2_SESSION_SERVER && !state.hasTrailers && !state.didRead &&
        this.readableFlowing === null) {
      setImmediate(() => this.close());
    }
  }
}

ObjectDefineProperty(Http2Stream.prototype, 'setTimeout', {
  __proto__: null, configurable: true, enumerable: true, writable: true, value: timeouts.setStreamTimeout,
});

Http2Stream.prototype.priority = deprecate(function priority() {
  if (this.destroyed) throw new ERR_HTTP2_INVALID_STREAM();
}, 'http2Stream.priority is longer supported after priority signalling was deprecated in RFC 9113', 'DEP0194');

const maybeDestroy = (session) => session[kMaybeDestroy]();

function endReading(stream) {
  FunctionPrototypeCall(stream.push, stream, null);
}

function onPause() {
  if (!this.destroyed && !this.pending) this[kEnd].readStop();
}

function resumeReading() {
  if (!this.destroyed) this[kEnd].readStart();
}

// A timeout is none while data goes out.
function onTimeout(emitter, session) {
  if (emitter.destroyed) return;
  const endpoint = session?.[kEndpoint];
  if (emitter[kState].queuedBytes > 0 && endpoint !== undefined && endpoint.chunksSent !== endpoint.chunksSeen) {
    endpoint.chunksSeen = endpoint.chunksSent;
    emitter[kTouch]();
    return;
  }
  emitter.emit('timeout');
}

// A write is done when its data is sent, and, if it was the last one, the stream has ended.
function writeIsDone(stream) {
  const state = stream[kState];
  if (--state.writesLeft !== 0) return;
  const done = state.writeDone;
  state.writeDone = undefined;
  const error = aggregateTwoErrors(state.endError, state.writeError);
  state.writeError = undefined;
  state.endError = undefined;
  if (error) stream.destroy(error);
  done(error);
}

function endIfLast(stream) {
  const state = stream[kState];
  const { ending, buffered } = stream._writableState;
  if (state.writeError || !ending || buffered?.length > 0 || state.hasTrailers) {
    writeIsDone(stream);
    return;
  }
  shutDown(stream, (error) => {
    state.endError = error;
    writeIsDone(stream);
  });
}

function shutDown(stream, done) {
  const end = stream[kEnd];
  const state = stream[kState];
  if (end === undefined || state.isShutDown) {
    done();
    return;
  }
  state.isShutDown = true;
  end.shutdown();
  stream.on('finish', () => stream[kMaybeDestroy]());
  done();
}

function sendTrailers(stream, text) {
  if (stream.destroyed) return;
  stream[kState].hasTrailers = false;
  stream[kEnd].trailers(text);
  stream[kMaybeDestroy]();
}

function codeOfDestroy(stream, error, sessionCode) {
  if (error == null) return stream.closed ? stream.rstCode : sessionCode;
  if (sessionCode) return sessionCode;
  return error instanceof AbortError ? NGHTTP2_CANCEL : NGHTTP2_INTERNAL_ERROR;
}

function closeStream(stream, code, rst = RST_AFTER_WRITES) {
  const state = stream[kState];
  const type = stream[kSession][kType];
  state.isClosed = true;
  state.rstCode = code;
  stream.setTimeout(0);
  stream.removeAllListeners('timeout');
  const { ending } = stream._writableState;
  if (!ending) {
    if (!stream.aborted) {
      state.isAborted = true;
      stream.emit('aborted');
    }
    stream.end();
  }
  if (rst !== NO_RST) {
    const reset = () => resetStream(stream, code);
    if (!ending || stream.writableFinished || code !== NGHTTP2_NO_ERROR || rst === RST_NOW) reset();
    else stream.once('finish', reset);
  }
  const channel = type === NGHTTP2_SESSION_CLIENT ? channels.clientClose : channels.serverClose;
  if (channel.hasSubscribers) channel.publish({ stream });
}

function resetStream(stream, code) {
  if (stream.pending) {
    endReading(stream);
    stream.once('ready', () => stream[kEnd]?.rstStream(code));
    return;
  }
  stream[kEnd]?.rstStream(code);
}

// ---- what the endpoint tells

function onStreamData(end, chunk) {
  const stream = end.owner;
  if (stream === undefined || stream.destroyed) return;
  stream[kTouch]();
  if (!FunctionPrototypeCall(stream.push, stream, chunk) && !stream.destroyed) end.readStop();
}

function onStreamEnd(end) {
  const stream = end.owner;
  if (stream === undefined || stream.destroyed) return;
  stream.on('end', stream[kMaybeDestroy]);
  endReading(stream);
  stream.read(0);
}

function onWantTrailers(end) {
  const stream = end.owner;
  stream[kState].areTrailersReady = true;
  if (stream.destroyed || stream.closed) return;
  if (!stream.emit('wantTrailers')) stream.sendTrailers({});
}

// False if there is nobody to tell.
function onStreamClose(end, code) {
  const stream = end.owner;
  if (stream === undefined || stream.destroyed) return false;
  if (!stream.closed) closeStream(stream, code, NO_RST);
  if (!stream.readable || code !== NGHTTP2_NO_ERROR) {
    stream.destroy();
    return true;
  }
  stream.on('end', stream[kMaybeDestroy]);
  endReading(stream);
  if (stream[kSession][kType] === NGHTTP2_SESSION_SERVER && !stream[kState].didRead && stream.readableFlowing === null) {
    stream.resume(); // nobody reads what was received
  } else {
    stream.read(0);
  }
  return true;
}

module.exports = {
  CODE_NAMES, Http2Stream, endReading, kInfoHeaders, onStreamClose, onStreamData, onStreamEnd, onTimeout, onWantTrailers,
};
