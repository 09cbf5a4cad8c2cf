'use strict';

// Random bytes, integers and UUIDs. Small requests are served from a buffer of random bytes that is filled at once; bytes
// that were handed out are erased from it. Large requests are filled in place, by the worker pool part by part.

const {
  ArrayBuffer, ArrayBufferIsView, ArrayFrom, DateNow, MathMin, NumberIsNaN, NumberIsSafeInteger,
  NumberPrototypeToString, ReflectApply, RegExpPrototypeExec, StringPrototypePadStart, SymbolToStringTag,
  replacePattern, typedArrayName,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE } } = require('internal/errors');
const {
  validateBoolean, validateFunction, validateNumber, validateObject,
} = require('internal/validators');
const { lazyDOMException } = require('internal/util');
const { isTypedArray } = require('util/types');
const { Buffer, kMaxLength } = require('buffer');
const { bytesOf, isBytes, jobClass } = require('internal/crypto/util');
const { byteLengthOf, lendForOutput, partOf: viewPart, sizeOf } = require('internal/memory');

const native = binding('crypto');

const MAX_BYTES = MathMin(kMaxLength, 2 ** 31 - 1);
const POOL_BYTES = 8192;
const SMALL_BYTES = 512;
const PART_BYTES = 1 << 20; // one task of the worker pool
const MAX_CALL_BYTES = 1 << 30;
const UUID_BYTES = 16;
const INTEGER_BYTES = 6;
const MAX_INTEGER = 2 ** 48 - 1;

const RandomBytesJob = jobClass('RandomBytesJob');

// ---- the buffer of random bytes

let pool;
let taken = POOL_BYTES;

// Returns the offset of `size` fresh bytes.
function take(size) {
  if (taken + size > POOL_BYTES) {
    pool ??= Buffer.from(new ArrayBuffer(POOL_BYTES));
    native.randomPool(pool);
    taken = 0;
  }
  const at = taken;
  taken += size;
  return at;
}

function copyAndWipe(target, offset, size) {
  const at = take(size);
  for (let i = 0; i < size; i++) {
    target[offset + i] = pool[at + i];
    pool[at + i] = 0;
  }
}

function fillNow(bytes) {
  const size = byteLengthOf(bytes);
  if (size <= SMALL_BYTES) {
    copyAndWipe(bytes, 0, size);
    return;
  }
  for (let at = 0; at < size; at += MAX_CALL_BYTES) native.randomFill(viewPart(bytes, at, MathMin(MAX_CALL_BYTES, size - at)));
}

function fillOnPool(bytes, callback) {
  const loan = lendForOutput(bytes);
  const next = (at) => {
    const length = MathMin(PART_BYTES, loan.length - at);
    native.randomFillAsync(loan.part(at, length), (error) => {
      if (!error && at + length < loan.length) {
        next(at + length);
        return;
      }
      loan.end(error ? 0 : loan.length);
      callback(error ?? undefined);
    });
  };
  next(0);
}

// ---- arguments

function checkOffset(offset, elementSize, length) {
  validateNumber(offset, 'offset');
  offset *= elementSize;
  const max = MathMin(length, MAX_BYTES);
  if (NumberIsNaN(offset) || offset > max || offset < 0) {
    throw new ERR_OUT_OF_RANGE('offset', `>= 0 && <= ${max}`, offset);
  }
  return offset >>> 0;
}

function checkSize(size, elementSize, offset, length) {
  validateNumber(size, 'size');
  size *= elementSize;
  if (NumberIsNaN(size) || size > MAX_BYTES || size < 0) {
    throw new ERR_OUT_OF_RANGE('size', `>= 0 && <= ${MAX_BYTES}`, size);
  }
  if (size + offset > length) throw new ERR_OUT_OF_RANGE('size + offset', `<= ${length}`, size + offset);
  return size >>> 0;
}

function checkTarget(target) {
  if (!isBytes(target)) throw new ERR_INVALID_ARG_TYPE('buf', ['ArrayBuffer', 'ArrayBufferView'], target);
  return target.BYTES_PER_ELEMENT || 1;
}

const partOf = (target, offset, size) => viewPart(bytesOf(target), offset, size);

const sizeOfTarget = (target) => (ArrayBufferIsView(target) ? byteLengthOf(target) : sizeOf(target));

// ---- bytes

function randomBytes(size, callback) {
  size = checkSize(size, 1, 0, Infinity);
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (callback === undefined && size <= SMALL_BYTES) {
    const bytes = Buffer.from(new ArrayBuffer(size)); // memory of its own: a shared block would expose other bytes
    copyAndWipe(bytes, 0, size);
    return bytes;
  }
  const bytes = Buffer.from(new ArrayBuffer(size));
  if (callback === undefined) {
    native.randomFill(bytes);
    return bytes;
  }
  randomFill(bytes, 0, size, callback);
}

function randomFillSync(buf, offset = 0, size) {
  const elementSize = checkTarget(buf);
  const byteLength = sizeOfTarget(buf);
  offset = checkOffset(offset, elementSize, byteLength);
  size = size === undefined ? byteLength - offset : checkSize(size, elementSize, offset, byteLength);
  if (size > 0) fillNow(partOf(buf, offset, size));
  return buf;
}

