'use strict';

// Conversions between stream/iter and the streams of node:stream.

const {
  ArrayIsArray, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeReduce, Boolean, NumberMAX_SAFE_INTEGER, ObjectKeys,
  Promise, PromisePrototypeThen, PromiseReject, PromiseResolve, SafeMap, SafeWeakMap, SymbolAsyncDispose,
  SymbolAsyncIterator, SymbolDispose, SymbolIterator, itemsOf,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const {
  AbortError, aggregateTwoErrors,
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE, ERR_STREAM_WRITE_AFTER_END },
} = require('internal/errors');
const { isUint8Array } = require('util/types');
const { validateInteger, validateObject } = require('internal/validators');
const { addAbortSignal } = require('internal/stream/abort');
const { finished } = require('internal/stream/finished');
const { hasMethod, isAsyncIterable, signalOf, validateBackpressure } = require('internal/stream/iter/arguments');
const { sizeOf, toBatch, toBytes } = require('internal/stream/iter/bytes');
const { asyncChunksOf } = require('internal/stream/iter/from');
const { Pending } = require('internal/stream/iter/pending');
const { drainableProtocol, kGivesBatches, toAsyncStreamable } = require('internal/stream/iter/protocol');
const { destroyer } = require('internal/stream/lifecycle');
const { Readable } = require('internal/stream/readable');
const { Writable } = require('internal/stream/writable');

const MAX_BATCH = 128;
const HIGH_WATER_MARK = 64 * 1024;

const nothing = () => {};

// ---- Readable -> batches

// Everything that is buffered becomes one batch.
async function* batchesOf(stream) {
  const state = stream._readableState;
  const needsBytes = Boolean(state && (state.objectMode || state.encoding));
  let error; // undefined: not ended; null: ended
  let wake = nothing;
  const wakeUp = () => {
    wake();
    wake = nothing;
  };
  stream.on('readable', wakeUp);
  const cleanUp = finished(stream, { writable: false }, (failure) => {
    error = failure ? aggregateTwoErrors(error, failure) : null;
    wakeUp();
  });
  try {
    for (;;) {
      const batch = stream.destroyed ? [] : readBatch(stream);
      if (batch.length > 0) {
        const bytes = needsBytes ? await toByteBatch(batch) : batch;
        if (bytes.length > 0) yield bytes;
      } else if (error) {
        throw error;
      } else if (error === null) {
        return;
      } else {
        await new Promise((resolve) => { wake = resolve; });
      }
    }
  } catch (failure) {
    error = aggregateTwoErrors(error, failure);
    throw error;
  } finally {
    if (error === undefined || state?.autoDestroy) {
      destroyer(stream, null);
    } else {
      stream.off('readable', wakeUp);
      cleanUp();
    }
  }
}

function readBatch(stream) {
  const batch = [];
  do {
    const chunk = stream.read();
    if (chunk === null) break;
    ArrayPrototypePush(batch, chunk);
  } while (batch.length < MAX_BATCH && stream._readableState?.length > 0);
  return batch;
}

async function toByteBatch(values) {
  const batch = [];
  for (const value of itemsOf(values)) {
    if (isUint8Array(value)) ArrayPrototypePush(batch, value);
    else for await (const chunk of asyncChunksOf(value)) ArrayPrototypePush(batch, chunk);
  }
  return batch;
}

function streamable(readable) {
  const batches = batchesOf(readable);
  batches[kGivesBatches] = true;
  batches.stream = readable;
  return batches;
}

let knownReadables; // a WeakMap, created at its first use: a stream can be read only once

function fromReadable(readable) {
  if (readable === null || typeof readable !== 'object') throw new ERR_INVALID_ARG_TYPE('readable', 'Readable', readable);
  knownReadables ??= new SafeWeakMap();
  let batches = knownReadables.get(readable);
  if (batches === undefined) {
    if (hasMethod(readable, toAsyncStreamable)) {
      batches = readable[toAsyncStreamable]();
    } else {
      if (!hasMethod(readable, 'read') || !hasMethod(readable, 'on')) {
        throw new ERR_INVALID_ARG_TYPE('readable', 'Readable', readable);
      }
      batches = streamable(readable);
    }
    knownReadables.set(readable, batches);
  }
  return batches;
}

// ---- batches -> Readable

function markOf(options) {
  validateObject(options, 'options');
  const { highWaterMark = HIGH_WATER_MARK } = options;
  validateInteger(highWaterMark, 'options.highWaterMark', 0);
  return highWaterMark;
}

