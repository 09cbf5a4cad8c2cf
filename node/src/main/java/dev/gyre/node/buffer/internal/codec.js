'use strict';

// Strings to bytes and back, in every encoding that Buffer knows. Nothing else
// in the core may loop over the characters of a string to get its bytes: this
// file is the one place where a faster codec can be put.
//
//   xSlice(u8, start, end)             bytes to string
//   xWrite(u8, string, offset, length) string to bytes, answers the bytes written;
//                                      never writes a part of a character
//   xByteLength(string)                bytes the string needs
//
// Arguments are trusted: 0 <= start <= end <= u8.length and so on. The callers
// check them.
//
// Short strings are built here, sixteen units at a time, because one
// String.fromCharCode call with sixteen arguments costs little more than with
// one, while the apply() form must first make a list of the whole array. Longer
// ones go through V8's coders (wasm_text.js) where it has them. Hex and base64 of
// more than a few dozen characters go through V8's own methods of Uint8Array;
// these are stricter than Node, so what they refuse is decoded again by the loops
// here.

const { atStart } = require('internal/start');
const { codes: { ERR_STRING_TOO_LONG } } = require('internal/errors');
const { CHUNK, load } = require('internal/buffer/wasm_text');

const K_STRING_MAX_LENGTH = 536870888; // V8's String::kMaxLength on 64 bits
const REPLACEMENT = 0xfffd;
const SCRATCH_UNITS = 4096;
const NATIVE_FROM = 48; // below this many characters a loop beats the call into V8
const WASM_FROM = 64; // likewise

const { fromCharCode } = String;
const uncurryThis = (fn) => Function.prototype.call.bind(fn);
const setBytes = uncurryThis(Uint8Array.prototype.set);
const setUnits = setBytes; // one method for all typed arrays; apart, each call site sees one kind
let toHex;
let toBase64;
let setFromHex;
let setFromBase64;
atStart(() => {
  toHex = uncurryThis(Uint8Array.prototype.toHex);
  toBase64 = uncurryThis(Uint8Array.prototype.toBase64);
  setFromHex = uncurryThis(Uint8Array.prototype.setFromHex);
  setFromBase64 = uncurryThis(Uint8Array.prototype.setFromBase64);
});

const ENCODE_URL = { __proto__: null, alphabet: 'base64url', omitPadding: true };
const DECODE = { __proto__: null, alphabet: 'base64', lastChunkHandling: 'loose' };
const DECODE_URL = { __proto__: null, alphabet: 'base64url', lastChunkHandling: 'loose' };

let scratch; // UTF-16 units on their way into a string

function view(u8, start, end) {
  return start === 0 && end === u8.length ? u8 : new Uint8Array(u8.buffer, u8.byteOffset + start, end - start);
}

function checkLength(units) {
  if (units > K_STRING_MAX_LENGTH) throw new ERR_STRING_TOO_LONG();
}

// Units (bytes or UTF-16) from start to end as a string.
function fromUnits(units, start, end) {
  let text = '';
  let i = start;
  for (; i + 16 <= end; i += 16) {
    text += fromCharCode(units[i], units[i + 1], units[i + 2], units[i + 3],
                         units[i + 4], units[i + 5], units[i + 6], units[i + 7],
                         units[i + 8], units[i + 9], units[i + 10], units[i + 11],
                         units[i + 12], units[i + 13], units[i + 14], units[i + 15]);
  }
  if (i + 8 <= end) {
    text += fromCharCode(units[i], units[i + 1], units[i + 2], units[i + 3],
                         units[i + 4], units[i + 5], units[i + 6], units[i + 7]);
    i += 8;
  }
  if (i + 4 <= end) {
    text += fromCharCode(units[i], units[i + 1], units[i + 2], units[i + 3]);
    i += 4;
  }
  for (; i < end; i++) text += fromCharCode(units[i]);
  return text;
}

function firstNonAscii(u8, start, end) {
  let i = start;
  while (i < end && u8[i] < 0x80) i++;
  return i;
}

// ---- through V8's coders

// Where a text of more than `size` may be cut: not within a character.

function cutBytes(u8, start, end, size) {
  if (end - start <= size) return end;
  const cut = start + size;
  if ((u8[cut] & 0xc0) !== 0x80) return cut;
  for (let back = 1; back <= 3; back++) {
    if ((u8[cut - back] & 0xc0) !== 0x80) return cut - back;
  }
  return cut; // no character is that long: it is not one
}

