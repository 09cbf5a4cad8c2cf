'use strict';

// The class behind Buffer, and the pool.
//
// Buffer must be callable without `new`, so it is a function whose prototype is
// that of FastBuffer, a plain subclass of Uint8Array. Everything in the core
// makes buffers with `new FastBuffer`.
//
// Small buffers that need not be zeroed are cut from a shared ArrayBuffer,
// aligned to eight bytes. The pool is made on first use: a snapshot taken before
// then doesn't carry it.

const { codes: { ERR_MEMORY_ALLOCATION_FAILED } } = require('internal/errors');
const { addPlainSample } = require('internal/util/v8');

class FastBuffer extends Uint8Array {}

// A large buffer without properties of its own is known by its likeness, not by listing its keys.
// Not while the snapshot is made: V8 aborts when it reads back an array without memory that is no built-in's own.
require('internal/start').atStart(() => addPlainSample(new FastBuffer(0)));

const K_MAX_LENGTH = 2 ** 53 - 1;

// `settings.poolSize` is read each time: Buffer itself takes that role, and users may change it.
const pool = { settings: { poolSize: 64 * 1024 }, size: 0, offset: 0, bytes: null, memory: null };

function renewPool() {
  pool.size = pool.settings.poolSize;
  pool.bytes = new FastBuffer(pool.size);
  pool.memory = pool.bytes.buffer;
  pool.offset = 0;
  keepMemory(pool.memory);
}

// The pool belongs to many buffers: none of them may give it away.
function keepMemory(memory) {
  require('internal/structured_clone').markAsUntransferable(memory);
  for (const name of ['transfer', 'transferToFixedLength', 'transferToImmutable']) {
    if (name in memory) Object.defineProperty(memory, name, { __proto__: null, value: refuseTransfer });
  }
}

function refuseTransfer() {
  throw new TypeError('Cannot perform ArrayBuffer.prototype.transfer on an ArrayBuffer that cannot be detached');
}

// The next `size` bytes must be free: answers where they begin.
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

// Buffers of this many bytes and more get memory of their own.
const poolLimit = () => pool.settings.poolSize >>> 1;

function allocate(size) {
  if (size <= 0) return new FastBuffer();
  if (size >= poolLimit()) return allocateOwn(size);
  reserve(size);
  return take(size);
}

// Memory that nobody else has a part of.
function allocateOwn(size) {
  try {
    return new FastBuffer(size);
  } catch {
    throw new ERR_MEMORY_ALLOCATION_FAILED();
  }
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