function toReadable(source, options = {}) {
  if (!isAsyncIterable(source)) throw new ERR_INVALID_ARG_TYPE('source', 'AsyncIterable', source);
  const highWaterMark = markOf(options);
  const iterator = source[SymbolAsyncIterator]();
  let wanted = null; // resolves when the reader wants more
  let started = false;
  let over = false;
  const wakeUp = () => {
    wanted?.();
    wanted = null;
  };

  async function pump() {
    try {
      while (!over) {
        const { done, value: batch } = await iterator.next();
        if (done) {
          over = true;
          readable.push(null);
          return;
        }
        for (const chunk of itemsOf(batch)) {
          if (readable.push(chunk)) continue;
          await new Promise((resolve) => { wanted = resolve; });
          if (over) return;
        }
      }
    } catch (error) {
      over = true;
      readable.destroy(error);
    }
  }

  const readable = new Readable({
    highWaterMark,
    read() {
      if (wanted !== null) {
        wakeUp();
      } else if (!started && !over) {
        started = true;
        pump();
      }
    },
    destroy(error, callback) {
      over = true;
      wakeUp();
      if (!hasMethod(iterator, 'return')) callback(error);
      else iterator.return().then(() => callback(error), (failure) => callback(failure || error));
    },
  });
  if (options.signal) addAbortSignal(options.signal, readable);
  return readable;
}

function toReadableSync(source, options = {}) {
  if (typeof source?.[SymbolIterator] !== 'function') throw new ERR_INVALID_ARG_TYPE('source', 'Iterable', source);
  const highWaterMark = markOf(options);
  const iterator = source[SymbolIterator]();
  let batch = [];
  let at = 0;
  return new Readable({
    highWaterMark,
    read() {
      for (;;) {
        while (at < batch.length) {
          if (!this.push(batch[at++])) return;
        }
        const { done, value } = iterator.next();
        if (done) {
          this.push(null);
          return;
        }
        batch = value;
        at = 0;
      }
    },
    destroy(error, callback) {
      batch = [];
      iterator.return?.();
      callback(error);
    },
  });
}

// ---- Writable -> writer

class WritableWriter {
  #writable;
  #policy;
  #total = 0; // bytes
  #waiting = new Pending();
  #listeners = null;

  constructor(writable, policy) {
    this.#writable = writable;
    this.#policy = policy;
  }

