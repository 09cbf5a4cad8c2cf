'use strict';

// Strings to bytes and back, in every encoding that Buffer supports. No other code in the core may loop over the characters
// of a string to get its bytes: this file is the one place for faster codecs.
//
//   xSlice(u8, start, end)             bytes to string
//   xWrite(u8, string, offset, length) string to bytes, returns the bytes written;
//                                      never writes a part of a character
//   xByteLength(string)                bytes the string needs
//   utf8Bytes(string)                  all bytes of a long string, to be copied at once; or null
//   looksAscii(string)                 a guess, for long strings
//   asciiOnlyWrite(u8, string)         string to bytes if it is all ASCII; returns whether it was
//
// Arguments are trusted: 0 <= start <= end <= u8.length and so on. The callers check them.
//
// Short strings are built here, sixteen units at a time, because one String.fromCharCode call with sixteen arguments costs
// little more than with one, while the apply() form must first make a list of the whole array. Longer ones use V8's coders
// and vectors (wasm_text.js) if available, in parts that fit into the caches. If there is much work, strings with one byte
// per character are copied directly into and out of V8's heap (heap_strings.js). Hex and base64 are in codec_radix.js.

const { codes: { ERR_STRING_TOO_LONG } } = require('internal/errors');
const {
  MathFloor: floor, MathMin: min, String, StringFromCharCode: fromCharCode, StringPrototypeCharCodeAt, Uint16Array,
  Uint8Array, bufferOf, byteOffsetOf, lengthOf, setBytes,
} = require('internal/primordials');
const { heapReady, heapSlice, heapWrite } = require('internal/v8internals/heap_strings');
const { CHUNK, IN, LARGE, OUT, load, loadLarge } = require('internal/buffer/wasm_text');
const wasmWrite = require('internal/buffer/wasm_write');

const K_STRING_MAX_LENGTH = 536870888; // V8's String::kMaxLength on 64 bits
const REPLACEMENT = 0xfffd;
const SCRATCH_UNITS = 4096;
const SLICE_FROM = 16, WRITE_FROM = 28, LOOK_FROM = 64; // up to these sizes a loop is faster than the calls into WebAssembly
const LARGE_STEP = 1 << 15; // bytes processed at once in a text of more than CHUNK
const STEP = 1 << 14; // bytes processed at once by tests
const UTF8 = 0, LATIN1 = 1, ASCII = 2, UTF16 = 3;


const { prototype: stringPrototype } = String;
const { charCodeAt } = stringPrototype;

let scratch; // UTF-16 units to be made a string

function view(u8, start, end) {
  return start === 0 && end === lengthOf(u8) ? u8 : new Uint8Array(bufferOf(u8), byteOffsetOf(u8) + start, end - start);
}

// Whether V8's own method reads strings: the loops call it for every character, so it is not captured. Callers that must not
// fail check this before, and let Java encode if the method was replaced.
const isReliable = () => stringPrototype.charCodeAt === charCodeAt;

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

// ---- through WebAssembly

// Where a text of more than `size` may be cut: not within a character.
function cutBytes(u8, start, end, size) {
  if (end - start <= size) return end;
  const cut = start + size;
  if ((u8[cut] & 0xc0) !== 0x80) return cut;
  for (let back = 1; back <= 3; back++) {
    if ((u8[cut - back] & 0xc0) !== 0x80) return cut - back;
  }
  return cut; // no character is that long: it is none
}

// The loop replaces the errors of text that is not well-formed.
function decodeFaulty(wasm, size, at) {
  return decodeUtf8(wasm.in, 0, size, new Uint16Array(wasm.buffer, OUT + at, size));
}

function wasmSlice(wasm, u8, start, end, kind) {
  const size = end - start;
  if (size > LARGE) return ropeSlice(wasm, u8, start, end, kind);
  if (kind !== UTF16 && heapReady(size)) {
    const text = heapSlice(u8, start, end, kind !== LATIN1);
    if (text !== null) return text;
  }
  if (size > CHUNK) return largeSlice(u8, start, end, kind);
  setBytes(wasm.in, view(u8, start, end), 0);
  switch (kind) {
    case UTF8: return wasm.utf8(size) ?? wasm.outUnits(decodeFaulty(wasm, size, 0));
    case LATIN1: return wasm.latin1(size);
    case ASCII: return wasm.ascii(size);
    default: return wasm.utf16(size >>> 1);
  }
}

