'use strict';

// Strings to bytes through WebAssembly (wasm_text.js), part by part.
//
// V8's own UTF-8 encoder is the fastest for ASCII, and slow for all else; but whether a string is ASCII is not known in
// advance. So parts are passed to it as long as they turn out to be ASCII, and the first part of a string if the last string
// was ASCII and a sample of this one's characters is. The same applies to measuring, and to latin1, whose bytes are the same
// then.
//
// A UTF-8 string must be measured before memory can be allocated for it, unless it is ASCII. So a non-ASCII string that gets
// its own memory is encoded at OUT as a whole, and its buffer is a copy of that (utf8Bytes).

const {
  CoreBytes, MathFloor: floor, MathMin: min, StringPrototypeCharCodeAt, StringPrototypeSlice, setBytes,
} = require('internal/primordials');
const { CHUNK, KEPT, LARGE, OUT, PART, load, loadLarge } = require('internal/buffer/wasm_text');

const SAMPLES = 8;
const SAMPLED_FROM = 128; // below this many characters, sampling costs more than it saves


let wasAscii = true; // about the last string

function looksAscii(string) {
  const { length } = string;
  if (!wasAscii || length < SAMPLED_FROM) return false;
  const step = floor(length / SAMPLES);
  for (let i = 0; i < length; i += step) {
    if (StringPrototypeCharCodeAt(string, i) >= 0x80) return false;
  }
  return true;
}

// Where a text of more than PART may be cut: not within a character.
function cutText(string, start) {
  const cut = start + PART;
  if (cut >= string.length) return string.length;
  const last = StringPrototypeCharCodeAt(string, cut - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut - 1 : cut;
}

const piece = (string, from, to) => (from === 0 && to === string.length ? string : StringPrototypeSlice(string, from, to));

// The first `size` bytes at OUT.
const outOf = (wasm, size) =>
  (size < KEPT ? wasm.outs[size] ??= new CoreBytes(wasm.buffer, OUT, size) : new CoreBytes(wasm.buffer, OUT, size));

// ---- utf8

function utf8Write(wasm, u8, string, offset, length) {
  const end = string.length;
  let written = 0;
  let ascii = looksAscii(string);
  for (let from = 0; from < end;) {
    const to = cutText(string, from);
    const size = ascii ? wasm.asciiToUtf8(piece(string, from, to), 0) : wasm.toUtf8(string, from, to - from, 0);
    ascii = size === to - from;
    if (size > length - written) return written + writeFitting(wasm, u8, offset + written, length - written);
    setBytes(u8, outOf(wasm, size), offset + written);
    written += size;
    from = to;
  }
  wasAscii = ascii;
  return written;
}

// Writes a string that is all ASCII; returns whether it was.
function asciiOnlyWrite(wasm, u8, string) {
  const end = string.length;
  for (let from = 0; from < end; from += PART) {
    const size = min(PART, end - from);
    if (wasm.asciiToUtf8(piece(string, from, from + size), 0) !== size) return wasAscii = false;
    setBytes(u8, outOf(wasm, size), from);
  }
  return true;
}

// Writes as many whole characters to OUT as fit into `room`.
function writeFitting(wasm, u8, at, room) {
  while (room > 0 && (wasm.out[room] & 0xc0) === 0x80) room--;
  if (room > 0) setBytes(u8, outOf(wasm, room), at);
  return room;
}

// V8's encoder is also used for measuring, because it is faster than V8's measuring.
function utf8Length(wasm, string) {
  const end = string.length;
  let bytes = 0;
  let ascii = looksAscii(string);
  for (let from = 0; from < end;) {
    const to = cutText(string, from);
    const size = ascii ? wasm.asciiToUtf8(piece(string, from, to), 0) : wasm.utf8Length(string, from, to - from);
    ascii = size === to - from;
    bytes += size;
    from = to;
  }
  wasAscii = ascii;
  return bytes;
}

// All the bytes of the string, valid until the next call of any function here; or null.
function utf8Bytes(string) {
  const end = string.length;
  const wasm = coderFor(end, end * 3);
  if (wasm === null) return null;
  let size = 0;
  let ascii = looksAscii(string);
  for (let from = 0; from < end;) {
    const to = cutText(string, from);
    const more = ascii ? wasm.asciiToUtf8(piece(string, from, to), size) : wasm.toUtf8(string, from, to - from, size);
    ascii = more === to - from;
    size += more;
    from = to;
  }
  wasAscii = ascii;
  return outOf(wasm, size);
}

function coderFor(units, room) {
  const wasm = load(units);
  if (wasm === null || room <= 2 * CHUNK) return wasm;
  return room <= 2 * LARGE ? loadLarge(room) : null;
}

// ---- latin1, utf16le

// Writes one part, starting at `from`, to OUT; returns whether it is ASCII.
function latin1Part(wasm, string, from, size, ascii) {
  return (ascii && wasm.asciiToUtf8(piece(string, from, from + size), 0) === size) ||
    wasm.toLatin1(string, from, size, 0) === 1;
}

function latin1Write(wasm, u8, string, offset, count) {
  let ascii = looksAscii(string);
  for (let from = 0; from < count; from += PART) {
    const size = min(PART, count - from);
    ascii = latin1Part(wasm, string, from, size, ascii);
    setBytes(u8, outOf(wasm, size), offset + from);
  }
  wasAscii = ascii;
  return count;
}

function utf16Write(wasm, u8, string, offset, count) {
  for (let from = 0; from < count; from += PART) {
    const size = min(PART, count - from);
    wasm.toUtf16(string, from, size);
    setBytes(u8, outOf(wasm, size * 2), offset + from * 2);
  }
  return count * 2;
}

module.exports = { asciiOnlyWrite, latin1Write, looksAscii, utf16Write, utf8Bytes, utf8Length, utf8Write };
