'use strict';

// Conversion of IP addresses between text and bytes, as inet_pton and inet_ntop do it. The text must be accepted by isIPv4
// or isIPv6 and have no zone.

const {
  Array, ArrayFrom, ArrayPrototypeFill, ArrayPrototypeFlatMap, ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypeMap,
  ArrayPrototypeSlice, ArrayPrototypeSplice, Number, NumberParseInt, NumberPrototypeToString, StringPrototypeIncludes,
  StringPrototypeSplit, joinLists,
} = require('internal/primordials');

const V4_BYTES = 4;
const V6_BYTES = 16;
const V6_GROUPS = 8;

function parseV4(text, bytes, at) {
  ArrayPrototypeForEach(StringPrototypeSplit(text, '.'), (part, i) => { bytes[at + i] = Number(part); });
}

function parseV6(text, bytes, at) {
  const groupsOf = (half) => (half === '' ? [] : ArrayPrototypeFlatMap(StringPrototypeSplit(half, ':'), (part) => {
    if (!StringPrototypeIncludes(part, '.')) return [NumberParseInt(part, 16)];
    const { 0: a, 1: b, 2: c, 3: d } = ArrayPrototypeMap(StringPrototypeSplit(part, '.'), Number);
    return [a << 8 | b, c << 8 | d];
  }));
  const { 0: before, 1: after } = ArrayPrototypeMap(StringPrototypeSplit(text, '::'), groupsOf);
  const groups = after === undefined ? before :
    joinLists(before, ArrayPrototypeFill(new Array(V6_GROUPS - before.length - after.length), 0), after);
  ArrayPrototypeForEach(groups, (group, i) => {
    bytes[at + 2 * i] = group >> 8;
    bytes[at + 2 * i + 1] = group & 255;
  });
}

const textOfV4 = (bytes, at) => `${bytes[at]}.${bytes[at + 1]}.${bytes[at + 2]}.${bytes[at + 3]}`;

// The longest run of zeroes is abbreviated, and an embedded IPv4 address is written as one.
function textOfV6(bytes, at) {
  const groups = ArrayFrom({ __proto__: null, length: V6_GROUPS }, (_, i) => bytes[at + 2 * i] << 8 | bytes[at + 2 * i + 1]);
  let gapAt = -1;
  let gapLength = 1;
  for (let i = 0; i < V6_GROUPS; i++) {
    let length = 0;
    while (i + length < V6_GROUPS && groups[i + length] === 0) length++;
    if (length > gapLength) {
      gapAt = i;
      gapLength = length;
    }
  }
  const parts = ArrayPrototypeMap(groups, (group) => NumberPrototypeToString(group, 16));
  if (gapAt === 0 && (gapLength === 6 || (gapLength === 5 && groups[5] === 0xffff))) {
    ArrayPrototypeSplice(parts, 6, 2, textOfV4(bytes, at + V6_BYTES - V4_BYTES));
  }
  if (gapAt < 0) return ArrayPrototypeJoin(parts, ':');
  return `${ArrayPrototypeJoin(ArrayPrototypeSlice(parts, 0, gapAt), ':')}::${ArrayPrototypeJoin(ArrayPrototypeSlice(parts, gapAt + gapLength), ':')}`;
}

module.exports = { V4_BYTES, V6_BYTES, parseV4, parseV6, textOfV4, textOfV6 };
