'use strict';

// Deep equality, in the four variants of assert and util.
//
//   loose     assert.deepEqual: primitives by ==, no prototypes, no symbols
//   strict    assert.deepStrictEqual: Object.is, prototypes, enumerable symbols
//   unproto   strict without the prototype check
//   partial   every part of `expected` is found in `actual`, in order for lists
//
// Two objects are compared in four steps: the prototypes (strict only), their kind, the internal values of that kind (time,
// bytes, source, ...), then their own enumerable properties and their members.
//
// Cycles. The objects on the current path are recorded, in an array because paths are short. Two objects that are both on
// the path already are assumed to be equal; if only one of them is, they are not.

const {
  Array, ArrayBuffer, ArrayBufferIsView, ArrayIsArray, ArrayPrototypeEvery, ArrayPrototypeFilter, ArrayPrototypeFindIndex,
  ArrayPrototypeIncludes, ArrayPrototypePush, BigInt, BigInt64Array, BigIntPrototype, BigUint64Array, Boolean,
  BooleanPrototype, DataView, Date, DatePrototypeGetTime, Error, Float32Array, Float64Array, Function, FunctionPrototypeCall,
  Int16Array, Int32Array, Int8Array, Map, Number, NumberPrototype, Object, ObjectGetOwnPropertyDescriptor,
  ObjectGetOwnPropertySymbols: symbolsOf, ObjectGetPrototypeOf: getPrototypeOf, ObjectHasOwn: hasOwn, ObjectIs: is,
  ObjectKeys: keysOf, ObjectPrototypePropertyIsEnumerable, ObjectPrototypeToString, Promise, RegExp, RegExpPrototypeGetFlags,
  RegExpPrototypeGetSource, SafeSet, Set, String, StringPrototype, Symbol, SymbolPrototype, SymbolToStringTag, Uint16Array,
  Uint32Array, Uint8Array, Uint8ArrayPrototype, Uint8ClampedArray, WeakMap, WeakSet, uncurryThis,
} = require('internal/primordials');
const { bufferOf, byteLengthOf, byteOffsetOf } = require('internal/memory');
const { atStart } = require('internal/start');
const types = require('util/types');
const { getOwnNonIndexProperties } = require('internal/util/v8');
const { equalArrays, equalSets, equalMaps, equalBytes, containsBytes } = require('internal/util/members');

const LOOSE = 0, STRICT = 1, UNPROTO = 2, PARTIAL = 3;

const isEnumerable = ObjectPrototypePropertyIsEnumerable;
const objectTag = ObjectPrototypeToString;
const typedArrayName = uncurryThis(
  ObjectGetOwnPropertyDescriptor(getPrototypeOf(Uint8ArrayPrototype), SymbolToStringTag).get);
const timeOf = DatePrototypeGetTime;

// An own property `constructor` says nothing about the prototype, unless it is one of these.
const wellKnownConstructors = new SafeSet([
  Array, ArrayBuffer, BigInt, BigInt64Array, BigUint64Array, Boolean, DataView, Date, Error,
  Float32Array, Float64Array, Function, Int16Array, Int32Array, Int8Array, Map, Number, Object, Promise,
  RegExp, Set, String, Symbol, Uint16Array, Uint32Array, Uint8Array, Uint8ClampedArray, WeakMap, WeakSet,
]);
atStart(() => wellKnownConstructors.add(Float16Array));

function haveSamePrototype(a, b) {
  const maker = a.constructor;
  if (wellKnownConstructors.has(maker) || (maker !== undefined && !hasOwn(a, 'constructor'))) {
    return maker === b.constructor;
  }
  return getPrototypeOf(a) === getPrototypeOf(b);
}

const PLAIN = 0, ARRAY = 1, SET = 2, MAP = 3, VIEW = 4, DATE = 5, REGEXP = 6, BYTES = 7, ERROR = 8, BOXED = 9,
  URL_LIKE = 10, KEY = 11, WEB_KEY = 12, OPAQUE = 13, OTHER = 14;

const isError = (value) => types.isNativeError(value) || value instanceof Error;

// Objects of the legacy url.parse() have `auth` and `path`; URLs do not.
const isURL = (value) => Boolean(value.href && value.protocol && value.auth === undefined && value.path === undefined);

