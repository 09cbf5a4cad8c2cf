'use strict';

// Long strings of one byte a character, made of bytes or turned into bytes by one copy, in Java: HeapStrings.java tells
// how. It reads and writes V8's heap, so a call must find what it expects: a string or what is to become one in the first
// place of `box`, a typed array in the second, and in `words` which part of that is meant. Where V8's heap is not as
// expected, nothing is ever done here, and the callers go on by their other ways.

const { lengthOf } = require('internal/buffer/types');

const OFFSET = 0, LENGTH = 1, DONE = 2;
const SAMPLE_AT = 256; // bytes behind the beginning of the words
const SAMPLE_BYTES = 256;
const SAMPLES = [40, 131, 64, 203]; // how long the strings and the arrays of bytes are that are shown at first

let opened; // undefined until there was enough to do, then whether it can be done
let patience = 1 << 24; // so many bytes are: opening takes 5 ms
let box = [undefined, undefined];
let words = new Float64Array(3);
let fill = () => {};
let read = () => {};

const rawBytes = (size) => %AllocateByteArray(size); // no value of JavaScript's: for the box only
const flat = (string) => %FlattenString(string);

function open() {
  const bytes = new Uint8Array(SAMPLE_AT + SAMPLE_BYTES);
  const sample = bytes.subarray(SAMPLE_AT);
  for (let i = 0; i < SAMPLE_BYTES; i++) sample[i] = i;
  const text = (length) => String.fromCharCode.apply(undefined, sample.subarray(0, length));
  const [a, b, c, d] = SAMPLES;
  box = [text(a), text(b), rawBytes(c), rawBytes(d), sample];
  words = new Float64Array(bytes.buffer, 0, SAMPLES.length + 2);
  words.set([...SAMPLES, SAMPLE_BYTES, SAMPLE_AT]);
  const calls = binding('buffer').openStrings(box, bytes);
  box[0] = box[1] = box[2] = box[3] = box[4] = undefined;
  opened = calls !== undefined;
  if (!opened) return;
  fill = calls[0];
  read = calls[1];
}

// Whether the others may be called, for `size` bytes.
function heapReady(size) {
  if (opened === undefined) {
    patience -= size;
    if (patience <= 0) open();
  }
  return opened === true;
}

// Calls with `string` and `size` bytes of the array from `offset` on; answers what has become of the string, or null.
function copy(call, string, u8, offset, size) {
  box[0] = string;
  box[1] = u8;
  words[OFFSET] = offset;
  words[LENGTH] = size;
  words[DONE] = 0;
  call();
  const done = words[DONE] === 1 ? box[0] : null;
  box[0] = box[1] = undefined;
  return done;
}

// Bytes as a string, a character each; or null. What is asked about the array's length runs no code of the program's, so
// it holds until the bytes are copied.
function heapSlice(u8, start, end) {
  return end > lengthOf(u8) ? null : copy(fill, rawBytes(end - start), u8, start, end - start);
}

// The first `size` characters of the string as bytes; answers whether they were written. Not where it has two bytes for
// a character, or is a part of another.
function heapWrite(u8, string, offset, size) {
  return offset + size <= lengthOf(u8) && copy(read, flat(string), u8, offset, size) !== null;
}

// With natives syntax it must have run when the snapshot is made.
heapSlice(new Uint8Array(8), 0, 8);
heapWrite(new Uint8Array(8), 'a string', 0, 8);

module.exports = { heapReady, heapSlice, heapWrite };
