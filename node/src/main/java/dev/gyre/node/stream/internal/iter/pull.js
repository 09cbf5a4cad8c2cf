'use strict';

// pull(source, ...transforms): a pipeline that does nothing until its end is read.
//
// A function is called with each batch, and with null at the end, so that it can return what it held back. An object with
// transform() gets the whole source (null at its end) and returns an iterable of results. Consecutive functions run as one
// step.

const {
  ArrayPrototypeFilter, ArrayPrototypeMap, ArrayPrototypePush, SymbolAsyncIterator, SymbolIterator, copyList, itemsOf,
  joinLists,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { lazyDOMException } = require('internal/util');
const { isPromise } = require('util/types');
const { abortable } = require('internal/stream/iter/abortable');
const {
  asError, hasMethod, isAsyncIterable, isSyncIterable, pullArguments, signalOf, validateTransforms,
} = require('internal/stream/iter/arguments');
const { bytesOf, isBatch, isChunk } = require('internal/stream/iter/bytes');
const { from, fromSync } = require('internal/stream/iter/from');
const { kGivesBatches } = require('internal/stream/iter/protocol');

const ITEM_KINDS = ['Uint8Array', 'string', 'ArrayBuffer', 'ArrayBufferView', 'Iterable'];
const RESULT_KINDS = ['null', 'Uint8Array', 'string', 'ArrayBuffer', 'ArrayBufferView', 'Array', 'Iterable'];

// ---- results of transforms

function* flat(value) {
  if (isChunk(value)) {
    yield bytesOf(value);
  } else if (isSyncIterable(value)) {
    for (const item of itemsOf(value)) yield* flat(item);
  } else {
    throw new ERR_INVALID_ARG_TYPE('value', ITEM_KINDS, value);
  }
}

async function* flatAsync(value) {
  if (isChunk(value)) {
    yield bytesOf(value);
  } else if (isAsyncIterable(value)) {
    for await (const item of value) yield* flatAsync(item);
  } else if (isSyncIterable(value)) {
    for (const item of itemsOf(value)) yield* flatAsync(item);
  } else {
    throw new ERR_INVALID_ARG_TYPE('value', joinLists(ITEM_KINDS, ['AsyncIterable']), value);
  }
}

// Converts a result to a batch; null if it is empty.
function batchOf(result) {
  if (result === null) return null;
  if (isChunk(result)) return [bytesOf(result)];
  if (!isBatch(result)) {
    if (!isSyncIterable(result)) throw new ERR_INVALID_ARG_TYPE('result', RESULT_KINDS, result);
    result = copyList(flatAll(result));
  }
  return result.length === 0 ? null : result;
}

function* flatAll(items) {
  for (const item of itemsOf(items)) yield* flat(item);
}

async function batchOfAsync(result) {
  if (isPromise(result)) result = await result;
  if (result === null) return null;
  if (isChunk(result)) return [bytesOf(result)];
  if (!isBatch(result)) {
    if (!isAsyncIterable(result) && !isSyncIterable(result)) {
      throw new ERR_INVALID_ARG_TYPE('result', joinLists(RESULT_KINDS, ['AsyncIterable', 'Promise']), result);
    }
    const batch = [];
    for await (const item of result) {
      for await (const chunk of flatAsync(item)) ArrayPrototypePush(batch, chunk);
    }
    result = batch;
  }
  return result.length === 0 ? null : result;
}

// ---- steps

function* functionsSync(source, functions) {
  for (const batch of itemsOf(source)) {
    let current = batch;
    for (const fn of itemsOf(functions)) {
      current = fn(current);
      if (current === null) break;
    }
    const result = batchOf(current);
    if (result !== null) yield result;
  }
  let left = [];
  for (const fn of itemsOf(functions)) {
    left = ArrayPrototypeFilter(ArrayPrototypeMap(joinLists(left, [null]), (batch) => batchOf(fn(batch))), (batch) => batch !== null);
  }
  yield* left;
}

async function* functionsAsync(source, functions, signal) {
  const options = () => ({ __proto__: null, signal }); // a new object each time, because the function may change it
  for await (const batch of source) {
    let current = batch;
    for (const fn of itemsOf(functions)) {
      current = fn(current, options());
      if (isPromise(current)) current = await current;
      if (current === null) break;
    }
    const result = await batchOfAsync(current);
    if (result !== null) yield result;
  }
  let left = [];
  for (const fn of itemsOf(functions)) {
    const next = [];
    for (let i = 0, list = joinLists(left, [null]); i < list.length; i++) {
      const batch = list[i];
      const result = await batchOfAsync(fn(batch, options()));
      if (result !== null) ArrayPrototypePush(next, result);
    }
    left = next;
  }
  yield* left;
}

function* objectSync(source, transform) {
  const input = (function* () {
    yield* source;
    yield null;
  })();
  for (const item of itemsOf(transform.transform(input))) {
    if (item === null) continue;
    const batch = copyList(flat(item));
    if (batch.length > 0) yield batch;
  }
}

async function* objectAsync(source, transform, signal) {
  const options = { __proto__: null, signal };
  const flushes = transform[kGivesBatches];
  const input = flushes ? source : (async function* () {
    yield* source;
    yield null;
  })();
  for await (const item of transform.transform(input, options)) {
    if (item === null) continue;
    let batch = item;
    if (!isBatch(item)) {
      batch = [];
      for await (const chunk of flatAsync(item)) ArrayPrototypePush(batch, chunk);
    }
    if (batch.length > 0) yield batch;
  }
  if (flushes) signal.throwIfAborted();
}

// Combines the steps; consecutive functions become one.
function assemble(source, transforms, functions, object) {
  let current = source;
  let row = [];
  const endRow = () => {
    if (row.length > 0) current = functions(current, row);
    row = [];
  };
  for (const transform of itemsOf(transforms)) {
    if (hasMethod(transform, 'transform')) {
      endRow();
      current = object(current, transform);
    } else {
      ArrayPrototypePush(row, transform);
    }
  }
  endRow();
  return current;
}

// ---- pipelines

const pipelineSync = (source, transforms) => assemble(source, transforms, functionsSync, objectSync);

async function* pipeline(source, transforms, signal) {
  signal?.throwIfAborted();
  const input = abortable(source, signal);
  if (transforms.length === 0) {
    yield* input;
    return;
  }
  // Transforms get a signal of their own, which aborts when the pipeline ends for any reason.
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason ?? lazyDOMException('Aborted', 'AbortError'));
  signal?.addEventListener('abort', abort, { __proto__: null, once: true });
  let completed = false;
  try {
    const output = assemble(input, transforms,
                            (current, row) => functionsAsync(current, row, controller.signal),
                            (current, transform) => objectAsync(current, transform, controller.signal));
    for await (const batch of output) {
      controller.signal.throwIfAborted();
      yield batch;
    }
    completed = true;
  } catch (error) {
    if (!controller.signal.aborted) controller.abort(asError(error));
    throw error;
  } finally {
    if (!completed && !controller.signal.aborted) controller.abort(lazyDOMException('Aborted', 'AbortError'));
    signal?.removeEventListener('abort', abort);
  }
}

function pullSync(source, ...transforms) {
  validateTransforms(transforms);
  return { __proto__: null, * [SymbolIterator]() { yield* pipelineSync(fromSync(source), transforms); } };
}

function pull(source, ...args) {
  const { transforms, options } = pullArguments(args);
  const signal = signalOf(options);
  if (signal?.aborted) {
    return { __proto__: null, async* [SymbolAsyncIterator]() { throw signal.reason; } };
  }
  return { __proto__: null, async* [SymbolAsyncIterator]() { yield* pipeline(from(source), transforms, signal); } };
}

module.exports = { pipeline, pipelineSync, pull, pullSync };
