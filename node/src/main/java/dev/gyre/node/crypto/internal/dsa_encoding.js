'use strict';

// DSA and ECDSA signatures are two numbers, r and s. In DER they are a sequence of two integers; in IEEE P1363 both are
// padded to the size of the group's order and concatenated.

const { MathMax } = require('internal/primordials');
const { Buffer } = require('buffer');

// Length and start of the contents of the element at `at`.
function element(bytes, at, tag) {
  if (bytes[at] !== tag) return undefined;
  let length = bytes[at + 1];
  let start = at + 2;
  if (length >= 0x80) {
    const count = length & 0x7f;
    length = 0;
    for (let i = 0; i < count; i++) length = length * 256 + bytes[start++];
  }
  return { start, end: start + length };
}

function padded(bytes, size) {
  let from = 0;
  while (from < bytes.length - 1 && bytes[from] === 0) from++;
  const number = bytes.subarray(from);
  return Buffer.concat([Buffer.alloc(MathMax(0, size - number.length)), number]);
}

// Returns a Buffer of 2 * size bytes. Anything that is no such sequence is returned unchanged.
function derToP1363(signature, size) {
  const sequence = element(signature, 0, 0x30);
  const r = sequence && element(signature, sequence.start, 0x02);
  const s = r && element(signature, r.end, 0x02);
  if (!s) return signature;
  return Buffer.concat([padded(signature.subarray(r.start, r.end), size), padded(signature.subarray(s.start, s.end), size)]);
}

function integer(bytes) {
  let from = 0;
  while (from < bytes.length - 1 && bytes[from] === 0) from++;
  const number = bytes.subarray(from);
  const isNegative = number[0] >= 0x80;
  return Buffer.concat([Buffer.from(isNegative ? [2, number.length + 1, 0] : [2, number.length]), number]);
}

// Undefined if the signature has a wrong length.
function p1363ToDer(signature, size) {
  const bytes = Buffer.from(signature);
  if (bytes.length !== 2 * size) return undefined;
  const both = Buffer.concat([integer(bytes.subarray(0, size)), integer(bytes.subarray(size))]);
  const head = both.length < 0x80 ? [0x30, both.length] : [0x30, 0x81, both.length];
  return Buffer.concat([Buffer.from(head), both]);
}

module.exports = { derToP1363, p1363ToDer };
