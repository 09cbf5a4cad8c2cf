'use strict';

// finished(stream, callback): calls back once when a stream has been read to its end, written to its end, has failed, or was
// closed too early.
//
// A stream that emits 'close' by itself is finished at 'close'. Any other stream is finished at 'end' and 'finish', as far
// as it has these sides and the caller asks for them. Streams of all kinds come here, so events that only http or legacy
// streams have are handled too. If the stream is finished before the call, the callback runs on the next tick.

const {
  ArrayPrototypePush, FunctionPrototypeCall, Promise, PromisePrototypeThen, ReflectApply, Symbol, SymbolDispose,
  joinLists,
} = require('internal/primordials');
const { AbortError, codes: { ERR_INVALID_ARG_TYPE, ERR_STREAM_PREMATURE_CLOSE } } = require('internal/errors');
const { kEmptyObject, once } = require('internal/util');
const {
  validateAbortSignal, validateBoolean, validateFunction, validateObject,
} = require('internal/validators');
const {
  isClosed, isNodeStream, isReadable, isReadableFinished, isReadableNodeStream, isReadableStream, isRequest,
  isWritable, isWritableFinished, isWritableNodeStream, isWritableStream, kIsClosedPromise, readableErrorOf,
  willEmitClose, writableErrorOf,
} = require('internal/stream/kinds');
const asyncContext = require('internal/async_context');
const { hasHooks } = require('internal/async_ids');

const nothing = () => {};

// For callers in the core: calls back before finished() returns if the result is known already.
const kAtOnce = Symbol('kEosNodeSynchronousCallback');

