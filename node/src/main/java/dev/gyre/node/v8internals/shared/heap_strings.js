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
  ArrayFrom, CoreBytes, CoreDoubles, StringFromCharCode, StringPrototypeRepeat, Uint8Array, apply, bufferOf, lengthOf,
  uncurryThis,
} = require('internal/primordials');
const { assemble, f64, func, i32, i64, ops, vec, wide } = require('internal/buffer/wasm_asm');
const { isStackOverflowError } = require('internal/errors');
const wasmModule = require('internal/wasm_module');
const { addCapability } = require('internal/v8internals/capabilities');

// ---- the module

// Offsets in V8's objects, minus one, because references are tagged with one.
const ARRAY_ELEMENTS = 15, ELEMENT_0 = 15, ELEMENT_1 = 23;
const HASH_AND_LENGTH = 7, CONTENT = 15;
const VIEW_BUFFER = 31, VIEW_LENGTH = 55, VIEW_DATA = 71, VIEW_ON_HEAP = 79;
const BUFFER_SIZE = 39, BUFFER_DATA = 55;
const MAP_TYPE = 11; // two bytes that identify the type of a map's objects
const SLOT = 0, STRING_MAP = 1, BYTES_MAP = 2, NO_HASH = 3, VIEW_TYPE = 4; // indexes of globals, and of words in the memory for `learn`
const KNOWN = 5;
const MOST_BYTES = 1 << 29; // no string is longer

const {
  copy, extend, global, load16, load64, ret, setGlobal, store64, truncate,
  wideAdd, wideEqz, wideGeU, wideGtU, wideNe, wideOr, wideShl, wideShrU, wideSub, when,
} = ops;
const elements = load64(load64(global(SLOT)), ARRAY_ELEMENTS);
const mapOf = (object) => load64(wideSub(object, wide(1)));
const smi = (n) => wideShl(n, wide(32));

// The functions take a range of bytes of the typed array; `data` is the address where it begins. Returns 0 if the range is
// not within the array, or the array not within its ArrayBuffer.
const range = { offset: f64, length: f64 };
const locals = { from: i64, n: i64, view: i64, buffer: i64, inBuffer: i64 };
const start = ({ offset, length, from, n, view, buffer, inBuffer }) => [
  from.set(truncate(offset.get)),
  n.set(truncate(length.get)),
  when(wideEqz(global(SLOT)), ret(0)),
  view.set(load64(elements, ELEMENT_1)),
  when(wideNe(extend(load16(mapOf(view.get), MAP_TYPE)), global(VIEW_TYPE)), ret(0)),
  when(wideNe(load64(view.get, VIEW_ON_HEAP), wide(0)), ret(0)),
  when(wideGtU(n.get, load64(view.get, VIEW_LENGTH)), ret(0)),
  when(wideGtU(from.get, wideSub(load64(view.get, VIEW_LENGTH), n.get)), ret(0)),
  buffer.set(load64(view.get, VIEW_BUFFER)),
  inBuffer.set(wideSub(data({ from, view }), load64(buffer.get, BUFFER_DATA))),
  when(wideGtU(n.get, load64(buffer.get, BUFFER_SIZE)), ret(0)),
  when(wideGtU(inBuffer.get, wideSub(load64(buffer.get, BUFFER_SIZE), n.get)), ret(0)),
];
const data = ({ from, view }) => wideAdd(load64(view.get, VIEW_DATA), from.get);

const code = assemble([
  // Takes what Java has written out of the memory; only the first call has an effect.
  func('learn', {}, i32, {}, () => [
    when(ops.eqz(wideEqz(global(SLOT))), ret(0)),
    ArrayFrom({ __proto__: null, length: KNOWN }, (_, i) => [
      setGlobal(i, load64(wide(8 * i))),
      store64(wide(8 * i), wide(0)),
    ]),
    ops.eqz(wideEqz(global(SLOT))),
  ]),

  // Copies bytes into the ByteArray, which then becomes a string.
  func('fill', range, i32, { ...locals, string: i64 }, (l) => [
    start(l),
    when(wideGtU(l.n.get, wide(MOST_BYTES)), ret(0)),
    l.string.set(load64(elements, ELEMENT_0)),
    when(wideNe(mapOf(l.string.get), global(BYTES_MAP)), ret(0)),
    when(wideNe(load64(l.string.get, HASH_AND_LENGTH), smi(l.n.get)), ret(0)),
    copy(wideAdd(l.string.get, wide(CONTENT)), data(l), l.n.get),
    store64(l.string.get, wideOr(smi(l.n.get), global(NO_HASH)), HASH_AND_LENGTH),
    store64(wideSub(l.string.get, wide(1)), global(STRING_MAP)),
    ops.eqz(0),
  ]),

  // Copies the string's first characters into the array.
  func('read', range, i32, { ...locals, string: i64 }, (l) => [
    start(l),
    l.string.set(load64(elements, ELEMENT_0)),
    when(wideNe(mapOf(l.string.get), global(STRING_MAP)), ret(0)),
    when(wideGtU(l.n.get, wideShrU(load64(l.string.get, HASH_AND_LENGTH), wide(32))), ret(0)),
    copy(data(l), wideAdd(l.string.get, wide(CONTENT)), l.n.get),
    ops.eqz(0),
  ]),

  // Whether all these bytes of the array are ASCII. They don't move.
  func('isAscii', range, i32, { ...locals, at: i64, end: i64 }, (l) => {
    const { at, end } = l;
    const more = (size) => wideGeU(wideSub(end.get, at.get), wide(size));
    const next = (size) => at.set(wideAdd(at.get, wide(size)));
    const unless = (vector) => when(vec.any(vec.and(vec.each8(0x80), vector)), ret(0));
    return [
      start(l),
      at.set(data(l)),
      end.set(wideAdd(at.get, l.n.get)),
      ops.during(more(64), [
        unless(vec.or(vec.or(vec.load(at.get), vec.load(at.get, 16)), vec.or(vec.load(at.get, 32), vec.load(at.get, 48)))),
        next(64),
      ]),
      ops.during(more(16), [unless(vec.load(at.get)), next(16)]),
      ops.during(more(1), [when(ops.geU(ops.load8(at.get), 0x80), ret(0)), next(1)]),
      ops.eqz(0),
    ];
  }),
], 1, 1, [], { globals: KNOWN, wideMemory: true });

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
