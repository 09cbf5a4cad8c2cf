'use strict';

// UTF-8 with WebAssembly's vectors: validation, conversion to and from UTF-16, length.
//
// Validation uses three tables of sixteen entries, after Keiser and Lemire ("Validating UTF-8 in less than one instruction
// per byte", 2020): for two neighbouring bytes, the high and the low half of the first and the high half of the second each
// give the set of possible errors; an error that is in all three sets is one. Third and fourth bytes are checked by the lead
// bytes that require them.
//
// From UTF-8: each of eight bytes becomes the unit that would begin there, computed from itself and the bytes around it;
// then a shuffle drops those of bytes that begin none. No step depends on where a character ends. The second unit of a pair
// is that of the second byte. To UTF-8 likewise, the sizes of characters select a shuffle that drops the unused bytes.

const {
  Array, ArrayFrom, ArrayPrototypeFill, ArrayPrototypeFlatMap, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice,
  ReflectApply, Uint8Array, joinLists,
} = require('internal/primordials');
const { func, i32, ops, v128, vec } = require('internal/buffer/wasm_asm');

const {
  add, and, during, eq, fill, leU, load16, load8, ltU, or, shl, shrU, store8, sub, when,
} = ops;

// ---- tables

const NOTHING = 0x80; // a (relaxed) swizzle with an index of 128 or more gives zero

// For every set of short lanes, the shuffle that keeps the used bytes, and their number.
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

const lanes = (count) => ArrayFrom({ __proto__: null, length: count }, (_, i) => i);
// Eight lanes of two bytes; those in the set are dropped.
const packUnits = () => packTable((set) => ArrayPrototypeFlatMap(lanes(8), (lane) => ((set >> lane) & 1 ? [] : [lane * 2, lane * 2 + 1])));
// Likewise; of those in the set only the low byte is kept.
const packTwo = () => packTable((set) =>
  ArrayPrototypeFlatMap(lanes(8), (lane) => ((set >> lane) & 1 ? [lane * 2] : [lane * 2, lane * 2 + 1])));
// Four lanes of three bytes; low half of the set: two bytes are kept, high half: one.
const packThree = () => packTable((set) => ArrayPrototypeFlatMap(lanes(4), (lane) => {
  const short = (set >> lane) & 1;
  const shortest = (set >> (lane + 4)) & 1;
  return ArrayPrototypeMap(ArrayPrototypeSlice([0, 1, 2], shortest ? 2 : short ? 1 : 0), (byte) => lane * 4 + byte);
}));

function tablesFrom(at) {
  const units = packUnits();
  const two = packTwo();
  const three = packThree();
  const data = [];
  const place = (bytes) => {
    ArrayPrototypePush(data, { at, bytes });
    at += bytes.length;
    return at - bytes.length;
  };
  const places = {
    UNITS: place(units.shuffles),
    TWO: place(two.shuffles), TWO_SIZE: place(two.sizes), THREE: place(three.shuffles), THREE_SIZE: place(three.sizes),
  };
  return { data, places, end: at };
}

// ---- functions

const TOO_SHORT = 1, TOO_LONG = 2, OVERLONG_3 = 4, TOO_LARGE = 8, SURROGATE = 16, OVERLONG_2 = 32, TOO_LARGE_1000 = 64,
  OVERLONG_4 = 64, TWO_CONTS = 128, CARRY = TOO_SHORT | TOO_LONG | TWO_CONTS;
const times = (n, x) => ArrayPrototypeFill(new Array(n), x);
const FIRST_HIGH = joinLists(
  times(8, TOO_LONG),
  times(4, TWO_CONTS),
  [TOO_SHORT | OVERLONG_2, TOO_SHORT, TOO_SHORT | OVERLONG_3 | SURROGATE,
  TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4],
);
const FIRST_LOW = joinLists(
  [CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4, CARRY | OVERLONG_2, CARRY, CARRY, CARRY | TOO_LARGE],
  times(11, CARRY | TOO_LARGE | TOO_LARGE_1000),
);
FIRST_LOW[13] |= SURROGATE;
const SECOND_ANY = TOO_LONG | OVERLONG_2 | TWO_CONTS;
const SECOND_HIGH = joinLists(
  times(8, TOO_SHORT),
  [SECOND_ANY | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4, SECOND_ANY | OVERLONG_3 | TOO_LARGE],
  times(2, SECOND_ANY | SURROGATE | TOO_LARGE),
  times(4, TOO_SHORT),
);