function kindOf(value) {
  if (ArrayIsArray(value)) return ARRAY;
  if (value[SymbolToStringTag] === undefined && objectTag(value) === '[object Object]') return PLAIN;
  if (ArrayBufferIsView(value)) return VIEW;
  if (types.isSet(value)) return SET;
  if (types.isMap(value)) return MAP;
  if (types.isDate(value)) return DATE;
  if (types.isRegExp(value)) return REGEXP;
  if (types.isAnyArrayBuffer(value)) return BYTES;
  if (isError(value)) return ERROR;
  if (types.isBoxedPrimitive(value)) return BOXED;
  if (isURL(value)) return URL_LIKE;
  if (types.isWeakMap(value) || types.isWeakSet(value) || types.isPromise(value)) return OPAQUE;
  // Tested last, and by name first: these two load crypto.
  if (value[SymbolToStringTag] === 'KeyObject' && types.isKeyObject(value)) return KEY;
  if (value[SymbolToStringTag] === 'CryptoKey' && types.isCryptoKey(value)) return WEB_KEY;
  return OTHER;
}

// An object with a tag of its own may still be an ordinary one.
const isUnknown = (kind) => kind === PLAIN || kind === OTHER;

function haveSameKind(kind, a, b) {
  const kindOfB = kindOf(b);
  if (kind === PLAIN && kindOfB === PLAIN) return true;
  // As in Node, the second of them may be an opaque object where the first one, such as a proxy, is not seen to be one.
  if (kind !== kindOfB && !(isUnknown(kind) && (isUnknown(kindOfB) || kindOfB === OPAQUE))) return false;
  const tagA = a[SymbolToStringTag], tagB = b[SymbolToStringTag];
  return tagA !== undefined && tagB !== undefined ? tagA === tagB : objectTag(a) === objectTag(b);
}

class Walk {
  constructor(mode) {
    this.loose = mode === LOOSE;
    this.partial = mode === PARTIAL;
    this.checksPrototypes = mode === STRICT;
    this.path = [];
  }

  equal(a, b) {
    const objectA = typeof a === 'object' && a !== null, objectB = typeof b === 'object' && b !== null;
    if (objectA && objectB) return a === b || this.equalObjects(a, b);
    if (!this.loose) return is(a, b);
    return !objectA && !objectB && (a == b || (a !== a && b !== b));
  }

  equalObjects(a, b) {
    if (this.checksPrototypes && !haveSamePrototype(a, b)) return false;
    const kind = kindOf(a);
    if (!haveSameKind(kind, a, b) || !this.equalInside(kind, a, b)) return false;

    const keys = this.keysOf(kind, b);
    const keysOfA = this.partial ? [] : this.keysOf(kind, a);
    if (!this.partial && keys.length !== keysOfA.length) return false;
    if (keys.length === 0 && !this.hasMembers(kind, b)) return true;
    const cycle = this.closesCycle(a, b);
    if (cycle !== undefined) return cycle;
    ArrayPrototypePush(this.path, a, b);
    const equal = this.equalProperties(a, b, keys, keysOfA) && this.equalMembers(kind, a, b);
    this.path.length -= 2;
    return equal;
  }

  /** Whether a cycle makes them equal or unequal; undefined if there is none. */
  closesCycle(a, b) {
    const { path } = this;
    const seenA = ArrayPrototypeIncludes(path, a), seenB = ArrayPrototypeIncludes(path, b);
    if (!seenA && !seenB) return undefined;
    if (path.length > 2) return seenA && seenB;
    const { 0: topA, 1: topB } = path;
    return a === topA || b === topB ? a === topA && b === topB : undefined;
  }