function finished(stream, options, callback) {
  if (arguments.length === 2) {
    callback = options;
    options = kEmptyObject;
  } else if (options == null) {
    options = kEmptyObject;
  } else {
    validateObject(options, 'options');
  }
  validateFunction(callback, 'callback');
  validateAbortSignal(options.signal, 'options.signal');
  if (isReadableStream(stream) || isWritableStream(stream)) return webFinished(stream, options, callback);
  if (!isNodeStream(stream)) {
    throw new ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  const watch = new Watch(stream, options, callback);
  return watch.start();
}

// The callback runs in the async context of the call.
function bound(callback) {
  if (asyncContext.get() === undefined && !hasHooks()) return callback;
  const { AsyncResource } = require('async_hooks');
  const resource = new AsyncResource('STREAM_END_OF_STREAM');
  return function(...args) {
    return ReflectApply(resource.runInAsyncScope, resource, joinLists([callback, this], args));
  };
}

class Watch {
  constructor(stream, options, callback) {
    this.stream = stream;
    this.options = options;
    this.callback = callback;
    this.readable = options.readable ?? isReadableNodeStream(stream);
    this.writable = options.writable ?? isWritableNodeStream(stream);
    this.readableFinished = isReadableFinished(stream, false);
    this.writableFinished = isWritableFinished(stream, false);
    this.willEmitClose = willEmitClose(stream) && isReadableNodeStream(stream) === this.readable &&
      isWritableNodeStream(stream) === this.writable;
    this.listeners = null; // [emitter, event, listener] each
    this.abortListener = null;
  }

  start() {
    const { stream, options } = this;
    let result = this.known();
    if (result !== undefined) {
      if (options.error !== false) this.listen(stream, 'error', nothing);
    } else if (options.signal?.aborted) {
      result = new AbortError(undefined, { cause: options.signal.reason });
    }
    if (result !== undefined && options[kAtOnce]) {
      this.tell(result);
      return () => this.cleanUp();
    }
    this.callback = bound(this.callback);
    if (result !== undefined) {
      process.nextTick(() => ReflectApply(this.callback, stream, result === null ? [] : [result]));
    } else {
      this.callback = once(this.callback);
      this.listenToAll();
      if (options.signal) this.listenToSignal(options.signal);
    }
    return () => this.cleanUp();
  }

  // Returns null or an error if the result is known already, otherwise undefined.
  known() {
    const { stream, readable, writable } = this;
    const readState = stream._readableState;
    const writeState = stream._writableState;
    if (isClosed(stream)) return this.closeError();
    if (writeState?.errorEmitted || readState?.errorEmitted) return this.willEmitClose ? undefined : this.error();
    if (!readable && (!this.willEmitClose || isReadable(stream)) &&
        (this.writableFinished || isWritable(stream) === false) && !writeState?.pendingcb) {
      return this.error();
    }
    if (!writable && (!this.willEmitClose || isWritable(stream)) &&
        (this.readableFinished || isReadable(stream) === false)) {
      return this.error();
    }
    if (readState && stream.req && stream.aborted) return this.error();
    return undefined;
  }

  error() {
    const error = writableErrorOf(this.stream) || readableErrorOf(this.stream);
    return typeof error !== 'boolean' && error || null;
  }

  // The meaning of a 'close' at this moment.
  closeError() {
    const error = this.error();
    if (error) return error;
    const { stream } = this;
    if (this.readable && !this.readableFinished && isReadableNodeStream(stream, true) &&
        !isReadableFinished(stream, false)) {
      return new ERR_STREAM_PREMATURE_CLOSE();
    }
    if (this.writable && !this.writableFinished && !isWritableFinished(stream, false)) {
      return new ERR_STREAM_PREMATURE_CLOSE();
    }
    return null;
  }

  tell(error) {
    if (error === null) FunctionPrototypeCall(this.callback, this.stream);
    else FunctionPrototypeCall(this.callback, this.stream, error);
  }

  listen(emitter, event, listener) {
    emitter.on(event, listener);
    ArrayPrototypePush(this.listeners ??= [], emitter, event, listener);
  }

  listenToAll() {
    const { stream } = this;
    const onFinish = () => {
      this.writableFinished = true;
      // A stream that was destroyed before 'finish' has an implementation of its own, and may never emit 'close'.
      if (stream.destroyed) this.willEmitClose = false;
      if (this.willEmitClose && (!stream.readable || this.readable)) return;
      if (!this.readable || this.readableFinished) this.tell(null);
    };
    const onEnd = () => {
      this.readableFinished = true;
      if (stream.destroyed) this.willEmitClose = false;
      if (this.willEmitClose && (!stream.writable || this.writable)) return;
      if (!this.writable || this.writableFinished) this.tell(null);
    };
    const onLegacyFinish = () => {
      if (!stream.writable) onFinish();
    };
    const onClose = () => this.tell(this.closeError());

    if (isRequest(stream)) {
      this.listen(stream, 'complete', onFinish);
      if (!this.willEmitClose) this.listen(stream, 'abort', onClose);
      if (stream.req) this.listen(stream.req, 'finish', onFinish);
      else this.listen(stream, 'request', () => this.listen(stream.req, 'finish', onFinish));
    } else if (this.writable && !stream._writableState) {
      this.listen(stream, 'end', onLegacyFinish);
      this.listen(stream, 'close', onLegacyFinish);
    }
    // Some of them don't emit 'close' after 'aborted'.
    if (!this.willEmitClose && typeof stream.aborted === 'boolean') this.listen(stream, 'aborted', onClose);
    this.listen(stream, 'end', onEnd);
    this.listen(stream, 'finish', onFinish);
    if (this.options.error !== false) this.listen(stream, 'error', (error) => FunctionPrototypeCall(this.callback, stream, error));
    this.listen(stream, 'close', onClose);
  }

  listenToSignal(signal) {
    const { addAbortListener } = require('internal/events/abort_listener');
    const { callback, stream } = this;
    const listener = addAbortListener(signal, () => {
      this.cleanUp();
      FunctionPrototypeCall(callback, stream, new AbortError(undefined, { cause: signal.reason }));
    });
    this.callback = once((...args) => {
      listener[SymbolDispose]();
      ReflectApply(callback, stream, args);
    });
  }

  cleanUp() {
    this.callback = nothing;
    const { listeners } = this;
    if (listeners === null) return;
    this.listeners = null;
    for (let i = 0; i < listeners.length; i += 3) listeners[i].removeListener(listeners[i + 1], listeners[i + 2]);
  }
}

function webFinished(stream, options, callback) {
  const { signal } = options;
  let aborted = false;
  callback = once(bound(callback));
  if (signal) {
    const abort = () => {
      aborted = true;
      FunctionPrototypeCall(callback, stream, new AbortError(undefined, { cause: signal.reason }));
    };
    if (signal.aborted) {
      process.nextTick(abort);
    } else {
      const { addAbortListener } = require('internal/events/abort_listener');
      const listener = addAbortListener(signal, abort);
      const told = callback;
      callback = once((...args) => {
        listener[SymbolDispose]();
        ReflectApply(told, stream, args);
      });
    }
  }
  const settle = (...args) => {
    if (!aborted) process.nextTick(() => ReflectApply(callback, stream, args));
  };
  PromisePrototypeThen(stream[kIsClosedPromise].promise, settle, settle);
  return nothing;
}

// The promise of stream/promises.
function finishedPromise(stream, options) {
  if (options === null) options = kEmptyObject;
  const cleansUp = options?.cleanup;
  if (cleansUp) validateBoolean(cleansUp, 'cleanup');
  return new Promise((resolve, reject) => {
    const cleanUp = finished(stream, options, (error) => {
      if (cleansUp) cleanUp();
      if (error) reject(error);
      else resolve();
    });
  });
}

module.exports = { finished, finishedPromise, kAtOnce };
