'use strict';

// Strings of one byte a character, made of bytes or turned into bytes by one copy between the bytes' memory and V8's heap.
// JavaScript has no way to do that, and V8's other ways look at every byte and copy it twice (wasm_text.js).
//
// The copying is done by a small WebAssembly module whose memory is all of the process's: Java has it so, and tells
// where to look (HeapStrings.java). JavaScript puts both sides into an array, `box`, and calls.
//
//   box ──> its elements ──┬─ [0] string:      map | hash, length | characters ...
//                          └─ [1] typed array: map | ... | length | ... | where its bytes are
//
// A new string begins as what V8 calls a ByteArray, which it doesn't fill and which has the same form: a map, which
// says what it is, a length in the same place, then the bytes. It becomes a string when its map is replaced. Both are
// mere data to the garbage collector, of the same size at any moment; and both maps are V8's own, which never move.
//
// What moves objects is the garbage collector, on this thread, when something is allocated or when code begins a function
// or a round of a loop. The functions here do neither between reading where an object is and being done with it.
//
// None of this is V8's API. So Java compares all of it with samples first, and refuses where anything differs; then
// nothing is ever done here, and callers go on by their other ways. And each call looks at maps and lengths before it
// copies.

const { wasm } = require('internal/primordials');
const { lengthOf } = require('internal/buffer/types');
const { assemble, f64, func, i32, i64, ops, vec, wide } = require('internal/buffer/wasm_asm');

// ---- the module

// Where things are in V8's objects, less one: so much is added to a reference.
const ARRAY_ELEMENTS = 15, ELEMENT_0 = 15, ELEMENT_1 = 23;
const HASH_AND_LENGTH = 7, CONTENT = 15;
const VIEW_LENGTH = 55, VIEW_DATA = 71, VIEW_ON_HEAP = 79;
const SLOT = 0, STRING_MAP = 1, BYTES_MAP = 2, NO_HASH = 3; // globals

const {
  copy, global, load64, ret, setGlobal, store64, truncate,
  wideAdd, wideGeU, wideGtU, wideNe, wideOr, wideShl, wideShrU, wideSub, when,
} = ops;
const elements = load64(load64(global(SLOT)), ARRAY_ELEMENTS);
const mapOf = (object) => load64(wideSub(object, wide(1)));
const smi = (n) => wideShl(n, wide(32));

// Numbers of bytes, and the typed array, if it has its bytes outside the heap and as many as that.
const range = { offset: f64, length: f64 };
const locals = { from: i64, n: i64, view: i64 };
const start = ({ offset, length, from, n, view }) => [
  from.set(truncate(offset.get)),
  n.set(truncate(length.get)),
  view.set(load64(elements, ELEMENT_1)),
  when(wideNe(load64(view.get, VIEW_ON_HEAP), wide(0)), ret(0)),
  when(wideGtU(wideAdd(from.get, n.get), load64(view.get, VIEW_LENGTH)), ret(0)),
];
const data = ({ from, view }) => wideAdd(load64(view.get, VIEW_DATA), from.get);

const code = assemble([
  func('learn', { slot: f64, stringMap: f64, bytesMap: f64, noHash: f64 }, i32, {}, ({ slot, stringMap, bytesMap, noHash }) => [
    [slot, stringMap, bytesMap, noHash].map((known, i) => setGlobal(i, truncate(known.get))),
    ops.eqz(0),
  ]),

  // Bytes into the ByteArray, which is a string then.
  func('fill', range, i32, { ...locals, string: i64 }, (l) => [
    start(l),
    l.string.set(load64(elements, ELEMENT_0)),
    when(wideNe(mapOf(l.string.get), global(BYTES_MAP)), ret(0)),
    when(wideNe(load64(l.string.get, HASH_AND_LENGTH), smi(l.n.get)), ret(0)),
    copy(wideAdd(l.string.get, wide(CONTENT)), data(l), l.n.get),
    store64(l.string.get, wideOr(smi(l.n.get), global(NO_HASH)), HASH_AND_LENGTH),
    store64(wideSub(l.string.get, wide(1)), global(STRING_MAP)),
    ops.eqz(0),
  ]),

  // The string's first characters into the array.
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
], 1, 2, [], { globals: 4, wideMemory: true });

// ---- opening

const SAMPLE_AT = 256; // bytes behind the beginning of the words
const SAMPLE_BYTES = 256;
const SAMPLES = [40, 131, 64, 203]; // how long the strings and the arrays of bytes are that are shown at first

let opened; // undefined until there was enough to do, then whether it can be done
let patience = 1 << 26; // so many bytes are: opening takes about 10 ms, most of them for the JVM to be able to
const CALL = 256; // and a call counts for so many
const FLAT_FROM = 2048; // characters from which a string is made flat first
let box = [undefined, undefined];
let fill = () => 0, read = () => 0, isAscii = () => 0;

const rawBytes = (size) => %AllocateByteArray(size); // no value of JavaScript's: for the box only
const flat = (string) => %FlattenString(string);

function instantiate() {
  try {
    return new wasm.Instance(new wasm.Module(code));
  } catch {
    return undefined; // a flag of V8's is against it
  }
}

function open() {
  opened = false;
  const instance = instantiate();
  if (instance === undefined) return;
  const bytes = new Uint8Array(SAMPLE_AT + SAMPLE_BYTES);
  const sample = bytes.subarray(SAMPLE_AT);
  for (let i = 0; i < SAMPLE_BYTES; i++) sample[i] = i;
  const text = (length) => String.fromCharCode.apply(undefined, sample.subarray(0, length));
  const [a, b, c, d] = SAMPLES;
  const { exports: functions } = instance;
  box = [text(a), text(b), rawBytes(c), rawBytes(d), sample, instance];
  new Float64Array(bytes.buffer).set([...SAMPLES, SAMPLE_BYTES, SAMPLE_AT]);
  const known = binding('buffer').openStrings(box, bytes, new Uint8Array(functions.memory.buffer));
  box[0] = box[1] = box[2] = box[3] = box[4] = undefined; // the instance stays
  if (known === undefined) return;
  functions.learn(known[0], known[1], known[2], known[3]);
  ({ fill, read, isAscii } = functions);
  opened = true;
}

// Whether the others may be called, for `size` bytes.
function heapReady(size) {
  if (opened === undefined) {
    patience -= size + CALL;
    if (patience <= 0) open();
  }
  return opened === true;
}

// ---- copies

// What is asked about the array's length runs no code of the program's: so it holds until all is done.

// Bytes as a string, a character each, if they are ASCII or need not be; or null.
function heapSlice(u8, start, end, asciiOnly) {
  if (end > lengthOf(u8)) return null;
  const size = end - start;
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

// The first `size` characters of the string as bytes; answers whether they were written, and are ASCII if they have to be.
// Not where the string has two bytes for a character, or is a part of another, or short and made of others.
function heapWrite(u8, string, offset, size, asciiOnly) {
  if (offset + size > lengthOf(u8)) return false;
  box[0] = size < FLAT_FROM ? string : flat(string);
  box[1] = u8;
  const written = read(offset, size) === 1 && (!asciiOnly || isAscii(offset, size) === 1);
  box[0] = box[1] = undefined;
  return written;
}

// With natives syntax it must have run when the snapshot is made.
heapSlice(new Uint8Array(8), 0, 8, false);
heapWrite(new Uint8Array(FLAT_FROM), 'a string'.repeat(FLAT_FROM / 8), 0, FLAT_FROM, false);

module.exports = { heapReady, heapSlice, heapWrite };
