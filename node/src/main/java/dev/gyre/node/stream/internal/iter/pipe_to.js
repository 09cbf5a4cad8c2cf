'use strict';

// pipeTo(source, ...transforms, writer): reads everything and writes it, by writeSync() while the writer accepts it,
// otherwise by an awaited write().

const { ArrayIsArray, ArrayPrototypePush, ArrayPrototypeSlice, itemsOf } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE } } = require('internal/errors');
const { abortable } = require('internal/stream/iter/abortable');
const {
  asError, hasMethod, isAsyncIterable, isOptions, isSyncIterable, signalOf, validateTransforms,
} = require('internal/stream/iter/arguments');
const { isBatch, isChunk, sizeOf } = require('internal/stream/iter/bytes');
const { asyncChunksOf, from, fromSync } = require('internal/stream/iter/from');
const { kGivesBatches, toAsyncStreamable, toStreamable } = require('internal/stream/iter/protocol');
const { pipeline, pipelineSync } = require('internal/stream/iter/pull');

// (...transforms, writer) or (...transforms, writer, options)
function pipeArguments(args, method) {
  const last = args[args.length - 1];
  const hasOptions = args.length > 0 && isOptions(last) && !hasMethod(last, method);
  const at = args.length - (hasOptions ? 2 : 1);
  if (at < 0) throw new ERR_INVALID_ARG_VALUE('args', args, 'pipeTo requires a writer argument');
  const writer = args[at];
  if (!hasMethod(writer, method)) throw new ERR_INVALID_ARG_TYPE('writer', `object with a ${method} method`, writer);
  const transforms = ArrayPrototypeSlice(args, 0, at);
  validateTransforms(transforms);
  return { transforms, writer, options: hasOptions ? last : undefined };
}

function pipeToSync(source, ...args) {
  const { transforms, writer, options } = pipeArguments(args, 'writeSync');
  const batches = pipelineSync(fromSync(source), transforms);
  const accepted = (result) => {
    if (result === false) throw new ERR_OUT_OF_RANGE('write', 'within byte budget', 'budget exhausted');
  };
  let total = 0;
  try {
    for (const batch of itemsOf(batches)) {
      if (batch.length > 1 && hasMethod(writer, 'writevSync')) accepted(writer.writevSync(batch));
      else for (const chunk of itemsOf(batch)) accepted(writer.writeSync(chunk));
      total += sizeOf(batch);
    }
    if (!options?.preventClose && (!hasMethod(writer, 'endSync') || writer.endSync() < 0)) writer.end?.();
  } catch (error) {
    if (!options?.preventFail) writer.fail?.(asError(error));
    throw error;
  }
  return total;
}

// Plain synchronous iterables are read value by value; each value is written before the next is read.
function isPlainIterable(source) {
  return isSyncIterable(source) && !isAsyncIterable(source) && !isChunk(source) && !ArrayIsArray(source) &&
    !source[kGivesBatches] && !hasMethod(source, toAsyncStreamable) && !hasMethod(source, toStreamable);
}

async function* valueByValue(source) {
  for (const value of itemsOf(source)) {
    if (isBatch(value)) {
      if (value.length > 0) yield value;
      continue;
    }
    const batch = [];
    for await (const chunk of asyncChunksOf(value)) ArrayPrototypePush(batch, chunk);
    if (batch.length > 0) yield batch;
  }
}

async function writeBatch(writer, batch, options) {
  if (batch.length > 1 && hasMethod(writer, 'writev')) {
    if (!hasMethod(writer, 'writevSync') || !writer.writevSync(batch)) await writer.writev(batch, options);
    return;
  }
  for (const chunk of itemsOf(batch)) {
    if (!hasMethod(writer, 'writeSync') || !writer.writeSync(chunk)) await writer.write(chunk, options);
  }
}

async function pipeTo(source, ...args) {
  const { transforms, writer, options } = pipeArguments(args, 'write');
  const signal = signalOf(options);
  signal?.throwIfAborted();
  const isPlain = hasMethod(writer, 'writeSync') && signal === undefined && transforms.length === 0 &&
    isPlainIterable(source);
  const input = isPlain ? valueByValue(source) : from(source);
  const writeOptions = signal ? { __proto__: null, signal } : undefined;
  let total = 0;
  try {
    const batches = transforms.length === 0 ? abortable(input, signal) : pipeline(input, transforms, signal);
    for await (const batch of batches) {
      signal?.throwIfAborted();
      await writeBatch(writer, batch, writeOptions);
      total += sizeOf(batch);
    }
    if (!options?.preventClose && (!hasMethod(writer, 'endSync') || writer.endSync() < 0)) {
      await writer.end?.(writeOptions);
    }
  } catch (error) {
    if (!options?.preventFail) writer.fail?.(asError(error));
    throw error;
  }
  return total;
}

module.exports = { pipeTo, pipeToSync };
