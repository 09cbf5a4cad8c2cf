'use strict';

// from() and fromSync(): make batches from anything that can be read as bytes.

const {
  ArrayIsArray, ArrayPrototypePush, ArrayPrototypeSlice, SymbolAsyncIterator, SymbolIterator, itemsOf,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { isPromise, isUint8Array } = require('util/types');
const { hasMethod, hasProtocol, isAsyncIterable, isSyncIterable } = require('internal/stream/iter/arguments');
const { bytesOf, isBatch, isChunk } = require('internal/stream/iter/bytes');
const { kGivesBatches, toAsyncStreamable, toStreamable } = require('internal/stream/iter/protocol');

const BATCH_LENGTH = 128;

const SYNC_KINDS = ['string', 'ArrayBuffer', 'ArrayBufferView', 'Iterable', 'toStreamable'];
const ASYNC_KINDS = [
  'string', 'ArrayBuffer', 'ArrayBufferView', 'Iterable', 'AsyncIterable', 'toStreamable', 'toAsyncStreamable',
];

// ---- the chunks in one value, at any depth

function* chunksOf(value) {
  if (isChunk(value)) {
    yield bytesOf(value);
  } else if (hasProtocol(value, toStreamable)) {
    yield* chunksOf(value[toStreamable]());
  } else if (isSyncIterable(value)) {
    for (const item of itemsOf(value)) yield* chunksOf(item);
  } else {
    throw new ERR_INVALID_ARG_TYPE('value', SYNC_KINDS, value);
  }
}

// nested: whether async iterables are allowed inside; they are not in a synchronous source.
async function* asyncChunksOf(value, nested = true) {
  if (isPromise(value)) {
    yield* asyncChunksOf(await value, nested);
  } else if (isChunk(value)) {
    yield bytesOf(value);
  } else if (!nested && (isAsyncIterable(value) || hasProtocol(value, toAsyncStreamable))) {
    throw new ERR_INVALID_ARG_TYPE('value', SYNC_KINDS, value);
  } else if (hasProtocol(value, toAsyncStreamable)) {
    yield* asyncChunksOf(await value[toAsyncStreamable](), nested);
  } else if (hasProtocol(value, toStreamable)) {
    yield* asyncChunksOf(value[toStreamable](), nested);
  } else if (!ArrayIsArray(value) && isAsyncIterable(value)) {
    for await (const item of value) yield* asyncChunksOf(item, nested);
  } else if (isSyncIterable(value)) {
    for (const item of itemsOf(value)) yield* asyncChunksOf(item, nested);
  } else {
    throw new ERR_INVALID_ARG_TYPE('value', ASYNC_KINDS, value);
  }
}

// ---- the batches of a source

function* cut(batch) {
  if (batch.length === 0) return;
  if (batch.length <= BATCH_LENGTH) {
    yield batch;
    return;
  }
  for (let i = 0; i < batch.length; i += BATCH_LENGTH) yield ArrayPrototypeSlice(batch, i, i + BATCH_LENGTH);
}

// Consecutive chunks form one batch; a value that is no chunk itself yields batches of its own.
class Batcher {
  #batch = [];

  * add(chunk) {
    ArrayPrototypePush(this.#batch, chunk);
    if (this.#batch.length === BATCH_LENGTH) yield* this.flush();
  }

  * flush() {
    if (this.#batch.length === 0) return;
    const batch = this.#batch;
    this.#batch = [];
    yield batch;
  }
}

function* syncBatches(source) {
  const batcher = new Batcher();
  for (const value of itemsOf(source)) {
    if (isUint8Array(value)) {
      yield* batcher.add(value);
      continue;
    }
    yield* batcher.flush();
    if (isBatch(value)) {
      yield* cut(value);
    } else {
      for (const chunk of itemsOf(chunksOf(value))) yield* batcher.add(chunk);
      yield* batcher.flush();
    }
  }
  yield* batcher.flush();
}

async function* asyncBatches(source) {
  if (!isAsyncIterable(source)) {
    yield* batchesOfSyncSource(source);
    return;
  }
  for await (const value of source) {
    if (isBatch(value)) {
      if (value.length > 0) yield value;
    } else if (isUint8Array(value)) {
      yield [value];
    } else {
      const batch = [];
      for await (const chunk of asyncChunksOf(value)) ArrayPrototypePush(batch, chunk);
      if (batch.length > 0) yield batch;
    }
  }
}

async function* batchesOfSyncSource(source) {
  const batcher = new Batcher();
  for (const value of itemsOf(source)) {
    if (isUint8Array(value)) {
      yield* batcher.add(value);
      continue;
    }
    yield* batcher.flush();
    if (isBatch(value)) {
      yield* cut(value);
    } else {
      for await (const chunk of asyncChunksOf(value, false)) yield* batcher.add(chunk);
      yield* batcher.flush();
    }
  }
  yield* batcher.flush();
}

// ---- what is exported

// The batches of an input that needs no iteration, or undefined.
function knownBatch(input) {
  if (isChunk(input)) return [bytesOf(input)];
  return isBatch(input) ? input : undefined;
}

const notNull = (input) => {
  if (input == null) throw new ERR_INVALID_ARG_TYPE('input', 'a non-null value', input);
};

function fromSync(input) {
  notNull(input);
  const batch = knownBatch(input);
  if (batch !== undefined) return { __proto__: null, [SymbolIterator]: () => cut(batch) };
  if (hasMethod(input, toStreamable)) return fromSync(input[toStreamable]());
  if (!isSyncIterable(input)) {
    if (isAsyncIterable(input)) {
      throw new ERR_INVALID_ARG_TYPE('input', 'a synchronous input (not AsyncIterable)', input);
    }
    if (hasMethod(input, 'then')) {
      throw new ERR_INVALID_ARG_TYPE('input', 'a synchronous input (not Promise)', input);
    }
    throw new ERR_INVALID_ARG_TYPE('input', SYNC_KINDS, input);
  }
  return { __proto__: null, [SymbolIterator]: () => syncBatches(input) };
}

function from(input) {
  notNull(input);
  if (input[kGivesBatches]) return input;
  const batch = knownBatch(input);
  if (batch !== undefined) {
    return { __proto__: null, async* [SymbolAsyncIterator]() { yield* cut(batch); } };
  }
  if (hasMethod(input, toAsyncStreamable)) {
    const result = input[toAsyncStreamable]();
    if (result?.[kGivesBatches]) return result;
    return { __proto__: null, async* [SymbolAsyncIterator]() { yield* from(await result); } };
  }
  if (hasMethod(input, toStreamable)) return from(input[toStreamable]());
  if (!isSyncIterable(input) && !isAsyncIterable(input)) throw new ERR_INVALID_ARG_TYPE('input', ASYNC_KINDS, input);
  return asyncBatches(input);
}

module.exports = { asyncChunksOf, from, fromSync };
