'use strict';

// Readable.
//
//   _read(n) ──push()──> buffer ──read()──> 'data', or the caller of read()
//
// `state.flowing` says who consumes the chunks. null: nobody yet. true: the stream itself, which calls read() while it
// returns chunks, and emits 'data'. false: a reader that waits for 'readable', or nobody after pause(). A chunk is emitted
// at once, without the buffer, if it is pushed while the stream flows, the buffer is empty and _read() has returned.
//
// _read() is called when less than the high water mark is buffered and no earlier call is pending (`reading`; any push()
// completes a call). The consequences of a push() inside _read() (`sync`) are deferred to the next tick, so that two sides
// that call each other don't exhaust the stack: emitReadable, readMore and resumeSoon each have a flag that says that one is
// scheduled.

const {
  ArrayBufferIsView, FunctionPrototypeCall, MathClz32, NumberIsInteger, NumberParseInt, ObjectSetPrototypeOf, Promise,
  ReflectApply, SymbolAsyncDispose,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { captureRejectionSymbol } = require('events');
const { StringDecoder } = require('string_decoder');
const {
  AbortError,
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_METHOD_NOT_IMPLEMENTED, ERR_OUT_OF_RANGE, ERR_STREAM_PUSH_AFTER_EOF,
    ERR_STREAM_UNSHIFT_AFTER_END_EVENT,
  },
} = require('internal/errors');
const { addAbortSignal } = require('internal/stream/abort');
const { append, decode, firstLength, prepend, take } = require('internal/stream/chunks');
const { finished } = require('internal/stream/finished');
const { Stream } = require('internal/stream/legacy');
const { construct, destroy, errorOrDestroy, undestroy } = require('internal/stream/lifecycle');
const { addConversions } = require('internal/stream/readable_conversions');
const { defineReadableProperties } = require('internal/stream/readable_properties');
const { Side } = require('internal/stream/side');

const MAX_HIGH_WATER_MARK = 0x40000000; // 1 GiB

class ReadableState extends Side {
  constructor(options, stream, isDuplex) {
    super(options, isDuplex ? 'readableObjectMode' : undefined, isDuplex ? 'readableHighWaterMark' : undefined);
    this.buffer = [];
    this.bufferIndex = 0;
    this.pipes = [];
    this.flowing = null;
    this.pausedByUser = null; // null: neither pause() nor resume() was called
    this.ended = false; // push(null) was called
    this.endScheduled = false;
    this.endEmitted = false;
    this.endUntold = false; // the end came while nobody listened for 'readable'
    this.reading = false; // _read() was called and has not pushed yet
    this.needReadable = false; // a reader waits for 'readable'
    this.emittedReadable = false; // 'readable' is scheduled, or was emitted and nothing was read since
    this.readableListening = false;
    this.dataListening = false;
    this.resumeScheduled = false;
    this.readingMore = false;
    this.dataEmitted = false;
    // The destinations of pipe() that have to drain: one, or a Set if there were several.
    this.awaitDrainWriters = null;
    this.multiAwaitDrain = false;
    this.decoder = null;
    this.encoding = null;
    if (options?.encoding) {
      this.decoder = new StringDecoder(options.encoding);
      this.encoding = options.encoding;
    }
  }

  get pipesCount() { return this.pipes.length; }

  get paused() { return this.pausedByUser === true; }

  set paused(value) { this.pausedByUser = !!value; }
}

function Readable(options) {
  if (!(this instanceof Readable)) return new Readable(options);
  this._events ??= { close: undefined, error: undefined, data: undefined, end: undefined, readable: undefined };
  this._readableState = new ReadableState(options, this, false);
  if (options) {
    if (typeof options.read === 'function') this._read = options.read;
    if (typeof options.destroy === 'function') this._destroy = options.destroy;
    if (typeof options.construct === 'function') this._construct = options.construct;
    if (options.signal) addAbortSignal(options.signal, this);
  }
  FunctionPrototypeCall(Stream, this, options);
  if (this._construct != null) construct(this, () => onConstructed(this, this._readableState));
}
ObjectSetPrototypeOf(Readable.prototype, Stream.prototype);
ObjectSetPrototypeOf(Readable, Stream);

Readable.ReadableState = ReadableState;
Readable._fromList = take; // Node's tests use it

const proto = Readable.prototype;

proto.destroy = destroy;
proto._undestroy = undestroy;

