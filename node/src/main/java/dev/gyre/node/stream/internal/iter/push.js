'use strict';

// push(): a writer, and a readable of what it writes; duplex() is two of them.
//
// The queue holds batches up to a limit of bytes. The reader gets the whole queue as one batch.
//
//   writer   open ──end()──> closing (until read) ──> closed;   fail() ──> errored
//   reader   active ──return()──> returned, or throw() ──> thrown

const {
  ArrayPrototypeFlat, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeShift, PromiseReject, PromiseResolve,
  PromiseWithResolvers, ReflectApply, StringPrototypeStartsWith, SymbolAsyncDispose, SymbolAsyncIterator, SymbolDispose,
  joinLists,
} = require('internal/primordials');
const { codes: { ERR_INVALID_STATE } } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { onAbort, orAborted } = require('internal/stream/iter/abortable');
const { MIN_BUDGET_BYTES, bufferOptions, pullArguments, signalOf } = require('internal/stream/iter/arguments');
const { sizeOf, toBatch, toBytes } = require('internal/stream/iter/bytes');
const { Pending } = require('internal/stream/iter/pending');
const { drainableProtocol } = require('internal/stream/iter/protocol');
const { pull } = require('internal/stream/iter/pull');

const DEFAULT_BUDGET_BYTES = MIN_BUDGET_BYTES;

const end = () => ({ __proto__: null, done: true, value: undefined });
const closedByConsumer = () => new ERR_INVALID_STATE.TypeError('Stream closed by consumer');

class Queue {
  writer = 'open';
  reader = 'active';
  error = null;
  written = 0; // bytes
  ended = null; // end() waits for this while closing: { promise, resolve, reject }
  #batches = [];
  #bytes = 0;
  #writes = new Pending(); // batches
  #reads = new Pending();
  #drains = new Pending();
  #budget;
  #policy;
  #signal;
  #abort;

