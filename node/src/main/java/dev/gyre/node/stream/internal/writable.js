'use strict';

// Writable.
//
//   write(chunk) ──> _write(chunk, encoding, onwrite) ──onwrite()──> the write's callback, 'drain'
//             └────> buffered, while a write is running, the stream is corked or not yet constructed
//
// Only one _write() runs at a time. When it completes, the chunks buffered meanwhile are written: all at once by _writev()
// if there is one, otherwise one by one. If it completes inside _write() (`sync`), callback and 'drain' are deferred to the
// next tick; equal consecutive callbacks share one tick.
//
// The end: end() ──> all written ──> _final() ──> 'prefinish' ──> 'finish' ──> destroyed, with autoDestroy. `pendingcb`
// counts what has to complete before 'finish': callbacks of writes, _final(), the tick of 'finish' itself.

const {
  ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeSplice, Error, FunctionPrototype, ObjectDefineProperty,
  ObjectSetPrototypeOf, Promise, StringPrototypeToLowerCase, SymbolAsyncDispose, SymbolHasInstance, callFunction,
  isView, uncurryThis,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { captureRejectionSymbol } = require('events');
const {
  AbortError,
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_METHOD_NOT_IMPLEMENTED, ERR_MULTIPLE_CALLBACK, ERR_STREAM_ALREADY_FINISHED,
    ERR_STREAM_CANNOT_PIPE, ERR_STREAM_DESTROYED, ERR_STREAM_NULL_VALUES, ERR_STREAM_WRITE_AFTER_END,
    ERR_UNKNOWN_ENCODING,
  },
} = require('internal/errors');
const { addAbortSignal } = require('internal/stream/abort');
const { finished } = require('internal/stream/finished');
const { Stream } = require('internal/stream/legacy');
const { construct, destroy, errorOrDestroy, keepError, undestroy } = require('internal/stream/lifecycle');
const { Side } = require('internal/stream/side');
const { defineWritableProperties } = require('internal/stream/writable_properties');

const COMPACT_AT = 256;

const nothing = () => {};

class WritableState extends Side {
  constructor(options, stream, isDuplex) {
    super(options, isDuplex ? 'writableObjectMode' : undefined, isDuplex ? 'writableHighWaterMark' : undefined);
    this.decodeStrings = options == null || options.decodeStrings !== false;
    this.corked = 0;
    this.writing = false;
    this.writelen = 0;
    this.writecb = nothing;
    // V8 allocates a function that is assigned to a property in the old generation, where it would keep the stream and
    // everything it refers to alive until the next full collection.
    const onwrite = (error) => onWritten(stream, this, error);
    this.onwrite = onwrite;
    this.expectsAnswer = false; // _write() has not called back yet; a second call is an error
    this.needDrain = false;
    this.pendingcb = 0;
    this.afterWritePending = false;
    this.afterWriteTickInfo = null; // callbacks due on the next tick: { stream, state, callback, count }
    this.queue = null; // waiting writes, from bufferedIndex on: { chunk, encoding, callback }
    this.bufferedIndex = 0;
    this.allBuffers = true;
    this.allNoop = true;
    this.bufferProcessing = false;
    this.ending = false; // end() was called
    this.ended = false; // end() has returned
    this.finalCalled = false;
    this.prefinished = false;
    this.finished = false;
    this.finishCallbacks = null;
    this.writable = undefined; // false for a Duplex without this side, or if a program has set it
  }

  get buffered() { return this.queue ?? []; }

  get bufferedRequestCount() { return this.queue === null ? 0 : this.queue.length - this.bufferedIndex; }

  getBuffer() { return this.queue === null ? [] : ArrayPrototypeSlice(this.queue, this.bufferedIndex); }
}

function Writable(options) {
  if (!(this instanceof Writable)) return new Writable(options);
  this._events ??= {
    close: undefined, error: undefined, prefinish: undefined, finish: undefined, drain: undefined,
  };
  this._writableState = new WritableState(options, this, false);
  if (options) {
    if (typeof options.write === 'function') this._write = options.write;
    if (typeof options.writev === 'function') this._writev = options.writev;
    if (typeof options.destroy === 'function') this._destroy = options.destroy;
    if (typeof options.final === 'function') this._final = options.final;
    if (typeof options.construct === 'function') this._construct = options.construct;
    if (options.signal) addAbortSignal(options.signal, this);
  }
  callFunction(Stream, this, options);
  if (this._construct != null) construct(this, () => onConstructed(this, this._writableState));
}
ObjectSetPrototypeOf(Writable.prototype, Stream.prototype);
ObjectSetPrototypeOf(Writable, Stream);

