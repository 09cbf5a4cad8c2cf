'use strict';

// Names on their way to Java and back.

const {
  FunctionPrototypeCall, RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeToLowerCase,
} = require('internal/primordials');
const { Buffer } = require('buffer');

// A host's name in ASCII, by IDNA, and up to the first NUL, where C would end it; undefined where IDNA allows no such name.
function asciiName(name) {
  const end = StringPrototypeIndexOf(name, '\0');
  const text = end < 0 ? name : StringPrototypeSlice(name, 0, end);
  if (RegExpPrototypeExec(/^[\x01-\x7f]*$/, text) !== null) return StringPrototypeToLowerCase(text);
  return require('internal/url/idna').toASCII(text) ?? undefined;
}

// Bytes of Java's as text, each a character.
const textOf = (bytes) => FunctionPrototypeCall(Buffer.prototype.latin1Slice, bytes, 0, bytes.length);

module.exports = { asciiName, textOf };
