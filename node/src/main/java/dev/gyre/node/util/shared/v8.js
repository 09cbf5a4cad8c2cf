'use strict';

// What JavaScript can't see of its own values. V8's runtime functions return some of it (internal/v8internals/natives),
// UtilBinding the rest.

const {
  ArrayBufferIsView: isView, ArrayFrom, ArrayPrototypeFilter, ArrayPrototypeFlatMap, ArrayPrototypeMap, ArrayPrototypePush,
  ArrayPrototypeSlice, BigInt, BigInt64Array, BigUint64Array, DatePrototype, Float32Array, Float64Array, Int16Array,
  Int32Array, Int8Array, Number, ObjectGetOwnPropertyNames: getOwnPropertyNames,
  ObjectGetOwnPropertySymbols: getOwnPropertySymbols, ObjectHasOwn, ObjectKeys: keysOf, ObjectPrototype, ReflectApply,
  RegExpPrototypeExec, StringPrototypeCharCodeAt, StringPrototypeSlice, Uint16Array, Uint32Array, Uint8Array,
  Uint8ClampedArray, joinLists,
} = require('internal/primordials');
const { getProxyDetails, haveSameMap, isProxy } = require('internal/v8internals/natives');


const { propertyIsEnumerable } = ObjectPrototype;
const { getTime } = DatePrototype;

const kPending = 0;
const kFulfilled = 1;
const kRejected = 2;

// [state, result]; only for promises. Reading it doesn't mark the promise as handled.
function getPromiseDetails(promise) {
  const details = binding('util').getPromiseDetails(promise);
  if (isMereCopy(details[1])) details[1] = promiseResult(promise);
  return details;
}

// Native calls don't return dates and bigints unchanged: dates are copied, and large bigints are truncated.
function isMereCopy(value) {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  try {
    ReflectApply(getTime, value, []);
    return true;
  } catch {
    return false;
  }
}

// The result of a promise for which isMereCopy() was true.
function promiseResult(promise) {
  const result = binding('util').promiseResult(promise);
  return typeof result === 'string' ? BigInt(StringPrototypeSlice(result, 0, -1)) : result[0];
}

// [entries, isKeyValue] of a Map or Set iterator from its position, without advancing it, or of a weak collection. Keys and
// values alternate if isKeyValue.
function previewEntries(object) {
  const entries = ArrayFrom(binding('util').inspectEntries(object) ?? []); // Java's list has no prototype
  const isKeyValue = entries.length > 0 && ObjectHasOwn(entries[0], 'key');
  const flat = isKeyValue ? ArrayPrototypeFlatMap(entries, ({ key, value }) => [key, value]) : ArrayPrototypeMap(entries, ({ value }) => value);
  return [flat, isKeyValue];
}

// ---- own keys that are no array indices

// Whether V8 has the same hidden class for two objects: they have the same property names in the same order. False is
// inconclusive.
const isMadeLike = haveSameMap;

// Arrays and typed arrays of every kind of elements, without properties of their own: an object with the same hidden class
// has none either. The last match is first in the list.
const plainArrays = [
  [1], [1, , 2], [1.5], [1.5, , 2.5], ['a'], ['a', , 'b'],
];
const plainViews = ArrayPrototypeMap([Uint8Array, Uint8ClampedArray, Uint16Array, Uint32Array, Int8Array, Int16Array, Int32Array,
                    Float32Array, Float64Array, BigInt64Array, BigUint64Array], (Type) => new Type(0));

// `sample` represents objects created in the same way, such as buffers.
const addPlainSample = (sample) => ArrayPrototypePush(plainViews, sample);
require('internal/start').atStart(() => addPlainSample(new Float16Array(0)));

function isPlain(object) {
  const samples = isView(object) ? plainViews : plainArrays;
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i];
    if (!isMadeLike(object, sample)) continue;
    samples[i] = samples[0];
    samples[0] = sample;
    return true;
  }
  return false;
}

function isIndex(key) {
  const first = StringPrototypeCharCodeAt(key, 0);
  return first >= 48 && first <= 57 && RegExpPrototypeExec(/^(?:0|[1-9]\d{0,9})$/, key) !== null && Number(key) < 4294967295;
}

// All keys or the enumerable ones. Listing all keys creates a string for every index, so it is done only if necessary.
// Indices come first in the order of keys: the search starts at the end.
function getOwnNonIndexProperties(object, onlyEnumerable) {
  if (isPlain(object)) return onlyEnumerable || isView(object) ? [] : ['length'];
  const keys = onlyEnumerable ? keysOf(object) : getOwnPropertyNames(object);
  let start = keys.length;
  while (start > 0 && !isIndex(keys[start - 1])) start--;
  const named = ArrayPrototypeSlice(keys, start);
  const symbols = getOwnPropertySymbols(object);
  if (symbols.length === 0) return named;
  return joinLists(named, onlyEnumerable ?
    ArrayPrototypeFilter(symbols, (symbol) => ReflectApply(propertyIsEnumerable, object, [symbol])) : symbols);
}

module.exports = {
  addPlainSample,
  getOwnNonIndexProperties,
  getPromiseDetails,
  isMereCopy,
  getProxyDetails,
  isMadeLike,
  isProxy,
  kFulfilled,
  kPending,
  kRejected,
  previewEntries,
  promiseResult,
};