proto._destroy = function(error, callback) {
  callback(error);
};

proto[captureRejectionSymbol] = function(error) {
  this.destroy(error);
};

proto[SymbolAsyncDispose] = async function() {
  let error;
  if (!this.destroyed) {
    error = this.readableEnded ? null : new AbortError();
    this.destroy(error);
  }
  await new Promise((resolve, reject) => {
    finished(this, (failure) => (failure && failure !== error ? reject(failure) : resolve(null)));
  });
};

function onConstructed(stream, state) {
  if (state.needReadable) readMore(stream, state);
}

// ---- incoming chunks

proto.push = function(chunk, encoding) {
  const state = this._readableState;
  if (chunk === null) return endOfInput(this, state);
  let decoded = !!encoding;
  if (!state.objectMode) {
    if (typeof chunk === 'string') {
      encoding ||= state.defaultEncoding;
      decoded = state.encoding === encoding;
      if (!decoded) chunk = Buffer.from(chunk, encoding);
    } else {
      decoded = false;
      if (chunk !== undefined && !(chunk instanceof Buffer)) {
        if (!ArrayBufferIsView(chunk)) return refuse(this, chunk);
        chunk = asBuffer(chunk);
      }
    }
    if (chunk === undefined || chunk.length === 0) {
      state.reading = false;
      readMore(this, state);
      return wantsMore(state);
    }
  }
  if (state.ended) {
    errorOrDestroy(this, new ERR_STREAM_PUSH_AFTER_EOF());
    return false;
  }
  if (state.destroyed || state.errored !== null) return false;
  state.reading = false;
  if (state.decoder !== null && !decoded) {
    chunk = state.decoder.write(chunk);
    if (chunk.length === 0 && !state.objectMode) {
      readMore(this, state);
      return wantsMore(state);
    }
  }
  if (state.flowing === true && state.dataListening && !state.sync && state.length === 0) {
    noDrainAwaited(state);
    state.dataEmitted = true;
    this.emit('data', chunk);
  } else {
    append(state, chunk);
    if (state.needReadable) emitReadable(this, state);
  }
  readMore(this, state);
  return wantsMore(state);
};

proto.unshift = function(chunk, encoding) {
  const state = this._readableState;
  if (chunk === null) return endOfInput(this, state);
  if (!state.objectMode) {
    if (typeof chunk === 'string') {
      encoding ||= state.defaultEncoding;
      if (state.encoding !== encoding) {
        const bytes = Buffer.from(chunk, encoding);
        chunk = state.encoding ? bytes.toString(state.encoding) : bytes;
      }
    } else if (ArrayBufferIsView(chunk)) {
      if (!(chunk instanceof Buffer)) chunk = asBuffer(chunk);
    } else if (chunk !== undefined) {
      return refuse(this, chunk);
    }
    if (chunk === undefined || chunk.length === 0) return wantsMore(state);
  }
  if (state.endEmitted) {
    errorOrDestroy(this, new ERR_STREAM_UNSHIFT_AFTER_END_EVENT());
    return wantsMore(state);
  }
  if (state.destroyed || state.errored !== null) return false;
  if (state.flowing === true && state.dataListening && !state.sync && state.length === 0) {
    noDrainAwaited(state);
    state.dataEmitted = true;
    this.emit('data', chunk);
  } else {
    prepend(state, chunk);
    if (state.needReadable) emitReadable(this, state);
  }
  readMore(this, state);
  return wantsMore(state);
};

function refuse(stream, chunk) {
  errorOrDestroy(stream, new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk));
  return false;
}

function asBuffer(view) {
  return Stream._uint8ArrayToBuffer(view);
}

// True below the mark. A mark of 0 (the REPL's) must still admit the first chunk.
function wantsMore(state) {
  return !state.ended && (state.length < state.highWaterMark || state.length === 0);
}

function noDrainAwaited(state) {
  if (state.multiAwaitDrain) state.awaitDrainWriters.clear();
  else state.awaitDrainWriters = null;
}

function endOfInput(stream, state) {
  state.reading = false;
  if (state.ended) return false;
  if (state.decoder !== null) {
    const rest = state.decoder.end();
    if (rest?.length) append(state, rest);
  }
  state.ended = true;
  if (state.sync) {
    if (state.flowing === true || state.needReadable || stream.listenerCount('readable') > 0) emitReadable(stream, state);
    else state.endUntold = true;
  } else {
    // Emitted synchronously: parsers in packages rely on that for the last 'readable'.
    state.needReadable = false;
    state.emittedReadable = true;
    emitReadableNow(stream, state);
  }
  return false;
}

