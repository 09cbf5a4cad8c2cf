'use strict';

// A small assembler for WebAssembly: every builder returns the bytes of one expression, operands first, as nested arrays of
// numbers. `assemble` flattens them into a module.
//
//   func('add', { a: i32, b: i32 }, i32, {}, ({ a, b }) => ops.add(a.get, b.get))
//
// A local has `get` (the bytes that read it), `set(value)` and `tee(value)`.

const {
  Array, ArrayFrom, ArrayIsArray, ArrayPrototypeFill, ArrayPrototypeFlat, ArrayPrototypeForEach, ArrayPrototypeMap,
  ArrayPrototypePush, ArrayPrototypeSlice, BigInt, Map, Number, ObjectKeys, ObjectValues, ReflectApply, String,
  StringPrototypeCharCodeAt, Uint8Array, copyList, joinLists,
} = require('internal/primordials');

const i32 = 0x7f;
const i64 = 0x7e;
const f64 = 0x7c;
const v128 = 0x7b;
const stringref = 0x67;
const VOID = 0x40;
const END = 0x0b;

// ---- numbers

function unsigned(n) {
  const bytes = [];
  do {
    const low = n & 127;
    n >>>= 7;
    ArrayPrototypePush(bytes, n === 0 ? low : low | 128);
  } while (n !== 0);
  return bytes;
}

function signed(n) {
  const bytes = [];
  for (n = BigInt(n); ; n >>= 7n) {
    const low = Number(n & 127n);
    if ((n >> 6n) === 0n || (n >> 6n) === -1n) return joinLists(bytes, [low]);
    ArrayPrototypePush(bytes, low | 128);
  }
}

const number = (n) => [0x41, signed(n)];
const wide = (n) => [0x42, signed(n)];
const value = (v) => (typeof v === 'number' ? number(v) : v);

// ---- instructions

const op = (...code) => (...operands) => [ArrayPrototypeMap(operands, value), code];
const simd = (code) => ReflectApply(op, undefined, joinLists([0xfd], unsigned(code)));
const shift = (code) => (vector, count) => [vector, value(count), 0xfd, unsigned(code)];
const loader = (...code) => (at, offset = 0) => [value(at), code, 0, unsigned(offset)];
const storer = (...code) => (at, what, offset = 0) => [value(at), value(what), code, 0, unsigned(offset)];
// A constant vector: `func` keeps it in a local, because V8 would create it again at every use.
const constant = (vector) => ({ vector });

const lanes16 = (n) => constant(ArrayFrom({ __proto__: null, length: 16 }, (_, i) => (i % 2 === 0 ? n & 255 : n >> 8)));
const lanes32 = (n) => constant(ArrayFrom({ __proto__: null, length: 16 }, (_, i) => (n >>> ((i % 4) * 8)) & 255));

const ops = {
  eqz: op(0x45), eq: op(0x46), ne: op(0x47), ltS: op(0x48), ltU: op(0x49), gtU: op(0x4b), leU: op(0x4d), geU: op(0x4f),
  ctz: op(0x68), popcnt: op(0x69), add: op(0x6a), sub: op(0x6b), and: op(0x71), or: op(0x72), xor: op(0x73), shl: op(0x74), shrU: op(0x76),
  not: (a) => [value(a), number(-1), 0x73],
  load8: loader(0x2d), load16: loader(0x2f), load32: loader(0x28), load64: loader(0x29),
  store8: storer(0x3a), store16: storer(0x3b), store32: storer(0x36), store64: storer(0x37),
  wideEqz: op(0x50), wideNe: op(0x52), wideGtU: op(0x56), wideGeU: op(0x5a), wideCtz: op(0x7a), wideAdd: op(0x7c), wideSub: op(0x7d),
  wideAnd: op(0x83), wideOr: op(0x84), wideXor: op(0x85), wideShl: op(0x86), wideShrU: op(0x88),
  wrap: op(0xa7), extend: op(0xad), truncate: op(0xb1),
  select: op(0x1b),
  global: (index) => [0x23, unsigned(index)],
  setGlobal: (index, v) => [v, 0x24, unsigned(index)],
  copy: (to, from, size) => [to, from, size, 0xfc, 0x0a, 0, 0],
  fill: (at, byte, size) => [value(at), value(byte), value(size), 0xfc, 0x0b, 0],
  ret: (v) => [value(v), 0x0f],
  drop: (v) => [v, 0x1a],
  call: (index, ...operands) => [ArrayPrototypeMap(operands, value), 0x10, unsigned(index)],
  when: (condition, then, otherwise) =>
    [condition, 0x04, VOID, then, otherwise === undefined ? [] : [0x05, otherwise], END],
  // The condition is evaluated before each round.
  during: (condition, body) => [0x02, VOID, 0x03, VOID, condition, 0x45, 0x0d, 1, body, 0x0c, 0, END, END],
};

