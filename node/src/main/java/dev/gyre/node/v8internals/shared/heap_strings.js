'use strict';

// Capability "heap-strings": strings with one byte per character, made from bytes or converted to bytes by one copy between
// the bytes' memory and V8's heap. JavaScript has no way to do that, and V8's other ways scan every byte and copy it twice
// (internal/buffer/wasm_text).
//
// A small WebAssembly module copies. Its memory is the whole address space: HeapStrings.java widens it and tells the module
// the addresses it needs. JavaScript puts both operands into an array, `box`, and calls.
//
//   box ──> its elements ──┬─ [0] string:      map | hash, length | characters ...
//                          └─ [1] typed array: map | ... | buffer | ... | length | ... | address of its bytes
//                                                            └──> map | ... | size | ... | address of its bytes
//
// A new string begins as a V8 ByteArray, which V8 doesn't initialize and which has the same form: a map, which identifies
// the type, a length in the same place, then the bytes. It becomes a string when its map is replaced. Both are mere data to
// the garbage collector, with the same size at any moment, and both maps are V8's own, which never move.
//
// Bounds. Every function of the module reads the box itself and checks, before it copies: that the typed array is one, that
// its bytes are outside the heap, that offset and length are within the array, that the array is within its ArrayBuffer as
// that is now (a detached one has no bytes, a resized one fewer), and that the string is one and long enough. So a call
// reaches only the two objects in the box, whatever numbers it gets.
//
// The garbage collector moves objects, on this thread, when something is allocated or when code enters a function or begins
// a round of a loop. The functions here do neither between reading an object's address and their last use of it.
//
// None of this is V8's API. So Java first compares all of it with samples, and refuses if anything differs; then nothing is
// ever done here, and callers use their other ways. A self-test follows before the first use.
//
// A program must get neither the memory nor the addresses. The module exports nothing (internal/wasm_module). Java writes
// the addresses into the module's memory before it is widened, so they are never JavaScript values; `learn` takes them from
// there, once.

const {
  CoreBytes, CoreDoubles, StringFromCharCode, StringPrototypeRepeat, Uint8Array, apply, bufferOf, lengthOf,
  uncurryThis,
} = require('internal/primordials');
const { code } = require('internal/v8internals/heap_strings_code');
const { isStackOverflowError } = require('internal/errors');
const wasmModule = require('internal/wasm_module');
const { addCapability } = require('internal/v8internals/capabilities');

// ---- opening

const SAMPLE_AT = 256; // bytes after the beginning of the words
const SAMPLE_BYTES = 256;
const SAMPLES = [40, 131, 64, 203]; // lengths of the strings and byte arrays that are the samples

let opened; // undefined until there was enough work, then whether it is possible
let bytesUntilOpening = 1 << 26; // opening takes about 10 ms, most of it for setup in the JVM
const CALL_AS_BYTES = 256; // a call counts for this many bytes
const FLAT_FROM = 2048; // characters from which a string is flattened first
let box = [undefined, undefined];
let fill = () => 0, read = () => 0, isAscii = () => 0;

const rawBytes = (size) => %AllocateByteArray(size); // not a JavaScript value: for the box only
const flat = (string) => %FlattenString(string);

function instantiate() {
  try {
    return wasmModule.instantiate(code);
  } catch (error) {
    if (isStackOverflowError(error)) throw error;
    return undefined; // a flag of V8 prevents it
  }
}


// Returns whether it was possible.
function open() {
  const module = instantiate();
  if (module === undefined) return false;
  const { functions, memory } = module;
  const bytes = bufferOf(new Uint8Array(SAMPLE_AT + SAMPLE_BYTES));
  const sample = new Uint8Array(bytes, SAMPLE_AT, SAMPLE_BYTES);
  for (let i = 0; i < SAMPLE_BYTES; i++) sample[i] = i;
  const text = (length) => apply(StringFromCharCode, undefined, new CoreBytes(bytes, SAMPLE_AT, length));
  const words = new CoreDoubles(bytes, 0, SAMPLES.length + 2);
  for (let i = 0; i < SAMPLES.length; i++) words[i] = SAMPLES[i];
  words[SAMPLES.length] = SAMPLE_BYTES;
  words[SAMPLES.length + 1] = SAMPLE_AT;
  box = [
    text(SAMPLES[0]), text(SAMPLES[1]), rawBytes(SAMPLES[2]), rawBytes(SAMPLES[3]), sample, module.instance,
  ];
  const buffer = wasmModule.bufferOf(memory);
  const native = binding('buffer');
  // In this order: `learn` has to read from the module's own memory.
  const isOpen = native.openStrings(box, bytes, buffer) && functions.learn() === 1 && native.widenStrings(box, buffer);
  box[0] = box[1] = box[2] = box[3] = box[4] = undefined; // the instance stays alive
  if (!isOpen || !isWorking(functions, sample, text(SAMPLE_BYTES))) return false;
  ({ fill, read, isAscii } = functions);
  return true;
}

