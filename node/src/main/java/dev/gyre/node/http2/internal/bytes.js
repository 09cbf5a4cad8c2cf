'use strict';

// Views of memory that no program can have replaced.

const { StringPrototypeCharCodeAt, Uint8Array, bufferOf, byteOffsetOf } = require('internal/primordials');
const { Buffer } = require('buffer');

const subarrayOf = (bytes, from, to) => new Uint8Array(bufferOf(bytes), byteOffsetOf(bytes) + from, to - from);

const bufferFrom = (bytes, from, to) => Buffer.from(bufferOf(bytes), byteOffsetOf(bytes) + from, to - from);

// A buffer with memory of its own, as programs may look at all of it.
function bufferOfLatin1(text) {
  const bytes = Buffer.allocUnsafeSlow(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = StringPrototypeCharCodeAt(text, i);
  return bytes;
}

module.exports = { bufferFrom, bufferOfLatin1, subarrayOf };
