'use strict';

// Duplex.from(body): makes a Duplex from anything that can be read or written.

const { FunctionPrototypeCall, PromiseWithResolvers } = require('internal/primordials');
const { AbortError, codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_RETURN_VALUE } } = require('internal/errors');
const { AbortController } = require('internal/events/abort_controller');
const { Duplex } = require('internal/stream/duplex');
const { finished } = require('internal/stream/finished');
const { from } = require('internal/stream/from');
const {
  isDuplexNodeStream, isIterable, isNodeStream, isReadable, isReadableNodeStream, isReadableStream, isWritable,
  isWritableNodeStream, isWritableStream,
} = require('internal/stream/kinds');
const { destroyer } = require('internal/stream/lifecycle');
const { Later, writeInto } = require('internal/stream/proxy');
const { Readable } = require('internal/stream/readable');
const { Writable } = require('internal/stream/writable');

class Duplexify extends Duplex {}

module.exports = function duplexify(body, name) {
  if (isDuplexNodeStream(body)) return body;
  if (isReadableNodeStream(body)) return pairOf(body, undefined);
  if (isWritableNodeStream(body)) return pairOf(undefined, body);
  if (isNodeStream(body)) return pairOf(undefined, undefined);
  if (isReadableStream(body)) return pairOf(Readable.fromWeb(body), undefined);
  if (isWritableStream(body)) return pairOf(undefined, Writable.fromWeb(body));
  if (typeof body === 'function') return fromFunction(body, name);
  if (require('internal/buffer/blob').isBlob(body)) return duplexify(body.arrayBuffer());
  if (isIterable(body)) return from(Duplexify, body, { objectMode: true, writable: false });
  if (isReadableStream(body?.readable) && isWritableStream(body?.writable)) return Duplexify.fromWeb(body);
  if (typeof body?.writable === 'object' || typeof body?.readable === 'object') {
    const { readable, writable } = body;
    return pairOf(
      !readable ? undefined : isReadableNodeStream(readable) ? readable : duplexify(readable),
      !writable ? undefined : isWritableNodeStream(writable) ? writable : duplexify(writable));
  }
  const then = body?.then;
  if (typeof then === 'function') return fromPromise(body, then);
  throw new ERR_INVALID_ARG_TYPE(
    name,
    ['Blob', 'ReadableStream', 'WritableStream', 'Stream', 'Iterable', 'AsyncIterable', 'Function',
     '{ readable, writable } pair', 'Promise'],
    body);
};

function fromPromise(promise, then) {
  const duplex = new Duplexify({ objectMode: true, writable: false, read() {} });
  FunctionPrototypeCall(then, promise, (value) => {
    if (value != null) duplex.push(value);
    duplex.push(null);
  }, (error) => destroyer(duplex, error));
  return duplex;
}

// ---- a function of an async iterable

function fromFunction(fn, name) {
  const { value, write, final, destroy } = feed(fn);
  if (isDuplexNodeStream(value)) return value; // `body` was a constructor
  if (isIterable(value)) return from(Duplexify, value, { objectMode: true, write, final, destroy });
  const then = value?.then;
  if (typeof then !== 'function') {
    throw new ERR_INVALID_RETURN_VALUE('Iterable, AsyncIterable or AsyncFunction', name, value);
  }
  let duplex;
  let ended = false;
  const promise = FunctionPrototypeCall(then, value, (result) => {
    if (result != null) throw new ERR_INVALID_RETURN_VALUE('nully', 'body', result);
    if (!ended) destroyer(duplex); // it won't read what is still to be written
  }, (error) => destroyer(duplex, error));
  duplex = new Duplexify({
    objectMode: true,
    readable: false,
    write,
    final(callback) {
      ended = true;
      final(async () => {
        try {
          await promise;
          process.nextTick(callback, null);
        } catch (error) {
          process.nextTick(callback, error);
        }
      });
    },
    destroy,
  });
  return duplex;
}

// Calls `fn` with an iterable of what will be written. write() and final() pass one item each, and complete when it is
// taken.
function feed(fn) {
  const controller = new AbortController();
  const { signal } = controller;
  let { promise, resolve } = PromiseWithResolvers();
  const hand = (item) => {
    const give = resolve;
    resolve = null;
    give(item);
  };
  async function* written() {
    for (;;) {
      const item = promise;
      promise = null;
      const { chunk, done, callback } = await item;
      process.nextTick(callback);
      if (done) return;
      if (signal.aborted) throw new AbortError(undefined, { cause: signal.reason });
      ({ promise, resolve } = PromiseWithResolvers());
      yield chunk;
    }
  }
  return {
    value: fn(written(), { signal }),
    write(chunk, encoding, callback) { hand({ chunk, done: false, callback }); },
    final(callback) { hand({ chunk: undefined, done: true, callback }); },
    destroy(error, callback) {
      controller.abort(error);
      // A pending next() has to be rejected by the abort.
      if (resolve !== null) hand({ chunk: undefined, done: true, callback() {} });
      callback(error);
    },
  };
}

// ---- two streams

function pairOf(readStream, writeStream) {
  const source = readStream && typeof readStream.read !== 'function' ? Readable.wrap(readStream) : readStream;
  const sink = writeStream;
  const readable = !!isReadable(source);
  const writable = !!isWritable(sink);
  const moreToRead = new Later();
  let onClose; // undefined: still running; null: one of them has ended; otherwise the callback of _destroy()
  let writing;

  const duplex = new Duplexify({
    readableObjectMode: !!source?.readableObjectMode,
    writableObjectMode: !!sink?.writableObjectMode,
    readable,
    writable,
  });
  const onFinished = (error) => {
    const callback = onClose;
    onClose = null;
    if (callback) callback(error);
    else if (error) duplex.destroy(error);
  };

  if (writable) {
    finished(sink, (error) => {
      if (error) destroyer(source, error);
      onFinished(error);
    });
    writing = writeInto(duplex, sink);
    sink.on('finish', () => writing.ended.call());
  }
  if (readable) {
    finished(source, (error) => {
      if (error) destroyer(sink, error);
      onFinished(error);
    });
    source.on('readable', () => moreToRead.call());
    source.on('end', () => duplex.push(null));
    duplex._read = function() {
      for (;;) {
        const chunk = source.read();
        if (chunk === null) {
          moreToRead.keep(duplex._read);
          return;
        }
        if (!duplex.push(chunk)) return;
      }
    };
  }
  duplex._destroy = function(error, callback) {
    if (!error && onClose !== null) error = new AbortError();
    moreToRead.keep(null);
    writing?.forget();
    if (onClose === null) {
      callback(error);
    } else {
      onClose = callback;
      destroyer(sink, error);
      destroyer(source, error);
    }
  };
  return duplex;
}