// Texts that are too long even for the second memory are concatenated from parts.
function ropeSlice(wasm, u8, start, end, kind) {
  let text = '';
  for (let from = start; from < end;) {
    const to = kind === UTF8 ? cutBytes(u8, from, end, LARGE) : min(from + LARGE, end);
    text += wasmSlice(wasm, u8, from, to, kind);
    from = to;
  }
  return text;
}

function largeSlice(u8, start, end, kind) {
  const size = end - start;
  if (kind === UTF16) {
    const wasm = loadLarge(size);
    setBytes(wasm.out, view(u8, start, end), 0);
    return wasm.outUnits(size >>> 1);
  }
  return asciiPart(u8, start, end, kind === ASCII) ?? unitsPart(u8, start, end, kind);
}

// The string if all bytes are ASCII, or are made so; otherwise undefined.
function asciiPart(u8, start, end, strip) {
  const wasm = loadLarge(end - start);
  for (let from = start; from < end; from += LARGE_STEP) {
    const to = min(from + LARGE_STEP, end);
    setBytes(wasm.out, view(u8, from, to), from - start);
    if (wasm.isAscii(OUT + from - start, to - from) === 1) continue;
    if (!strip) return undefined;
    for (let i = from - start; i < to - start; i++) wasm.out[i] &= 0x7f;
  }
  return wasm.outAscii(end - start);
}

function unitsPart(u8, start, end, kind) {
  const wasm = loadLarge((end - start) * 2);
  let units = 0;
  for (let from = start; from < end;) {
    const to = kind === UTF8 ? cutBytes(u8, from, end, LARGE_STEP) : min(from + LARGE_STEP, end);
    const size = to - from;
    setBytes(wasm.in, view(u8, from, to), 0);
    if (kind === LATIN1) units += wasm.widen(size, units * 2);
    else units += wasm.valid(size) === 1 ? wasm.decode(size, units * 2) : decodeFaulty(wasm, size, units * 2);
    from = to;
  }
  return wasm.outUnits(units);
}

// Whether every piece of the bytes passes.
function wasmEvery(wasm, u8, start, end, test, cut) {
  for (let from = start; from < end;) {
    const to = cut(u8, from, end, STEP);
    setBytes(wasm.in, view(u8, from, to), 0);
    if (test(to - from) === 0) return false;
    from = to;
  }
  return true;
}

const cutAnywhere = (u8, start, end, size) => min(start + size, end);
const wasmIsAscii = (wasm, u8, start, end) =>
  wasmEvery(wasm, u8, start, end, (size) => wasm.isAscii(IN, size), cutAnywhere);

// ---- utf8