// ---- outgoing chunks

proto.read = function(n) {
  if (n === undefined) n = NaN;
  else if (!NumberIsInteger(n)) n = NumberParseInt(n, 10);
  const state = this._readableState;
  const wanted = n;

  if (n > state.highWaterMark) state.highWaterMark = powerOfTwoAbove(n);
  if (n !== 0) {
    state.emittedReadable = false;
    state.endUntold = false;
  }

  // read(0) means "emit 'readable' when there is data": if there is enough already, it is emitted now.
  if (n === 0 && state.needReadable &&
      ((state.highWaterMark === 0 ? state.length > 0 : state.length >= state.highWaterMark) || state.ended)) {
    if (state.length === 0 && state.ended) endSoon(this, state);
    else emitReadable(this, state);
    return null;
  }

  n = available(n, state);
  if (n === 0 && state.ended) {
    if (state.length === 0) endSoon(this, state);
    return null;
  }

  // Called before the chunk is taken, because a synchronous _read() may provide what is missing.
  if (!state.reading && !state.ended && !state.destroyed && state.errored === null && state.constructed &&
      (state.needReadable || state.length === 0 || state.length - n < state.highWaterMark)) {
    state.reading = true;
    state.sync = true;
    if (state.length === 0) state.needReadable = true;
    try {
      this._read(state.highWaterMark);
    } catch (error) {
      errorOrDestroy(this, error);
    }
    state.sync = false;
    if (!state.reading) n = available(wanted, state);
  }

  const chunk = n > 0 ? take(n, state) : null;
  if (chunk === null) {
    if (state.length <= state.highWaterMark) state.needReadable = true;
    n = 0;
  } else {
    state.length -= n;
    noDrainAwaited(state);
  }

  if (state.length === 0) {
    if (!state.ended) state.needReadable = true;
    else if (wanted !== n) endSoon(this, state); // a read beyond the end
  }

  if (chunk !== null && !state.errorEmitted && !state.closeEmitted) {
    state.dataEmitted = true;
    this.emit('data', chunk);
  }
  return chunk;
};

// How much of the requested n (NaN: everything) can be returned now.
function available(n, state) {
  if (n <= 0 || (state.length === 0 && state.ended)) return 0;
  if (state.objectMode) return 1;
  if (n !== n) {
    // Returns one chunk at a time, except for text in a stream that does not flow.
    return state.length !== 0 && (state.decoder === null || state.flowing === true) ?
      firstLength(state) : state.length;
  }
  if (n <= state.length) return n;
  return state.ended ? state.length : 0;
}

function powerOfTwoAbove(n) {
  if (n > MAX_HIGH_WATER_MARK) throw new ERR_OUT_OF_RANGE('size', '<= 1GiB', n);
  return n <= 1 ? n : 2 ** (32 - MathClz32(n - 1));
}

proto._read = function(n) {
  throw new ERR_METHOD_NOT_IMPLEMENTED('_read()');
};

// ---- deferred to the next tick

function emitReadable(stream, state) {
  state.needReadable = false;
  if (state.emittedReadable) return;
  state.emittedReadable = true;
  process.nextTick(emitReadableNow, stream, state);
}

function emitReadableNow(stream, state) {
  if (!state.destroyed && state.errored === null && (state.length !== 0 || state.ended)) {
    stream.emit('readable');
    state.emittedReadable = false;
  }
  // A flowing stream needs no 'readable'. Neither does one with enough in its buffer: the next read() handles it.
  if (state.flowing !== true && !state.ended && state.length <= state.highWaterMark) state.needReadable = true;
  flow(stream, state);
}

// Fills the buffer up to its mark, whether or not there is a reader.
function readMore(stream, state) {
  if (state.readingMore || state.reading || !state.constructed) return;
  state.readingMore = true;
  process.nextTick(readMoreNow, stream, state);
}

function readMoreNow(stream, state) {
  while (!state.reading && !state.ended &&
         (state.length < state.highWaterMark || (state.flowing === true && state.length === 0))) {
    const { length } = state;
    stream.read(0);
    if (length === state.length) break; // _read() pushed nothing: stop, to avoid a busy loop
  }
  state.readingMore = false;
}

