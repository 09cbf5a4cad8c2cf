'use strict';

// Operations on bytes in place: compare, copy, fill, swap.

const {
  MathFloor, MathMax, MathMin, MathSign, MathTrunc, NumberIsInteger, NumberIsSafeInteger, StringPrototypeCharCodeAt,
  Uint8Array, Uint8ArrayPrototype, bufferOf, byteOffsetOf,
} = require('internal/primordials');
const { K_MAX_LENGTH, FastBuffer } = require('internal/buffer/fast');
const { encode, encodings } = require('internal/buffer/encodings');
const { byteLengthOf, isArrayBufferView, isUint8Array, lengthOf, uncurryThis } = require('internal/buffer/types');
const {
  codes: {
    ERR_BUFFER_OUT_OF_BOUNDS,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_BUFFER_SIZE,
    ERR_OUT_OF_RANGE,
    ERR_UNKNOWN_ENCODING,
  },
} = require('internal/errors');
const { sameLength, swap: vectorSwap } = require('internal/buffer/wasm_scan');
const { normalizeEncoding } = require('internal/util');
const { validateInteger, validateString } = require('internal/validators');

const set = uncurryThis(Uint8ArrayPrototype.set);
const fillBytes = uncurryThis(Uint8ArrayPrototype.fill);
const copyWithin = uncurryThis(Uint8ArrayPrototype.copyWithin);

const validateOffset = (value, name, min = 0, max = K_MAX_LENGTH) => validateInteger(value, name, min, max);

// Bytes of any view, from `start` on. By its properties: the captured getters take ten times as long, which shows when a few
// bytes are copied.
const bytesOf = (view, start = 0, length = view.byteLength - start) =>
  new Uint8Array(view.buffer, view.byteOffset + start, length);

// ---- compare

