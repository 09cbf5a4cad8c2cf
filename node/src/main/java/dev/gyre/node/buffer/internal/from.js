'use strict';

// Buffer.from() and the other functions that create buffers.

const {
  ArrayIsArray, MathMax, MathMin, SymbolToPrimitive, Uint8Array, Uint8ArrayPrototype, arrayBufferByteLength,
} = require('internal/primordials');
const { FastBuffer, K_MAX_LENGTH, allocate, allocateOwn, poolLimit, reserve, take } = require('internal/buffer/fast');
const { encode, encodingOf, encodings } = require('internal/buffer/encodings');
const { fill } = require('internal/buffer/bytes');
const {
  bufferOf,
  byteLengthOf,
  byteOffsetOf,
  isAnyArrayBuffer,
  isTypedArray,
  isUint8Array,
  lengthOf,
  uncurryThis,
} = require('internal/buffer/types');
const {
  codes: { ERR_BUFFER_OUT_OF_BOUNDS, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE },
} = require('internal/errors');
const { validateArray, validateInteger, validateNumber } = require('internal/validators');

const native = binding('util');

const MAX_ALIGNMENT = 2 ** 30;

const set = uncurryThis(Uint8ArrayPrototype.set);

const primordials = require('internal/primordials');

function fromString(string, encoding) {
  if (!encoding || encoding === 'utf8' || typeof encoding !== 'string') return encode(string, encodings.utf8);
  return encode(string, encodingOf(encoding));
}

// From an ArrayBuffer or a SharedArrayBuffer.
function sizeOf(memory) {
  try {
    return arrayBufferByteLength(memory);
  } catch {
    return primordials.sharedBufferByteLength(memory);
  }
}

function fromArrayBuffer(memory, byteOffset, length) {
  byteOffset = byteOffset === undefined ? 0 : +byteOffset || 0;
  const room = sizeOf(memory) - byteOffset;
  if (room < 0) throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
  if (length !== undefined) {
    length = +length;
    if (!(length > 0)) length = 0;
    else if (length > room) throw new ERR_BUFFER_OUT_OF_BOUNDS('length');
  }
  return new FastBuffer(memory, byteOffset, length);
}

function fromArrayLike(list) {
  const { length } = list;
  if (length <= 0) return new FastBuffer();
  if (length >= poolLimit()) return new FastBuffer(list);
  reserve(length);
  const buffer = take(length);
  set(buffer, list, 0);
  return buffer;
}

function fromObject(object) {
  if (object.length !== undefined || isAnyArrayBuffer(object.buffer)) {
    return typeof object.length === 'number' ? fromArrayLike(object) : new FastBuffer();
  }
  // The inverse of toJSON().
  return object.type === 'Buffer' && ArrayIsArray(object.data) ? fromArrayLike(object.data) : undefined;
}

function from(value, encodingOrOffset, length) {
  if (typeof value === 'string') return fromString(value, encodingOrOffset);
  if (typeof value === 'object' && value !== null) {
    if (isAnyArrayBuffer(value)) return fromArrayBuffer(value, encodingOrOffset, length);

    const primitive = value.valueOf && value.valueOf();
    if (primitive != null && primitive !== value && (typeof primitive === 'string' || typeof primitive === 'object')) {
      return from(primitive, encodingOrOffset, length);
    }
    const buffer = fromObject(value);
    if (buffer !== undefined) return buffer;

    if (typeof value[SymbolToPrimitive] === 'function') {
      const text = value[SymbolToPrimitive]('string');
      if (typeof text === 'string') return fromString(text, encodingOrOffset);
    }
  }
  throw new ERR_INVALID_ARG_TYPE('first argument',
                                 ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'], value);
}

function copyBytesFrom(view, offset, length) {
  if (!isTypedArray(view)) throw new ERR_INVALID_ARG_TYPE('view', ['TypedArray'], view);
  const elements = lengthOf(view);
  if (elements === 0) return new FastBuffer();
  let start = 0;
  let end = elements;
  if (offset !== undefined) {
    validateInteger(offset, 'offset', 0);
    if (offset >= elements) return new FastBuffer();
    start = offset;
  }
  if (length !== undefined) {
    validateInteger(length, 'length', 0);
    end = MathMin(start + length, elements);
  }
  if (start >= end) return new FastBuffer();
  const size = byteLengthOf(view) / elements;
  return fromArrayLike(new Uint8Array(bufferOf(view), byteOffsetOf(view) + start * size, (end - start) * size));
}

function alloc(size, value, encoding) {
  validateNumber(size, 'size', 0, K_MAX_LENGTH);
  const buffer = new FastBuffer(size);
  return value !== undefined && value !== 0 && size > 0 ? fill(buffer, value, 0, buffer.length, encoding) : buffer;
}

function allocUnsafe(size, alignment) {
  validateNumber(size, 'size', 0, K_MAX_LENGTH);
  return alignment === undefined ? allocate(size) : allocateAligned(size, alignment);
}

function allocUnsafeSlow(size, alignment) {
  validateNumber(size, 'size', 0, K_MAX_LENGTH);
  return alignment === undefined ? allocateOwn(size) : allocateAligned(size, alignment);
}

// Starts at an address, not only an offset, that is a multiple of `alignment`, as direct I/O requires.
function allocateAligned(size, alignment) {
  validateInteger(alignment, 'alignment', 1, MAX_ALIGNMENT);
  if ((alignment & (alignment - 1)) !== 0) {
    throw new ERR_INVALID_ARG_VALUE('alignment', alignment, 'must be a power of two');
  }
  if (size === 0) return new FastBuffer();
  const room = allocateOwn(size + MathMax(alignment, 8));
  return new FastBuffer(room.buffer, (alignment - native.addressModulo(room, alignment)) % alignment, size);
}

// An arrow function, so that it is no constructor, like %TypedArray%.of.
const of = (...items) => {
  const buffer = new FastBuffer(items.length);
  for (let i = 0; i < items.length; i++) buffer[i] = items[i];
  return buffer;
};

function concat(list, length) {
  validateArray(list, 'list');
  if (list.length === 0) return new FastBuffer();
  if (length !== undefined) validateInteger(length, 'length', 0, K_MAX_LENGTH);

  let total = 0;
  for (let i = 0; i < list.length; i++) {
    if (!isUint8Array(list[i])) throw new ERR_INVALID_ARG_TYPE(`list[${i}]`, ['Buffer', 'Uint8Array'], list[i]);
    total += byteLengthOf(list[i]);
  }
  length ??= total;

  const buffer = allocate(length);
  let at = 0;
  for (let i = 0; i < list.length && at < length; i++) {
    let part = list[i];
    const size = byteLengthOf(part);
    if (at + size > length) part = new Uint8Array(bufferOf(part), byteOffsetOf(part), length - at);
    set(buffer, part, at);
    at += size;
  }
  if (at < length) buffer.fill(0, at, length);
  return buffer;
}

module.exports = { alloc, allocUnsafe, allocUnsafeSlow, concat, copyBytesFrom, from, of };
