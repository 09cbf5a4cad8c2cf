'use strict';

// Web streams over Node streams. The web stream has its own queue in addition to the Node stream's buffer, with the same
// high water mark; finished() reports the Node stream's end.

const {
  ArrayBuffer, ObjectDefineProperty, PromisePrototypeFinally, PromiseWithResolvers, RegExpPrototypeExec, Symbol,
  TypeError, Uint8Array,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/buffer/types');
const { AbortError, codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { getDeprecationWarningEmitter } = require('internal/deprecation');
const { finished, kAtOnce } = require('internal/stream/finished');
const { isDestroyed, isReadable, isWritable, isWritableEnded } = require('internal/stream/kinds');
const { destroyer } = require('internal/stream/lifecycle');
const { kEmptyObject } = require('internal/util');
const { validateObject, validateOneOf } = require('internal/validators');
const { ReadableStream } = require('internal/webstreams/readable');
const { ByteLengthQueuingStrategy, CountQueuingStrategy } = require('internal/webstreams/strategies');
const { nothing } = require('internal/webstreams/util');
const { WritableStream } = require('internal/webstreams/writable');

const kGuarded = Symbol('kGuarded');

// A premature close aborts the web stream.
function toWebError(error) {
  return error?.code === 'ERR_STREAM_PREMATURE_CLOSE' ? new AbortError(undefined, { cause: error }) : error;
}

// Legacy streams may emit another error after they have finished.
function guard(stream) {
  if (stream[kGuarded]) return;
  ObjectDefineProperty(stream, kGuarded, { __proto__: null, value: true, configurable: true });
  stream.on('error', nothing);
}

function closedWritable() {
  const writable = new WritableStream();
  writable.close();
  return writable;
}

function closedReadable(type) {
  const readable = new ReadableStream({ __proto__: null, type });
  readable.cancel();
  return readable;
}

// ---- Writable

// The sink of a WritableStream that writes into a Node stream.
class WritableSink {
  #stream;
  #options;
  #controller;
  #drained; // { promise, resolve, reject } while the stream signals backpressure
  #closing; // the same while end() is pending

  constructor(stream, options) {
    this.#stream = stream;
    this.#options = options;
    const cleanUp = finished(stream, (error) => {
      cleanUp();
      guard(stream);
      this.#finished(options.toError(error));
    });
    stream.on('drain', () => this.#drained?.resolve());
  }

  #finished(error) {
    const controller = this.#controller;
    const closing = this.#closing;
    this.#closing = undefined;
    if (error != null) {
      this.#drained?.reject(error);
      closing?.reject(error);
    } else if (closing !== undefined) {
      closing.resolve();
      return;
    }
    this.#controller = undefined;
    controller?.error(error ?? new AbortError());
  }

  start(controller) { this.#controller = controller; }

  write(chunk) {
    try {
      return this.#write(chunk);
    } catch (error) {
      if (this.#options.destroyOnThrow) destroyer(this.#stream, error);
      throw error;
    }
  }

  #write(chunk) {
    const stream = this.#stream;
    this.#options.validate?.(chunk);
    const data = !stream.writableObjectMode && isAnyArrayBuffer(chunk) ? new Uint8Array(chunk) : chunk;
    if (!stream.writableNeedDrain && stream.write(data)) return undefined;
    const drained = PromiseWithResolvers();
    if (!stream.writableNeedDrain) drained.resolve();
    this.#drained = drained;
    return PromisePrototypeFinally(drained.promise, () => { this.#drained = undefined; });
  }

  abort(reason) { destroyer(this.#stream, reason); }

  close() {
    if (this.#closing === undefined && !isWritableEnded(this.#stream)) {
      this.#closing = PromiseWithResolvers();
      this.#stream.end();
      return this.#closing.promise;
    }
    this.#controller = undefined;
    return undefined;
  }
}

function writableOver(stream, options) {
  // Also for a Duplex without this side, and for an http message, which is no Writable.
  if (typeof stream?.write !== 'function' || typeof stream?.on !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('streamWritable', 'stream.Writable', stream);
  }
  if (isDestroyed(stream) || !isWritable(stream)) return closedWritable();
  const highWaterMark = stream.writableHighWaterMark;
  const strategy = stream.writableObjectMode ? new CountQueuingStrategy({ highWaterMark }) :
    { highWaterMark, size: (chunk) => chunk?.byteLength ?? chunk?.length ?? 1 };
  return new WritableStream(new WritableSink(stream, options), strategy);
}

function newWritableStreamFromStreamWritable(stream) {
  return writableOver(stream, { toError: toWebError });
}

// ---- Readable

function readableOver(stream, options, toError) {
  if (typeof stream?._readableState !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('streamReadable', 'stream.Readable', stream);
  }
  validateObject(options, 'options');
  const { type } = options;
  if (type !== undefined) validateOneOf(type, 'options.type', ['bytes', undefined]);

  const isBytes = type === 'bytes';
  const hasData = isReadable(stream);
  const objectMode = stream.readableObjectMode;
  let controller;
  let isOver = false;
  const source = {
    __proto__: null,
    type,
    start(given) { controller = given; },
    pull: hasData ? () => { stream.resume(); } : undefined,
    cancel(reason) {
      isOver = true;
      destroyer(stream, reason);
    },
  };
  const readable = new ReadableStream(source, hasData ? strategyFor(stream, options) : undefined);

  let cleanUp = nothing; // until finished() has returned
  cleanUp = finished(stream, { __proto__: null, writable: false, [kAtOnce]: true }, (error) => {
    error = toError(error);
    cleanUp();
    guard(stream);
    if (isOver) return;
    isOver = true;
    if (error) {
      controller.error(error);
    } else {
      controller.close();
      if (isBytes) controller.byobRequest?.respond(0);
    }
  });
  if (isOver) {
    cleanUp();
  } else if (hasData) {
    stream.pause();
    stream.on('data', (chunk) => {
      // A copy, because the memory of a Buffer may be shared.
      controller.enqueue(Buffer.isBuffer(chunk) && !objectMode ? new Uint8Array(chunk) : chunk);
      if (controller.desiredSize <= 0) stream.pause();
    });
  }
  return readable;
}

function strategyFor(stream, { type, strategy }) {
  const highWaterMark = stream.readableHighWaterMark;
  if (type === 'bytes') return { highWaterMark };
  if (strategy) return strategy;
  return new (stream.readableObjectMode ? CountQueuingStrategy : ByteLengthQueuingStrategy)({ highWaterMark });
}

function newReadableStreamFromStreamReadable(stream, options = kEmptyObject) {
  return readableOver(stream, options, toWebError);
}

// ---- Duplex

function readableTypeOf({ readableType, type }) {
  if (readableType != null || type == null) return readableType;
  warnOfType();
  return type;
}

const warnOfType = getDeprecationWarningEmitter('DEP0201', "Passing 'options.type' to Duplex.toWeb() is deprecated. " +
  "To specify the ReadableStream type, use 'options.readableType'.", newReadableWritablePairFromDuplex);

function pairOver(duplex, type, writing) {
  return {
    writable: isWritable(duplex) ? writableOver(duplex, writing) : closedWritable(),
    readable: isReadable(duplex) ? readableOver(duplex, { type }, writing.toError) : closedReadable(type),
  };
}

function newReadableWritablePairFromDuplex(duplex, options = kEmptyObject) {
  if (typeof duplex?._writableState !== 'object' || typeof duplex?._readableState !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('duplex', 'stream.Duplex', duplex);
  }
  validateObject(options, 'options');
  const type = readableTypeOf(options);
  if (isDestroyed(duplex)) return { readable: closedReadable(type), writable: closedWritable() };
  return pairOver(duplex, type, { toError: toWebError });
}

// ---- compression

const ZLIB_FAILURE = /^(Z_(NEED_DICT|ERRNO|STREAM_ERROR|DATA_ERROR|MEM_ERROR|BUF_ERROR|VERSION_ERROR)|ERR__ERROR_.*)$/;

// Errors in the data are TypeErrors in the standard.
function toCompressionError(error) {
  if (RegExpPrototypeExec(ZLIB_FAILURE, error?.code) === null) return toWebError(error);
  return ObjectDefineProperty(new TypeError(undefined, { cause: error }), 'code', {
    __proto__: null,
    configurable: true, enumerable: true, value: error.code, writable: true,
  });
}

// A BufferSource can't be shared memory; the stream itself refuses other values.
function validateBufferSource(chunk) {
  const buffer = isArrayBufferView(chunk) ? chunk.buffer : chunk;
  if (isAnyArrayBuffer(buffer) && !(buffer instanceof ArrayBuffer)) {
    throw new ERR_INVALID_ARG_TYPE('chunk', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], chunk);
  }
}

function compressionPair(handle) {
  return pairOver(handle, undefined,
                  { toError: toCompressionError, validate: validateBufferSource, destroyOnThrow: true });
}

module.exports = {
  compressionPair,
  newReadableStreamFromStreamReadable,
  newReadableWritablePairFromDuplex,
  newWritableStreamFromStreamWritable,
};