function compareRange(a, aStart, aEnd, b, bStart, bEnd) {
  const shared = MathMin(aEnd - aStart, bEnd - bStart);
  for (let i = sameLength(a, aStart, b, bStart, shared) ?? 0; i < shared; i++) {
    const difference = a[aStart + i] - b[bStart + i];
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return MathSign((aEnd - aStart) - (bEnd - bStart));
}

const compareAll = (a, b) => (a === b ? 0 : compareRange(a, 0, lengthOf(a), b, 0, lengthOf(b)));

const statics = {
  compare: function compare(buf1, buf2) {
    if (!isUint8Array(buf1)) throw new ERR_INVALID_ARG_TYPE('buf1', ['Buffer', 'Uint8Array'], buf1);
    if (!isUint8Array(buf2)) throw new ERR_INVALID_ARG_TYPE('buf2', ['Buffer', 'Uint8Array'], buf2);
    return compareAll(buf1, buf2);
  },
};

function compare(target, targetStart, targetEnd, sourceStart, sourceEnd) {
  if (!isUint8Array(target)) throw new ERR_INVALID_ARG_TYPE('target', ['Buffer', 'Uint8Array'], target);
  if (arguments.length === 1) return compareAll(this, target);
  if (targetStart === undefined) targetStart = 0;
  else validateOffset(targetStart, 'targetStart');
  if (targetEnd === undefined) targetEnd = target.length;
  else validateOffset(targetEnd, 'targetEnd', 0, target.length);
  if (sourceStart === undefined) sourceStart = 0;
  else validateOffset(sourceStart, 'sourceStart');
  if (sourceEnd === undefined) sourceEnd = this.length;
  else validateOffset(sourceEnd, 'sourceEnd', 0, this.length);

  if (sourceStart >= sourceEnd) return targetStart >= targetEnd ? 0 : -1;
  if (targetStart >= targetEnd) return 1;
  return compareRange(this, sourceStart, sourceEnd, target, targetStart, targetEnd);
}

function equals(otherBuffer) {
  if (!isUint8Array(otherBuffer)) {
    throw new ERR_INVALID_ARG_TYPE('otherBuffer', ['Buffer', 'Uint8Array'], otherBuffer);
  }
  return byteLengthOf(this) === byteLengthOf(otherBuffer) && compareAll(this, otherBuffer) === 0;
}

// ---- copy

function toInteger(value) {
  if (value === undefined) return 0;
  value = +value;
  return NumberIsInteger(value) ? value : NumberIsSafeInteger(MathFloor(value)) ? MathFloor(value) : 0;
}

function copy(target, targetStart, sourceStart, sourceEnd) {
  if (!isArrayBufferView(this)) throw new ERR_INVALID_ARG_TYPE('source', ['Buffer', 'Uint8Array'], this);
  if (!isArrayBufferView(target)) throw new ERR_INVALID_ARG_TYPE('target', ['Buffer', 'Uint8Array'], target);
  const sourceLength = this.byteLength;
  targetStart = toInteger(targetStart);
  if (targetStart < 0) throw new ERR_OUT_OF_RANGE('targetStart', '>= 0', targetStart);
  sourceStart = toInteger(sourceStart);
  if (sourceStart < 0 || sourceStart > sourceLength) {
    throw new ERR_OUT_OF_RANGE('sourceStart', `>= 0 && <= ${sourceLength}`, sourceStart);
  }
  sourceEnd = sourceEnd === undefined ? sourceLength : toInteger(sourceEnd);
  if (sourceEnd < 0) throw new ERR_OUT_OF_RANGE('sourceEnd', '>= 0', sourceEnd);

  const count = MathMin(sourceEnd - sourceStart, sourceLength - sourceStart, target.byteLength - targetStart);
  if (count <= 0) return 0;
  const source = sourceStart === 0 && count === sourceLength && isUint8Array(this) ? this : bytesOf(this, sourceStart, count);
  const into = isUint8Array(target) ? target : bytesOf(target);
  try {
    set(into, source, targetStart);
  } catch (error) {
    // Nothing can be written to an immutable buffer. V8 refuses to read from one, too, which is unnecessary.
    if (target.buffer.immutable) return 0;
    if (!source.buffer.immutable) throw error;
    for (let i = 0; i < count; i++) into[targetStart + i] = source[i];
  }
  return count;
}

// ---- fill

// Doubles the written part until the range is full.
function repeat(buffer, pattern, start, end) {
  const size = end - start;
  if (pattern.length >= size) {
    set(buffer, bytesOf(pattern, 0, size), start);
    return;
  }
  set(buffer, pattern, start);
  for (let done = pattern.length; done < size;) {
    const next = MathMin(done, size - done);
    copyWithin(buffer, start + done, start, start + next);
    done += next;
  }
}

function patternOf(value, encoding) {
  const pattern = typeof value === 'string' ? encode(value, encodings[encoding]) : bytesOf(value);
  if (pattern.length === 0) throw new ERR_INVALID_ARG_VALUE('value', value);
  return pattern;
}

function fill(buffer, value, offset, end, encoding) {
  let name;
  if (typeof value === 'string') {
    if (offset === undefined || typeof offset === 'string') {
      encoding = offset;
      offset = 0;
      end = buffer.length;
    } else if (typeof end === 'string') {
      encoding = end;
      end = buffer.length;
    }
    name = normalizeEncoding(encoding);
    if (name === undefined) {
      validateString(encoding, 'encoding');
      throw new ERR_UNKNOWN_ENCODING(encoding);
    }
    if (value.length === 0) value = 0;
    else if (value.length === 1 && (name === 'latin1' || StringPrototypeCharCodeAt(value, 0) < 0x80) &&
             (name === 'latin1' || name === 'utf8' || name === 'ascii')) value = StringPrototypeCharCodeAt(value, 0);
  }

  if (offset === undefined) {
    offset = 0;
    end = buffer.length;
  } else {
    validateOffset(offset, 'offset');
    if (end === undefined) end = buffer.length;
    else validateOffset(end, 'end', 0, buffer.length);
    if (offset >= end) return buffer;
  }
  // `length` may be a property defined by the user; only the memory behind it counts.
  if (offset > end || end > byteLengthOf(buffer)) throw new ERR_BUFFER_OUT_OF_BOUNDS();
  if (offset === end) return buffer;

  if (typeof value === 'string' || isArrayBufferView(value)) repeat(buffer, patternOf(value, name), offset, end);
  else fillBytes(buffer, typeof value === 'number' ? value : value & 255, offset, end);
  return buffer;
}

// ---- swap

function swapper(size) {
  return function swap(buffer) {
    const length = lengthOf(buffer);
    if (length % size !== 0) throw new ERR_INVALID_BUFFER_SIZE(`${size * 8}-bits`);
    if (vectorSwap(buffer, size)) return buffer;
    for (let at = 0; at < length; at += size) {
      for (let low = at, high = at + size - 1; low < high; low++, high--) {
        const byte = buffer[low];
        buffer[low] = buffer[high];
        buffer[high] = byte;
      }
    }
    return buffer;
  };
}

// ---- subarray

// An index within `length`; negative counts from the end, a value that is no number is 0.
function place(offset, length) {
  offset = MathTrunc(offset);
  if (offset < 0) return MathMax(offset + length, 0);
  if (offset < length) return offset;
  return offset >= length ? length : 0;
}

function subarray(start, end) {
  const length = lengthOf(this);
  start = place(start, length);
  end = end === undefined ? length : place(end, length);
  return new FastBuffer(bufferOf(this), byteOffsetOf(this) + start, end > start ? end - start : 0);
}

module.exports = {
  compare,
  copy,
  equals,
  fill,
  statics,
  subarray,
  swap16: swapper(2),
  swap32: swapper(4),
  swap64: swapper(8),
  validateOffset,
};
