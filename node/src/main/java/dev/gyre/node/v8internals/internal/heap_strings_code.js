'use strict';

// The WebAssembly module of internal/v8internals/heap_strings, which says what it does. It is a file of its own because it and
// what it uses are needed only while the snapshot is made: see BUILD_ONLY in internal/bootstrap.

const { ArrayFrom } = require('internal/primordials');
const { assemble, f64, func, i32, i64, ops, vec, wide } = require('internal/buffer/wasm_asm');

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

module.exports = { code };
