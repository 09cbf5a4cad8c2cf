'use strict';

// kindOf(value): the name of an object's internal slots: 'Map', 'Date', 'Promise', ... or 'Object'.
//
// JavaScript can test for a slot only by calling a method that throws without it, and a throw costs microseconds. So the
// prototype chain gives a claim: the first built-in prototype in it names the slot, and one call that doesn't throw confirms
// it. A chain that ends in this realm's Object.prototype without naming any is that of an ordinary object. Any other chain
// (of another realm, or with a removed prototype) proves nothing: then UtilBinding, which sees V8's type tags, decides. It
// also decides claims that no call without side effects can confirm (iterators, generators).

const {
  ArrayBufferIsView: isView, ArrayBufferPrototype, ArrayIsArray, ArrayPrototype, ArrayPrototypeMap, BigIntPrototype,
  BooleanPrototype, DataViewPrototype, DatePrototype, ErrorPrototype, Map, MapPrototype, NumberPrototype, ObjectCreate,
  ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf: getPrototypeOf, ObjectIsExtensible, ObjectPrototype,
  ReflectApply, RegExpPrototype, SafeMap, Set, SetPrototype, StringPrototype, SymbolPrototype, SymbolToStringTag,
  Uint8Array, WeakMapPrototype, WeakRefPrototype, WeakSetPrototype, isError,
} = require('internal/primordials');
const { atStart } = require('internal/start');
const { isMadeLike, isProxy } = require('internal/util/v8');

const objectPrototype = ObjectPrototype;
const objectToString = ObjectPrototype.toString;
const { Promise } = globalThis;
const promiseResolve = Promise.resolve;
const promiseThen = Promise.prototype.then;

const getter = (prototype, name) => ObjectGetOwnPropertyDescriptor(prototype, name).get;
const typedArrayName = getter(getPrototypeOf(Uint8Array).prototype, SymbolToStringTag);

// True if the call doesn't throw. The methods below have no side effects and read only the slot.
const accepts = (method, args) => (value) => {
  try {
    ReflectApply(method, value, args);
    return true;
  } catch {
    return false;
  }
};

// Promise.resolve returns a promise itself if it is called on the promise's own constructor. For anything else it creates a
// new one, which is rejected, because only a promise can inherit `then`; it must not be reported as unhandled.
function isPromise(value) {
  if (!isConstructedBy(value, Promise)) return askBinding(value) === 'Promise';
  const resolved = ReflectApply(promiseResolve, Promise, [value]);
  if (resolved !== value) ReflectApply(promiseThen, resolved, [undefined, () => {}]);
  return resolved === value;
}

function isConstructedBy(value, constructor) {
  try {
    return value.constructor === constructor;
  } catch {
    return false; // a getter of the user threw
  }
}

const askBinding = (value) => binding('util').kindOf(value);
const confirmedByBinding = (kind) => (value) => askBinding(value) === kind;
const kinds = [
  ['Array', ArrayPrototype, ArrayIsArray],
  ['Error', ErrorPrototype, isError],
  ['Map', MapPrototype, accepts(getter(MapPrototype, 'size'), [])],
  ['Set', SetPrototype, accepts(getter(SetPrototype, 'size'), [])],
  ['Promise', Promise.prototype, isPromise],
  ['Date', DatePrototype, accepts(DatePrototype.getTime, [])],
  ['RegExp', RegExpPrototype, accepts(getter(RegExpPrototype, 'global'), [])],
  ['WeakMap', WeakMapPrototype, accepts(WeakMapPrototype.has, [undefined])],
  ['WeakSet', WeakSetPrototype, accepts(WeakSetPrototype.has, [undefined])],
  ['WeakRef', WeakRefPrototype, accepts(WeakRefPrototype.deref, [])],
  ['ArrayBuffer', ArrayBufferPrototype, accepts(getter(ArrayBufferPrototype, 'byteLength'), [])],
  ['DataView', DataViewPrototype, isView],
  ['TypedArray', getPrototypeOf(Uint8Array).prototype, isView],
  ['Number', NumberPrototype, accepts(NumberPrototype.valueOf, [])],
  ['String', StringPrototype, accepts(StringPrototype.valueOf, [])],
  ['Boolean', BooleanPrototype, accepts(BooleanPrototype.valueOf, [])],
  ['BigInt', BigIntPrototype, accepts(BigIntPrototype.valueOf, [])],
  ['Symbol', SymbolPrototype, accepts(SymbolPrototype.valueOf, [])],
  ['MapIterator', getPrototypeOf(new Map().keys()), confirmedByBinding('MapIterator')],
  ['SetIterator', getPrototypeOf(new Set().keys()), confirmedByBinding('SetIterator')],
  ['Generator', getPrototypeOf((function* () {}).prototype), confirmedByBinding('Generator')],
  ['Generator', getPrototypeOf((async function* () {}).prototype), confirmedByBinding('Generator')],
];
const claims = new SafeMap(ArrayPrototypeMap(kinds, ({ 0: kind, 1: prototype, 2: confirm }) => [prototype, { kind, confirm }]));
atStart(() => {
  const { prototype } = require('internal/primordials').SharedArrayBuffer;
  claims.set(prototype, { kind: 'SharedArrayBuffer', confirm: accepts(getter(prototype, 'byteLength'), []) });
});

// Kinds that Object.prototype.toString determines by slot.
const told = {
  '__proto__': null,
  '[object Arguments]': 'Arguments',
  '[object Boolean]': 'Boolean',
  '[object Date]': 'Date',
  '[object Error]': 'Error',
  '[object Number]': 'Number',
  '[object RegExp]': 'RegExp',
  '[object String]': 'String',
};

function kindOf(value) {
  if (typeof value === 'function') return isProxy(value) ? 'Proxy' : 'Function';
  if (typeof value !== 'object' || value === null) return undefined;
  if (isProxy(value)) return 'Proxy';
  if (ArrayIsArray(value)) return 'Array';
  if (isView(value)) return ReflectApply(typedArrayName, value, []) === undefined ? 'DataView' : 'TypedArray';
  if (isError(value)) return 'Error';
  let prototype = getPrototypeOf(value);
  if (prototype === objectPrototype) return kindOfPlain(value);
  for (; prototype !== null && prototype !== objectPrototype; prototype = getPrototypeOf(prototype)) {
    const claim = claims.get(prototype);
    // A false claim says nothing about the real kind.
    if (claim !== undefined) return claim.confirm(value) ? claim.kind : askBinding(value);
    if (isProxy(prototype)) return askBinding(value);
  }
  return prototype === null ? kindOfUnclaimed(value) : 'Object';
}

// Prototype Object.prototype: an arguments object looks like this, and so does a built-in whose prototype was replaced.
function kindOfPlain(value) {
  return SymbolToStringTag in value ? 'Object' : told[ReflectApply(objectToString, value, [])] ?? 'Object';
}

// Objects with this hidden class are common, and never anything else.
const dictionary = ObjectCreate(null);

// No Object.prototype in the chain.
function kindOfUnclaimed(value) {
  if (isMadeLike(value, dictionary)) return 'Object';
  return isModuleNamespace(value) ? 'Module' : askBinding(value);
}

// A module namespace reports its exports as writable, but refuses writes.
function isModuleNamespace(value) {
  if (getPrototypeOf(value) !== null || ObjectIsExtensible(value)) return false;
  const tag = ObjectGetOwnPropertyDescriptor(value, SymbolToStringTag);
  return tag !== undefined && tag.value === 'Module' && !tag.configurable && !tag.writable && !tag.enumerable;
}

module.exports = { isModuleNamespace, kindOf };
