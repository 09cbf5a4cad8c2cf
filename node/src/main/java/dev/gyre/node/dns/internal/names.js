'use strict';

// Conversion of names for Java and back.

const {
  FunctionPrototypeCall, RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeToLowerCase,
} = require('internal/primordials');
const { Buffer } = require('buffer');

// A host name in ASCII, by IDNA, up to the first NUL, where C would end it; undefined if IDNA does not allow the name.
function asciiName(name) {
  const end = StringPrototypeIndexOf(name, '\0');
  const text = end < 0 ? name : StringPrototypeSlice(name, 0, end);
  if (RegExpPrototypeExec(/^[\x01-\x7f]*$/, text) !== null) return StringPrototypeToLowerCase(text);
  return require('internal/url/idna').toASCII(text) ?? undefined;
}

// Java's bytes as a string, one character per byte.
const textOf = (bytes) => FunctionPrototypeCall(Buffer.prototype.latin1Slice, bytes, 0, bytes.length);

module.exports = { asciiName, textOf };