function cutText(string, start, size) {
  const cut = start + size;
  if (cut >= string.length) return string.length;
  const last = string.charCodeAt(cut - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut - 1 : cut;
}

function wasmUtf8Slice(wasm, u8, start, end) {
  let text = '';
  for (let from = start; from < end;) {
    const to = cutBytes(u8, from, end, CHUNK);
    const size = to - from;
    setBytes(wasm.bytes, view(u8, from, to), 0);
    const ascii = firstNonAscii(wasm.bytes, wasm.asciiLength(0, size), size);
    // V8's decoder is slow where there is more than ASCII; the loop and V8's UTF-16 are faster.
    text += ascii === size ? wasm.fromUtf8(0, size) :
      wasm.fromUtf16(wasm.unitsAt, decodeUtf8(wasm.bytes, 0, size, wasm.units));
    from = to;
  }
  return text;
}

// Units by the thousand: `fill(units, from, size)` puts them where V8 takes them.
function wasmUnits(wasm, count, fill) {
  let text = '';
  for (let from = 0; from < count; from += CHUNK) {
    const size = Math.min(CHUNK, count - from);
    fill(wasm.units, from, size);
    text += wasm.fromUtf16(wasm.unitsAt, size);
  }
  return text;
}

const TEXT_CHUNK = CHUNK >> 2; // units of a string whose bytes surely fit

function wasmUtf8Write(wasm, u8, string, offset, length) {
  let written = 0;
  for (let from = 0; from < string.length;) {
    const to = cutText(string, from, TEXT_CHUNK);
    const part = from === 0 && to === string.length ? string : string.slice(from, to);
    const size = wasm.toUtf8(part, 0);
    let fits = Math.min(size, length - written);
    if (fits < size) {
      while (fits > 0 && (wasm.bytes[fits] & 0xc0) === 0x80) fits--;
    }
    setBytes(u8, new Uint8Array(wasm.bytes.buffer, 0, fits), offset + written);
    written += fits;
    if (fits < size) break;
    from = to;
  }
  return written;
}

function wasmUcs2Write(wasm, u8, string, offset, count) {
  for (let from = 0; from < count; from += TEXT_CHUNK) {
    const size = Math.min(TEXT_CHUNK, count - from);
    wasm.toUtf16(size === string.length ? string : string.slice(from, from + size), 0);
    setBytes(u8, new Uint8Array(wasm.bytes.buffer, 0, size * 2), offset + from * 2);
  }
  return count * 2;
}

// ---- utf8

function utf8Slice(u8, start, end) {
  checkLength(end - start);
  if (end - start > WASM_FROM) {
    const wasm = load(end - start);
    if (wasm !== null) return wasmUtf8Slice(wasm, u8, start, end);
  }
  const ascii = firstNonAscii(u8, start, end);
  const head = fromUnits(u8, start, ascii);
  if (ascii === end) return head;
  const units = scratch ??= new Uint16Array(SCRATCH_UNITS);
  let text = head;
  for (let from = ascii; from < end;) {
    const to = cutBytes(u8, from, end, SCRATCH_UNITS);
    text += fromUnits(units, 0, decodeUtf8(u8, from, to, units));
    from = to;
  }
  return text;
}

// Ill-formed input gives one U+FFFD per maximal subpart, as the WHATWG decoder does:
// the bytes taken with it are those that could still have begun a character.
// Answers how many units it wrote, which are never more than the bytes.
function decodeUtf8(u8, start, end, units) {
  let n = 0;
  let i = start;
  while (i < end) {
    const lead = u8[i++];
    if (lead < 0x80) {
      units[n++] = lead;
      continue;
    }
    let more = 0;
    let lower = 0x80;
    let upper = 0xbf;
    let point = 0;
    if (lead >= 0xc2 && lead <= 0xdf) {
      more = 1;
      point = lead & 0x1f;
    } else if (lead >= 0xe0 && lead <= 0xef) {
      more = 2;
      point = lead & 0x0f;
      if (lead === 0xe0) lower = 0xa0; // no overlong forms
      else if (lead === 0xed) upper = 0x9f; // no surrogates
    } else if (lead >= 0xf0 && lead <= 0xf4) {
      more = 3;
      point = lead & 0x07;
      if (lead === 0xf0) lower = 0x90;
      else if (lead === 0xf4) upper = 0x8f; // nothing above U+10FFFF
    } else {
      units[n++] = REPLACEMENT;
      continue;
    }
    while (more > 0 && i < end && u8[i] >= lower && u8[i] <= upper) {
      point = (point << 6) | (u8[i++] & 0x3f);
      lower = 0x80;
      upper = 0xbf;
      more--;
    }
    if (more > 0) {
      units[n++] = REPLACEMENT;
    } else if (point < 0x10000) {
      units[n++] = point;
    } else {
      units[n++] = 0xd7c0 + (point >> 10);
      units[n++] = 0xdc00 + (point & 0x3ff);
    }
  }
  return n;
}

function utf8Write(u8, string, offset, length) {
  if (string.length > WASM_FROM && length > WASM_FROM) {
    const wasm = load(string.length);
    if (wasm !== null) return wasmUtf8Write(wasm, u8, string, offset, length);
  }
  const end = offset + length;
  const size = string.length;
  let at = offset;
  let i = 0;
  while (i < size) {
    let code = string.charCodeAt(i);
    if (code < 0x80) {
      if (at === end) break;
      u8[at++] = code;
      i++;
      continue;
    }
    if (code < 0x800) {
      if (at + 2 > end) break;
      u8[at++] = 0xc0 | (code >> 6);
      u8[at++] = 0x80 | (code & 0x3f);
      i++;
      continue;
    }
    if (code >= 0xd800 && code <= 0xdfff) {
      const next = code < 0xdc00 && i + 1 < size ? string.charCodeAt(i + 1) : 0;
      if (next >= 0xdc00 && next <= 0xdfff) {
        if (at + 4 > end) break;
        code = ((code - 0xd7c0) << 10) | (next & 0x3ff);
        u8[at++] = 0xf0 | (code >> 18);
        u8[at++] = 0x80 | ((code >> 12) & 0x3f);
        u8[at++] = 0x80 | ((code >> 6) & 0x3f);
        u8[at++] = 0x80 | (code & 0x3f);
        i += 2;
        continue;
      }
      code = REPLACEMENT;
    }
    if (at + 3 > end) break;
    u8[at++] = 0xe0 | (code >> 12);
    u8[at++] = 0x80 | ((code >> 6) & 0x3f);
    u8[at++] = 0x80 | (code & 0x3f);
    i++;
  }
  return at - offset;
}

function utf8ByteLength(string) {
  const size = string.length;
  if (size > WASM_FROM) {
    const wasm = load(size);
    if (wasm !== null) return wasm.utf8Length(string);
  }
  let bytes = size;
  for (let i = 0; i < size; i++) {
    const code = string.charCodeAt(i);
    if (code < 0x80) continue;
    if (code < 0x800) {
      bytes++;
      continue;
    }
    bytes += 2;
    if (code >= 0xd800 && code <= 0xdbff && i + 1 < size) {
      const next = string.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) i++; // a pair: four bytes for two units
    }
  }
  return bytes;
}

