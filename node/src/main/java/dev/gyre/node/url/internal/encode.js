'use strict';

// Percent-encoding by the URL standard: each part of a URL has its own set of characters that must be encoded. A set is a
// RegExp that finds one; most strings have none and are returned unchanged.

const {
  ArrayPrototypePush, NumberPrototypeToString, RegExpPrototypeExec, StringPrototypeCharCodeAt, StringPrototypeIncludes,
  StringPrototypePadStart, StringPrototypeSlice, StringPrototypeToUpperCase, StringPrototypeToWellFormed, Uint8Array,
  encodeURIComponent,
} = require('internal/primordials');

const sets = {
  __proto__: null,
  c0: /[^\x20-\x7e]/,
  fragment: /[^\x20-\x7e]|[ "<>`]/,
  query: /[^\x20-\x7e]|[ "#<>]/,
  specialQuery: /[^\x20-\x7e]|[ "#<>']/,
  path: /[^\x20-\x7e]|[ "#<>?^`{}]/,
  userinfo: /[^\x20-\x7e]|[ "#<>?^`{}/:;=@[\\\]|]/,
};

const hexBytes = [];
for (let i = 0; i < 128; i++) ArrayPrototypePush(hexBytes, `%${StringPrototypePadStart(StringPrototypeToUpperCase(NumberPrototypeToString(i, 16)), 2, '0')}`);

function percentEncode(text, set) {
  let match = RegExpPrototypeExec(set, text);
  if (match === null) return text;
  let out = '';
  let rest = text;
  while (match !== null) {
    const { index } = match;
    let char = rest[index];
    if (char >= '\ud800' && char <= '\udbff' && rest[index + 1] >= '\udc00' && rest[index + 1] <= '\udfff') char += rest[index + 1];
    out += StringPrototypeSlice(rest, 0, index);
    out += char < '\x80' ? hexBytes[StringPrototypeCharCodeAt(char, 0)] : encodeURIComponent(StringPrototypeToWellFormed(char));
    rest = StringPrototypeSlice(rest, index + char.length);
    match = RegExpPrototypeExec(set, rest);
  }
  return out + rest;
}

const hexValue = (code) =>
  (code >= 48 && code <= 57 ? code - 48 :
    (code |= 32) >= 97 && code <= 102 ? code - 87 : -1);

// Bytes in, bytes out; anything but %XX stays unchanged.
function percentDecodeBytes(bytes) {
  const out = new Uint8Array(bytes.length);
  let size = 0;
  for (let i = 0; i < bytes.length; i++) {
    let byte = bytes[i];
    if (byte === 37 && i + 2 < bytes.length) {
      const high = hexValue(bytes[i + 1]);
      const low = hexValue(bytes[i + 2]);
      if (high !== -1 && low !== -1) {
        byte = high * 16 + low;
        i += 2;
      }
    }
    out[size++] = byte;
  }
  return out.subarray(0, size);
}

// Decodes a string's bytes and returns them as UTF-8 text.
function percentDecode(text) {
  if (!StringPrototypeIncludes(text, '%')) return text;
  const codec = require('internal/buffer/codec');
  const bytes = new Uint8Array(codec.utf8ByteLength(text));
  codec.utf8Write(bytes, text, 0, bytes.length);
  const decoded = percentDecodeBytes(bytes);
  return codec.utf8Slice(decoded, 0, decoded.length);
}

module.exports = { percentDecode, percentDecodeBytes, percentEncode, sets };