Writable.WritableState = WritableState;

// A Duplex inherits from Readable and counts as a Writable because of its state.
const isInstance = uncurryThis(FunctionPrototype[SymbolHasInstance]);
ObjectDefineProperty(Writable, SymbolHasInstance, {
  __proto__: null,
  value: {
    [SymbolHasInstance](value) {
      if (isInstance(this, value)) return true;
      return this === Writable && value && value._writableState instanceof WritableState;
    },
  }[SymbolHasInstance],
});

const proto = Writable.prototype;

function onConstructed(stream, state) {
  if (!state.writing) writeBuffered(stream, state);
  if (state.ending) finishMaybe(stream, state, false);
}

proto.pipe = function() {
  errorOrDestroy(this, new ERR_STREAM_CANNOT_PIPE());
};

// ---- write

proto.write = function(chunk, encoding, callback) {
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  return write(this, chunk, encoding, callback) === true;
};

// Returns an error if the write is refused, otherwise whether the stream accepts more.
function write(stream, chunk, encoding, callback) {
  const state = stream._writableState;
  if (typeof callback !== 'function') callback = nothing;
  if (chunk === null) throw new ERR_STREAM_NULL_VALUES();
  if (!state.objectMode) {
    if (!encoding) encoding = state.defaultEncoding;
    else if (encoding !== 'buffer' && !Buffer.isEncoding(encoding)) throw new ERR_UNKNOWN_ENCODING(encoding);
    if (typeof chunk === 'string') {
      if (encoding === 'buffer') throw new ERR_UNKNOWN_ENCODING(encoding);
      if (state.decodeStrings) {
        chunk = Buffer.from(chunk, encoding);
        encoding = 'buffer';
      }
    } else if (chunk instanceof Buffer) {
      encoding = 'buffer';
    } else if (isView(chunk)) {
      chunk = Stream._uint8ArrayToBuffer(chunk);
      encoding = 'buffer';
    } else {
      throw new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
    }
  }
  if (state.ending || state.destroyed) {
    const error = state.ending ? new ERR_STREAM_WRITE_AFTER_END() : new ERR_STREAM_DESTROYED('write');
    process.nextTick(callback, error);
    errorOrDestroy(stream, error, true);
    return error;
  }
  state.pendingcb++;
  const length = state.objectMode ? 1 : chunk.length;
  state.length += length;
  if (state.writing || state.corked !== 0 || state.errored !== null || !state.constructed) {
    state.queue ??= [];
    ArrayPrototypePush(state.queue, { chunk, encoding, callback });
    if (encoding !== 'buffer') state.allBuffers = false;
    if (callback !== nothing) state.allNoop = false;
  } else {
    begin(state, length, callback);
    stream._write(chunk, encoding, state.onwrite);
    state.sync = false;
  }
  const more = state.length < state.highWaterMark || state.length === 0;
  if (!more) state.needDrain = true;
  // A loop that writes until write() returns false has to end.
  return more && !state.destroyed && state.errored === null;
}

function begin(state, length, callback) {
  state.writelen = length;
  state.writecb = callback;
  state.writing = true;
  state.sync = true;
  state.expectsAnswer = true;
}

function onWritten(stream, state, error) {
  if (!state.expectsAnswer) {
    errorOrDestroy(stream, new ERR_MULTIPLE_CALLBACK());
    return;
  }
  const { sync, writecb: callback } = state;
  state.writecb = nothing;
  state.writing = false;
  state.expectsAnswer = false;
  state.length -= state.writelen;
  state.writelen = 0;

  if (error) {
    keepError(error, stream._readableState, state);
    if (sync) process.nextTick(writeFailed, stream, state, error, callback);
    else writeFailed(stream, state, error, callback);
    return;
  }
  if (state.queue !== null) writeBuffered(stream, state);
  if (!sync) {
    afterWrite(stream, state, 1, callback);
  } else if (callback !== nothing) {
    const due = state.afterWriteTickInfo;
    if (due !== null && due.callback === callback) {
      due.count++;
    } else {
      state.afterWritePending = true;
      process.nextTick(afterWrites, state.afterWriteTickInfo = { stream, state, callback, count: 1 });
    }
  } else if (!state.afterWritePending && (state.objectMode || (state.needDrain && state.length === 0))) {
    state.afterWritePending = true;
    process.nextTick(afterWrite, stream, state, 1, nothing);
  } else {
    state.pendingcb--;
    if (state.ending) finishMaybe(stream, state, true);
  }
}