function flow(stream, state) {
  while (state.flowing === true && stream.read() !== null);
}

function endSoon(stream, state) {
  if (state.endEmitted || state.endScheduled) return;
  state.ended = true;
  state.endScheduled = true;
  process.nextTick(endNow, stream, state);
}

function endNow(stream, state) {
  state.endScheduled = false;
  // There may have been a last unshift().
  if (state.errored !== null || state.closeEmitted || state.endEmitted || state.length !== 0) return;
  state.endEmitted = true;
  stream.emit('end');
  if (stream.writable && stream.allowHalfOpen === false) {
    process.nextTick(endOtherSide, stream);
  } else if (state.autoDestroy) {
    const other = stream._writableState;
    if (!other || (other.autoDestroy && (other.finished || other.writable === false))) stream.destroy();
  }
}

function endOtherSide(stream) {
  if (stream.writable && !stream.writableEnded && !stream.destroyed) stream.end();
}

// ---- flowing and paused

proto.resume = function() {
  const state = this._readableState;
  if (state.destroyed) return this;
  if (state.flowing !== true) {
    state.flowing = !state.readableListening; // a 'readable' listener reads by itself
    if (!state.resumeScheduled) {
      state.resumeScheduled = true;
      process.nextTick(resumeNow, this, state);
    }
  }
  state.pausedByUser = false;
  return this;
};

function resumeNow(stream, state) {
  if (!state.reading) stream.read(0);
  state.resumeScheduled = false;
  stream.emit('resume');
  flow(stream, state);
  if (state.flowing === true && !state.reading) stream.read(0);
}

proto.pause = function() {
  const state = this._readableState;
  if (state.destroyed) return this;
  if (state.flowing !== false) {
    state.flowing = false;
    this.emit('pause');
  }
  state.pausedByUser = true;
  return this;
};

proto.isPaused = function() {
  const state = this._readableState;
  return state.pausedByUser === true || state.flowing === false;
};

proto.setEncoding = function(encoding) {
  const state = this._readableState;
  const decoder = new StringDecoder(encoding);
  state.decoder = decoder;
  state.encoding = decoder.encoding; // for null, this is utf8
  decode(state, decoder);
  return this;
};

// ---- listeners decide how the stream is read

proto.on = function(event, listener) {
  const result = FunctionPrototypeCall(Stream.prototype.on, this, event, listener);
  if (event === 'data') {
    const state = this._readableState;
    state.dataListening = true;
    if (this.listenerCount('readable') > 0) state.readableListening = true;
    if (state.flowing !== false) this.resume();
  } else if (event === 'readable') {
    const state = this._readableState;
    if (!state.endEmitted && !state.readableListening) {
      state.readableListening = true;
      state.needReadable = true;
      state.flowing = false;
      state.emittedReadable = false;
      if (state.length !== 0) {
        emitReadable(this, state);
      } else {
        if (state.endUntold) {
          state.endUntold = false;
          emitReadable(this, state);
        }
        if (!state.reading) process.nextTick(readNothing, this);
      }
    }
  }
  return result;
};
proto.addListener = proto.on;

function readNothing(stream) {
  stream.read(0);
}

proto.removeListener = function(event, listener) {
  const result = FunctionPrototypeCall(Stream.prototype.removeListener, this, event, listener);
  if (event === 'readable') process.nextTick(readableListenersChanged, this);
  else if (event === 'data' && this.listenerCount('data') === 0) this._readableState.dataListening = false;
  return result;
};
proto.off = proto.removeListener;

proto.removeAllListeners = function(event) {
  const result = ReflectApply(Stream.prototype.removeAllListeners, this, arguments);
  if (event === 'readable' || event === undefined) process.nextTick(readableListenersChanged, this);
  return result;
};

// Deferred by a tick, so that repeated once('readable') counts as one continuous reader.
function readableListenersChanged(stream) {
  const state = stream._readableState;
  state.readableListening = stream.listenerCount('readable') > 0;
  if (state.resumeScheduled && state.pausedByUser === false) state.flowing = true;
  else if (state.dataListening) stream.resume();
  else if (!state.readableListening) state.flowing = null;
}

addConversions(Readable);
defineReadableProperties(proto);

module.exports = { Readable, ReadableState, onConstructed };
