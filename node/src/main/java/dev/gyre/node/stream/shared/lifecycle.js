'use strict';

// How a stream is created and destroyed.
//
//   new ──> _construct() ──> working ──> destroy(err) ──> _destroy(err) ──> 'error', then 'close'
//
// A Duplex has two sides and one life: every step is recorded on both. While _construct() is running, reads and writes wait;
// destroy() then marks the sides, but _destroy() is called only after _construct() has completed. The events are emitted one
// tick after _destroy() has completed, never inside destroy().

const { Symbol } = require('internal/primordials');
const { AbortError, aggregateTwoErrors, codes: { ERR_MULTIPLE_CALLBACK } } = require('internal/errors');
const { isDestroyed, isFinished, isRequest, isServerRequest, kIsDestroyed } = require('internal/stream/kinds');

const kConstructed = Symbol('kConstruct');
const kDestroyNow = Symbol('kDestroy');

function keepError(error, readable, writable) {
  if (!error) return;
  // Reading the stack makes V8 format it and release the frames.
  error.stack;
  if (writable && !writable.errored) writable.errored = error;
  if (readable && !readable.errored) readable.errored = error;
}

// ---- creation

function construct(stream, callback) {
  if (typeof stream._construct !== 'function') return;
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (readable) readable.constructed = false;
  if (writable) writable.constructed = false;
  stream.once(kConstructed, callback);
  // Called twice for a Duplex made of a Readable and a Writable constructor.
  if (stream.listenerCount(kConstructed) === 1) process.nextTick(runConstruct, stream);
}

function runConstruct(stream) {
  let called = false;
  const done = (error) => {
    if (called) {
      errorOrDestroy(stream, error ?? new ERR_MULTIPLE_CALLBACK());
      return;
    }
    called = true;
    const readable = stream._readableState;
    const writable = stream._writableState;
    if (readable) readable.constructed = true;
    if (writable) writable.constructed = true;
    if ((writable || readable).destroyed) stream.emit(kDestroyNow, error);
    else if (error) errorOrDestroy(stream, error, true);
    else stream.emit(kConstructed);
  };
  try {
    stream._construct((error) => process.nextTick(done, error));
  } catch (error) {
    process.nextTick(done, error);
  }
}

// ---- destruction

// The method destroy() of every stream. The callback is undocumented, but packages pass one.
function destroy(error, callback) {
  const readable = this._readableState;
  const writable = this._writableState;
  if (writable?.destroyed || readable?.destroyed) {
    if (typeof callback === 'function') callback();
    return this;
  }
  // Marked before any other code runs, because destroy() may be called again from within.
  keepError(error, readable, writable);
  if (writable) writable.destroyed = true;
  if (readable) readable.destroyed = true;
  if ((writable || readable).constructed === false) {
    this.once(kDestroyNow, function(constructError) {
      runDestroy(this, aggregateTwoErrors(constructError, error), callback);
    });
  } else {
    runDestroy(this, error, callback);
  }
  return this;
}

function runDestroy(stream, error, callback) {
  let called = false;
  const done = (failure) => {
    if (called) return;
    called = true;
    const readable = stream._readableState;
    const writable = stream._writableState;
    keepError(failure, readable, writable);
    if (writable) writable.closed = true;
    if (readable) readable.closed = true;
    if (typeof callback === 'function') callback(failure);
    if (failure) process.nextTick(emitErrorAndClose, stream, failure);
    else process.nextTick(emitClose, stream);
  };
  try {
    stream._destroy(error || null, done);
  } catch (failure) {
    done(failure);
  }
}

function emitErrorAndClose(stream, error) {
  emitError(stream, error);
  emitClose(stream);
}

function emitClose(stream) {
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (writable) writable.closeEmitted = true;
  if (readable) readable.closeEmitted = true;
  if (writable?.emitClose || readable?.emitClose) stream.emit('close');
}

function emitError(stream, error) {
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (writable?.errorEmitted || readable?.errorEmitted) return;
  if (writable) writable.errorEmitted = true;
  if (readable) readable.errorEmitted = true;
  stream.emit('error', error);
}

// The method _undestroy(): makes the stream usable again (stdout, sockets that reconnect).
function undestroy() {
  const readable = this._readableState;
  const writable = this._writableState;
  for (let i = 0, list = [readable, writable]; i < list.length; i++) {
    const side = list[i];
    if (!side) continue;
    side.constructed = true;
    side.closed = false;
    side.closeEmitted = false;
    side.destroyed = false;
    side.errored = null;
    side.errorEmitted = false;
  }
  if (readable) {
    const missing = readable.readable === false;
    readable.reading = false;
    readable.ended = missing;
    readable.endEmitted = missing;
  }
  if (writable) {
    const missing = writable.writable === false;
    writable.finalCalled = false;
    writable.prefinished = false;
    writable.ended = missing;
    writable.ending = missing;
    writable.finished = missing;
  }
}

// For an error that the stream itself detects. With autoDestroy (of either side) it destroys the stream; otherwise it is
// only emitted, one tick later if `sync`.
function errorOrDestroy(stream, error, sync) {
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (writable?.destroyed || readable?.destroyed) return;
  if (readable?.autoDestroy || writable?.autoDestroy) {
    stream.destroy(error);
  } else if (error) {
    keepError(error, readable, writable);
    if (sync) process.nextTick(emitError, stream, error);
    else emitError(stream, error);
  }
}

// Destroys a stream of any kind.
function destroyer(stream, error) {
  if (!stream || isDestroyed(stream)) return;
  if (!error && !isFinished(stream)) error = new AbortError();
  if (isServerRequest(stream)) {
    stream.socket = null;
    stream.destroy(error);
  } else if (isRequest(stream)) {
    stream.abort();
  } else if (isRequest(stream.req)) {
    stream.req.abort();
  } else if (typeof stream.destroy === 'function') {
    stream.destroy(error);
  } else if (typeof stream.close === 'function') {
    stream.close();
  } else {
    const close = () => stream.emit('close');
    process.nextTick(error ? () => {
      stream.emit('error', error);
      process.nextTick(close);
    } : close);
  }
  if (!stream.destroyed) stream[kIsDestroyed] = true;
}

module.exports = { construct, destroy, destroyer, errorOrDestroy, keepError, undestroy };
