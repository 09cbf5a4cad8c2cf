'use strict';

// The WebAssembly module of internal/buffer/wasm_text, and where things lie in its memory. It is a file of its own because
// it and what it uses are needed only while the snapshot is made: see BUILD_ONLY in internal/bootstrap.

const { assemble, func, i32, ops, stringref, strings } = require('internal/buffer/wasm_asm');
const { byteFunctions } = require('internal/buffer/wasm_bytes');
const { tablesFrom, utf8Functions } = require('internal/buffer/wasm_utf8');
const { ArrayPrototypeFindIndex, ArrayPrototypeMap, MathCeil, ReflectApply, joinLists } = require('internal/primordials');

const CHUNK = 1 << 18; // the most bytes that are processed at once
const SLACK = 256;
const LARGE = 1 << 25; // the most units that become a string at once

const { data, places, end } = tablesFrom(0);
const IN = (end + 64 + 63) & ~63;
const OUT = IN + CHUNK + SLACK;
const PAGES = MathCeil((OUT + 2 * CHUNK + SLACK) / 65536);
const MOST_PAGES = MathCeil((OUT + 2 * LARGE + SLACK) / 65536);

const layout = { IN, OUT, ...places };
const plain = joinLists(byteFunctions(layout), utf8Functions(layout));
const callOf = (name) => {
  const index = ArrayPrototypeFindIndex(plain, (one) => one.name === name);
  return (...operands) => ReflectApply(ops.call, ops, joinLists([index], operands));
};
const { 0: isAscii, 1: widen, 2: narrow, 3: strip, 4: valid, 5: decode, 6: encode, 7: count } =
  ArrayPrototypeMap(['isAscii', 'widen', 'narrow', 'strip', 'valid', 'decode', 'encode', 'count'], callOf);
const NULL_STRING = [0xd0, stringref];

const part = { string: stringref, from: i32, n: i32 };
const unroll = ({ string, from, n }, at) => ops.drop(strings.units(string.get, at, from.get, n.get));

const coders = [
  // Bytes at IN to a string. utf8 returns null if they are not well-formed.
  func('utf8', { n: i32 }, stringref, {}, ({ n }) => [
    ops.when(isAscii(IN, n.get), ops.ret(strings.fromUtf8(IN, n.get))),
    ops.when(ops.eqz(valid(n.get)), ops.ret(NULL_STRING)),
    strings.fromWtf16(OUT, decode(n.get, 0)),
  ]),
  func('latin1', { n: i32 }, stringref, {}, ({ n }) => [
    ops.when(isAscii(IN, n.get), ops.ret(strings.fromUtf8(IN, n.get))),
    strings.fromWtf16(OUT, widen(n.get, 0)),
  ]),
  func('ascii', { n: i32 }, stringref, {}, ({ n }) => [ops.drop(strip(n.get)), strings.fromUtf8(IN, n.get)]),
  func('utf16', { n: i32 }, stringref, {}, ({ n }) => strings.fromWtf16(IN, n.get)),

  // Everything at OUT to a string.
  func('outUnits', { n: i32 }, stringref, {}, ({ n }) => strings.fromWtf16(OUT, n.get)),
  func('outAscii', { n: i32 }, stringref, {}, ({ n }) => strings.fromUtf8(OUT, n.get)),

  // n units of a string, from `from` on, to bytes `to` after OUT; or a whole string that may be ASCII.
  func('toUtf8', { ...part, to: i32 }, i32, {}, (locals) => [unroll(locals, IN), encode(locals.n.get, locals.to.get)]),
  func('toLatin1', { ...part, to: i32 }, i32, {}, (locals) => [unroll(locals, IN), narrow(locals.n.get, locals.to.get)]),
  func('toUtf16', part, i32, {}, (locals) => [unroll(locals, OUT), locals.n.get]),
  func('utf8Length', part, i32, {}, (locals) => [unroll(locals, IN), count(locals.n.get)]),
  func('asciiToUtf8', { string: stringref, to: i32 }, i32, {}, ({ string, to }) =>
    strings.toUtf8(string.get, ops.add(OUT, to.get))),
];

const code = assemble(joinLists(plain, coders), PAGES, MOST_PAGES, data);

module.exports = { CHUNK, IN, LARGE, OUT, SLACK, code };
