'use strict';

// buf.toString(), buf.write(), the slices and writes per encoding, and searching for text.

const { MathMax, MathMin, MathTrunc, NumberIsNaN, RangeError, TypeError, Uint8Array } = require('internal/primordials');
const { bufferOf, byteLengthOf, byteOffsetOf } = require('internal/memory');
const codec = require('internal/buffer/codec');
const radix = require('internal/buffer/codec_radix');
const { encode, encodingOf, encodings, findEncoding } = require('internal/buffer/encodings');
const { searchByte, searchBytes } = require('internal/buffer/search');
const { validateOffset } = require('internal/buffer/bytes');
const { isAnyArrayBuffer, isArrayBufferView, isUint8Array, lengthOf } = require('internal/buffer/types');
const {
  codes: { ERR_BUFFER_OUT_OF_BOUNDS, ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_ENCODING },
} = require('internal/errors');
const { validateBuffer } = require('internal/validators');

// Messages of Node's native code.
function plainError(Base, code, message) {
  const error = new Base(message);
  error.code = code;
  return error;
}

function requireString(value) {
  if (typeof value !== 'string') throw plainError(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a string');
}

// ---- all encodings

function byteLength(string, encoding) {
  if (typeof string !== 'string') {
    if (isArrayBufferView(string) || isAnyArrayBuffer(string)) return string.byteLength;
    throw new ERR_INVALID_ARG_TYPE('string', ['string', 'Buffer', 'ArrayBuffer'], string);
  }
  if (string.length === 0) return 0;
  if (!encoding || encoding === 'utf8') return codec.utf8ByteLength(string);
  return (findEncoding(encoding) ?? encodings.utf8).byteLength(string);
}

// Unlike elsewhere, bounds beyond the buffer are clamped.
function toString(encoding, start, end) {
  const length = lengthOf(this);
  if (arguments.length === 0) return codec.utf8Slice(this, 0, length);
  if (start <= 0) start = 0;
  else if (start >= length) return '';
  else start = MathTrunc(start) || 0;
  if (end === undefined || end > length) end = length;
  else end = MathTrunc(end) || 0;
  if (end <= start) return '';
  return encoding === undefined ? codec.utf8Slice(this, start, end) : encodingOf(encoding).slice(this, start, end);
}

function write(string, offset, length, encoding) {
  const size = lengthOf(this);
  if (offset === undefined) {
    requireString(string);
    return codec.utf8Write(this, string, 0, size);
  }
  if (length === undefined && typeof offset === 'string') {
    encoding = offset;
    length = size;
    offset = 0;
  } else {
    validateOffset(offset, 'offset', 0, size);
    const remaining = size - offset;
    if (length === undefined) {
      length = remaining;
    } else if (typeof length === 'string') {
      encoding = length;
      length = remaining;
    } else {
      validateOffset(length, 'length', 0, size);
      length = MathMin(length, remaining) + 0; // no answer is -0
    }
  }
  const found = encoding ? encodingOf(encoding) : encodings.utf8;
  requireString(string);
  return found.write(this, string, offset, length);
}

// ---- one encoding each: buf.utf8Slice(), buf.utf8Write() ...

function indexOrDefault(value, otherwise) {
  if (value === undefined) return otherwise;
  const index = MathTrunc(value) || 0;
  if (index < 0) throw plainError(RangeError, 'ERR_OUT_OF_RANGE', 'Index out of range');
  return index;
}

function bytesOf(view) {
  if (!isArrayBufferView(view)) throw plainError(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a buffer');
  return isUint8Array(view) ? view : new Uint8Array(bufferOf(view), byteOffsetOf(view), byteLengthOf(view));
}

function slicer(slice) {
  return function(start, end) {
    const bytes = bytesOf(this);
    const length = bytes.byteLength;
    if (length === 0) return '';
    start = indexOrDefault(start, 0);
    end = indexOrDefault(end, length);
    if (end <= start) return '';
    if (end > length) throw plainError(RangeError, 'ERR_OUT_OF_RANGE', 'Index out of range');
    return slice(bytes, start, end);
  };
}

function writer(writeInto) {
  return function(string, offset = 0, length = undefined) {
    const bytes = bytesOf(this);
    requireString(string);
    const size = bytes.byteLength;
    if (offset < 0 || offset > size) throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
    const room = size - offset;
    if (length < 0 || length > room) throw new ERR_BUFFER_OUT_OF_BOUNDS('length');
    offset = MathTrunc(offset) || 0;
    length = MathTrunc(length === undefined ? room : length) || 0;
    return writeInto(bytes, string, offset, MathMin(length, bytes.byteLength - offset));
  };
}

// These four clamp the length instead of throwing.
function clampingWriter(writeInto) {
  return function(string, offset, length) {
    const bytes = bytesOf(this);
    requireString(string);
    offset = indexOrDefault(offset, 0);
    if (offset > this.byteLength) throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
    const room = this.byteLength - offset;
    return writeInto(bytes, string, offset, MathMin(indexOrDefault(length, room), room));
  };
}

const encodingMethods = {
  asciiSlice: slicer(codec.asciiSlice),
  base64Slice: slicer(radix.base64Slice),
  base64urlSlice: slicer(radix.base64urlSlice),
  latin1Slice: slicer(codec.latin1Slice),
  hexSlice: slicer(radix.hexSlice),
  ucs2Slice: slicer(codec.ucs2Slice),
  utf8Slice: slicer(codec.utf8Slice),
  asciiWrite: writer(codec.asciiWrite),
  base64Write: clampingWriter(radix.base64Write),
  base64urlWrite: clampingWriter(radix.base64urlWrite),
  latin1Write: writer(codec.latin1Write),
  hexWrite: clampingWriter(radix.hexWrite),
  ucs2Write: clampingWriter(codec.ucs2Write),
  utf8Write: writer(codec.utf8Write),
};

// ---- search

function search(buffer, value, offset, end, encoding, forward) {
  validateBuffer(buffer);
  if (typeof end === 'string') {
    encoding = end;
    end = buffer.length;
  } else if (end === undefined) {
    end = buffer.length;
  }
  if (typeof offset === 'string') {
    encoding = offset;
    offset = undefined;
  }
  offset = MathMin(MathMax(+offset, -0x80000000), 0x7fffffff);
  if (NumberIsNaN(offset)) offset = forward ? 0 : buffer.length || buffer.byteLength;

  if (typeof value === 'number') return searchByte(buffer, value >>> 0, offset, end, forward);
  const found = encoding === undefined ? encodings.utf8 : findEncoding(encoding);
  if (typeof value === 'string') {
    if (found === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
    // UTF-16 text has no half units: an odd last byte is ignored, also in the length.
    const odd = found.wide && buffer.length % 2 === 1;
    const bytes = odd ? new Uint8Array(bufferOf(buffer), byteOffsetOf(buffer), buffer.length - 1) : buffer;
    return searchBytes(bytes, encode(value, found), offset, end, forward, found.wide);
  }
  if (isUint8Array(value)) return searchBytes(buffer, value, offset, end, forward, found?.wide === true);
  throw new ERR_INVALID_ARG_TYPE('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
}

module.exports = { byteLength, encodingMethods, search, toString, write };