function utf8Slice(u8, start, end) {
  checkLength(end - start);
  if (end - start > SLICE_FROM) {
    const wasm = load(end - start);
    if (wasm !== null) return wasmSlice(wasm, u8, start, end, UTF8);
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

// Ill-formed input gives one U+FFFD per maximal subpart, as the WHATWG decoder does: it replaces the bytes that could still
// have begun a character. Returns the number of units written, which is never more than the number of bytes.
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
  const size = string.length;
  if (size > WRITE_FROM) {
    const wasm = load(size);
    if (wasm !== null) {
      if (length < size || !heapReady(size)) return wasmWrite.utf8Write(wasm, u8, string, offset, length);
      const last = u8[offset + size - 1];
      if (heapWrite(u8, string, offset, size, true)) return size;
      // If the text was not ASCII after all, it is longer and is written again, except for the place of half a character.
      const written = wasmWrite.utf8Write(wasm, u8, string, offset, length);
      if (written < size) u8[offset + size - 1] = last;
      return written;
    }
  }
  const end = offset + length;
  let at = offset;
  let i = 0;
  while (i < size) {
    let code = StringPrototypeCharCodeAt(string, i);
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
      const next = code < 0xdc00 && i + 1 < size ? StringPrototypeCharCodeAt(string, i + 1) : 0;
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

function asciiOnlyWrite(u8, string) {
  const size = string.length;
  const wasm = load(size);
  if (wasm === null) return false;
  if (heapReady(size) && heapWrite(u8, string, 0, size, true)) return true;
  return wasmWrite.asciiOnlyWrite(wasm, u8, string);
}

function utf8ByteLength(string) {
  const size = string.length;
  if (size > WRITE_FROM) {
    const wasm = load(size);
    if (wasm !== null) {
      if (size <= STEP && heapReady(size) && heapWrite(wasm.in, string, 0, size, true)) return size;
      return wasmWrite.utf8Length(wasm, string);
    }
  }
  let bytes = size;
  for (let i = 0; i < size; i++) {
    const code = StringPrototypeCharCodeAt(string, i);
    if (code < 0x80) continue;
    if (code < 0x800) {
      bytes++;
      continue;
    }
    bytes += 2;
    if (code >= 0xd800 && code <= 0xdbff && i + 1 < size) {
      const next = StringPrototypeCharCodeAt(string, i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) i++; // a pair: four bytes for two units
    }
  }
  return bytes;
}

// True if the bytes are well-formed UTF-8 up to the last one.
function isUtf8(u8) {
  const end = u8.length;
  if (end > LOOK_FROM) {
    const wasm = load(end);
    if (wasm !== null) return wasmEvery(wasm, u8, 0, end, wasm.valid, cutBytes);
  }
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

function isAscii(u8) {
  if (u8.length > LOOK_FROM) {
    const wasm = load(u8.length);
    if (wasm !== null) return wasmIsAscii(wasm, u8, 0, u8.length);
  }
  return firstNonAscii(u8, 0, u8.length) === u8.length;
}

// ---- latin1, ascii

function latin1Slice(u8, start, end) {
  checkLength(end - start);
  if (end - start > SLICE_FROM) {
    const wasm = load(end - start);
    if (wasm !== null) return wasmSlice(wasm, u8, start, end, LATIN1);
  }
  return fromUnits(u8, start, end);
}

function latin1Write(u8, string, offset, length) {
  const size = min(string.length, length);
  if (size > WRITE_FROM) {
    const wasm = load(size);
    if (wasm !== null) {
      if (heapReady(size) && heapWrite(u8, string, offset, size, false)) return size;
      return wasmWrite.latin1Write(wasm, u8, string, offset, size);
    }
  }
  for (let i = 0; i < size; i++) u8[offset + i] = StringPrototypeCharCodeAt(string, i);
  return size;
}

// Bytes above 0x7f lose their high bit.
function asciiSlice(u8, start, end) {
  checkLength(end - start);
  if (end - start > SLICE_FROM) {
    const wasm = load(end - start);
    if (wasm !== null) return wasmSlice(wasm, u8, start, end, ASCII);
  }
  if (firstNonAscii(u8, start, end) === end) return fromUnits(u8, start, end);
  const units = scratch ??= new Uint16Array(SCRATCH_UNITS);
  let text = '';
  for (let from = start; from < end; from += SCRATCH_UNITS) {
    const size = min(SCRATCH_UNITS, end - from);
    for (let i = 0; i < size; i++) units[i] = u8[from + i] & 0x7f;
    text += fromUnits(units, 0, size);
  }
  return text;
}

// ---- utf16le

function ucs2Slice(u8, start, end) {
  const count = (end - start) >>> 1;
  checkLength(count);
  if (count > SLICE_FROM) {
    const wasm = load(count);
    if (wasm !== null) return wasmSlice(wasm, u8, start, start + count * 2, UTF16);
  }
  const units = scratch ??= new Uint16Array(SCRATCH_UNITS);
  let text = '';
  for (let from = 0; from < count; from += SCRATCH_UNITS) {
    const size = min(SCRATCH_UNITS, count - from);
    let at = start + from * 2;
    for (let i = 0; i < size; i++, at += 2) units[i] = u8[at] | (u8[at + 1] << 8);
    text += fromUnits(units, 0, size);
  }
  return text;
}

function ucs2Write(u8, string, offset, length) {
  const count = min(string.length, floor(length / 2));
  if (count > WRITE_FROM) {
    const wasm = load(count);
    if (wasm !== null) return wasmWrite.utf16Write(wasm, u8, string, offset, count);
  }
  for (let i = 0, at = offset; i < count; i++, at += 2) {
    const code = StringPrototypeCharCodeAt(string, i);
    u8[at] = code;
    u8[at + 1] = code >> 8;
  }
  return count * 2;
}

const latin1ByteLength = (string) => string.length;
const ucs2ByteLength = (string) => string.length * 2;

module.exports = {
  isReliable,
  K_STRING_MAX_LENGTH,
  asciiOnlyWrite,
  asciiSlice,
  asciiWrite: latin1Write,
  checkLength,
  isAscii,
  isUtf8,
  latin1ByteLength,
  latin1Slice,
  latin1Write,
  looksAscii: wasmWrite.looksAscii,
  ucs2ByteLength,
  ucs2Slice,
  ucs2Write,
  utf8ByteLength,
  utf8Bytes: wasmWrite.utf8Bytes,
  utf8Slice,
  utf8Write,
  view,
};