function writeFailed(stream, state, error, callback) {
  state.pendingcb--;
  callback(error);
  failBuffered(state); // also without autoDestroy
  errorOrDestroy(stream, error); // 'error' is emitted after the callbacks
}

function afterWrites(due) {
  due.state.afterWriteTickInfo = null;
  afterWrite(due.stream, due.state, due.count, due.callback);
}

function afterWrite(stream, state, count, callback) {
  state.afterWritePending = false;
  if (state.needDrain && state.length === 0 && !state.ending && !state.destroyed) {
    state.needDrain = false;
    stream.emit('drain');
  }
  while (count-- > 0) {
    state.pendingcb--;
    callback(null);
  }
  if (state.destroyed) failBuffered(state);
  if (state.ending) finishMaybe(stream, state, true);
}

// ---- the queue

proto.cork = function() {
  this._writableState.corked++;
};

proto.uncork = function() {
  const state = this._writableState;
  if (state.corked === 0) return;
  state.corked--;
  if (!state.writing) writeBuffered(this, state);
};

function resetQueue(state) {
  state.queue = null;
  state.bufferedIndex = 0;
  state.allBuffers = true;
  state.allNoop = true;
}

function writeBuffered(stream, state) {
  const { queue, bufferedIndex } = state;
  if (queue === null || state.destroyed || state.bufferProcessing || state.corked !== 0 || !state.constructed) return;
  const count = queue.length - bufferedIndex;
  if (count === 0) return;
  state.bufferProcessing = true;
  if (count > 1 && stream._writev) writeTogether(stream, state, queue, bufferedIndex);
  else writeOneByOne(stream, state, queue, bufferedIndex);
  state.bufferProcessing = false;
}

function writeTogether(stream, state, queue, from) {
  state.pendingcb -= queue.length - from - 1;
  const callback = state.allNoop ? nothing : (error) => {
    for (let i = from; i < queue.length; i++) queue[i].callback(error);
  };
  const chunks = state.allNoop && from === 0 ? queue : ArrayPrototypeSlice(queue, from);
  chunks.allBuffers = state.allBuffers;
  begin(state, state.length, callback);
  stream._writev(chunks, state.onwrite);
  state.sync = false;
  resetQueue(state);
}

function writeOneByOne(stream, state, queue, i) {
  do {
    const { chunk, encoding, callback } = queue[i];
    queue[i++] = null;
    begin(state, state.objectMode ? 1 : chunk.length, callback);
    if (state.destroyed) state.onwrite(new ERR_STREAM_DESTROYED('write'));
    else stream._write(chunk, encoding, state.onwrite);
    state.sync = false;
  } while (i < queue.length && !state.writing);
  if (i === queue.length) {
    resetQueue(state);
  } else if (i > COMPACT_AT && i * 2 >= queue.length) {
    ArrayPrototypeSplice(queue, 0, i);
    state.bufferedIndex = 0;
  } else {
    state.bufferedIndex = i;
  }
}

// Fails all waiting writes.
function failBuffered(state) {
  if (state.writing) return;
  const { queue } = state;
  if (queue !== null) {
    for (let i = state.bufferedIndex; i < queue.length; i++) {
      const { chunk, callback } = queue[i];
      state.length -= state.objectMode ? 1 : chunk.length;
      callback(state.errored ?? new ERR_STREAM_DESTROYED('write'));
    }
  }
  callFinishCallbacks(state, state.errored ?? new ERR_STREAM_DESTROYED('end'));
  resetQueue(state);
}

// ---- for implementations

proto._write = function(chunk, encoding, callback) {
  if (!this._writev) throw new ERR_METHOD_NOT_IMPLEMENTED('_write()');
  this._writev([{ chunk, encoding }], callback);
};

proto._writev = null;

proto.setDefaultEncoding = function setDefaultEncoding(encoding) {
  if (typeof encoding === 'string') encoding = StringPrototypeToLowerCase(encoding);
  if (!Buffer.isEncoding(encoding)) throw new ERR_UNKNOWN_ENCODING(encoding);
  this._writableState.defaultEncoding = encoding;
  return this;
};

// ---- the end

