'use strict';

// The encodings by name. Buffer's methods look one up and call its functions.

const { StringPrototypeToLowerCase, Uint8ArrayPrototype, bufferOf, byteOffsetOf, uncurryThis } = require('internal/primordials');
const codec = require('internal/buffer/codec');
const radix = require('internal/buffer/codec_radix');
const { FastBuffer, allocate, pool, poolLimit, reserve, take } = require('internal/buffer/fast');
const { codes: { ERR_UNKNOWN_ENCODING } } = require('internal/errors');

const setBytes = uncurryThis(Uint8ArrayPrototype.set);

// `write` leaves the bytes after those that it wrote unchanged; `fill` may change them.
const encodings = {
  __proto__: null,
  utf8: { name: 'utf8', wide: false, byteLength: codec.utf8ByteLength, write: codec.utf8Write, fill: codec.utf8Write, slice: codec.utf8Slice },
  ucs2: { name: 'utf16le', wide: true, byteLength: codec.ucs2ByteLength, write: codec.ucs2Write, fill: codec.ucs2Write, slice: codec.ucs2Slice },
  latin1: { name: 'latin1', wide: false, byteLength: codec.latin1ByteLength, write: codec.latin1Write, fill: codec.latin1Write, slice: codec.latin1Slice },
  ascii: { name: 'ascii', wide: false, byteLength: codec.latin1ByteLength, write: codec.asciiWrite, fill: codec.asciiWrite, slice: codec.asciiSlice },
  base64: { name: 'base64', wide: false, byteLength: radix.base64ByteLength, write: radix.base64Write, fill: radix.base64Fill, slice: radix.base64Slice },
  base64url: { name: 'base64url', wide: false, byteLength: radix.base64ByteLength, write: radix.base64urlWrite, fill: radix.base64urlFill, slice: radix.base64urlSlice },
  hex: { name: 'hex', wide: false, byteLength: radix.hexByteLength, write: radix.hexWrite, fill: radix.hexWrite, slice: radix.hexSlice },
};
encodings['utf-8'] = encodings.utf8;
encodings['ucs-2'] = encodings.utf16le = encodings['utf-16le'] = encodings.ucs2;
encodings.binary = encodings.latin1;

const { ascii, base64, hex, latin1, utf8 } = encodings;

// The encoding of that name, ignoring case, or undefined. Comparing with the most frequent names is cheaper than a lookup.
function findEncoding(name) {
  switch (name) {
    case 'utf8': return utf8;
    case 'latin1': return latin1;
    case 'base64': return base64;
    case 'hex': return hex;
    case 'ascii': return ascii;
  }
  name = `${name}`;
  return encodings[name] ?? encodings[StringPrototypeToLowerCase(name)];
}

function encodingOf(name) {
  const encoding = findEncoding(name);
  if (encoding === undefined) throw new ERR_UNKNOWN_ENCODING(name);
  return encoding;
}

function encode(string, encoding) {
  if (string.length === 0) return new FastBuffer();
  return encoding === utf8 ? encodeUtf8(string) : encodeMeasured(string, encoding);
}

const MOST_UTF8 = 3; // bytes for a unit of a string

// Small strings are written directly into the pool, with room for the worst case, and only the used part is taken. Long
// strings are assumed to be ASCII if they look like it. The bytes of others are copied if they can be encoded all at once.
function encodeUtf8(string) {
  const most = string.length * MOST_UTF8;
  if (most < poolLimit()) {
    const offset = reserve(most); // may change the pool
    return take(codec.utf8Write(pool.bytes, string, offset, most));
  }
  if (codec.looksAscii(string)) {
    const buffer = allocate(string.length);
    if (codec.asciiOnlyWrite(buffer, string)) return buffer;
  }
  const bytes = codec.utf8Bytes(string);
  if (bytes === null) return encodeMeasured(string, utf8);
  const buffer = allocate(bytes.length);
  setBytes(buffer, bytes, 0);
  return buffer;
}

// For encodings whose length follows from the text, and is mostly exact.
function encodeMeasured(string, encoding) {
  const length = encoding.byteLength(string);
  const buffer = allocate(length);
  const written = encoding.fill(buffer, string, 0, length);
  return written === length ? buffer : new FastBuffer(bufferOf(buffer), byteOffsetOf(buffer), written);
}

module.exports = { encode, encodingOf, encodings, findEncoding };