function randomFill(buf, offset, size, callback) {
  const elementSize = checkTarget(buf);
  if (typeof offset === 'function') {
    callback = offset;
    offset = 0;
    size = buf.length;
  } else if (typeof size === 'function') {
    callback = size;
    size = buf.length - offset;
  } else {
    validateFunction(callback, 'callback');
  }
  const byteLength = sizeOfTarget(buf);
  offset = checkOffset(offset, elementSize, byteLength);
  size = size === undefined ? byteLength - offset : checkSize(size, elementSize, offset, byteLength);
  if (size === 0) {
    callback(null, buf);
    return;
  }
  const job = new RandomBytesJob((error) => {
    if (error) ReflectApply(callback, job, [error]);
    else ReflectApply(callback, job, [null, buf]);
  });
  fillOnPool(partOf(buf, offset, size), (error) => job.ondone(error));
}

// For the Web Cryptography API: integers only, and no more than 65,536 bytes.
function getRandomValues(data) {
  if (!isTypedArray(data) || RegExpPrototypeExec(/^Float/, data[SymbolToStringTag]) !== null) {
    throw lazyDOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
  }
  if (data.byteLength > 65536) {
    const { QuotaExceededError } = require('internal/dom_exception');
    throw new QuotaExceededError('The requested length exceeds 65,536 bytes');
  }
  randomFillSync(data, 0);
  return data;
}

// ---- integers

// An integer in [min, max). Numbers of 48 bits at or above the largest multiple of the range are discarded, so that all
// remainders are equally likely.
function randomInt(min, max, callback) {
  const onlyMax = max === undefined || typeof max === 'function';
  if (onlyMax) {
    callback = max;
    max = min;
    min = 0;
  }
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (!NumberIsSafeInteger(min)) throw new ERR_INVALID_ARG_TYPE('min', 'a safe integer', min);
  if (!NumberIsSafeInteger(max)) throw new ERR_INVALID_ARG_TYPE('max', 'a safe integer', max);
  if (max <= min) throw new ERR_OUT_OF_RANGE('max', `greater than the value of "min" (${min})`, max);
  const range = max - min;
  if (!(range <= MAX_INTEGER)) {
    throw new ERR_OUT_OF_RANGE(`max${onlyMax ? '' : ' - min'}`, `<= ${MAX_INTEGER}`, range);
  }
  const limit = MAX_INTEGER - MAX_INTEGER % range;
  let n;
  do {
    const at = take(INTEGER_BYTES);
    const high = pool[at] << 8 | pool[at + 1];
    const low = (pool[at + 2] << 24 | pool[at + 3] << 16 | pool[at + 4] << 8 | pool[at + 5]) >>> 0;
    n = high * 2 ** 32 + low;
  } while (n >= limit);
  n = n % range + min;
  if (callback === undefined) return n;
  process.nextTick(callback, undefined, n);
}

// ---- UUIDs

let hex;

function hexOf() {
  return hex ??= ArrayFrom({ __proto__: null, length: 256 }, (_, i) => StringPrototypePadStart(NumberPrototypeToString(i, 16), 2, '0'));
}

const VARIANT = 0x80;

function uuidText(b, at, version) {
  const h = hexOf();
  return h[b[at]] + h[b[at + 1]] + h[b[at + 2]] + h[b[at + 3]] + '-' +
    h[b[at + 4]] + h[b[at + 5]] + '-' +
    h[b[at + 6] & 0x0f | version] + h[b[at + 7]] + '-' +
    h[b[at + 8] & 0x3f | VARIANT] + h[b[at + 9]] + '-' +
    h[b[at + 10]] + h[b[at + 11]] + h[b[at + 12]] + h[b[at + 13]] + h[b[at + 14]] + h[b[at + 15]];
}

// Bypasses the buffer if the user disabled the entropy cache.
function uuidBytes(options) {
  if (options !== undefined) {
    validateObject(options, 'options');
    const { disableEntropyCache = false } = options;
    validateBoolean(disableEntropyCache, 'options.disableEntropyCache');
    if (disableEntropyCache) taken = POOL_BYTES;
  }
  return take(UUID_BYTES);
}

function randomUUID(options) {
  const at = uuidBytes(options);
  return uuidText(pool, at, 0x40);
}

// Begins with the time in milliseconds, so that later UUIDs sort after earlier ones.
function randomUUIDv7(options) {
  const at = uuidBytes(options);
  pool.writeUIntBE(DateNow(), at, 6);
  return uuidText(pool, at, 0x70);
}

// ---- comparison

// Below this size the bytes are compared here; the loop has no branch that depends on them.
const COMPARE_HERE_BYTES = 4096;

const COMPARED = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

function checkCompared(value, name) {
  if (isBytes(value)) return bytesOf(value);
  const error = new ERR_INVALID_ARG_TYPE(name, COMPARED, value);
  error.message = replacePattern(/ Received.*$/s, error.message, '');
  throw error;
}

function timingSafeEqual(a, b) {
  const left = typedArrayName(a) === 'Uint8Array' ? a : checkCompared(a, 'buf1');
  const right = typedArrayName(b) === 'Uint8Array' ? b : checkCompared(b, 'buf2');
  const length = byteLengthOf(left);
  if (length !== byteLengthOf(right)) {
    throw new (require('internal/errors').codes.ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH)();
  }
  if (length > COMPARE_HERE_BYTES) {
    let isEqual = true;
    for (let at = 0; at < length; at += MAX_CALL_BYTES) {
      const size = MathMin(MAX_CALL_BYTES, length - at);
      isEqual = native.timingSafeEqual(viewPart(left, at, size), viewPart(right, at, size)) && isEqual;
    }
    return isEqual;
  }
  let difference = 0;
  for (let i = 0; i < length; i++) difference |= left[i] ^ right[i];
  return difference === 0;
}

module.exports = {
  getRandomValues, randomBytes, randomFill, randomFillSync, randomInt, randomUUID, randomUUIDv7,
  timingSafeEqual,
};