proto.end = function(chunk, encoding, callback) {
  const state = this._writableState;
  if (typeof chunk === 'function') {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  let error;
  if (chunk != null) {
    const result = write(this, chunk, encoding);
    if (result instanceof Error) error = result;
  }
  if (state.corked !== 0) {
    state.corked = 1;
    this.uncork();
  }
  if (error === undefined) {
    if (!state.ending && state.errored === null) {
      state.ending = true;
      finishMaybe(this, state, true);
      state.ended = true;
    } else if (state.finished) {
      error = new ERR_STREAM_ALREADY_FINISHED('end');
    } else if (state.destroyed) {
      error = new ERR_STREAM_DESTROYED('end');
    }
  }
  if (typeof callback === 'function') {
    if (error) process.nextTick(callback, error);
    else if (state.errored !== null) process.nextTick(callback, state.errored);
    else if (state.finished) process.nextTick(callback, null);
    else ArrayPrototypePush(state.finishCallbacks ??= [], callback);
  }
  return this;
};

function canFinish(state) {
  return state.ending && state.constructed && state.length === 0 && state.queue === null && !state.writing &&
    !state.finished && !state.destroyed && state.errored === null && !state.errorEmitted && !state.closeEmitted;
}

function finishMaybe(stream, state, sync) {
  if (!canFinish(state)) return;
  prefinish(stream, state);
  if (state.pendingcb !== 0) return;
  if (sync) {
    state.pendingcb++;
    process.nextTick(finishIfStillDue, stream, state);
  } else if (canFinish(state)) {
    state.pendingcb++;
    finish(stream, state);
  }
}

function prefinish(stream, state) {
  if (state.prefinished || state.finalCalled) return;
  state.finalCalled = true;
  if (typeof stream._final !== 'function' || state.destroyed) {
    state.prefinished = true;
    stream.emit('prefinish');
    return;
  }
  state.sync = true;
  state.pendingcb++;
  try {
    stream._final((error) => onFinal(stream, state, error));
  } catch (error) {
    onFinal(stream, state, error);
  }
  state.sync = false;
}

function onFinal(stream, state, error) {
  if (state.prefinished) {
    errorOrDestroy(stream, error ?? new ERR_MULTIPLE_CALLBACK());
    return;
  }
  state.pendingcb--;
  if (error) {
    callFinishCallbacks(state, error);
    errorOrDestroy(stream, error, state.sync);
  } else if (canFinish(state)) {
    state.prefinished = true;
    stream.emit('prefinish');
    state.pendingcb++;
    process.nextTick(finish, stream, state); // always after _final() has called back
  }
}

function finishIfStillDue(stream, state) {
  if (canFinish(state)) finish(stream, state);
  else state.pendingcb--;
}

function finish(stream, state) {
  state.pendingcb--;
  state.finished = true;
  callFinishCallbacks(state, null);
  stream.emit('finish');
  if (!state.autoDestroy) return;
  const other = stream._readableState;
  if (!other || (other.autoDestroy && (other.endEmitted || other.readable === false))) stream.destroy();
}

function callFinishCallbacks(state, error) {
  const callbacks = state.finishCallbacks;
  if (callbacks === null) return;
  state.finishCallbacks = null;
  for (let i = 0; i < callbacks.length; i++) callbacks[i](error);
}

proto.destroy = function(error, callback) {
  const state = this._writableState;
  if (!state.destroyed && (state.queue !== null || state.finishCallbacks !== null)) {
    process.nextTick(failBuffered, state);
  }
  callFunction(destroy, this, error, callback);
  return this;
};

proto._undestroy = undestroy;

proto._destroy = function(error, callback) {
  callback(error);
};

proto[captureRejectionSymbol] = function(error) {
  this.destroy(error);
};

proto[SymbolAsyncDispose] = async function() {
  if (!this.destroyed) this.destroy(this.writableFinished ? null : new AbortError());
  await new Promise((resolve, reject) => {
    finished(this, (error) => (error && error.name !== 'AbortError' ? reject(error) : resolve(null)));
  });
};

Writable.fromWeb = function(writableStream, options) {
  return require('internal/webstreams/adapters').newStreamWritableFromWritableStream(writableStream, options);
};

Writable.toWeb = function(writable) {
  return require('internal/webstreams/adapters').newWritableStreamFromStreamWritable(writable);
};

defineWritableProperties(proto);

module.exports = { Writable, WritableState, onConstructed };
