'use strict';

// Chunks and batches of stream/iter.

const {
  ArrayBufferIsView, ArrayIsArray, ArrayPrototypeEvery, ArrayPrototypeMap, Uint8Array, itemsOf,
} = require('internal/primordials');
const { TextEncoder } = require('internal/encoding');
const { bufferOf, byteLengthOf, byteOffsetOf } = require('internal/memory');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { isAnyArrayBuffer, isUint8Array } = require('util/types');

let encoder;

// A string or bytes, as writers accept them.
function toBytes(chunk) {
  if (typeof chunk === 'string') return (encoder ??= new TextEncoder()).encode(chunk);
  if (!isUint8Array(chunk)) throw new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Uint8Array'], chunk);
  return chunk;
}

// A string, a buffer or any view of one.
const isChunk = (value) => typeof value === 'string' || isAnyArrayBuffer(value) || ArrayBufferIsView(value);

function bytesOf(chunk) {
  if (typeof chunk === 'string' || isUint8Array(chunk)) return toBytes(chunk);
  if (isAnyArrayBuffer(chunk)) return new Uint8Array(chunk);
  return new Uint8Array(bufferOf(chunk), byteOffsetOf(chunk), byteLengthOf(chunk));
}

const isBatch = (value) => ArrayIsArray(value) && ArrayPrototypeEvery(value, isUint8Array);

function toBatch(chunks) {
  if (!ArrayIsArray(chunks)) throw new ERR_INVALID_ARG_TYPE('chunks', 'Array', chunks);
  return ArrayPrototypeMap(chunks, toBytes);
}

function sizeOf(batch) {
  let size = 0;
  for (const chunk of itemsOf(batch)) size += chunk.byteLength;
  return size;
}

// Joins all chunks to one array. A single chunk is returned itself if its buffer exposes nothing else.
function concat(chunks) {
  if (chunks.length === 1) {
    const { 0: chunk } = chunks;
    const { buffer } = chunk;
    const isShared = typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer;
    if (!isShared && chunk.byteLength === buffer.byteLength) return chunk;
  }
  const all = new Uint8Array(sizeOf(chunks));
  let at = 0;
  for (const chunk of itemsOf(chunks)) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

module.exports = { bytesOf, concat, isBatch, isChunk, sizeOf, toBatch, toBytes };