// Whether the functions do what they should with the sample, and affect nothing outside of the box.
function isWorking({ fill, read, isAscii, learn }, sample, text) {
  const half = SAMPLE_BYTES >> 1;
  box[1] = sample;
  const isRight = learn() === 0 &&
    isAscii(0, half) === 1 && isAscii(1, half) === 0 && isAscii(half, half) === 0 &&
    isAscii(0, SAMPLE_BYTES + 1) === 0 && isAscii(SAMPLE_BYTES, 1) === 0 && // more than there is
    isFilled(fill, text) && isRead(read, text, half);
  box[0] = box[1] = undefined;
  return isRight;
}

function isFilled(fill, text) {
  box[0] = rawBytes(SAMPLE_BYTES - 1);
  if (fill(0, SAMPLE_BYTES) !== 0 || fill(2, SAMPLE_BYTES - 1) !== 0) return false; // another length, more than there is
  box[0] = rawBytes(SAMPLE_BYTES);
  if (fill(0, SAMPLE_BYTES) !== 1 || box[0] !== text) return false;
  return fill(0, SAMPLE_BYTES) === 0; // a string now
}

// The characters are written into the middle of an array, whose other bytes stay unchanged.
function isRead(read, text, half) {
  const copy = new Uint8Array(SAMPLE_BYTES);
  box[0] = text;
  box[1] = copy;
  if (read(half, half) !== 1 || read(half, half + 1) !== 0 || read(0, SAMPLE_BYTES + 1) !== 0) return false;
  for (let i = 0; i < SAMPLE_BYTES; i++) {
    if (copy[i] !== (i < half ? 0 : i - half)) return false;
  }
  box[1] = box; // no typed array
  if (read(0, 1) !== 0) return false;
  const detached = new Uint8Array(SAMPLE_BYTES);
  transferOf(bufferOf(detached));
  const shrunk = new ArrayBuffer(SAMPLE_BYTES, { __proto__: null, maxByteLength: SAMPLE_BYTES });
  const outside = new Uint8Array(shrunk, 1, half);
  resize(shrunk, half);
  box[1] = detached;
  if (read(0, 1) !== 0) return false;
  box[1] = outside;
  return read(0, half) === 0;
}

const ArrayBuffer = globalThis.ArrayBuffer;
const transferOf = uncurryThis(ArrayBuffer.prototype.transfer);
const resize = uncurryThis(ArrayBuffer.prototype.resize);

addCapability('heap-strings', { off() { opened = false; } }); // `open` checks it

// Whether the other functions may be called, for `size` bytes.
function heapReady(size) {
  if (opened === undefined) {
    bytesUntilOpening -= size + CALL_AS_BYTES;
    if (bytesUntilOpening <= 0) opened = open(); // tried again next time, if it causes a stack overflow
  }
  return opened === true;
}

// ---- copies

// The checks of the array's length run no code of the program, so they hold until the copy is done.

// Bytes as a string, one character each, if they are ASCII or need not be; or null.
function heapSlice(u8, start, end, asciiOnly) {
  const size = end - start;
  if ((size | 0) !== size || size < 0 || !(start >= 0 && end <= lengthOf(u8))) return null;
  let text = null;
  box[1] = u8;
  if (!asciiOnly || isAscii(start, size) === 1) {
    box[0] = rawBytes(size);
    if (fill(start, size) === 1) text = box[0];
    box[0] = undefined;
  }
  box[1] = undefined;
  return text;
}

// The first `size` characters of the string as bytes. Returns whether they were written, and are ASCII if they have to be.
// False for a string with two bytes per character, for a slice of another string, and for a short concatenation.
function heapWrite(u8, string, offset, size, asciiOnly) {
  if (!(offset >= 0 && size >= 0 && offset + size <= lengthOf(u8))) return false;
  box[0] = size < FLAT_FROM ? string : flat(string);
  box[1] = u8;
  const written = read(offset, size) === 1 && (!asciiOnly || isAscii(offset, size) === 1);
  box[0] = box[1] = undefined;
  return written;
}

// Functions with natives syntax must have run when the snapshot is made.
heapSlice(new Uint8Array(8), 0, 8, false);
heapWrite(new Uint8Array(FLAT_FROM), StringPrototypeRepeat('a string', FLAT_FROM / 8), 0, FLAT_FROM, false);

module.exports = { heapReady, heapSlice, heapWrite };
