'use strict';

// The class behind Buffer, and the pool.
//
// Buffer must be callable without `new`, so it is a function whose prototype is that of FastBuffer, a plain subclass of
// Uint8Array. The core creates all buffers with `new FastBuffer`.
//
// Small buffers that need not be zeroed are cut from a shared ArrayBuffer, aligned to eight bytes. The pool is created at
// its first use, so that a snapshot doesn't contain it.

const { MathMin, Uint8Array } = require('internal/primordials');
const { codes: { ERR_MEMORY_ALLOCATION_FAILED }, isStackOverflowError } = require('internal/errors');
const { rawMemory } = require('internal/v8internals/raw_memory');
const { takeYoungBytes } = require('internal/v8internals/natives');
const { keepMemory } = require('internal/memory');
const { addPlainSample } = require('internal/util/v8');

class FastBuffer extends Uint8Array {}

// A large buffer without properties of its own is recognized by its hidden class instead of listing its keys. Not while the
// snapshot is made: V8 aborts when it reads back an array without memory that is no built-in's own.
require('internal/start').atStart(() => addPlainSample(new FastBuffer(0)));

const K_MAX_LENGTH = 2 ** 53 - 1;

// V8 collects the young generation when it is full. A buffer takes only a few words there, and V8 tolerates 64 MiB of memory
// outside. So a large buffer also takes half its size there, which is never written: memory that a stream has passed on is
// collected after some 8 MiB, and can be reused for the next chunks.
const LEAST_COUNTED_BYTES = 8 * 1024;
const MOST_COUNTED_BYTES = 128 * 1024;

function countAsYoung(size) {
  if (size >= LEAST_COUNTED_BYTES) takeYoungBytes((MathMin(size, MOST_COUNTED_BYTES) >>> 4) << 3);
}

const LEAST_RAW_BYTES = 1024; // below this size, zeroing costs less

// Memory that nobody else shares, with undefined contents.
function allocateOwn(size) {
  try {
    const buffer = size < LEAST_RAW_BYTES ? new FastBuffer(size) : new FastBuffer(rawMemory(size));
    countAsYoung(size);
    return buffer;
  } catch (error) {
    if (isStackOverflowError(error)) throw error;
    throw new ERR_MEMORY_ALLOCATION_FAILED();
  }
}

// `settings.poolSize` is read each time: `settings` is Buffer itself, and users may change the property.
const pool = { settings: { poolSize: 64 * 1024 }, size: 0, offset: 0, bytes: null, memory: null };

// The pool is replaced in one step at the end: any call before may cause a stack overflow.
function renewPool() {
  const size = pool.settings.poolSize;
  const memory = rawMemory(size);
  const bytes = new FastBuffer(memory);
  countAsYoung(size);
  keepMemory(memory); // it is shared by many buffers: none of them may transfer it
  pool.size = size;
  pool.bytes = bytes;
  pool.memory = memory;
  pool.offset = 0;
}

// Reserves `size` bytes and returns where they begin.
function reserve(size) {
  if (size > pool.size - pool.offset) renewPool();
  return pool.offset;
}

// Takes the first `size` of the reserved bytes.
function take(size) {
  const taken = new FastBuffer(pool.memory, pool.offset, size);
  pool.offset = (pool.offset + size + 7) & ~7;
  return taken;
}

// Buffers of at least this size get their own memory.
const poolLimit = () => pool.settings.poolSize >>> 1;

function allocate(size) {
  if (size <= 0) return new FastBuffer();
  if (size >= poolLimit()) return allocateOwn(size);
  reserve(size);
  return take(size);
}

module.exports = {
  FastBuffer,
  K_MAX_LENGTH,
  allocate,
  allocateOwn,
  pool,
  poolLimit,
  reserve,
  take,
};
