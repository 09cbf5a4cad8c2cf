'use strict';

// bytes(), text(), array() …: convert a whole stream to one value; tap(), ondrain(); merge() of several.

const {
  ArrayBufferIsView, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSlice, Promise, PromiseAll,
  PromisePrototypeThen, PromiseResolve, SymbolAsyncIterator, itemsOf,
} = require('internal/primordials');
const { TextDecoder } = require('internal/encoding');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateFunction, validateInteger, validateObject, validateString } = require('internal/validators');
const { isAnyArrayBuffer } = require('util/types');
const { abortable } = require('internal/stream/iter/abortable');
const { hasMethod, hasProtocol, isAsyncIterable, isSyncIterable, signalOf } = require('internal/stream/iter/arguments');
const { concat } = require('internal/stream/iter/bytes');
const { from, fromSync } = require('internal/stream/iter/from');
const { drainableProtocol, toAsyncStreamable, toStreamable } = require('internal/stream/iter/protocol');

function validateOptions(options) {
  validateObject(options, 'options');
  if (options.limit !== undefined) validateInteger(options.limit, 'options.limit', 0);
  if (options.encoding !== undefined) {
    validateString(options.encoding, 'options.encoding');
    try {
      new TextDecoder(options.encoding);
    } catch {
      throw new ERR_INVALID_ARG_VALUE.RangeError('options.encoding', options.encoding);
    }
  }
}

class Collector {
  chunks = [];
  #total = 0;
  #limit;

  constructor(limit = Infinity) { this.#limit = limit; }

  add(batch) {
    for (const chunk of itemsOf(batch)) {
      this.#total += chunk.byteLength;
      if (this.#total > this.#limit) throw new ERR_OUT_OF_RANGE('totalBytes', `<= ${this.#limit}`, this.#total);
      ArrayPrototypePush(this.chunks, chunk);
    }
  }
}

function collectSync(source, options) {
  validateOptions(options);
  const collector = new Collector(options.limit);
  for (const batch of itemsOf(fromSync(source))) collector.add(batch);
  return collector.chunks;
}

async function collect(source, options) {
  validateOptions(options);
  const signal = signalOf(options);
  signal?.throwIfAborted();
  const collector = new Collector(options.limit);
  // The signal ends both the reading and the conversion.
  const input = from(isAsyncIterable(source) ? abortable(source, signal) : source);
  for await (const batch of abortable(input, signal)) {
    signal?.throwIfAborted();
    collector.add(batch);
  }
  return collector.chunks;
}

const decode = (chunks, { encoding = 'utf-8' }) => new TextDecoder(encoding, { fatal: true }).decode(concat(chunks));

function bufferOf(chunks) {
  const bytes = concat(chunks);
  const { buffer, byteOffset, byteLength } = bytes;
  return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
}

const bytesSync = (source, options = {}) => concat(collectSync(source, options));
const textSync = (source, options = {}) => decode(collectSync(source, options), options);
const arrayBufferSync = (source, options = {}) => bufferOf(collectSync(source, options));
const arraySync = (source, options = {}) => collectSync(source, options);

async function bytes(source, options = {}) { return concat(await collect(source, options)); }
async function text(source, options = {}) { return decode(await collect(source, options), options); }
async function arrayBuffer(source, options = {}) { return bufferOf(await collect(source, options)); }
async function array(source, options = {}) { return collect(source, options); }

function tap(callback) {
  validateFunction(callback, 'callback');
  return async (chunks, options) => {
    await callback(chunks, options);
    return chunks;
  };
}

function tapSync(callback) {
  validateFunction(callback, 'callback');
  return (chunks) => {
    callback(chunks);
    return chunks;
  };
}

function ondrain(drainable) {
  return hasProtocol(drainable, drainableProtocol) ? drainable[drainableProtocol]() : null;
}

// ---- merge: batches in the order of their arrival

function isMergeOptions(value) {
  return value !== null && typeof value === 'object' && !ArrayBufferIsView(value) && !isAnyArrayBuffer(value) &&
    !hasMethod(value, toStreamable) && !hasMethod(value, toAsyncStreamable) && !isAsyncIterable(value) &&
    !isSyncIterable(value);
}

function merge(...args) {
  const hasOptions = args.length > 0 && isMergeOptions(args[args.length - 1]);
  const options = hasOptions ? args[args.length - 1] : undefined;
  const given = hasOptions ? ArrayPrototypeSlice(args, 0, -1) : args;
  const signal = signalOf(options);
  const sources = ArrayPrototypeMap(given, (source) => from(source));
  return {
    __proto__: null,
    async* [SymbolAsyncIterator]() {
      signal?.throwIfAborted();
      if (sources.length === 1) {
        yield* signal !== undefined && isAsyncIterable(given[0]) ?
          from(abortable(given[0], signal)) : abortable(sources[0], signal);
      } else if (sources.length > 1) {
        yield* new Merge(sources, signal).batches();
      }
    },
  };
}

class Merge {
  #iterators;
  #signal;
  #ready = []; // { iterator, value } or { error }
  #active;
  #wake = null;

  constructor(sources, signal) {
    this.#signal = signal;
    this.#iterators = ArrayPrototypeMap(sources, (source) => source[SymbolAsyncIterator]());
    this.#active = this.#iterators.length;
  }

  #wakeUp = () => {
    this.#wake?.();
    this.#wake = null;
  };

  #ask(iterator) {
    iterator.next().then(({ done, value }) => {
      if (done) this.#active--;
      else ArrayPrototypePush(this.#ready, { iterator, value });
      this.#wakeUp();
    }, (error) => {
      ArrayPrototypePush(this.#ready, { error, failed: true });
      this.#wakeUp();
    });
  }

  async* batches() {
    const signal = this.#signal;
    signal?.addEventListener('abort', this.#wakeUp, { __proto__: null, once: true });
    let failure;
    try {
      for (let i = 0, list = this.#iterators; i < list.length; i++) this.#ask(list[i]);
      while (this.#active > 0 || this.#ready.length > 0) {
        signal?.throwIfAborted();
        while (this.#ready.length > 0) {
          const { failed, error, iterator, value } = ArrayPrototypeShift(this.#ready);
          if (failed) throw error;
          yield value;
          this.#ask(iterator);
        }
        if (this.#active > 0 && !signal?.aborted) await new Promise((resolve) => { this.#wake = resolve; });
      }
    } catch (error) {
      failure = { error };
    } finally {
      signal?.removeEventListener('abort', this.#wakeUp);
      await this.#close(failure, signal?.aborted && failure?.error === signal.reason);
    }
  }

  // An error of closing is reported together with the error that caused it.
  async #close(failure, isAborted) {
    let closing;
    await PromiseAll(ArrayPrototypeMap(this.#iterators, async (iterator) => {
      try {
        const result = iterator.return?.();
        if (isAborted) PromisePrototypeThen(PromiseResolve(result), undefined, () => {});
        else await result;
      } catch (error) {
        closing ??= { error };
      }
    }));
    if (closing && failure) throw new SuppressedError(failure.error, closing.error);
    if (closing) throw closing.error;
    if (failure) throw failure.error;
  }
}

module.exports = {
  array, arrayBuffer, arrayBufferSync, arraySync, bytes, bytesSync, merge, ondrain, tap, tapSync, text, textSync,
};
