'use strict';

// Searches in long byte arrays with WebAssembly's vectors: piece by piece, the first one small, because matches are often
// near the start. Each function returns undefined if the module is not available, or there is too little work.

const {
  CoreBytes, MathMax: max, MathMin: min, Uint8Array, bufferOf, byteOffsetOf, lengthOf, setBytes: set,
} = require('internal/primordials');
const { IN, load } = require('internal/buffer/wasm_text');

const FROM = 128; // below this size, copying the bytes doesn't pay
const FIRST = 1024;
const PIECE = 16384;
const NEEDLE_MOST = 4096;

const view = (u8, start, end) =>
  (start === 0 && end === lengthOf(u8) ? u8 : new Uint8Array(bufferOf(u8), byteOffsetOf(u8) + start, end - start));
const bytesAt = (memory, at, size) => new CoreBytes(memory, at, size);

function findByte(u8, byte, from, end) {
  const wasm = end - from < FROM ? null : load(end - from);
  if (wasm === null) return undefined;
  for (let size = FIRST; from < end; size = PIECE) {
    const to = min(from + size, end);
    set(wasm.in, view(u8, from, to), 0);
    const found = wasm.find(to - from, byte);
    if (found !== -1) return from + found;
    from = to;
  }
  return -1;
}

// Backwards from before `end`.
function findLastByte(u8, byte, end) {
  const wasm = end < FROM ? null : load(end);
  if (wasm === null) return undefined;
  for (let size = FIRST; end > 0; size = PIECE) {
    const start = max(end - size, 0);
    set(wasm.in, view(u8, start, end), 0);
    const found = wasm.findLast(end - start, byte);
    if (found !== -1) return start + found;
    end = start;
  }
  return -1;
}

// Also undefined if too much of the haystack is similar to the needle.
function findBytes(u8, needle, from, end) {
  const size = needle.length;
  const wasm = end - from < FROM || size < 2 || size > NEEDLE_MOST ? null : load(end - from);
  if (wasm === null) return undefined;
  set(wasm.out, needle, 0);
  for (let piece = FIRST; from + size <= end; piece = PIECE) {
    const to = min(from + piece + size - 1, end);
    set(wasm.in, view(u8, from, to), 0);
    const found = wasm.search(to - from, size);
    if (found === -2) return undefined;
    if (found !== -1) return from + found;
    from = to - size + 1;
  }
  return -1;
}

// The number of equal bytes at the start of both, up to `size`.
function sameLength(a, aStart, b, bStart, size) {
  const wasm = size < FROM ? null : load(size);
  if (wasm === null) return undefined;
  for (let done = 0, piece = FIRST; done < size; piece = PIECE) {
    const count = min(piece, size - done);
    set(wasm.in, view(a, aStart + done, aStart + done + count), 0);
    set(wasm.out, view(b, bStart + done, bStart + done + count), 0);
    const same = wasm.mismatch(count);
    if (same < count) return done + same;
    done += count;
  }
  return size;
}

// Reverses every `width` bytes; false if it was not done.
function swap(u8, width) {
  const { length } = u8;
  const wasm = length < FROM ? null : load(length);
  if (wasm === null) return false;
  for (let from = 0; from < length; from += PIECE) {
    const count = min(PIECE, length - from);
    set(wasm.in, view(u8, from, from + count), 0);
    wasm.swap(count, width);
    set(u8, count === PIECE ? wasm.inPiece ??= bytesAt(wasm.buffer, IN, PIECE) : bytesAt(wasm.buffer, IN, count), from);
  }
  return true;
}

module.exports = { findByte, findBytes, findLastByte, sameLength, swap };