// True when the bytes are well-formed UTF-8 to the last one.
function isUtf8(u8) {
  const end = u8.length;
  let i = 0;
  while (i < end) {
    const lead = u8[i++];
    if (lead < 0x80) continue;
    const more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    if (lead < 0xc2 || lead > 0xf4 || i + more > end) return false;
    const second = u8[i];
    if (second < 0x80 || second > 0xbf ||
        (lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f) ||
        (lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f)) return false;
    for (let k = 1; k < more; k++) {
      if ((u8[i + k] & 0xc0) !== 0x80) return false;
    }
    i += more;
  }
  return true;
}

const isAscii = (u8) => firstNonAscii(u8, 0, u8.length) === u8.length;

// ---- latin1, ascii

function latin1Slice(u8, start, end) {
  checkLength(end - start);
  if (end - start > WASM_FROM) {
    const wasm = load(end - start);
    if (wasm !== null) {
      return wasmUnits(wasm, end - start, (units, from, size) => {
        setUnits(units, view(u8, start + from, start + from + size), 0); // bytes become units
      });
    }
  }
  return fromUnits(u8, start, end);
}

function latin1Write(u8, string, offset, length) {
  const size = Math.min(string.length, length);
  for (let i = 0; i < size; i++) u8[offset + i] = string.charCodeAt(i);
  return size;
}

// Bytes above 0x7f lose their high bit.
function asciiSlice(u8, start, end) {
  checkLength(end - start);
  if (firstNonAscii(u8, start, end) === end) return fromUnits(u8, start, end);
  const units = scratch ??= new Uint16Array(SCRATCH_UNITS);
  let text = '';
  for (let from = start; from < end; from += SCRATCH_UNITS) {
    const size = Math.min(SCRATCH_UNITS, end - from);
    for (let i = 0; i < size; i++) units[i] = u8[from + i] & 0x7f;
    text += fromUnits(units, 0, size);
  }
  return text;
}

// ---- utf16le

function ucs2Slice(u8, start, end) {
  const count = (end - start) >>> 1;
  checkLength(count);
  if (count > WASM_FROM) {
    const wasm = load(count);
    if (wasm !== null) {
      return wasmUnits(wasm, count, (units, from, size) => {
        setBytes(wasm.bytes, view(u8, start + from * 2, start + (from + size) * 2), wasm.unitsAt);
      });
    }
  }
  const units = scratch ??= new Uint16Array(SCRATCH_UNITS);
  let text = '';
  for (let from = 0; from < count; from += SCRATCH_UNITS) {
    const size = Math.min(SCRATCH_UNITS, count - from);
    let at = start + from * 2;
    for (let i = 0; i < size; i++, at += 2) units[i] = u8[at] | (u8[at + 1] << 8);
    text += fromUnits(units, 0, size);
  }
  return text;
}