  equalProperties(a, b, keys, keysOfA) {
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      // Mostly both have their keys in the same order, which decides it already.
      if (keysOfA[i] !== key && !isEnumerable(a, key)) return false;
      if (!this.equal(a[key], b[key])) return false;
    }
    return true;
  }

  hasMembers(kind, value) {
    if (kind === ARRAY) return value.length > 0;
    return (kind === SET || kind === MAP) && value.size > 0;
  }

  equalMembers(kind, a, b) {
    switch (kind) {
      case ARRAY: return equalArrays(this, a, b);
      case SET: return equalSets(this, a, b);
      case MAP: return equalMaps(this, a, b);
      default: return true;
    }
  }

  /** Own enumerable keys; for lists, only those that are no index. */
  keysOf(kind, value) {
    if (kind === ARRAY || kind === VIEW) {
      const keys = getOwnNonIndexProperties(value, true);
      return this.loose ? ArrayPrototypeFilter(keys, (key) => typeof key === 'string') : keys;
    }
    const keys = keysOf(value);
    if (this.loose) return keys;
    const symbols = symbolsOf(value);
    for (let i = 0; i < symbols.length; i++) {
      if (isEnumerable(value, symbols[i])) ArrayPrototypePush(keys, symbols[i]);
    }
    return keys;
  }

  /** Compares the internal values of the kind, besides properties and members. */
  equalInside(kind, a, b) {
    switch (kind) {
      case ARRAY: return a.length === b.length || (this.partial && a.length > b.length);
      case SET: case MAP: return a.size === b.size || (this.partial && a.size > b.size);
      case VIEW: return this.equalViews(a, b);
      case DATE: return is(timeOf(a), timeOf(b));
      case REGEXP: return RegExpPrototypeGetSource(a) === RegExpPrototypeGetSource(b) && RegExpPrototypeGetFlags(a) === RegExpPrototypeGetFlags(b) && a.lastIndex === b.lastIndex;
      case BYTES: return this.equalBuffers(new Uint8Array(a), new Uint8Array(b));
      case ERROR: return this.equalErrors(a, b);
      case BOXED: return boxOf(a) === boxOf(b) && is(unbox(a), unbox(b));
      case URL_LIKE: return a.href === b.href;
      case KEY: return equalKeys(a, b);
      case WEB_KEY: return this.equalWebKeys(a, b);
      case OPAQUE: return false;
      default: return true;
    }
  }

  equalBuffers(a, b) {
    return this.partial && a.length !== b.length ? containsBytes(a, b) : equalBytes(a, b);
  }

  equalViews(a, b) {
    const name = typedArrayName(a);
    if (name !== typedArrayName(b)) return false;
    // In the loose variant 0 equals -0, and NaN equals nothing, as with ==.
    if (this.loose && name?.startsWith('Float')) {
      return a.length === b.length && ArrayPrototypeEvery(a, (number, i) => number === b[i]);
    }
    return this.equalBuffers(new Uint8Array(bufferOf(a), byteOffsetOf(a), byteLengthOf(a)),
                             new Uint8Array(bufferOf(b), byteOffsetOf(b), byteLengthOf(b)));
  }

  // The stack is not compared: it differs between errors that are otherwise the same.
  equalErrors(a, b) {
    for (let i = 0, list = ['message', 'name', 'cause', 'errors']; i < list.length; i++) {
      const key = list[i];
      if (isEnumerable(b, key)) continue;
      if (this.partial && (b[key] === undefined || (key === 'message' && b[key] === ''))) continue;
      if (!this.equal(a[key], b[key])) return false;
    }
    return hasOwn(a, 'cause') === hasOwn(b, 'cause') || (this.partial && !hasOwn(b, 'cause'));
  }

  equalWebKeys(a, b) {
    const { slotsOf } = require('internal/crypto/crypto_key');
    const { 0: ours, 1: theirs } = [slotsOf(a), slotsOf(b)];
    return ours.extractable === theirs.extractable && this.equal(ours.algorithm, theirs.algorithm) &&
      this.equal(ours.usages, theirs.usages) && ours.handle.equals(theirs.handle);
  }
}

function equalKeys(a, b) {
  const { handleOf } = require('internal/crypto/keys');
  return handleOf(a).equals(handleOf(b));
}

const boxes = [
  [types.isNumberObject, NumberPrototype.valueOf], [types.isStringObject, StringPrototype.valueOf],
  [types.isBooleanObject, BooleanPrototype.valueOf], [types.isBigIntObject, BigIntPrototype.valueOf],
  [types.isSymbolObject, SymbolPrototype.valueOf],
];

const boxOf = (value) => ArrayPrototypeFindIndex(boxes, ({ 0: isBox }) => isBox(value));
const unbox = (value) => FunctionPrototypeCall(boxes[boxOf(value)][1], value);

module.exports = {
  isDeepEqual: (a, b) => new Walk(LOOSE).equal(a, b),
  isDeepStrictEqual: (a, b, skipPrototype) => new Walk(skipPrototype ? UNPROTO : STRICT).equal(a, b),
  isPartialStrictEqual: (a, b) => new Walk(PARTIAL).equal(a, b),
};
