'use strict';

// How the members of arrays, sets, maps and byte blocks compare. The caller compares properties and nested values
// (`walk.equal`).
//
// Objects that are members of a set or keys of a map have no order and no hash: those of the expected side go into a pool,
// and each one of the actual side takes its match out of it. Collections built the same way have the match at the front,
// reversed ones at the back; so both ends are tried before the middle, and neither case is quadratic.


const {
  ArrayPrototypeEvery, ArrayPrototypeFilter, ArrayPrototypeMap, ArrayPrototypePop, ArrayPrototypePush, Int32Array,
  MapPrototypeForEach, MapPrototypeGet, MapPrototypeGetSize, MapPrototypeHas, Number, NumberIsNaN, ObjectHasOwn: hasOwn,
  ObjectKeys: keysOf, SetPrototypeForEach, SetPrototypeGetSize, SetPrototypeHas, bufferOf, byteOffsetOf,
} = require('internal/primordials');

const isObject = (value) => typeof value === 'object' && value !== null;

class Pool {
  constructor() {
    this.items = [];
    this.head = 0;
  }

  get size() {
    return this.items.length - this.head;
  }

  add(item) {
    ArrayPrototypePush(this.items, item);
  }

  /** Removes one item that passes the test; returns whether there was one. */
  take(test) {
    const { items } = this;
    const last = items.length - 1;
    if (this.head > last) return false;
    if (test(items[this.head])) {
      items[this.head++] = undefined;
      return true;
    }
    for (let i = last; i > this.head; i--) {
      if (test(items[i])) {
        items[i] = items[last];
        ArrayPrototypePop(items);
        return true;
      }
    }
    return false;
  }
}

// ---- arrays

function equalArrays(walk, a, b) {
  if (walk.partial) return isSubsequence(walk, a, b);
  for (let i = 0; i < b.length; i++) {
    const x = a[i], y = b[i];
    if ((x === undefined && !hasOwn(a, i)) || (y === undefined && !hasOwn(b, i))) return equalSparse(walk, a, b);
    if (!walk.equal(x, y)) return false;
  }
  return true;
}

// From the first hole on only existing indexes are visited: `[0, , ,]` may be very long.
function equalSparse(walk, a, b) {
  const keys = keysOf(b);
  return keys.length === keysOf(a).length && ArrayPrototypeEvery(keys, (key) => hasOwn(a, key) && walk.equal(a[key], b[key]));
}

function isSubsequence(walk, a, b) {
  const present = (list) => (hasHole(list) ? ArrayPrototypeMap(ArrayPrototypeFilter(keysOf(list), (key) => key >= 0), (key) => list[key]) : list);
  const actual = present(a), expected = present(b);
  let at = 0;
  for (let i = 0; i < expected.length; i++) {
    const latest = actual.length - (expected.length - i);
    while (at <= latest && !walk.equal(actual[at], expected[i])) at++;
    if (at++ > latest) return false;
  }
  return true;
}

function hasHole(list) {
  for (let i = 0; i < list.length; i++) {
    if (list[i] === undefined && !hasOwn(list, i)) return true;
  }
  return false;
}

// The members of a set; alternating keys and values of a map. Without their iterators, which a program can replace.
function listOfSet(set) {
  const list = [];
  SetPrototypeForEach(set, (item) => { list[list.length] = item; });
  return list;
}

function listOfMap(map) {
  const list = [];
  MapPrototypeForEach(map, (value, key) => {
    list[list.length] = key;
    list[list.length] = value;
  });
  return list;
}

// ---- sets

function equalSets(walk, a, b) {
  const pool = new Pool();
  const membersOfB = listOfSet(b);
  for (let i = 0; i < membersOfB.length; i++) {
    const member = membersOfB[i];
    if (SetPrototypeHas(a, member)) continue;
    if (!isObject(member) && !(walk.loose && mayHaveLooseTwin(a, b, member))) return false;
    pool.add(member);
  }
  if (pool.size === 0) return true;

  let left = SetPrototypeGetSize(a);
  const membersOfA = listOfSet(a);
  for (let i = 0; i < membersOfA.length; i++) {
    const member = membersOfA[i];
    if (pool.size > left--) return false;
    if (SetPrototypeHas(b, member)) continue;
    if (!walk.partial && !walk.loose && !isObject(member)) return false;
    const taken = pool.take((other) => walk.equal(member, other));
    if (walk.partial ? pool.size === 0 : !taken) return walk.partial;
  }
  return !walk.partial;
}

