'use strict';

// UTF-8 in WebAssembly's vectors: is it well-formed, to UTF-16, from UTF-16, how long.
//
// Well-formedness is told by three tables of sixteen entries, as Keiser and Lemire found ("Validating UTF-8 in less
// than one instruction per byte", 2020): for two neighbouring bytes, the high and the low half of the first and the
// high half of the second each name the faults they allow; a fault that all three allow is one. A third and a
// fourth byte are looked for behind the lead that wants them.
//
// From UTF-8: the ends of characters in twelve bytes, as bits, lead by a table to how the bytes of the
// next characters are to be shuffled into lanes: six characters of at most two bytes, four of at most three, or
// three of any. To UTF-16 likewise the sizes of characters tell a shuffle that drops the bytes not needed.

const { func, i32, i64, ops, v128, vec, wide } = require('internal/buffer/wasm_asm');

const {
  add, and, drop, during, eq, extend, fill, geU, leU, load16, load8, ltU, or, ret, shl, shrU, store16, store8, sub, when,
  wideOr, wideShl, wideShrU, wrap,
} = ops;

// ---- tables

const SIXES = 0, FOURS = 64, THREES = 145, SHUFFLES = 209;
const NOTHING = 0x80; // a swizzle (the relaxed one) by an index of 128 and more gives zero

/** How the bytes of characters of these sizes go into lanes of `width` bytes, the last byte of each first. */
function spread(sizes, width) {
  const shuffle = new Array(16).fill(NOTHING);
  let end = 0;
  sizes.forEach((size, lane) => {
    end += size;
    for (let k = 0; k < size; k++) shuffle[lane * width + k] = end - 1 - k;
  });
  return shuffle;
}

function sizesIn(ends) {
  const sizes = [];
  let start = 0;
  for (let i = 0; i < 12; i++) {
    if ((ends >> i) & 1) {
      sizes.push(i + 1 - start);
      start = i + 1;
    }
  }
  return sizes;
}

const numberOf = (sizes, base) => sizes.reduceRight((sum, size) => sum * base + size - 1, 0);

// The shuffle and how many bytes it takes for every pattern of ends, and the shuffles.
function decodeTables() {
  const ids = new Uint8Array(4096);
  const taken = new Uint8Array(4096);
  const shuffles = new Uint8Array(SHUFFLES * 16);
  for (let ends = 0; ends < 4096; ends++) {
    const all = sizesIn(ends);
    for (const [count, most, first, width] of [[6, 2, SIXES, 2], [4, 3, FOURS, 4], [3, 4, THREES, 4]]) {
      const sizes = all.slice(0, count);
      if (sizes.length < count || sizes.some((size) => size > most)) continue;
      const id = first + numberOf(sizes, most);
      ids[ends] = id;
      taken[ends] = sizes.reduce((a, b) => a + b);
      shuffles.set(spread(sizes, width), id * 16);
      break;
    }
  }
  return { ids, taken, shuffles };
}

// For every set of lanes that are short, the shuffle that keeps what counts, and how many bytes that is.
function packTable(keeps) {
  const shuffles = new Uint8Array(256 * 16).fill(NOTHING);
  const sizes = new Uint8Array(256);
  for (let set = 0; set < 256; set++) {
    const kept = keeps(set);
    shuffles.set(kept, set * 16);
    sizes[set] = kept.length;
  }
  return { shuffles, sizes };
}

const lanes = (count) => Array.from({ length: count }, (_, i) => i);
// Eight lanes of two bytes; those in the set need the low one only.
const packTwo = () => packTable((set) =>
  lanes(8).flatMap((lane) => ((set >> lane) & 1 ? [lane * 2] : [lane * 2, lane * 2 + 1])));
// Four lanes of three bytes; low half of the set: two are enough, high half: one is.
const packThree = () => packTable((set) => lanes(4).flatMap((lane) => {
  const short = (set >> lane) & 1;
  const shortest = (set >> (lane + 4)) & 1;
  return [0, 1, 2].slice(shortest ? 2 : short ? 1 : 0).map((byte) => lane * 4 + byte);
}));

function tablesFrom(at) {
  const { ids, taken, shuffles } = decodeTables();
  const two = packTwo();
  const three = packThree();
  const data = [];
  const place = (bytes) => {
    data.push({ at, bytes });
    at += bytes.length;
    return at - bytes.length;
  };
  const places = {
    IDS: place(ids), TAKEN: place(taken), SPREAD: place(shuffles),
    TWO: place(two.shuffles), TWO_SIZE: place(two.sizes), THREE: place(three.shuffles), THREE_SIZE: place(three.sizes),
  };
  return { data, places, end: at };
}

// ---- functions