const vec = {
  load: loader(0xfd, 0), store: storer(0xfd, 11), loadBytesAsUnits: loader(0xfd, 2),
  storeHalf: (at, what, offset = 0) => [value(at), what, 0xfd, 91, 0, unsigned(offset), 0],
  bytes: (...list) => constant(list), splat8: simd(15), swizzle: simd(256),
  each8: (n) => constant(ArrayPrototypeFill(new Array(16), n & 255)), each16: lanes16, each32: lanes32,
  eq8: simd(35), ltS8: simd(37), gtS8: simd(39), eq16: simd(45), ltU16: simd(48), gtS16: simd(49), eq32: simd(55), ltU32: simd(58),
  not: simd(77), and: simd(78), andNot: simd(79), or: simd(80), xor: simd(81), choose: simd(82), chooseLanes: simd(265), any: simd(83),
  bitmask8: simd(100), bitmask16: simd(132), bitmask32: simd(164),
  narrow16: simd(102), narrow32: simd(134),
  subSaturate8: simd(115), maxU8: simd(121),
  lowUnits: simd(137), highUnits: simd(138), shl16: shift(139), shr16: shift(141), add16: simd(142), sub16: simd(145),
  low32: simd(169), high32: simd(170), shl32: shift(171), shr32: shift(173), add32: simd(174), pairSums: simd(126),
  zipLow16: (a, b) => [a, b, 0xfd, 13, [0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23]],
  zipHigh16: (a, b) => [a, b, 0xfd, 13, [8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31]],
  lane32: (vector, lane) => [vector, 0xfd, 27, lane],
};

// V8's string references.
const strings = {
  fromWtf16: (at, units) => [value(at), value(units), 0xfb, 0x81, 0x01, 0],
  fromUtf8: (at, bytes) => [value(at), value(bytes), 0xfb, 0x8b, 0x01, 0],
  toUtf8: (string, at) => [string, value(at), 0xfb, 0x8d, 0x01, 0],
  // Some units from `from` on, as UTF-16.
  units: (string, at, from, count) => [string, 0xfb, 0x98, 0x01, value(at), value(from), value(count), 0xfb, 0x9b, 0x01, 0],
};

// ---- modules

function func(name, params, result, locals, body) {
  const types = joinLists(ObjectValues(params), ObjectValues(locals));
  const handles = {};
  ArrayPrototypeForEach(joinLists(ObjectKeys(params), ObjectKeys(locals)), (local, index) => {
    handles[local] = {
      get: [0x20, unsigned(index)],
      set: (v) => [value(v), 0x21, unsigned(index)],
      tee: (v) => [value(v), 0x22, unsigned(index)],
      add: (v) => [0x20, unsigned(index), value(v), 0x6a, 0x21, unsigned(index)],
    };
  });
  const count = ObjectKeys(params).length;
  const constants = new Map();
  const place = (item) => {
    if (ArrayIsArray(item)) return item.map(place);
    if (typeof item === 'number') return item;
    const key = String(item.vector);
    if (!constants.has(key)) constants.set(key, { vector: item.vector, local: ArrayPrototypePush(types, v128) - 1 });
    return [0x20, unsigned(constants.get(key).local)];
  };
  const code = place(body(handles));
  const head = ArrayPrototypeMap(copyList(constants.values()), ({ vector, local }) => [0xfd, 12, vector, 0x21, unsigned(local)]);
  return {
    name,
    type: [0x60, unsigned(count), ArrayPrototypeSlice(types, 0, count), 1, result],
    code: [unsigned(types.length - count), ArrayPrototypeMap(ArrayPrototypeSlice(types, count), (type) => [1, type]), head, code, END],
  };
}

// A module for internal/wasm_module. It exports nothing: its memory is imported, and its functions are put into an imported
// table. `globals` is the number of 64-bit globals; addresses of a wide memory have 64 bits too.
function assemble(functions, pages, mostPages, data, { globals = 0, wideMemory = false } = {}) {
  const sized = (bytes) => {
    const flat = bytes.flat(Infinity);
    return [unsigned(flat.length), flat];
  };
  const list = (items) => [unsigned(items.length), items];
  const name = (text) => sized(ArrayFrom(text, (char) => StringPrototypeCharCodeAt(char, 0)));
  const section = (id, bytes) => [id, sized(bytes)];
  const memoryType = [wideMemory ? 5 : 1, unsigned(pages), unsigned(mostPages)];
  const tableType = [0x70, 0, unsigned(functions.length)];
  const numbers = functions.map((_, i) => unsigned(i));
  const bytes = new Uint8Array(ArrayPrototypeFlat([
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, list(functions.map((one) => one.type))),
    section(2, list([[name('core'), name('memory'), 2, memoryType], [name('core'), name('table'), 1, tableType]])),
    section(3, list(numbers)),
    section(6, list(ArrayPrototypeFill(new Array(globals), [i64, 1, wide(0), END]))),
    section(9, [1, 0, number(0), END, list(numbers)]),
    section(10, list(functions.map((one) => sized(one.code)))),
    section(11, list(data.map(({ at, bytes }) => [0, number(at), END, sized(ArrayFrom(bytes))]))),
    section(0, [name('name'), 0, sized(name('gyre-core'))]), // by which debugging sessions know it: see CoreWasm
  ], Infinity));
  return { __proto__: null, bytes, names: functions.map((one) => one.name), pages, mostPages, wideMemory };
}

module.exports = { assemble, f64, func, i32, i64, ops, stringref, strings, v128, vec, wide };