function utf8Functions({ IN, OUT, UNITS, TWO, TWO_SIZE, THREE, THREE_SIZE }) {
  // The errors in the sixteen bytes at `at`; the bytes before them must be in memory.
  const faults = (at, offset) => {
    const bytes = () => vec.load(at, offset);
    const back = (n) => vec.load(at, offset - n);
    const high = (v) => vec.and(vec.shr16(v, 4), vec.each8(15)); // there is no shift of bytes
    const pairs = vec.and(
      vec.and(vec.swizzle(ReflectApply(vec.bytes, vec, FIRST_HIGH), high(back(1))),
              vec.swizzle(ReflectApply(vec.bytes, vec, FIRST_LOW), vec.and(back(1), vec.each8(15)))),
      vec.swizzle(ReflectApply(vec.bytes, vec, SECOND_HIGH), high(bytes())));
    const wanted = vec.and(vec.each8(0x80), vec.or(
      vec.subSaturate8(back(2), vec.each8(0xe0 - 0x80)), vec.subSaturate8(back(3), vec.each8(0xf0 - 0x80))));
    return vec.xor(wanted, pairs);
  };

  // (n) -> 1 if the bytes at IN are well-formed. Zeros must precede IN; zeros are written after the bytes.
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

  // The unit that begins at each of eight bytes, computed from these bytes and their neighbours as units, for characters of
  // at most two bytes, three, or any number.
  const unitsAt = (at, offset) => () => vec.loadBytesAsUnits(at, offset);
  const begins = (unit, from, lead, otherwise) => vec.chooseLanes(unit, otherwise, vec.gtS16(lead(), vec.each16(from - 1)));
  const tail = (byte) => vec.and(byte(), vec.each16(0x3f));
  const ofTwo = ({ byte, next }) =>
    begins(vec.or(vec.shl16(vec.and(byte(), vec.each16(0x1f)), 6), tail(next)), 0xc0, byte, byte());
  const ofThree = (bytes) => begins(
    vec.or(vec.shl16(bytes.byte(), 12), vec.or(vec.shl16(tail(bytes.next), 6), tail(bytes.third))),
    0xe0, bytes.byte, ofTwo(bytes));
  const ofAny = (bytes) => {
    const high = vec.add16(vec.each16(0xd7c0), vec.or(
      vec.shl16(vec.and(bytes.byte(), vec.each16(7)), 8), vec.or(vec.shl16(tail(bytes.next), 2), vec.shr16(tail(bytes.third), 4))));
    const low = vec.or(vec.each16(0xdc00), vec.or(vec.and(vec.shl16(bytes.next(), 6), vec.each16(0x3c0)), tail(bytes.third)));
    return begins(low, 0xf0, bytes.before, begins(high, 0xf0, bytes.byte, ofThree(bytes)));
  };

  // (n, to) -> the number of units that the well-formed bytes at IN become, `to` bytes after OUT. Zeros must precede and
  // follow the bytes; the last round processes those too.
  const decode = func('decode', { n: i32, to: i32 }, i32, { i: i32, start: i32, dropped: i32, most: v128 }, (locals) => {
    const { n, to, i, start, dropped, most } = locals;
    const has = (from) => vec.any(vec.subSaturate8(most.get, vec.each8(from - 1)));
    const continuing = (offset) => vec.ltS8(vec.load(i.get, IN + offset), vec.each8(-64));
    const eight = (offset, units, set) => [
      vec.store(to.get, vec.swizzle(
        units({
          before: unitsAt(i.get, IN + offset - 1), byte: unitsAt(i.get, IN + offset),
          next: unitsAt(i.get, IN + offset + 1), third: unitsAt(i.get, IN + offset + 2),
        }), vec.load(shl(set, 4), UNITS)), OUT),
      to.set(add(to.get, sub(16, shl(ops.popcnt(set), 1)))),
    ];
    const block = (units, drops) => ArrayPrototypeMap([0, 16, 32, 48], (offset) => [
      dropped.set(vec.bitmask8(drops(offset))),
      eight(offset, units, and(dropped.get, 0xff)),
      eight(offset + 8, units, shrU(dropped.get, 8)),
    ]);
    // The second byte of four is kept: its unit is the other half of the pair.
    const continuingPairs = (offset) => vec.andNot(
      continuing(offset), vec.gtS8(vec.load(i.get, IN + offset - 1), vec.each8(-17)));
    return [
      start.set(to.get),
      during(ltU(i.get, n.get), [
        // The preceding byte counts: it may be the first of four.
        most.set(vec.maxU8(vec.load(i.get, IN - 1), vec.maxU8(
          vec.maxU8(vec.load(i.get, IN), vec.load(i.get, IN + 16)), vec.maxU8(vec.load(i.get, IN + 32), vec.load(i.get, IN + 48))))),
        when(has(0x80), [
          when(has(0xe0), when(has(0xf0), block(ofAny, continuingPairs), block(ofThree, continuing)), block(ofTwo, continuing)),
        ], [
          ArrayPrototypeMap([0, 16, 32, 48], (offset) => asUnits(() => vec.load(i.get, IN + offset), to.get, offset * 2)),
          to.add(128),
        ]),
        i.add(64),
      ]),
      sub(shrU(sub(to.get, start.get), 1), sub(i.get, n.get)),
    ];
  });

  // Eight units as three bytes each: the first and the second of all, and the last; shorter forms use the last ones.
  const firstBytes = (u, isTwo) => {
    const second = vec.or(
      vec.or(vec.each16(0x80), vec.and(vec.shr16(u, 6), vec.each16(0x3f))), vec.and(vec.each16(0x40), isTwo));
    return vec.or(vec.or(vec.each16(0xe0), vec.shr16(u, 12)), vec.shl16(second, 8));
  };
  const lastByte = (u, isOne) => vec.chooseLanes(u, vec.or(vec.each16(0x80), vec.and(u, vec.each16(0x3f))), isOne);

  // (n, to) -> the number of bytes that the units at IN become, `to` bytes after OUT. Half a pair becomes U+FFFD. Zeros are
  // written after the units; the last round converts those too, and they are subtracted from the result.
  const encode = func('encode', { n: i32, to: i32 }, i32, {
    i: i32, start: i32, end: i32, set: i32, unit: i32, next: i32, stop: i32, ones: i32, twos: i32, units: v128, more: v128, half: v128,
  }, ({ n, to, i, start, end, set, unit, next, stop, ones, twos, units, more, half }) => {
    const packHalf = (bytes, short) => [
      set.set(short),
      vec.store(to.get, vec.swizzle(bytes, vec.load(shl(set.get, 4), THREE)), OUT),
      to.add(load8(set.get, THREE_SIZE)),
    ];
    const three = (point) => [
      store8(to.get, or(0xe0, shrU(point, 12)), OUT),
      store8(to.get, or(0x80, and(shrU(point, 6), 0x3f)), OUT + 1),
      store8(to.get, or(0x80, and(point, 0x3f)), OUT + 2),
      to.add(3),
    ];
    // Unit by unit, up to `stop`; a pair may extend beyond it.
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
              more.set(vec.ltU16(units.get, vec.each16(0x800))),
              half.set(vec.ltU16(units.get, vec.each16(0x80))),
              twos.set(vec.bitmask16(more.get)),
              ones.set(vec.bitmask16(half.get)),
              more.set(firstBytes(units.get, more.get)),
              half.set(lastByte(units.get, half.get)),
              packHalf(vec.zipLow16(more.get, half.get), or(and(twos.get, 15), shl(and(ones.get, 15), 4))),
              packHalf(vec.zipHigh16(more.get, half.get), or(shrU(twos.get, 4), and(ones.get, 0xf0))),
              i.add(16),
            ]),
          ]),
        ]),
      ]),
      sub(sub(to.get, start.get), shrU(sub(i.get, end.get), 1)),
    ];
  });

  // (n) -> the number of bytes that the units at IN take. A pair, at an even or odd offset, first counts as two times three
  // bytes.
  const count = func('count', { n: i32 }, i32, { i: i32, end: i32, units: v128, sum: v128 }, ({ n, i, end, units, sum }) => {
    const beyond = (unit) => vec.gtS16(units.get, vec.each16(unit ^ 0x8000));
    const pairs = (offset) => vec.eq32(vec.and(vec.load(i.get, IN + offset), vec.each32(0xfc00fc00)), vec.each32(0xdc00d800));
    return [
      end.set(shl(n.get, 1)),
      fill(add(end.get, IN), 0, 64),
      during(ltU(i.get, end.get), [
        units.set(vec.xor(vec.load(i.get, IN), vec.each16(0x8000))), // so that signed comparison gives the right order
        sum.set(vec.add16(sum.get, vec.sub16(vec.add16(pairs(0), pairs(2)), vec.add16(beyond(0x7f), beyond(0x7ff))))),
        i.add(16),
      ]),
      sum.set(vec.pairSums(sum.get)),
      add(n.get, add(add(vec.lane32(sum.get, 0), vec.lane32(sum.get, 1)), add(vec.lane32(sum.get, 2), vec.lane32(sum.get, 3)))),
    ];
  });

  return [valid, decode, encode, count];
}

module.exports = { tablesFrom, utf8Functions };
