'use strict';

// WebAssembly functions over bytes at IN: scan, compare, swap, widen and narrow, sixteen at a time. A round may read and
// write some bytes past the end; the layout leaves room for that.

const { ArrayPrototypeMap, ReflectApply } = require('internal/primordials');
const { func, i32, ops, v128, vec } = require('internal/buffer/wasm_asm');

const { add, and, ctz, during, eq, eqz, geU, gtU, load64, load8, ltU, ne, ret, sub, when } = ops;

function byteFunctions({ IN, OUT }) {
  // (at, n) -> 1 if the n bytes there are ASCII.
  const isAscii = func('isAscii', { at: i32, n: i32 }, i32, { end: i32 }, ({ at, n, end }) => [
    end.set(add(at.get, n.get)),
    during(geU(end.get, add(at.get, 64)), [
      when(vec.any(vec.and(vec.each8(0x80), vec.or(
        vec.or(vec.load(at.get), vec.load(at.get, 16)), vec.or(vec.load(at.get, 32), vec.load(at.get, 48)),
      ))), ret(0)),
      at.add(64),
    ]),
    during(geU(end.get, add(at.get, 16)), [
      when(vec.any(vec.and(vec.each8(0x80), vec.load(at.get))), ret(0)),
      at.add(16),
    ]),
    during(ltU(at.get, end.get), [
      when(geU(load8(at.get), 0x80), ret(0)),
      at.add(1),
    ]),
    ops.add(1, 0),
  ]);

  // (n, to) -> n: bytes at IN become units, `to` bytes after OUT.
  const widen = func('widen', { n: i32, to: i32 }, i32, { i: i32 }, ({ n, i, to }) => [
    during(ltU(i.get, n.get), [
      vec.store(to.get, vec.loadBytesAsUnits(i.get, IN), OUT),
      vec.store(to.get, vec.loadBytesAsUnits(i.get, IN + 8), OUT + 16),
      vec.store(to.get, vec.loadBytesAsUnits(i.get, IN + 16), OUT + 32),
      vec.store(to.get, vec.loadBytesAsUnits(i.get, IN + 24), OUT + 48),
      i.add(32),
      to.add(64),
    ]),
    n.get,
  ]);

  // (n, to) -> 1 if these are ASCII: the low bytes of the units at IN are written `to` bytes after OUT.
  const low = (at, offset) => vec.and(vec.each16(0xff), vec.load(at, offset));
  const narrow = func('narrow', { n: i32, to: i32 }, i32, { i: i32, from: i32, even: v128, odd: v128, all: v128 }, (locals) => {
    const { n, to, i, from, even, odd, all } = locals;
    return [
      // The last round also processes what follows the units.
      from.set(ops.shl(n.get, 1)),
      ArrayPrototypeMap([0, 16, 32, 48], (offset) => vec.store(from.get, vec.each8(0), IN + offset)),
      from.set(0),
      during(ltU(i.get, n.get), [
        even.set(vec.narrow16(low(from.get, IN), low(from.get, IN + 16))),
        odd.set(vec.narrow16(low(from.get, IN + 32), low(from.get, IN + 48))),
        vec.store(to.get, even.get, OUT),
        vec.store(to.get, odd.get, OUT + 16),
        all.set(vec.or(all.get, vec.or(even.get, odd.get))),
        i.add(32),
        from.add(64),
        to.add(32),
      ]),
      eqz(vec.any(vec.and(all.get, vec.each8(0x80)))),
    ];
  });

  // (n) -> 0: clears the high bits of the bytes at IN.
  const strip = func('strip', { n: i32 }, i32, { i: i32 }, ({ n, i }) => [
    during(ltU(i.get, n.get), [
      vec.store(i.get, vec.and(vec.each8(0x7f), vec.load(i.get, IN)), IN),
      i.add(16),
    ]),
    ops.add(0, 0),
  ]);

  // (n, byte) -> the offset of the byte at IN, or -1.
  const find = func('find', { n: i32, byte: i32 }, i32, { i: i32, mask: i32, wanted: v128 }, ({ n, byte, i, mask, wanted }) => [
    wanted.set(vec.splat8(byte.get)),
    during(ltU(i.get, n.get), [
      when(vec.any(vec.or(
        vec.or(vec.eq8(wanted.get, vec.load(i.get, IN)), vec.eq8(wanted.get, vec.load(i.get, IN + 16))),
        vec.or(vec.eq8(wanted.get, vec.load(i.get, IN + 32)), vec.eq8(wanted.get, vec.load(i.get, IN + 48))),
      )), during(ltU(i.get, n.get), [
        when(mask.tee(vec.bitmask8(vec.eq8(wanted.get, vec.load(i.get, IN)))), [
          i.add(ctz(mask.get)),
          ret(ops.select(i.get, -1, ltU(i.get, n.get))),
        ]),
        i.add(16),
      ])),
      i.add(64),
    ]),
    ops.add(-1, 0),
  ]);

  // (n, byte) -> the last offset of the byte at IN, or -1.
  const findLast = func('findLast', { n: i32, byte: i32 }, i32, { mask: i32, wanted: v128 }, ({ n, byte, mask, wanted }) => [
    wanted.set(vec.splat8(byte.get)),
    during(geU(n.get, 16), [
      when(mask.tee(vec.bitmask8(vec.eq8(wanted.get, vec.load(n.get, IN - 16)))),
           ret(add(sub(n.get, 16), sub(31, [mask.get, 0x67])))),
      n.set(sub(n.get, 16)),
    ]),
    during(n.get, [
      n.set(sub(n.get, 1)),
      when(eq(load8(n.get, IN), byte.get), ret(n.get)),
    ]),
    ops.add(-1, 0),
  ]);

  // (n, m) -> the offset of the m bytes (two at least) at OUT among the n at IN, -1, or -2 if so many places were similar
  // that another algorithm is better. Places where the first and the last byte match are compared.
  const search = func('search', { n: i32, m: i32 }, i32, {
    i: i32, k: i32, at: i32, mask: i32, last: i32, patience: i32, head: v128, tail: v128,
  }, ({ n, m, i, k, at, mask, last, patience, head, tail }) => [
    when(ltU(n.get, m.get), ret(-1)),
    last.set(sub(n.get, m.get)),
    patience.set(add(n.get, 256)),
    head.set(vec.splat8(load8(0, OUT))),
    tail.set(vec.splat8(load8(sub(m.get, 1), OUT))),
    during(ops.leU(i.get, last.get), [
      mask.set(vec.bitmask8(vec.and(
        vec.eq8(head.get, vec.load(i.get, IN)),
        vec.eq8(tail.get, vec.load(sub(add(i.get, m.get), 1), IN)),
      ))),
      during(mask.get, [
        at.set(add(i.get, ctz(mask.get))),
        when(gtU(at.get, last.get), ret(-1)),
        mask.set(and(mask.get, sub(mask.get, 1))),
        k.set(1),
        during(and(ltU(k.get, m.get), eq(load8(add(at.get, k.get), IN), load8(k.get, OUT))), k.add(1)),
        when(geU(k.get, m.get), ret(at.get)),
        patience.set(sub(patience.get, k.get)),
        when(ops.ltS(patience.get, 0), ret(-2)),
      ]),
      i.add(16),
    ]),
    ops.add(-1, 0),
  ]);

  // (n) -> the first offset where the n bytes at IN and at OUT differ, or n or more.
  const differ = (i, offset) => vec.xor(vec.load(i, IN + offset), vec.load(i, OUT + offset));
  const mismatch = func('mismatch', { n: i32 }, i32, { i: i32, mask: i32 }, ({ n, i, mask }) => [
    during(ltU(i.get, n.get), [
      when(vec.any(vec.or(vec.or(differ(i.get, 0), differ(i.get, 16)), vec.or(differ(i.get, 32), differ(i.get, 48)))), [
        during(eqz(mask.tee(sub(0xffff, vec.bitmask8(vec.eq8(vec.load(i.get, IN), vec.load(i.get, OUT)))))), i.add(16)),
        ret(add(i.get, ctz(mask.get))),
      ]),
      i.add(64),
    ]),
    n.get,
  ]);

  // (n, size) -> 0: reverses every 2, 4 or 8 bytes at IN.
  const orders = { 2: [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14], 4: [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12], 8: [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8] };
  const swap = func('swap', { n: i32, size: i32 }, i32, { i: i32, order: v128 }, ({ n, size, i, order }) => [
    order.set(ReflectApply(vec.bytes, vec, orders[8])),
    when(eq(size.get, 2), order.set(ReflectApply(vec.bytes, vec, orders[2]))),
    when(eq(size.get, 4), order.set(ReflectApply(vec.bytes, vec, orders[4]))),
    during(ltU(i.get, n.get), [
      vec.store(i.get, vec.swizzle(vec.load(i.get, IN), order.get), IN),
      vec.store(i.get, vec.swizzle(vec.load(i.get, IN + 16), order.get), IN + 16),
      i.add(32),
    ]),
    ops.add(0, 0),
  ]);

  return [isAscii, widen, narrow, strip, find, findLast, search, mismatch, swap];
}

module.exports = { byteFunctions };
