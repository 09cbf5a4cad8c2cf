'use strict';

// Hex and base64, by V8's own methods of Uint8Array. These are stricter than Node. So text that they refuse is decoded again
// by the loops here, and short text is decoded by the loops from the start.
//
// V8 decodes base64 with vectors, and stores a whole vector before it knows whether all of its characters are valid. So
// bytes after the last valid one may change, and how many depends on the CPU. Text for a user's buffer (base64Write) is
// therefore decoded into `scratch`, in parts that stay in the caches, and the valid bytes are copied. A buffer that is being
// created (base64Fill) has no contents to protect, so it is decoded into directly.

const {
  Array, ArrayPrototypeFill, Int8Array, MathCeil, MathFloor, MathMin, StringPrototypeCharCodeAt,
  StringPrototypeIncludes, StringPrototypeSlice, StringPrototypeToUpperCase, Uint8Array, Uint8ArrayPrototype,
  uncurryThis,
} = require('internal/primordials');
const { atStart } = require('internal/start');
const { checkLength, view } = require('internal/buffer/codec');

const HEX_FROM = 16; // up to this many bytes a loop beats the call into V8
const BASE64_FROM = 72; // likewise, characters
const SCRATCH_BYTES = 48 * 1024;
const SCRATCH_TEXT = SCRATCH_BYTES / 3 * 4; // characters of base64
const KEPT = 1024; // bytes; views of fewer are kept

const setBytes = uncurryThis(Uint8ArrayPrototype.set);
const part = (string, from, to) => (from === 0 && to === string.length ? string : StringPrototypeSlice(string, from, to));
let toHex;
let toBase64;
let setFromHex;
let setFromBase64;
atStart(() => {
  toHex = uncurryThis(Uint8ArrayPrototype.toHex);
  toBase64 = uncurryThis(Uint8ArrayPrototype.toBase64);
  setFromHex = uncurryThis(Uint8ArrayPrototype.setFromHex);
  setFromBase64 = uncurryThis(Uint8ArrayPrototype.setFromBase64);
});

// ---- hex

const HEX_DIGITS = '0123456789abcdef';

// Node's decoders use only the low byte of a character; so do the users of these tables.
const hexValues = new Int8Array(256).fill(-1);
for (let i = 0; i < 16; i++) {
  hexValues[StringPrototypeCharCodeAt(HEX_DIGITS, i)] = i;
  hexValues[StringPrototypeCharCodeAt(StringPrototypeToUpperCase(HEX_DIGITS), i)] = i;
}

function hexSlice(u8, start, end) {
  checkLength((end - start) * 2);
  return toHex(view(u8, start, end));
}

// Stops at the first pair that is not hex; an odd last digit is ignored. V8 stores nothing of a vector that is not all hex.
function hexWrite(u8, string, offset, length) {
  const count = MathMin(string.length >>> 1, length);
  if (count > HEX_FROM) {
    const digits = part(string, 0, count * 2);
    try {
      return setFromHex(offset === 0 ? u8 : view(u8, offset, offset + count), digits).written;
    } catch {
      // Not all hex: the loop below finds where it ends.
    }
  }
  for (let i = 0; i < count; i++) {
    const high = hexValues[StringPrototypeCharCodeAt(string, i * 2) & 255];
    const low = hexValues[StringPrototypeCharCodeAt(string, i * 2 + 1) & 255];
    if (high === -1 || low === -1) return i;
    u8[offset + i] = (high << 4) | low;
  }
  return count;
}

const hexByteLength = (string) => string.length >>> 1;

// ---- base64, base64url

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const base64Values = new Int8Array(256).fill(-1);
for (let i = 0; i < 62; i++) base64Values[StringPrototypeCharCodeAt(BASE64, i)] = i;
// Both alphabets are accepted under both names.
base64Values[43] = base64Values[45] = 62; // + -
base64Values[47] = base64Values[95] = 63; // / _

const PLAIN = { __proto__: null }; // without options, V8 would create such an object
const ENCODE_URL = { __proto__: null, alphabet: 'base64url', omitPadding: true };
const DECODE_URL = { __proto__: null, alphabet: 'base64url', lastChunkHandling: 'loose' };

function base64Slice(u8, start, end) {
  checkLength(MathCeil((end - start) / 3) * 4);
  return toBase64(view(u8, start, end), PLAIN);
}

function base64urlSlice(u8, start, end) {
  checkLength(MathCeil((end - start) * 4 / 3));
  return toBase64(view(u8, start, end), ENCODE_URL);
}

const base64Write = (u8, string, offset, length) => writeBase64(u8, string, offset, length, false);
const base64urlWrite = (u8, string, offset, length) => writeBase64(u8, string, offset, length, true);
const base64Fill = (u8, string, offset, length) => fillBase64(u8, string, offset, length, false);
const base64urlFill = (u8, string, offset, length) => fillBase64(u8, string, offset, length, true);

function base64ByteLength(string) {
  let size = string.length;
  if (StringPrototypeCharCodeAt(string, size - 1) === 61) size--;
  if (size > 1 && StringPrototypeCharCodeAt(string, size - 1) === 61) size--;
  return MathFloor(size * 3 / 4);
}

const LOOK_UP_TO = 2048; // characters up to which a scan is cheaper than an error

