'use strict';

// broadcast(): one writer, any number of readers. Each reader gets everything that is written while it is attached.

const {
  ArrayIsArray, ObjectDefineProperty, PromiseReject, PromiseResolve, ReflectApply, StringPrototypeStartsWith, Symbol,
  SymbolAsyncDispose, SymbolAsyncIterator, SymbolDispose, copyList, itemsOf, joinLists,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_RETURN_VALUE, ERR_INVALID_STATE } } = require('internal/errors');
const { lazyDOMException } = require('internal/util');
const { onAbort } = require('internal/stream/iter/abortable');
const { asError, bufferOptions, hasProtocol, pullArguments, signalOf } = require('internal/stream/iter/arguments');
const { sizeOf, toBatch, toBytes } = require('internal/stream/iter/bytes');
const { from } = require('internal/stream/iter/from');
const { Log } = require('internal/stream/iter/log');
const { Pending } = require('internal/stream/iter/pending');
const { broadcastProtocol, drainableProtocol } = require('internal/stream/iter/protocol');
const { pull } = require('internal/stream/iter/pull');

const DEFAULT_BUDGET_BYTES = 64 * 1024;

const end = () => ({ __proto__: null, done: true, value: undefined });

// The operations that only the writer may perform.
const kAbort = Symbol('kAbort');
const kCanWrite = Symbol('kCanWrite');
const kEnd = Symbol('kEnd');
const kOnCancel = Symbol('kOnCancel');
const kOnDrain = Symbol('kOnDrain');
const kWrite = Symbol('kWrite');

class BroadcastReaders {
  #log;
  #policy;
  #over = false;
  #failed = false;
  #error = undefined;

  constructor({ budget, backpressure }) {
    this.#policy = backpressure;
    this.#log = new Log(budget);
    this[kOnDrain] = () => {};
    this[kOnCancel] = () => {};
    this.#log.onTrim = () => {
      if (!this.#log.isFull) this[kOnDrain]();
    };
  }

