'use strict';

// Text and bytes through WebAssembly.
//
// JavaScript has no way to make a string of bytes but character by character. WebAssembly has one: with V8's string
// references (--experimental-wasm-stringref) a module can turn a piece of its memory into a string, and a string
// into bytes or units, at the speed of the engine. And it has vectors of sixteen bytes. So a module is assembled
// here, when the core is built; bytes are copied to its IN, or a part of a string is unrolled there, and what comes
// out lies at OUT or is a string. It is compiled when there is enough to do for it (a snapshot can't hold it); until
// then, and where the flag is off, the loops in JavaScript do.
//
//   0 ... tables | 64 zeros | IN: CHUNK bytes and some | OUT: CHUNK units and some

const { assemble, func, i32, ops, stringref, strings } = require('internal/buffer/wasm_asm');
const { byteFunctions } = require('internal/buffer/wasm_bytes');
const { tablesFrom, utf8Functions } = require('internal/buffer/wasm_utf8');

const CHUNK = 1 << 18; // bytes that go through at once, at most
const PART = 8192; // units or bytes that are best worked on at once: they stay in the first cache
const SLACK = 256;

const { data, places, end } = tablesFrom(0);
const IN = (end + 64 + 63) & ~63;
const OUT = IN + CHUNK + SLACK;
const PAGES = Math.ceil((OUT + 2 * CHUNK + SLACK) / 65536);

const layout = { IN, OUT, ...places };
const plain = [...byteFunctions(layout), ...utf8Functions(layout)];
const callOf = (name) => {
  const index = plain.findIndex((one) => one.name === name);
  return (...operands) => ops.call(index, ...operands);
};
const [isAscii, widen, narrow, strip, valid, decode, encode, count] =
  ['isAscii', 'widen', 'narrow', 'strip', 'valid', 'decode', 'encode', 'count'].map(callOf);
const NULL_STRING = [0xd0, stringref];

const part = { string: stringref, from: i32, n: i32 };
const unroll = ({ string, from, n }, at) => ops.drop(strings.units(string.get, at, from.get, n.get));

const coders = [
  // Bytes at IN to a string. utf8 answers null for what is not well-formed.
  func('utf8', { n: i32 }, stringref, {}, ({ n }) => [
    ops.when(isAscii(n.get), ops.ret(strings.fromUtf8(IN, n.get))),
    ops.when(ops.eqz(valid(n.get)), ops.ret(NULL_STRING)),
    strings.fromWtf16(OUT, decode(n.get)),
  ]),
  func('latin1', { n: i32 }, stringref, {}, ({ n }) => [
    ops.when(isAscii(n.get), ops.ret(strings.fromUtf8(IN, n.get))),
    ops.drop(widen(n.get)),
    strings.fromWtf16(OUT, n.get),
  ]),
  func('ascii', { n: i32 }, stringref, {}, ({ n }) => [ops.drop(strip(n.get)), strings.fromUtf8(IN, n.get)]),
  func('utf16', { n: i32 }, stringref, {}, ({ n }) => strings.fromWtf16(IN, n.get)),
  func('units', { n: i32 }, stringref, {}, ({ n }) => strings.fromWtf16(OUT, n.get)),

  // n units of a string, from `from` on, to bytes at OUT; or a whole string that may be ASCII.
  func('toUtf8', part, i32, {}, (locals) => [unroll(locals, IN), encode(locals.n.get)]),
  func('toLatin1', part, i32, {}, (locals) => [unroll(locals, IN), narrow(locals.n.get)]),
  func('toUtf16', part, i32, {}, (locals) => [unroll(locals, OUT), locals.n.get]),
  func('utf8Length', part, i32, {}, (locals) => [unroll(locals, IN), count(locals.n.get)]),
  func('asciiLength', { string: stringref }, i32, {}, ({ string }) => strings.utf8Length(string.get)),
  func('asciiToUtf8', { string: stringref }, i32, {}, ({ string }) => strings.toUtf8(string.get, OUT)),
];

const bytes = assemble([...plain, ...coders], PAGES, data);
let loaded;

// Compiling takes about as long as the loops need for this many characters.
let patience = 16384;

// { in, out, units, outFrom0(size), ... and the functions }, or null where V8 has no string references, and until
// there was enough to do; `size` is what there is now.
function load(size) {
  if (loaded !== undefined) return loaded;
  patience -= size;
  if (patience > 0) return null;
  if (typeof WebAssembly === 'undefined') return null; // while the snapshot is made
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
    const { buffer } = exports.memory;
    loaded = {
      ...exports,
      buffer,
      in: new Uint8Array(buffer, IN, CHUNK),
      out: new Uint8Array(buffer, OUT, CHUNK * 2),
      outUnits: new Uint16Array(buffer, OUT, CHUNK),
      outPart: new Uint8Array(buffer, OUT, PART),
    };
  } catch {
    loaded = null;
  }
  return loaded;
}

module.exports = { CHUNK, IN, OUT, PART, load };
