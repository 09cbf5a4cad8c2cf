'use strict';

// Conversion of names for Java and back.

const {
  RegExpPrototypeExec, StringFromCharCode, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeToLowerCase,
  lengthOf,
} = require('internal/primordials');

// A host name in ASCII, by IDNA, up to the first NUL, where C would end it; undefined if IDNA does not allow the name.
function asciiName(name) {
  const end = StringPrototypeIndexOf(name, '\0');
  const text = end < 0 ? name : StringPrototypeSlice(name, 0, end);
  if (RegExpPrototypeExec(/^[\x01-\x7f]*$/, text) !== null) return StringPrototypeToLowerCase(text);
  return require('internal/url/idna').toASCII(text) ?? undefined;
}

// Java's bytes as a string, one character per byte.
function textOf(bytes) {
  let text = '';
  for (let i = 0, length = lengthOf(bytes); i < length; i++) text += StringFromCharCode(bytes[i]);
  return text;
}

module.exports = { asciiName, textOf };