  get backpressurePolicy() { return this.#policy; }

  get consumerCount() { return this.#log.readers.size; }

  push(...args) {
    const { transforms, options } = pullArguments(args);
    const readable = this.#readable();
    if (transforms.length === 0 && !options?.signal) return readable;
    return ReflectApply(pull, undefined, joinLists([readable], transforms, options?.signal ? [{ signal: options.signal }] : []));
  }

  #readable() {
    const reader = this.#log.addReader({ waiting: new Pending() });
    const detach = () => {
      reader.waiting.resolveAll(end());
      this.#log.removeReader(reader);
      return PromiseResolve(end());
    };
    return {
      __proto__: null,
      [SymbolAsyncIterator]: () => ({
        __proto__: null,
        next: () => this.#next(reader, detach),
        return: detach,
        throw: detach,
      }),
    };
  }

  #next(reader, detach) {
    if (!reader.detached) {
      const batch = this.#log.read(reader);
      if (batch !== undefined) return PromiseResolve({ __proto__: null, done: false, value: batch });
      if (!this.#over) return reader.waiting.add(undefined);
      if (!this.#failed) return detach();
      this.#log.removeReader(reader);
    }
    return this.#failed ? PromiseReject(this.#error) : PromiseResolve(end());
  }

  #serve(reader) {
    while (reader.waiting.length > 0) {
      const batch = this.#log.read(reader);
      if (batch === undefined) return;
      reader.waiting.resolveFirst({ __proto__: null, done: false, value: batch });
    }
  }

  cancel(reason) {
    if (this.#over && this.cancelled) return;
    this.cancelled = true;
    this.#over = true;
    if (reason !== undefined) {
      this.#failed = true;
      this.#error = reason;
    }
    this[kOnCancel]();
    this.#leave();
  }

  // Completes all readers at once.
  #leave() {
    for (const reader of itemsOf(this.#log.readers)) {
      if (this.#failed) reader.waiting.rejectAll(this.#error);
      else reader.waiting.resolveAll(end());
      reader.detached = true;
    }
    this.#log.readers.clear();
  }

  [SymbolDispose]() { this.cancel(); }

  [kCanWrite]() {
    if (this.#over) return null;
    return StringPrototypeStartsWith(this.#policy, 'drop') || !this.#log.isFull;
  }

  [kWrite](batch) {
    if (this.#over) return false;
    if (sizeOf(batch) === 0) return true;
    if (this.#log.isFull) {
      if (this.#policy === 'drop-newest') return true;
      if (this.#policy !== 'drop-oldest') return false;
      this.#log.dropOldest();
    }
    this.#log.append(batch);
    for (let i = 0, list = copyList(this.#log.readers); i < list.length; i++) this.#serve(list[i]);
    return true;
  }

  [kEnd]() {
    if (this.#over) return;
    this.#over = true;
    for (let i = 0, list = copyList(this.#log.readers); i < list.length; i++) {
      const reader = list[i];
      if (reader.waiting.length === 0) continue;
      this.#serve(reader);
      reader.waiting.resolveAll(end());
      this.#log.removeReader(reader);
    }
  }

  [kAbort](error) {
    if (this.#over) return;
    this.#over = true;
    this.#failed = true;
    this.#error = error;
    this.#leave();
  }
}
ObjectDefineProperty(BroadcastReaders.prototype, 'cancelled', { __proto__: null, value: false, writable: true });

class BroadcastWriter {
  #readers;
  #total = 0; // bytes
  #closed; // the promise of end()
  #writes = new Pending();
  #drains = new Pending();

  constructor(readers) {
    this.#readers = readers;
    readers[kOnDrain] = () => {
      while (this.#writes.length > 0 && readers[kCanWrite]()) {
        const batch = this.#writes.first;
        if (!this.#write(batch)) break;
        this.#writes.resolveFirst();
      }
      this.#drains.resolveAll(true);
    };
    readers[kOnCancel] = () => {
      if (this.#closed !== undefined) return;
      this.#close();
      this.#writes.rejectAll(lazyDOMException('Broadcast cancelled', 'AbortError'));
      this.#drains.resolveAll(false);
    };
  }

  #close() { this.#closed = PromiseResolve(this.#total); }

  #write(batch) {
    if (!this.#readers[kWrite](batch)) return false;
    this.#total += sizeOf(batch);
    return true;
  }

  get canWrite() { return this.#closed === undefined ? this.#readers[kCanWrite]() : null; }

  [drainableProtocol]() {
    const { canWrite } = this;
    if (canWrite === null) return null;
    return canWrite ? PromiseResolve(true) : this.#drains.add(undefined);
  }

  write(chunk, options) { return this.#writeLater(signalOf(options), () => [toBytes(chunk)]); }

  writev(chunks, options) {
    if (!ArrayIsArray(chunks)) throw new ERR_INVALID_ARG_TYPE('chunks', 'Array', chunks);
    return this.#writeLater(signalOf(options), () => toBatch(chunks));
  }

  #writeLater(signal, batchOf) {
    if (!signal && this.canWrite) {
      this.#write(batchOf());
      return PromiseResolve();
    }
    return this.#writeOrWait(signal, batchOf);
  }

  async #writeOrWait(signal, batchOf) {
    signal?.throwIfAborted();
    if (this.#closed !== undefined) throw new ERR_INVALID_STATE.TypeError('Writer is closed');
    const batch = batchOf();
    if (this.#write(batch)) return undefined;
    if (this.#readers.backpressurePolicy === 'strict' && this.#writes.length > 0) {
      throw new ERR_INVALID_STATE.RangeError(
        'Backpressure violation: too many pending writes. Await each write() call to respect backpressure.');
    }
    return this.#writes.add(batch, signal);
  }

  writeSync(chunk) { return this.canWrite ? this.#write([toBytes(chunk)]) : false; }

  writevSync(chunks) {
    if (!ArrayIsArray(chunks)) throw new ERR_INVALID_ARG_TYPE('chunks', 'Array', chunks);
    return this.canWrite ? this.#write(toBatch(chunks)) : false;
  }

  end(options) {
    const signal = signalOf(options);
    if (signal?.aborted) return PromiseReject(signal.reason);
    this.endSync();
    return this.#closed;
  }

  endSync() {
    if (this.#closed === undefined) {
      this.#close();
      this.#readers[kEnd]();
      this.#drains.resolveAll(false);
    }
    return this.#total;
  }

  fail(reason) {
    if (this.#closed !== undefined) return;
    this.#close();
    const error = reason ?? new ERR_INVALID_STATE.TypeError('Failed');
    this.#writes.rejectAll(error);
    this.#drains.rejectAll(error);
    this.#readers[kAbort](error);
  }

  [SymbolAsyncDispose]() {
    this.fail();
    return PromiseResolve();
  }

  [SymbolDispose]() { this.fail(); }
}

function broadcast(options = {}) {
  const settings = bufferOptions(options, DEFAULT_BUDGET_BYTES);
  const readers = new BroadcastReaders(settings);
  const writer = new BroadcastWriter(readers);
  const { signal } = settings;
  if (signal) onAbort(signal, () => readers.cancel(signal.reason));
  return { __proto__: null, writer, broadcast: readers };
}

async function writeAll(source, writer, signal) {
  const options = signal ? { signal } : undefined;
  try {
    for await (const batch of source) {
      signal?.throwIfAborted();
      if (!writer.writevSync(batch)) await writer.writev(batch, options);
    }
    if (writer.endSync() < 0) await writer.end(options);
  } catch (error) {
    writer.fail(asError(error));
  }
}

const Broadcast = {
  __proto__: null,
  from(input, options) {
    if (hasProtocol(input, broadcastProtocol)) {
      const result = input[broadcastProtocol](options);
      if (result === null || typeof result !== 'object') {
        throw new ERR_INVALID_RETURN_VALUE('an object', "[Symbol.for('Stream.broadcastProtocol')]", result);
      }
      return { __proto__: null, writer: { __proto__: null }, broadcast: result };
    }
    const source = from(input);
    const made = broadcast(options);
    writeAll(source, made.writer, options?.signal);
    return made;
  },
};

module.exports = { Broadcast, broadcast };
