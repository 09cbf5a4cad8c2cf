'use strict';

// Names on their way to Java and back.

// A host's name in ASCII, by IDNA, and up to the first NUL, where C would end it; undefined where IDNA allows no such name.
function asciiName(name) {
  const end = name.indexOf('\0');
  const text = end < 0 ? name : name.slice(0, end);
  if (/^[\x01-\x7f]*$/.test(text)) return text.toLowerCase();
  return require('internal/url/idna').toASCII(text) ?? undefined;
}

// Bytes of Java's as text, each a character.
const textOf = (bytes) => Buffer.prototype.latin1Slice.call(bytes, 0, bytes.length);

module.exports = { asciiName, textOf };
