'use strict';

// indexOf, lastIndexOf and includes over bytes.
//
// Long forward searches use vectors (wasm_scan.js). Otherwise a short needle is searched by its first byte (a native scan)
// and compared; a long one by the algorithm of Knuth, Morris and Pratt, so that no input, however repetitive, costs more
// than one pass. Backward searches do the same from the end.

const {
  MathMax, MathMin, MathTrunc, Uint16Array, Uint32Array, Uint8Array, Uint8ArrayPrototype, bufferOf, byteOffsetOf,
  uncurryThis,
} = require('internal/primordials');
const { findByte, findBytes, findLastByte } = require('internal/buffer/wasm_scan');

const SHORT = 8;
const scanForward = uncurryThis(Uint8ArrayPrototype.indexOf);
const scanBackward = uncurryThis(Uint8ArrayPrototype.lastIndexOf);

function matchesAt(haystack, needle, at) {
  for (let i = 0; i < needle.length; i++) {
    if (haystack[at + i] !== needle[i]) return false;
  }
  return true;
}

// How much of the needle, matched up to i, still matches after a mismatch.
function failures(needle, forward) {
  const size = needle.length;
  const table = new Uint32Array(size);
  const unit = forward ? (i) => needle[i] : (i) => needle[size - 1 - i];
  for (let i = 1, k = 0; i < size; i++) {
    while (k > 0 && unit(i) !== unit(k)) k = table[k - 1];
    if (unit(i) === unit(k)) k++;
    table[i] = k;
  }
  return table;
}

function searchForward(haystack, end, needle, from) {
  const size = needle.length;
  const last = end - size;
  if (size < SHORT) {
    for (let at = from; at <= last; at++) {
      at = scanForward(haystack, needle[0], at);
      if (at === -1 || at > last) return -1;
      if (matchesAt(haystack, needle, at)) return at;
    }
    return -1;
  }
  const table = failures(needle, true);
  let matched = 0;
  for (let i = from; i < end; i++) {
    if (matched === 0) {
      i = scanForward(haystack, needle[0], i);
      if (i === -1 || i > last) return -1;
    }
    while (matched > 0 && haystack[i] !== needle[matched]) matched = table[matched - 1];
    if (haystack[i] === needle[matched]) matched++;
    if (matched === size) return i - size + 1;
  }
  return -1;
}

function searchBackward(haystack, end, needle, from) {
  const size = needle.length;
  const first = MathMin(from, end - size);
  if (size < SHORT) {
    for (let at = first; at >= 0; at--) {
      at = scanBackward(haystack, needle[0], at);
      if (at === -1) return -1;
      if (matchesAt(haystack, needle, at)) return at;
    }
    return -1;
  }
  const table = failures(needle, false);
  let matched = 0;
  for (let i = first + size - 1; i >= 0; i--) {
    while (matched > 0 && haystack[i] !== needle[size - 1 - matched]) matched = table[matched - 1];
    if (haystack[i] === needle[size - 1 - matched]) matched++;
    if (matched === size) return i;
  }
  return -1;
}

// The start of the search, or -1: negative counts from the end, and an offset that leaves no room finds only an empty
// needle.
function startOf(length, offset, needleLength, forward) {
  if (offset < 0) {
    if (offset + length >= 0) return length + offset;
    return forward || needleLength === 0 ? 0 : -1;
  }
  if (offset + needleLength <= length) return offset;
  if (needleLength === 0) return length;
  return forward ? -1 : length - 1;
}

// UTF-16 text is found at even offsets only, so it is compared unit by unit.
function toUnits(bytes, end) {
  const copy = new Uint8Array(end);
  copy.set(end === bytes.length ? bytes : new Uint8Array(bufferOf(bytes), byteOffsetOf(bytes), end));
  return new Uint16Array(copy.buffer);
}

function vectorSearch(haystack, end, needle, from) {
  return needle.length === 1 ? findByte(haystack, needle[0], from, end) : findBytes(haystack, needle, from, end);
}

function searchBytes(haystack, needle, offset, end, forward, wide) {
  const { length } = haystack;
  let limit = MathMin(MathMax(MathTrunc(end) || 0, 0), length);
  if (wide) limit -= limit % 2;
  let start = startOf(length, MathTrunc(offset) + 0, needle.length, forward); // + 0: no answer is -0
  if (needle.length === 0) return MathMin(start, limit);
  if (start === -1 || limit === 0) return -1;
  if (start >= limit) {
    if (forward) return -1;
    start = limit - 1;
  }
  if (needle.length > limit || (forward && start + needle.length > limit)) return -1;
  const search = forward ? searchForward : searchBackward;
  if (!wide) return (forward ? vectorSearch(haystack, limit, needle, start) : undefined) ?? search(haystack, limit, needle, start);
  if (needle.length < 2) return -1;
  const found = search(toUnits(haystack, limit), limit / 2, toUnits(needle, needle.length - needle.length % 2), start >> 1);
  return found === -1 ? -1 : found * 2;
}

function searchByte(haystack, byte, offset, end, forward) {
  const limit = MathMin(MathMax(MathTrunc(end) || 0, 0), haystack.length);
  let start = startOf(haystack.length, MathTrunc(offset), 1, forward);
  if (start === -1 || limit === 0) return -1;
  if (forward) {
    if (start >= limit) return -1;
    const found = findByte(haystack, byte & 255, start, limit) ?? scanForward(haystack, byte & 255, start);
    return found < limit ? found : -1;
  }
  if (start >= limit) start = limit - 1;
  return findLastByte(haystack, byte & 255, start + 1) ?? scanBackward(haystack, byte & 255, start);
}

module.exports = { searchByte, searchBytes };
