'use strict';

// Converts chunks of bytes to strings without splitting characters: the bytes of an incomplete character at the end of a
// chunk wait for the next chunk.
//
// They are stored in seven bytes, with Node's layout: up to four bytes of the character, the number of missing ones, the
// number of present ones, and the encoding. Only encodings with several bytes per character store anything: utf8, utf16le,
// and base64 (three bytes give four characters).

const { ArrayBufferIsView, ObjectDefineProperties, Symbol, Uint8Array } = require('internal/primordials');
const { bufferOf, byteLengthOf, byteOffsetOf } = require('internal/memory');
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_UNKNOWN_ENCODING },
} = require('internal/errors');
const { normalizeEncoding } = require('internal/util');
const { encodings } = require('internal/buffer/encodings');
const { Buffer } = require('buffer');

const kNativeDecoder = Symbol('kNativeDecoder');
const MISSING = 4, KEPT = 5, ENCODING = 6, SIZE = 7;

const encodingNumbers = { __proto__: null, ascii: 0, utf8: 1, base64: 2, utf16le: 3, latin1: 4, hex: 5, base64url: 7 };

/** How many bytes at the end of bytes[start..] to keep; sets state[MISSING] accordingly. */
const tails = {
  __proto__: null,

  utf8(state, bytes, start) {
    const last = bytes.length - 1;
    if (bytes[last] < 0x80) return 0;
    for (let i = last; i >= start && last - i < 4; i--) {
      if ((bytes[i] & 0xc0) === 0x80) continue;
      const size = bytes[i] >= 0xf8 ? 0 : bytes[i] >= 0xf0 ? 4 : bytes[i] >= 0xe0 ? 3 : bytes[i] >= 0xc0 ? 2 : 0;
      const kept = last - i + 1;
      if (kept >= size) return 0;
      state[MISSING] = size - kept;
      return kept;
    }
    // Continuation bytes only: ill-formed, whatever follows.
    return 0;
  },

  utf16le(state, bytes, start) {
    const isOdd = (bytes.length - start) % 2 === 1;
    const isHighSurrogate = !isOdd && (bytes[bytes.length - 1] & 0xfc) === 0xd8;
    return state[MISSING] = isOdd ? 1 : isHighSurrogate ? 2 : 0;
  },

  base64(state, bytes, start) {
    const kept = (bytes.length - start) % 3;
    if (kept > 0) state[MISSING] = 3 - kept;
    return kept;
  },
};
tails.base64url = tails.base64;

/** Adds missing bytes to the kept ones; returns how many bytes were used. */
function complete(state, bytes, isUtf8) {
  let used = 0;
  while (used < bytes.length && state[MISSING] > 0) {
    if (isUtf8 && (bytes[used] & 0xc0) !== 0x80) {
      // Another character begins before this one is complete.
      state[MISSING] = 0;
      break;
    }
    state[state[KEPT]++] = bytes[used++];
    state[MISSING]--;
  }
  return used;
}

function takeKept(state, slice) {
  const text = slice(state, 0, state[KEPT]);
  state[KEPT] = 0;
  return text;
}

function decode(state, encoding, bytes) {
  const { slice } = encodings[encoding];
  const tailOf = tails[encoding];
  if (tailOf === undefined) return slice(bytes, 0, bytes.length);
  let text = '', start = 0;
  if (state[MISSING] > 0) {
    start = complete(state, bytes, encoding === 'utf8');
    if (state[MISSING] > 0) return '';
    text = takeKept(state, slice);
  }
  if (start === bytes.length) return text;

  const kept = tailOf(state, bytes, start);
  const end = bytes.length - kept;
  for (let i = 0; i < kept; i++) state[i] = bytes[end + i];
  state[KEPT] = kept;
  return text + slice(bytes, start, end);
}

function flush(state, encoding) {
  // Half a unit is no character, and is dropped.
  if (encoding === 'utf16le' && state[KEPT] % 2 === 1) state[KEPT]--;
  state[MISSING] = 0;
  return takeKept(state, encodings[encoding].slice);
}

function StringDecoder(encoding) {
  this.encoding = normalizeEncoding(encoding);
  if (this.encoding === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
  this[kNativeDecoder] = Buffer.alloc(SIZE);
  this[kNativeDecoder][ENCODING] = encodingNumbers[this.encoding];
}

StringDecoder.prototype.write = function write(buf) {
  if (typeof buf === 'string') return buf;
  if (!ArrayBufferIsView(buf)) {
    throw new ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray', 'DataView'], buf);
  }
  const state = this[kNativeDecoder];
  if (!state) throw new ERR_INVALID_THIS('StringDecoder');
  const bytes = buf instanceof Uint8Array ? buf : new Uint8Array(bufferOf(buf), byteOffsetOf(buf), byteLengthOf(buf));
  return decode(state, this.encoding, bytes);
};

StringDecoder.prototype.end = function end(buf) {
  const text = buf === undefined ? '' : this.write(buf);
  const state = this[kNativeDecoder];
  return state[KEPT] > 0 ? text + flush(state, this.encoding) : text;
};

// ---- undocumented, but used by packages

StringDecoder.prototype.text = function text(buf, offset) {
  this[kNativeDecoder][MISSING] = this[kNativeDecoder][KEPT] = 0;
  return this.write(buf.slice(offset));
};

const getter = (get) => ({ __proto__: null, configurable: true, enumerable: true, get });

ObjectDefineProperties(StringDecoder.prototype, {
  __proto__: null,
  lastChar: getter(function() { return this[kNativeDecoder].subarray(0, 4); }),
  lastNeed: getter(function() { return this[kNativeDecoder][MISSING]; }),
  lastTotal: getter(function() { return this[kNativeDecoder][KEPT] + this[kNativeDecoder][MISSING]; }),
});

module.exports = { StringDecoder };