const TOO_SHORT = 1, TOO_LONG = 2, OVERLONG_3 = 4, TOO_LARGE = 8, SURROGATE = 16, OVERLONG_2 = 32, TOO_LARGE_1000 = 64,
  OVERLONG_4 = 64, TWO_CONTS = 128, CARRY = TOO_SHORT | TOO_LONG | TWO_CONTS;
const times = (n, x) => new Array(n).fill(x);
const FIRST_HIGH = [
  ...times(8, TOO_LONG), ...times(4, TWO_CONTS), TOO_SHORT | OVERLONG_2, TOO_SHORT, TOO_SHORT | OVERLONG_3 | SURROGATE,
  TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4,
];
const FIRST_LOW = [
  CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4, CARRY | OVERLONG_2, CARRY, CARRY, CARRY | TOO_LARGE,
  ...times(11, CARRY | TOO_LARGE | TOO_LARGE_1000),
];
FIRST_LOW[13] |= SURROGATE;
const SECOND_ANY = TOO_LONG | OVERLONG_2 | TWO_CONTS;
const SECOND_HIGH = [
  ...times(8, TOO_SHORT), SECOND_ANY | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4, SECOND_ANY | OVERLONG_3 | TOO_LARGE,
  ...times(2, SECOND_ANY | SURROGATE | TOO_LARGE), ...times(4, TOO_SHORT),
];