let wasUrl = false; // the last text said to be base64

const isUrl = (string) => StringPrototypeIncludes(string, '-') || StringPrototypeIncludes(string, '_');
const isNotUrl = (string) => StringPrototypeIncludes(string, '+') || StringPrototypeIncludes(string, '/');

// The alphabet of a text often differs from its encoding's name. The other alphabet is tried then. Because an error is
// expensive, a short text is scanned first if the previous one was of this kind.
function decodeStrictly(u8, string, offset, length, url) {
  const room = offset === 0 ? u8 : view(u8, offset, offset + length);
  if (!url && wasUrl && string.length <= LOOK_UP_TO) url = wasUrl = isUrl(string);
  const written = tryToDecode(room, string, url ? DECODE_URL : PLAIN);
  if (written >= 0) return written;
  if (url) return isNotUrl(string) ? tryToDecode(room, string, PLAIN) : -1;
  wasUrl = isUrl(string);
  return wasUrl ? tryToDecode(room, string, DECODE_URL) : -1;
}

// Returns the number of bytes written, or -1 if the text is not base64. May change further bytes.
function tryToDecode(room, string, options = PLAIN) {
  try {
    return setFromBase64(room, string, options).written;
  } catch {
    return -1;
  }
}

function fillBase64(u8, string, offset, length, url) {
  if (string.length > BASE64_FROM && length >= base64ByteLength(string)) {
    const written = decodeStrictly(u8, string, offset, length, url);
    if (written >= 0) return written;
  }
  return base64Loop(u8, string, offset, length, 0, 0);
}

let scratch; // created at its first use
let kept; // views of its first n bytes, for small n

function makeScratch() {
  const bytes = new Uint8Array(SCRATCH_BYTES);
  kept = ArrayPrototypeFill(new Array(KEPT), undefined);
  scratch = bytes;
}

const firstOf = (count) => new Uint8Array(scratch.buffer, 0, count);

function copyScratch(u8, offset, count) {
  setBytes(u8, count === SCRATCH_BYTES ? scratch : count < KEPT ? kept[count] ??= firstOf(count) : firstOf(count), offset);
}

// Parts of a text end between two groups of four characters; the rest of a group goes into the next part.
const PART = { __proto__: null, lastChunkHandling: 'stop-before-partial' };
const PART_URL = { __proto__: null, alphabet: 'base64url', lastChunkHandling: 'stop-before-partial' };

// Decodes a part into the scratch memory. Returns V8's result, or null if it refuses the text.
function decodeAside(text, url, isLast) {
  const options = isLast ? (url ? DECODE_URL : PLAIN) : url ? PART_URL : PART;
  try {
    return setFromBase64(scratch, text, options);
  } catch {
    return null;
  }
}

function writeBase64(u8, string, offset, length, url) {
  const size = string.length;
  if (size <= BASE64_FROM || length < base64ByteLength(string)) return base64Loop(u8, string, offset, length, 0, 0);
  if (scratch === undefined) makeScratch();
  if (!url && wasUrl && size <= LOOK_UP_TO) url = wasUrl = isUrl(string);
  let read = 0;
  let written = 0;
  while (size - read > BASE64_FROM) {
    const isLast = size - read <= SCRATCH_TEXT;
    const text = part(string, read, isLast ? size : read + SCRATCH_TEXT);
    let result = decodeAside(text, url, isLast);
    if (result === null) {
      // Tries the other alphabet, if there are characters of it.
      if (url ? !isNotUrl(text) : !(wasUrl = isUrl(text))) break;
      url = !url;
      result = decodeAside(text, url, isLast);
    }
    if (result === null || result.read === 0) break;
    copyScratch(u8, offset + written, result.written);
    written += result.written;
    read += result.read;
    if (isLast || written % 3 !== 0) return written; // nothing comes after a '='
  }
  return base64Loop(u8, string, offset, length, read, written);
}

const valueAt = (string, i) => base64Values[StringPrototypeCharCodeAt(string, i) & 255];

// Characters outside of the alphabet are skipped, '=' ends the text. `read` and `written` are the progress so far.
function base64Loop(u8, string, offset, length, read, written) {
  const size = string.length;
  const end = offset + length;
  let at = offset + written;
  let i = read;
  for (; i + 4 <= size && at + 3 <= end; i += 4, at += 3) {
    const four = (valueAt(string, i) << 18) | (valueAt(string, i + 1) << 12) |
      (valueAt(string, i + 2) << 6) | valueAt(string, i + 3);
    if (four < 0) break;
    u8[at] = four >> 16;
    u8[at + 1] = four >> 8;
    u8[at + 2] = four;
  }
  let bits = 0;
  let held = 0;
  for (; i < size && at < end; i++) {
    const code = StringPrototypeCharCodeAt(string, i) & 255;
    const value = base64Values[code];
    if (value === -1) {
      if (code === 61) break;
      continue;
    }
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      u8[at++] = held >> bits;
    }
  }
  return at - offset;
}

module.exports = {
  base64ByteLength,
  base64Fill,
  base64Slice,
  base64Write,
  base64urlFill,
  base64urlSlice,
  base64urlWrite,
  hexByteLength,
  hexSlice,
  hexWrite,
  tryToDecode,
};