// ---- maps

function equalMaps(walk, a, b) {
  const pool = new Pool();
  const entriesOfB = listOfMap(b);
  for (let i = 0; i < entriesOfB.length; i += 2) {
    const key = entriesOfB[i];
    const value = entriesOfB[i + 1];
    if (!isObject(key)) {
      if (MapPrototypeHas(a, key) && walk.equal(MapPrototypeGet(a, key), value)) continue;
      if (!walk.loose || !mayHaveLooseEntry(walk, a, b, key, value)) return false;
    }
    pool.add(key);
  }
  if (pool.size === 0) return true;

  let left = MapPrototypeGetSize(a);
  const entriesOfA = listOfMap(a);
  for (let i = 0; i < entriesOfA.length; i += 2) {
    const key = entriesOfA[i];
    const value = entriesOfA[i + 1];
    if (pool.size > left--) return false;
    if (!isObject(key)) {
      if (walk.partial) continue;
      if (!walk.loose && !MapPrototypeHas(b, key)) return false;
      if (MapPrototypeHas(b, key) && (!walk.loose || walk.equal(value, MapPrototypeGet(b, key)))) continue;
    }
    const taken = pool.take((other) => walk.equal(key, other) && walk.equal(value, MapPrototypeGet(b, other)));
    if (walk.partial ? pool.size === 0 : !taken) return walk.partial;
  }
  return !walk.partial;
}

// ---- loose equality: null and undefined are equal, and a number, string, bigint or boolean may be == to very many others,
// so those are only ruled out if they are NaN.

function looseTwinKind(value) {
  if (value === undefined || value === null) return 'nullish';
  if (typeof value === 'symbol' || typeof value === 'function') return 'none';
  return NumberIsNaN(Number(value)) ? 'none' : 'many';
}

const nullishTwin = (value) => (value === undefined ? null : undefined);

function mayHaveLooseTwin(a, b, member) {
  const kind = looseTwinKind(member);
  if (kind !== 'nullish') return kind === 'many';
  return !SetPrototypeHas(b, nullishTwin(member)) && SetPrototypeHas(a, nullishTwin(member));
}

function mayHaveLooseEntry(walk, a, b, key, value) {
  const kind = looseTwinKind(key);
  if (kind !== 'nullish') return kind === 'many';
  const twin = nullishTwin(key);
  return !MapPrototypeHas(b, twin) && MapPrototypeHas(a, twin) && walk.equal(MapPrototypeGet(a, twin), value);
}

// ---- bytes

function equalBytes(a, b) {
  if (a.length !== b.length) return false;
  let i = 0;
  if (a.length > 64 && byteOffsetOf(a) % 4 === 0 && byteOffsetOf(b) % 4 === 0) {
    const words = a.length >>> 2;
    const wordsOfA = new Int32Array(bufferOf(a), byteOffsetOf(a), words);
    const wordsOfB = new Int32Array(bufferOf(b), byteOffsetOf(b), words);
    for (let word = 0; word < words; word++) {
      if (wordsOfA[word] !== wordsOfB[word]) return false;
    }
    i = words * 4;
  }
  for (; i < a.length; i++) {
    if (a[i] !== b[i]) return false;
  }
  return true;
}

/** Whether the bytes of b occur in a, in order, with any gaps between. */
function containsBytes(a, b) {
  let at = 0;
  for (let i = 0; i < b.length; i++) {
    at = a.indexOf(b[i], at) + 1;
    if (at === 0) return false;
  }
  return true;
}

module.exports = { equalArrays, equalSets, equalMaps, equalBytes, containsBytes };