function utf8Functions({ IN, OUT, IDS, TAKEN, SPREAD, TWO, TWO_SIZE, THREE, THREE_SIZE }) {
  // What is wrong in the sixteen bytes at `at`, those before them known to be there.
  const faults = (at, offset) => {
    const bytes = () => vec.load(at, offset);
    const back = (n) => vec.load(at, offset - n);
    const high = (v) => vec.shr8(v, 4);
    const pairs = vec.and(
      vec.and(vec.swizzle(vec.bytes(...FIRST_HIGH), high(back(1))),
              vec.swizzle(vec.bytes(...FIRST_LOW), vec.and(back(1), vec.each8(15)))),
      vec.swizzle(vec.bytes(...SECOND_HIGH), high(bytes())));
    const wanted = vec.and(vec.each8(0x80), vec.or(
      vec.subSaturate8(back(2), vec.each8(0xe0 - 0x80)), vec.subSaturate8(back(3), vec.each8(0xf0 - 0x80))));
    return vec.xor(wanted, pairs);
  };

  // (n) -> 1 when the bytes at IN are well-formed. Zeros must stand before IN; those after the bytes are put there.
  const valid = func('valid', { n: i32 }, i32, { i: i32, wrong: v128 }, ({ n, i, wrong }) => [
    fill(add(n.get, IN), 0, 128),
    during(leU(i.get, n.get), [
      when(vec.any(vec.and(vec.each8(0x80), vec.or(vec.load(i.get, IN - 3), vec.or(
        vec.or(vec.load(i.get, IN), vec.load(i.get, IN + 16)), vec.or(vec.load(i.get, IN + 32), vec.load(i.get, IN + 48)))))),
           wrong.set(vec.or(wrong.get, vec.or(vec.or(faults(i.get, IN), faults(i.get, IN + 16)),
                                              vec.or(faults(i.get, IN + 32), faults(i.get, IN + 48)))))),
      i.add(64),
    ]),
    ops.eqz(vec.any(wrong.get)),
  ]);

  const asUnits = (v, to, offset) => [
    vec.store(to, vec.lowUnits(v()), OUT + offset),
    vec.store(to, vec.highUnits(v()), OUT + offset + 16),
  ];
  const notContinuing = (at, offset) => extend(ops.xor(0xffff, vec.bitmask8(vec.ltS8(vec.load(at, offset), vec.each8(-64)))));

  const sixUnits = (chars) =>
    vec.or(vec.and(chars, vec.each16(0x7f)), vec.shr16(vec.and(chars, vec.each16(0x1f00)), 2));
  const fourUnits = (chars) => {
    const units = vec.or(vec.and(chars, vec.each32(0x7f)), vec.or(
      vec.shr32(vec.and(chars, vec.each32(0x3f00)), 2), vec.shr32(vec.and(chars, vec.each32(0x0f0000)), 4)));
    return vec.narrow32(units, vec.each32(0));
  };

  // Up to four bytes in a lane, the last one lowest, become a code point. In the third byte from the end a lead of
  // three (1110xxxx) has a bit among those of a continuation: its bit 6 tells that bit 5 must go.
  const points = (chars) => vec.or(
    vec.or(vec.and(chars, vec.each32(0x7f)), vec.shr32(vec.and(chars, vec.each32(0x3f00)), 2)),
    vec.or(
      vec.shr32(vec.xor(vec.and(chars, vec.each32(0x3f0000)), vec.shr32(vec.and(chars, vec.each32(0x400000)), 1)), 4),
      vec.shr32(vec.and(chars, vec.each32(0x07000000)), 6)));

  // (n, to) -> how many units the well-formed bytes at IN become, `to` bytes behind OUT. Zeros must follow the bytes,
  // which the last rounds take as well.
  const decode = func('decode', { n: i32, to: i32 }, i32, {
    i: i32, start: i32, limit: i32, step: i32, id: i32, point: i32, isSix: i32, leads: i64, chars: v128,
  }, ({ n, i, start, limit, to, step, id, point, isSix, leads, chars }) => {
    const lane = (index) => [
      point.set(vec.lane32(chars.get, index)),
      when(ltU(point.get, 0x10000), [store16(to.get, point.get, OUT), to.add(2)], [
        store16(to.get, add(shrU(point.get, 10), 0xd7c0), OUT),
        store16(to.get, add(and(point.get, 0x3ff), 0xdc00), OUT + 2),
        to.add(4),
      ]),
    ];
    return [
      start.set(to.get),
      during(ltU(i.get, n.get), [
        when(vec.any(vec.and(vec.each8(0x80), vec.or(
          vec.or(vec.load(i.get, IN), vec.load(i.get, IN + 16)), vec.or(vec.load(i.get, IN + 32), vec.load(i.get, IN + 48))))), [
          // Bit k: byte k + 1 begins a character, so byte k ends one.
          leads.set(wideShrU(wideOr(
            wideOr(notContinuing(i.get, IN), wideShl(notContinuing(i.get, IN + 16), wide(16))),
            wideOr(wideShl(notContinuing(i.get, IN + 32), wide(32)), wideShl(notContinuing(i.get, IN + 48), wide(48))),
          ), wide(1))),
          limit.set(add(i.get, 51)),
          during(leU(i.get, limit.get), [
            // Each round waits for this: the next one needs to know where it begins.
            step.set(and(wrap(leads.get), 0xfff)),
            id.set(load8(step.get, IDS)),
            step.set(load8(step.get, TAKEN)),
            leads.set(wideShrU(leads.get, extend(step.get))),
            chars.set(vec.swizzle(vec.load(i.get, IN), vec.load(shl(id.get, 4), SPREAD))),
            i.add(step.get),
            when(ltU(id.get, THREES), [
              // Both ways at once, and one result: which it is can't be foretold, and a branch gone wrong costs more.
              isSix.set(ltU(id.get, FOURS)),
              vec.store(to.get, vec.choose(sixUnits(chars.get), fourUnits(chars.get), vec.splat8(sub(0, isSix.get))), OUT),
              to.add(add(8, shl(isSix.get, 2))),
            ], [
              chars.set(points(chars.get)),
              lane(0), lane(1), lane(2),
            ]),
          ]),
        ], [
          asUnits(() => vec.load(i.get, IN), to.get, 0), asUnits(() => vec.load(i.get, IN + 16), to.get, 32),
          asUnits(() => vec.load(i.get, IN + 32), to.get, 64), asUnits(() => vec.load(i.get, IN + 48), to.get, 96),
          i.add(64),
          to.add(128),
        ]),
      ]),
      sub(shrU(sub(to.get, start.get), 1), sub(i.get, n.get)),
    ];
  });

  // Four code points under 0x10000 as three bytes each, the first one lowest; of those of fewer bytes the last count.
  const threeBytes = (u) => {
    const last = vec.choose(u, vec.or(vec.each32(0x80), vec.and(u, vec.each32(0x3f))), vec.ltU32(u, vec.each32(0x80)));
    const middle = vec.or(
      vec.or(vec.each32(0x80), vec.and(vec.shr32(u, 6), vec.each32(0x3f))),
      vec.and(vec.each32(0x40), vec.ltU32(u, vec.each32(0x800))));
    return vec.or(vec.or(vec.each32(0xe0), vec.shr32(u, 12)), vec.or(vec.shl32(middle, 8), vec.shl32(last, 16)));
  };

  // (n, to) -> how many bytes the units at IN become, `to` bytes behind OUT. Half a pair becomes U+FFFD; zeros are put after the units and, as the
  // last round takes them too, taken off the result.
  const encode = func('encode', { n: i32, to: i32 }, i32, {
    i: i32, start: i32, end: i32, set: i32, unit: i32, next: i32, stop: i32, units: v128, more: v128, half: v128,
  }, ({ n, to, i, start, end, set, unit, next, stop, units, more, half }) => {
    const packHalf = (lanes) => [
      half.set(lanes),
      set.set(or(vec.bitmask32(vec.ltU32(half.get, vec.each32(0x800))),
                 shl(vec.bitmask32(vec.ltU32(half.get, vec.each32(0x80))), 4))),
      vec.store(to.get, vec.swizzle(threeBytes(half.get), vec.load(shl(set.get, 4), THREE)), OUT),
      to.add(load8(set.get, THREE_SIZE)),
    ];
    const three = (point) => [
      store8(to.get, or(0xe0, shrU(point, 12)), OUT),
      store8(to.get, or(0x80, and(shrU(point, 6), 0x3f)), OUT + 1),
      store8(to.get, or(0x80, and(point, 0x3f)), OUT + 2),
      to.add(3),
    ];
    // Unit by unit, up to `stop`; a pair may reach beyond it.
    const withPairs = during(ltU(i.get, stop.get), [
      unit.set(load16(i.get, IN)),
      i.add(2),
      when(ltU(unit.get, 0x80), [store8(to.get, unit.get, OUT), to.add(1)], [
        when(ltU(unit.get, 0x800), [
          store8(to.get, or(0xc0, shrU(unit.get, 6)), OUT),
          store8(to.get, or(0x80, and(unit.get, 0x3f)), OUT + 1),
          to.add(2),
        ], [
          next.set(load16(i.get, IN)),
          when(and(eq(and(unit.get, 0xfc00), 0xd800), eq(and(next.get, 0xfc00), 0xdc00)), [
            unit.set(or(shl(sub(unit.get, 0xd7c0), 10), and(next.get, 0x3ff))),
            i.add(2),
            store8(to.get, or(0xf0, shrU(unit.get, 18)), OUT),
            store8(to.get, or(0x80, and(shrU(unit.get, 12), 0x3f)), OUT + 1),
            store8(to.get, or(0x80, and(shrU(unit.get, 6), 0x3f)), OUT + 2),
            store8(to.get, or(0x80, and(unit.get, 0x3f)), OUT + 3),
            to.add(4),
          ], [
            when(eq(and(unit.get, 0xf800), 0xd800), unit.set(0xfffd)),
            three(unit.get),
          ]),
        ]),
      ]),
    ]);
    return [
      start.set(to.get),
      end.set(shl(n.get, 1)),
      fill(add(end.get, IN), 0, 64),
      during(ltU(i.get, end.get), [
        units.set(vec.load(i.get, IN)),
        more.set(vec.load(i.get, IN + 16)),
        when(ops.eqz(vec.any(vec.and(vec.or(units.get, more.get), vec.each16(0xff80)))), [
          vec.store(to.get, vec.narrow16(units.get, more.get), OUT),
          i.add(32),
          to.add(16),
        ], [
          when(ops.eqz(vec.any(vec.and(units.get, vec.each16(0xf800)))), [
            more.set(vec.ltU16(units.get, vec.each16(0x80))),
            set.set(vec.bitmask16(more.get)),
            half.set(vec.or(vec.or(vec.shr16(units.get, 6), vec.each16(0x80c0)),
                            vec.shl16(vec.and(units.get, vec.each16(0x3f)), 8))),
            vec.store(to.get, vec.swizzle(vec.choose(units.get, half.get, more.get), vec.load(shl(set.get, 4), TWO)), OUT),
            to.add(load8(set.get, TWO_SIZE)),
            i.add(16),
          ], [
            when(vec.any(vec.eq16(vec.and(units.get, vec.each16(0xf800)), vec.each16(0xd800))), [
              stop.set(add(i.get, 16)),
              withPairs,
            ], [
              packHalf(vec.low32(units.get)),
              packHalf(vec.high32(units.get)),
              i.add(16),
            ]),
          ]),
        ]),
      ]),
      sub(sub(to.get, start.get), shrU(sub(i.get, end.get), 1)),
    ];
  });

  // (n) -> how many bytes the units at IN take. A pair counts as two of three bytes at first.
  const count = func('count', { n: i32 }, i32, { i: i32, end: i32, units: v128, pair: v128, sum: v128 },
                     ({ n, i, end, units, pair, sum }) => [
    end.set(shl(n.get, 1)),
    fill(add(end.get, IN), 0, 64),
    during(ltU(i.get, end.get), [
      units.set(vec.load(i.get, IN)),
      sum.set(vec.sub16(sum.get, vec.add16(vec.geU16(units.get, vec.each16(0x80)), vec.geU16(units.get, vec.each16(0x800))))),
      pair.set(vec.and(
        vec.eq16(vec.and(units.get, vec.each16(0xfc00)), vec.each16(0xd800)),
        vec.eq16(vec.and(vec.load(i.get, IN + 2), vec.each16(0xfc00)), vec.each16(0xdc00)))),
      sum.set(vec.add16(sum.get, vec.add16(pair.get, pair.get))),
      i.add(16),
    ]),
    sum.set(vec.pairSums(sum.get)),
    add(n.get, add(add(vec.lane32(sum.get, 0), vec.lane32(sum.get, 1)), add(vec.lane32(sum.get, 2), vec.lane32(sum.get, 3)))),
  ]);

  return [valid, decode, encode, count];
}

module.exports = { tablesFrom, utf8Functions };