  constructor({ budget, backpressure, signal }) {
    this.#budget = budget;
    this.#policy = backpressure;
    if (signal) {
      this.#signal = signal;
      this.#abort = () => this.fail(signal.reason);
      onAbort(signal, this.#abort);
    }
  }

  // null: it will never drain.
  get canWrite() {
    if (this.writer !== 'open' || this.reader !== 'active') return null;
    return StringPrototypeStartsWith(this.#policy, 'drop') || this.#bytes < this.#budget;
  }

  writeSync(batch) {
    if (this.writer !== 'open' || this.reader !== 'active') return false;
    const size = sizeOf(batch);
    if (size === 0) return true;
    if (this.#bytes >= this.#budget) {
      if (this.#policy === 'drop-newest') {
        this.written += size;
        return true;
      }
      if (this.#policy !== 'drop-oldest') return false;
      while (this.#bytes >= this.#budget && this.#batches.length > 0) this.#bytes -= sizeOf(ArrayPrototypeShift(this.#batches));
    }
    this.#add(batch, size);
    this.#serveReads();
    if (this.#bytes < this.#budget) this.#drains.resolveAll(true);
    return true;
  }

  #add(batch, size) {
    ArrayPrototypePush(this.#batches, batch);
    this.#bytes += size;
    this.written += size;
  }

  async write(batch, signal) {
    if (this.writer === 'errored') throw this.error;
    if (this.writer !== 'open') throw new ERR_INVALID_STATE.TypeError(`Writer is ${this.writer}`);
    if (this.reader !== 'active') throw this.reader === 'thrown' && this.error ? this.error : closedByConsumer();
    signal?.throwIfAborted();
    if (this.writeSync(batch)) return undefined;
    if (this.#policy === 'strict' && this.#writes.length > 0) {
      throw new ERR_INVALID_STATE.RangeError(
        'Backpressure violation: too many pending writes. Await each write() call to respect backpressure.');
    }
    return this.#writes.add(batch, signal);
  }

  // Returns the number of bytes written, or undefined if the caller has to wait for it.
  end() {
    if (this.writer === 'closed') return this.written;
    if (this.writer !== 'open') return undefined;
    this.#unfollow();
    this.#writes.rejectAll(new ERR_INVALID_STATE.TypeError('Writer closed'));
    this.#drains.resolveAll(false);
    if (this.#batches.length > 0) {
      this.writer = 'closing';
      return undefined;
    }
    this.writer = 'closed';
    this.#serveReads();
    return this.written;
  }

  #closed() {
    this.writer = 'closed';
    this.ended?.resolve(this.written);
    this.ended = null;
  }

  fail(...reasons) {
    if (this.writer === 'errored' || this.writer === 'closed') return;
    const wasClosing = this.writer === 'closing';
    this.writer = 'errored';
    this.error = reasons.length === 0 ? new ERR_INVALID_STATE('Failed') : reasons[0];
    this.#unfollow();
    this.#reads.rejectAll(this.error);
    this.#drains.rejectAll(this.error);
    if (wasClosing) this.#endFailed(this.error);
    else this.#writes.rejectAll(this.error);
  }

  #endFailed(error) {
    if (this.writer === 'open') return;
    this.ended?.reject(error);
    this.ended = null;
  }

  drained() { return this.#drains.add(undefined); }

  async read() {
    if (this.#batches.length > 0) return this.#take();
    if (this.writer === 'closing') this.#closed();
    if (this.writer === 'closed') return end();
    if (this.writer === 'errored') throw this.error;
    return this.#reads.add(undefined);
  }

  #take() {
    const all = this.#batches.length === 1 ? this.#batches[0] : ArrayPrototypeFlat(this.#batches);
    this.#batches = [];
    this.#bytes = 0;
    while (this.#writes.length > 0 && this.#bytes < this.#budget) {
      const batch = this.#writes.first;
      this.#add(batch, sizeOf(batch));
      this.#writes.resolveFirst();
    }
    if (this.#bytes < this.#budget) this.#drains.resolveAll(true);
    if (this.writer === 'closing' && this.#batches.length === 0) this.#closed();
    return { __proto__: null, done: false, value: all };
  }

  #serveReads() {
    while (this.#reads.length > 0) {
      if (this.#batches.length > 0) this.#reads.resolveFirst(this.#take());
      else if (this.writer === 'closed' || this.reader === 'returned') this.#reads.resolveFirst(end());
      else break;
    }
  }

  readerReturns() {
    if (this.reader !== 'active') return;
    this.reader = 'returned';
    this.#unfollow();
    this.#serveReads();
    this.#writes.rejectAll(closedByConsumer());
    this.#endFailed(closedByConsumer());
    this.#drains.resolveAll(false);
  }

  readerThrows(error) {
    if (this.reader !== 'active') return;
    this.reader = 'thrown';
    this.error = error;
    this.#unfollow();
    this.#reads.rejectAll(error);
    this.#writes.rejectAll(error);
    this.#endFailed(error);
    this.#drains.rejectAll(error);
  }

  #unfollow() { this.#signal?.removeEventListener('abort', this.#abort); }
}

class PushWriter {
  #queue;

  constructor(queue) { this.#queue = queue; }

  get canWrite() { return this.#queue.canWrite; }

  [drainableProtocol]() {
    const { canWrite } = this;
    if (canWrite === null) return null;
    return canWrite ? PromiseResolve(true) : this.#queue.drained();
  }

  write(chunk, options) { return this.#write(signalOf(options), [toBytes(chunk)]); }

  writev(chunks, options) {
    const batch = toBatch(chunks);
    return this.#write(signalOf(options), batch);
  }

  #write(signal, batch) {
    if (!signal && this.#queue.canWrite === true) {
      this.#queue.writeSync(batch);
      return PromiseResolve();
    }
    return this.#queue.write(batch, signal);
  }

  writeSync(chunk) { return this.#queue.writeSync([toBytes(chunk)]); }

  writevSync(chunks) { return this.#queue.writeSync(toBatch(chunks)); }

  end(options) {
    const signal = signalOf(options);
    if (signal?.aborted) return PromiseReject(signal.reason);
    const queue = this.#queue;
    const written = queue.end();
    if (written !== undefined) return PromiseResolve(written);
    if (queue.writer === 'errored') return PromiseReject(queue.error);
    queue.ended ??= PromiseWithResolvers();
    return orAborted(queue.ended.promise, signal);
  }

  endSync() { return this.#queue.end() ?? -1; }

  fail(...reasons) { ReflectApply(this.#queue.fail, this.#queue, reasons); }

  [SymbolAsyncDispose]() {
    if (this.#queue.writer === 'closing') return this.#queue.ended?.promise ?? PromiseResolve();
    if (this.#queue.writer === 'open') this.fail();
    return PromiseResolve();
  }

  [SymbolDispose]() { this.fail(); }
}

function readableOf(queue) {
  return {
    __proto__: null,
    [SymbolAsyncIterator]: () => ({
      __proto__: null,
      async next() { return queue.read(); },
      async return() {
        queue.readerReturns();
        return end();
      },
      async throw(error) {
        queue.readerThrows(error);
        throw error;
      },
    }),
  };
}

function push(...args) {
  const { transforms, options = {} } = pullArguments(args);
  const settings = bufferOptions(options, DEFAULT_BUDGET_BYTES);
  const queue = new Queue(settings);
  let readable = readableOf(queue);
  if (transforms.length > 0) {
    readable = ReflectApply(pull, undefined, joinLists([readable], transforms, settings.signal ? [{ signal: settings.signal }] : []));
  }
  return { __proto__: null, writer: new PushWriter(queue), readable };
}

function duplex(options = {}) {
  validateObject(options, 'options');
  for (let i = 0, list = ['a', 'b']; i < list.length; i++) {
    const side = list[i];
    if (options[side] !== undefined) validateObject(options[side], `options.${side}`);
  }
  const signal = signalOf(options);
  const { 0: toB, 1: toA } = ArrayPrototypeMap(['a', 'b'], (side) => push({
    budget: options[side]?.budget ?? options.budget,
    backpressure: options[side]?.backpressure ?? options.backpressure,
  }));
  if (signal) {
    onAbort(signal, () => {
      toB.writer.fail(signal.reason);
      toA.writer.fail(signal.reason);
    });
  }
  return [channel(toB.writer, toA.readable), channel(toA.writer, toB.readable)];
}

function channel(writer, source) {
  let closed = false;
  let iterator = null; // the one created last
  return {
    __proto__: null,
    get writer() { return writer; },
    get readable() {
      return { __proto__: null, [SymbolAsyncIterator]: () => (iterator = source[SymbolAsyncIterator]()) };
    },
    async close() {
      if (closed) return;
      closed = true;
      writer.endSync();
      await iterator?.return?.();
      iterator = null;
    },
    [SymbolAsyncDispose]() { return this.close(); },
  };
}

module.exports = { duplex, push };