  get #isOpen() {
    const { destroyed, writableFinished, writableEnded } = this.#writable;
    return !destroyed && !writableFinished && !writableEnded;
  }

  get #isFull() { return (this.#writable.writableLength ?? 0) >= (this.#writable.writableHighWaterMark ?? 16384); }

  get canWrite() { return this.#isOpen ? !this.#isFull : null; }

  // Whether a classic stream accepted a chunk is known only later.
  writeSync() { return false; }

  writevSync() { return false; }

  endSync() { return -1; }

  write(chunk, options) {
    signalOf(options);
    if (!this.#isOpen) return PromiseReject(new ERR_STREAM_WRITE_AFTER_END());
    try {
      return this.#write([toBytes(chunk)]);
    } catch (error) {
      return PromiseReject(error);
    }
  }

  writev(chunks, options) {
    if (!ArrayIsArray(chunks)) throw new ERR_INVALID_ARG_TYPE('chunks', 'Array', chunks);
    signalOf(options);
    return this.#isOpen ? this.#write(toBatch(chunks)) : PromiseReject(new ERR_STREAM_WRITE_AFTER_END());
  }

  #write(batch) {
    if (this.#isFull && this.#policy === 'strict') {
      return PromiseReject(new ERR_INVALID_STATE.RangeError(
        'Backpressure violation: buffer is full. Await each write() call to respect backpressure.'));
    }
    this.#total += sizeOf(batch);
    if (this.#isFull && this.#policy === 'drop-newest') return PromiseResolve();
    const takesMore = this.#pass(batch);
    return takesMore || this.#policy !== 'unbounded' ? PromiseResolve() : this.#wait();
  }

  #pass(batch) {
    const writable = this.#writable;
    const corks = batch.length > 1 && hasMethod(writable, 'cork') && hasMethod(writable, 'uncork');
    if (corks) writable.cork();
    try {
      return ArrayPrototypeReduce(batch, (_, chunk) => writable.write(chunk), true);
    } finally {
      if (corks) writable.uncork();
    }
  }

  #wait() {
    if (this.#listeners === null) {
      this.#listeners = { drain: () => this.#waiting.resolveAll(), error: (error) => this.#waiting.rejectAll(error) };
      for (let i = 0, list = ObjectKeys(this.#listeners); i < list.length; i++) {
        const event = list[i];
        this.#writable.on(event, this.#listeners[event]);
      }
    }
    return this.#waiting.add(undefined);
  }

  #cleanUp(error = new AbortError()) {
    this.#waiting.rejectAll(error);
    if (this.#listeners === null) return;
    for (let i = 0, list = ObjectKeys(this.#listeners); i < list.length; i++) {
      const event = list[i];
      this.#writable.removeListener(event, this.#listeners[event]);
    }
    this.#listeners = null;
  }

  end(options) {
    signalOf(options);
    const writable = this.#writable;
    if (writable.writableFinished || writable.destroyed) {
      this.#cleanUp();
      return PromiseResolve(this.#total);
    }
    if (!writable.writableEnded) writable.end();
    return new Promise((resolve, reject) => {
      finished(writable, { writable: true, readable: false }, (error) => {
        this.#cleanUp(error);
        if (error) reject(error);
        else resolve(this.#total);
      });
    });
  }

  fail(reason) {
    this.#cleanUp(reason);
    this.#writable.destroy?.(reason);
  }

  [drainableProtocol]() {
    const { canWrite } = this;
    if (canWrite === null) return null;
    return canWrite ? PromiseResolve(true) : PromisePrototypeThen(this.#wait(), () => true, () => false);
  }

  [SymbolAsyncDispose]() {
    this[SymbolDispose]();
    return PromiseResolve();
  }

  [SymbolDispose]() {
    if (!this.#isOpen) return;
    this.#cleanUp();
    this.#writable.destroy?.();
  }
}

let knownWritables; // a WeakMap of maps from policy to writer, created at its first use

function fromWritable(writable, options = {}) {
  if (!hasMethod(writable, 'write') || !hasMethod(writable, 'on')) {
    throw new ERR_INVALID_ARG_TYPE('writable', 'Writable', writable);
  }
  validateObject(options, 'options');
  const { backpressure = 'strict' } = options;
  validateBackpressure(backpressure);
  if (writable.writableObjectMode) {
    throw new ERR_INVALID_STATE('Cannot create a stream/iter Writer from an object-mode Writable');
  }
  if (backpressure === 'drop-oldest') {
    throw new ERR_INVALID_ARG_VALUE('options.backpressure', backpressure,
                                    'drop-oldest is not supported for classic stream.Writable');
  }
  knownWritables ??= new SafeWeakMap();
  let writers = knownWritables.get(writable);
  if (writers === undefined) knownWritables.set(writable, writers = new SafeMap());
  let writer = writers.get(backpressure);
  if (writer === undefined) writers.set(backpressure, writer = new WritableWriter(writable, backpressure));
  return writer;
}

// ---- writer -> Writable

// Uses the synchronous method if it succeeds, otherwise the asynchronous one. Callbacks never run inside the call.
function attempt(now, later, callback) {
  try {
    if (now()) queueMicrotask(callback);
    else later().then(() => callback(), callback);
  } catch (error) {
    callback(error);
  }
}

function toWritable(writer) {
  if (!hasMethod(writer, 'write')) throw new ERR_INVALID_ARG_TYPE('writer', 'Writer', writer);
  const has = (name) => hasMethod(writer, name);
  const bytes = (chunk, encoding) => (typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
  const options = {
    highWaterMark: NumberMAX_SAFE_INTEGER, // the writer itself applies backpressure
    write(chunk, encoding, callback) {
      const data = bytes(chunk, encoding);
      attempt(() => has('writeSync') && writer.writeSync(data), () => writer.write(data), callback);
    },
    final(callback) {
      attempt(() => !has('end') || (has('endSync') && writer.endSync() >= 0), () => writer.end(), callback);
    },
    destroy(error, callback) {
      if (error && has('fail')) writer.fail(error);
      callback();
    },
  };
  if (has('writev')) {
    options.writev = (entries, callback) => {
      const data = ArrayPrototypeMap(entries, ({ chunk, encoding }) => bytes(chunk, encoding));
      attempt(() => has('writevSync') && writer.writevSync(data), () => writer.writev(data), callback);
    };
  }
  return new Writable(options);
}

module.exports = { fromReadable, fromWritable, streamable, toReadable, toReadableSync, toWritable };