function ucs2Write(u8, string, offset, length) {
  const count = Math.min(string.length, Math.floor(length / 2));
  if (count > WASM_FROM) {
    const wasm = load(count);
    if (wasm !== null) return wasmUcs2Write(wasm, u8, string, offset, count);
  }
  for (let i = 0, at = offset; i < count; i++, at += 2) {
    const code = string.charCodeAt(i);
    u8[at] = code;
    u8[at + 1] = code >> 8;
  }
  return count * 2;
}

// ---- hex

const HEX_DIGITS = '0123456789abcdef';
const hexPairs = [];
for (let i = 0; i < 256; i++) hexPairs.push(HEX_DIGITS[i >> 4] + HEX_DIGITS[i & 15]);

// Node's decoders look at the low byte of a character only; so do these tables' users.
const hexValues = new Int8Array(256).fill(-1);
for (let i = 0; i < 16; i++) {
  hexValues[HEX_DIGITS.charCodeAt(i)] = i;
  hexValues[HEX_DIGITS.toUpperCase().charCodeAt(i)] = i;
}

function hexSlice(u8, start, end) {
  checkLength((end - start) * 2);
  if (end - start > NATIVE_FROM) return toHex(view(u8, start, end));
  let text = '';
  for (let i = start; i < end; i++) text += hexPairs[u8[i]];
  return text;
}

// Stops at the first pair that is not hex; an odd last digit is left out.
function hexWrite(u8, string, offset, length) {
  const count = Math.min(string.length >>> 1, length);
  if (count > NATIVE_FROM) {
    const digits = count * 2 === string.length ? string : string.slice(0, count * 2);
    try {
      return setFromHex(view(u8, offset, offset + count), digits).written;
    } catch {
      // Not hex all along: the loop below finds where it ends.
    }
  }
  for (let i = 0; i < count; i++) {
    const high = hexValues[string.charCodeAt(i * 2) & 255];
    const low = hexValues[string.charCodeAt(i * 2 + 1) & 255];
    if (high === -1 || low === -1) return i;
    u8[offset + i] = (high << 4) | low;
  }
  return count;
}

const hexByteLength = (string) => string.length >>> 1;

// ---- base64, base64url

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const base64Values = new Int8Array(256).fill(-1);
for (let i = 0; i < 62; i++) base64Values[BASE64.charCodeAt(i)] = i;
// Either alphabet is understood under either name.
base64Values[43] = base64Values[45] = 62; // + -
base64Values[47] = base64Values[95] = 63; // / _

function base64Slice(u8, start, end) {
  checkLength(Math.ceil((end - start) / 3) * 4);
  return toBase64(view(u8, start, end));
}

function base64urlSlice(u8, start, end) {
  checkLength(Math.ceil((end - start) * 4 / 3));
  return toBase64(view(u8, start, end), ENCODE_URL);
}

const base64Write = (u8, string, offset, length) => decodeBase64(u8, string, offset, length, DECODE);
const base64urlWrite = (u8, string, offset, length) => decodeBase64(u8, string, offset, length, DECODE_URL);

// Characters outside of the alphabet are skipped, '=' ends the text.
function decodeBase64(u8, string, offset, length, options) {
  const size = string.length;
  if (size > NATIVE_FROM && length >= ((size * 3) >>> 2)) {
    try {
      return setFromBase64(view(u8, offset, offset + length), string, options).written;
    } catch {
      // Not the strict form: decoded with patience below.
    }
  }
  const end = offset + length;
  let at = offset;
  let bits = 0;
  let held = 0;
  for (let i = 0; i < size && at < end; i++) {
    const code = string.charCodeAt(i) & 255;
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

function base64ByteLength(string) {
  let size = string.length;
  if (string.charCodeAt(size - 1) === 61) size--;
  if (size > 1 && string.charCodeAt(size - 1) === 61) size--;
  return Math.floor(size * 3 / 4);
}

const latin1ByteLength = (string) => string.length;
const ucs2ByteLength = (string) => string.length * 2;

module.exports = {
  K_STRING_MAX_LENGTH,
  asciiSlice,
  asciiWrite: latin1Write,
  base64ByteLength,
  base64Slice,
  base64Write,
  base64urlSlice,
  base64urlWrite,
  hexByteLength,
  hexSlice,
  hexWrite,
  isAscii,
  isUtf8,
  latin1ByteLength,
  latin1Slice,
  latin1Write,
  ucs2ByteLength,
  ucs2Slice,
  ucs2Write,
  utf8ByteLength,
  utf8Slice,
  utf8Write,
};
