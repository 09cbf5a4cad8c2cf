'use strict';

// V8's own coders, reached through WebAssembly.
//
// JavaScript has no way to make a string of bytes but character by character.
// WebAssembly has one: with V8's string references (--experimental-wasm-stringref)
// a module can turn a piece of its memory into a string, and a string into bytes,
// at the speed of the engine. So a few instructions are assembled here into a
// module with some memory; texts pass through that memory, at most CHUNK bytes at
// a time. It is compiled when there is enough to do for it (a snapshot can't hold
// it); until then, and where the flag is off, codec.js does with its loops.

const CHUNK = 1 << 18;
const PAGES = (3 * CHUNK) >> 16; // the bytes of a chunk, or its units behind them

const I32 = 0x7f;
const STRING = 0x67;
const END = 0x0b;

const ops = {
  newUtf16: [0xfb, 0x81, 0x01, 0],
  measureWtf8: [0xfb, 0x84, 0x01],
  encodeUtf16: [0xfb, 0x87, 0x01, 0],
  newLossyUtf8: [0xfb, 0x8b, 0x01, 0],
  encodeLossyUtf8: [0xfb, 0x8d, 0x01, 0],
};

const get = (local) => [0x20, local];
const HIGH_BITS = [0x42, 0x80, 0x81, 0x82, 0x84, 0x88, 0x90, 0xa0, 0xc0, 0x80, 0x7f]; // i64.const 0x8080808080808080

// (p, n) -> i: the bytes from p on are ASCII up to p + i at least, looked at by eight.
const asciiLength = [
  0x03, 0x40, // loop
  ...get(2), 0x41, 8, 0x6a, ...get(1), 0x4b, 0x04, 0x40, ...get(2), 0x0f, END, // if (i + 8 > n) return i
  ...get(0), ...get(2), 0x6a, 0x29, 0, 0, ...HIGH_BITS, 0x83, 0x50, 0x45, // if (i64[p + i] & high bits)
  0x04, 0x40, ...get(2), 0x0f, END, //   return i
  ...get(2), 0x41, 8, 0x6a, 0x21, 2, 0x0c, 0, // i += 8; again
  END,
  0x00, // unreachable
];

const functions = [
  { name: 'fromUtf8', takes: [I32, I32], gives: STRING, body: [...get(0), ...get(1), ...ops.newLossyUtf8] },
  { name: 'fromUtf16', takes: [I32, I32], gives: STRING, body: [...get(0), ...get(1), ...ops.newUtf16] },
  { name: 'toUtf8', takes: [STRING, I32], gives: I32, body: [...get(0), ...get(1), ...ops.encodeLossyUtf8] },
  { name: 'toUtf16', takes: [STRING, I32], gives: I32, body: [...get(0), ...get(1), ...ops.encodeUtf16] },
  { name: 'utf8Length', takes: [STRING], gives: I32, body: [...get(0), ...ops.measureWtf8] },
  { name: 'asciiLength', takes: [I32, I32], gives: I32, locals: [1, 1, I32], body: asciiLength },
];

function assemble() {
  const number = (n) => (n < 128 ? [n] : [(n & 127) | 128, n >> 7]);
  const sized = (bytes) => [...number(bytes.length), ...bytes];
  const list = (items) => [...number(items.length), ...items.flat()];
  const name = (text) => sized(Array.from(text, (char) => char.charCodeAt(0)));
  const section = (id, bytes) => [id, ...sized(bytes)];
  return new Uint8Array([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, list(functions.map(({ takes, gives }) => [0x60, ...sized(takes), 1, gives]))),
    ...section(3, list(functions.map((_, i) => [i]))),
    ...section(5, [1, 1, PAGES, PAGES]),
    ...section(7, list([
      [...name('memory'), 2, 0],
      ...functions.map((one, i) => [...name(one.name), 0, i]),
    ])),
    ...section(10, list(functions.map(({ locals = [0], body }) => sized([...locals, ...body, END])))),
  ]);
}

const bytes = assemble();
let loaded;

// Compiling takes about as long as the loops need for this many characters.
let patience = 16384;

// { bytes, units, unitsAt, fromUtf8(at, length), ... }, or null where V8 has no string references,
// and until there was enough to do; `size` is what there is now.
function load(size) {
  if (loaded !== undefined) return loaded;
  patience -= size;
  if (patience > 0) return null;
  if (typeof WebAssembly === 'undefined') return null; // while the snapshot is made
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
    const { buffer } = exports.memory;
    loaded = { ...exports, bytes: new Uint8Array(buffer), units: new Uint16Array(buffer, CHUNK), unitsAt: CHUNK };
  } catch {
    loaded = null;
  }
  return loaded;
}

module.exports = { CHUNK, load };
