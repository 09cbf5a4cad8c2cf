'use strict';

// Built-ins as they were before any code of the program ran.
//
// A program may replace every global and every property of every built-in. The core must continue to work, and a replacement
// must not be called with the core's memory, addresses or arguments. So core code names no global and calls no method of a
// built-in by a lookup at run time: it takes them from here. This file is in the snapshot, so its exports are V8's own
// functions.
//
// Names follow a rule: `ObjectKeys` is Object.keys, `SymbolIterator` is Symbol.iterator, `ArrayPrototype` is
// Array.prototype, `ArrayPrototypePush(list, item)` is list.push(item), `MapPrototypeGetSize(map)` is map.size. A class
// keeps its name. Functions with a lower-case name are defined here.
//
// Methods are `call` bound to them. Optimised code inlines this; in the interpreter it takes 1.5 times as long as a lookup,
// and a function that calls Reflect.apply five times as long.
//
// What remains observable: `array[i] = x` past the end and `push` (setters on Array.prototype), `splice` (Symbol.species by
// `constructor`), property descriptors and options without `__proto__: null`, `await` of a promise whose `constructor` was
// replaced.

const { bind, call } = Function.prototype;
const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
const { isView } = ArrayBuffer;
const { isArray } = Array;
const { freeze, hasOwn } = Object;
const { max: larger } = Math;
const { iterator } = Symbol;

const uncurryThis = apply(bind, bind, [call]); // uncurryThis(f)(receiver, ...args) is receiver.f(...args)
const bindFunction = uncurryThis(bind);
const getterOf = (object, key) => uncurryThis(getOwnPropertyDescriptor(object, key).get);

const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype);

// The class as it is now, for objects of the core: it inherits nothing that a program can replace.
function hardened(Class, ...from) {
  const { prototype } = Class;
  for (const each of from) {
    for (const key of ownKeys(each)) {
      if (key !== 'constructor' && getOwnPropertyDescriptor(prototype, key) === undefined) {
        defineProperty(prototype, key, { __proto__: null, ...getOwnPropertyDescriptor(each, key) });
      }
    }
  }
  defineProperty(prototype, 'constructor', { __proto__: null, value: undefined });
  setPrototypeOf(prototype, null);
  freeze(prototype);
  return freeze(Class);
}

// For a class whose objects a program must not see: setters and getters on Object.prototype don't affect them.
function isolated(Class) {
  setPrototypeOf(Class.prototype, null);
  return Class;
}

// Iterators of safe collections, with a `next` of their own: for-of over `map`, `map.keys()` and the like calls no method
// that a program can replace.
function safeIterator(iterate, next) {
  class SafeIterator {
    #iterator;
    constructor(collection) { this.#iterator = iterate(collection); }
    next() { return next(this.#iterator); }
    [Symbol.iterator]() { return this; }
  }
  const { prototype } = SafeIterator;
  setPrototypeOf(prototype, null);
  freeze(prototype);
  return function() { return new SafeIterator(this); };
}

function withSafeIterators(Class, Base, names) {
  const next = uncurryThis(getPrototypeOf(new Base()[Symbol.iterator]()).next);
  for (const name of names) {
    const value = safeIterator(uncurryThis(Base.prototype[name]), next);
    defineProperty(Class.prototype, name, { __proto__: null, value });
  }
  return hardened(Class, Base.prototype);
}

const eachOfMap = uncurryThis(Map.prototype.forEach);
const eachOfSet = uncurryThis(Set.prototype.forEach);

const SafeMap = withSafeIterators(class SafeMap extends Map {
  constructor(entries) { // a list, or another map
    super();
    if (entries === undefined || entries === null) return;
    if (isArray(entries)) for (let i = 0; i < entries.length; i++) this.set(entries[i][0], entries[i][1]);
    else eachOfMap(entries, (value, key) => { this.set(key, value); });
  }
}, Map, ['entries', 'keys', 'values', Symbol.iterator]);
const SafeSet = withSafeIterators(class SafeSet extends Set {
  constructor(items) { // a list, a typed array, a string or another set
    super();
    if (items === undefined || items === null) return;
    if (items.length !== undefined) for (let i = 0; i < items.length; i++) this.add(items[i]);
    else eachOfSet(items, (item) => { this.add(item); });
  }
}, Set, ['entries', 'keys', 'values', Symbol.iterator]);
const SafeWeakMap = hardened(class SafeWeakMap extends WeakMap {}, WeakMap.prototype);
const SafeWeakSet = hardened(class SafeWeakSet extends WeakSet {}, WeakSet.prototype);

// Views of memory that belongs to the core. They have the methods of typed arrays except `subarray` and `slice`, which would
// return views with the usual prototype.
const NOT_IN_VIEWS = { __proto__: null, value: undefined };
function viewClass(Class, Base) {
  defineProperty(Class.prototype, 'subarray', NOT_IN_VIEWS);
  defineProperty(Class.prototype, 'slice', NOT_IN_VIEWS);
  return hardened(Class, Base.prototype, TypedArrayPrototype);
}
const CoreBytes = viewClass(class CoreBytes extends Uint8Array {}, Uint8Array);
const CoreInts = viewClass(class CoreInts extends Int32Array {}, Int32Array);
const CoreDoubles = viewClass(class CoreDoubles extends Float64Array {}, Float64Array);

// ---- lists
//
// for-of, spread and array patterns ask the iterators of arrays and strings, and the methods that make an array ask
// Array[Symbol.species]. Both can be replaced. These functions ask neither.

const typedArrayName = getterOf(TypedArrayPrototype, Symbol.toStringTag); // undefined for anything else
const lengthOf = getterOf(TypedArrayPrototype, 'length');
const charCodeAt = uncurryThis(String.prototype.charCodeAt);

const isHighSurrogate = (code) => code >= 0xd800 && code <= 0xdbff;
const isLowSurrogate = (code) => code >= 0xdc00 && code <= 0xdfff;

const iteratorPrototype = (next) => freeze({ __proto__: null, next, [Symbol.iterator]() { return this; } });

// An array may grow while it is walked. Results have both properties of their own, so they need no `__proto__: null`, which
// would make each of them a hash table.
const ListIterator = iteratorPrototype(function() {
  const { list, at } = this;
  if (at >= (this.length ?? list.length)) return { value: undefined, done: true };
  this.at = at + 1;
  return { value: list[at], done: false };
});

const StringIterator = iteratorPrototype(function() {
  const { list, at } = this;
  if (at >= list.length) return { value: undefined, done: true };
  const isPair = isHighSurrogate(charCodeAt(list, at)) && at + 1 < list.length && isLowSurrogate(charCodeAt(list, at + 1));
  this.at = at + (isPair ? 2 : 1);
  return { value: isPair ? list[at] + list[at + 1] : list[at], done: false };
});

// `for (const item of itemsOf(list))`, `f(...itemsOf(list))`: walks an array, a typed array or a string by index. Anything
// else is iterated by its own iterator.
function itemsOf(value) {
  if (typeof value === 'string') return { __proto__: StringIterator, list: value, at: 0 };
  if (isArray(value)) return { __proto__: ListIterator, list: value, at: 0, length: undefined };
  if (typedArrayName(value) !== undefined) return { __proto__: ListIterator, list: value, at: 0, length: lengthOf(value) };
  return value;
}

const toSpliced = uncurryThis(Array.prototype.toSpliced);

function pushAll(list, items) {
  for (let i = 0; i < items.length; i++) list[list.length] = items[i];
  return list.length;
}

function pushEach(list, value) {
  if (isArray(value)) pushAll(list, value);
  else for (const item of itemsOf(value)) list[list.length] = item;
}

// An array with elements of its own, so that assigning to them calls no setter of Array.prototype.
const copyArray = (list) => toSpliced(list, 0, 0);

// [...list]; of anything that can be iterated.
function copyList(list) {
  if (isArray(list)) return copyArray(list);
  const copy = [];
  pushEach(copy, list);
  return copy;
}

// [...a, ...b]
function joinLists(...lists) {
  const joined = [];
  for (let i = 0; i < lists.length; i++) pushEach(joined, lists[i]);
  return joined;
}

// list.splice(index, count), without an answer.
function removeAt(list, index, count = 1) {
  const length = list.length - count;
  for (let i = index; i < length; i++) list[i] = list[i + count];
  list.length = length;
}

function sliceList(list, start = 0, end = undefined) {
  const { length } = list;
  const from = start < 0 ? larger(length + start, 0) : start;
  const to = end === undefined || end > length ? length : end < 0 ? larger(length + end, 0) : end;
  if (to === length) return toSpliced(list, 0, from);
  if (from === 0) return toSpliced(list, to);
  return from < to ? toSpliced(toSpliced(list, to), 0, from) : [];
}

// Like the methods of arrays, the next four leave out elements that are not there.
const isThere = (list, i, item) => item !== undefined || i in list;

function mapList(list, call, receiver) {
  const mapped = copyArray(list);
  for (let i = 0; i < mapped.length; i++) {
    const item = list[i];
    if (!isThere(list, i, item)) delete mapped[i];
    else mapped[i] = receiver === undefined ? call(item, i, list) : apply(call, receiver, [item, i, list]);
  }
  return mapped;
}

function filterList(list, call) {
  const kept = copyArray(list);
  const { length } = kept;
  let count = 0;
  for (let i = 0; i < length; i++) {
    const item = list[i];
    if (isThere(list, i, item) && call(item, i, list)) kept[count++] = item;
  }
  kept.length = count;
  return kept;
}

function pushFlat(flat, list, depth) {
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (isArray(item) && depth > 0) pushFlat(flat, item, depth - 1);
    else if (isThere(list, i, item)) flat[flat.length] = item;
  }
  return flat;
}

const flatList = (list, depth = 1) => pushFlat([], list, depth);
const flatMapList = (list, call) => flatList(mapList(list, call));

// Array.from
function listFrom(source, call) {
  const list = [];
  const put = (item) => { list[list.length] = call === undefined ? item : call(item, list.length); };
  if (typeof source === 'string' || source[iterator] !== undefined) for (const item of itemsOf(source)) put(item);
  else for (let i = 0; i < source.length; i++) put(source[i]);
  return list;
}

// Uint8Array.from and its like
const typedFrom = (Class) => (source, call) => {
  const list = listFrom(source, call);
  const array = new Class(list.length);
  for (let i = 0; i < list.length; i++) array[i] = list[i];
  return array;
};

// Object.fromEntries
function fromEntries(entries) {
  const object = {};
  for (const entry of itemsOf(entries)) {
    defineProperty(object, entry[0], { __proto__: null, value: entry[1], writable: true, enumerable: true, configurable: true });
  }
  return object;
}

// ---- patterns
//
// The methods of String and RegExp that take a pattern read its `flags`, `exec` and `constructor` unless all of them are
// V8's own. These functions use only the captured exec.

const exec = uncurryThis(RegExp.prototype.exec);
const isGlobal = getterOf(RegExp.prototype, 'global');
const sliceText = uncurryThis(String.prototype.slice);

// `$$`, `$&` and `$1` to `$9` in a replacement.
function expanded(by, match) {
  let text = '';
  for (let i = 0; i < by.length; i++) {
    const next = by[i + 1];
    if (by[i] !== '$' || next === undefined) text += by[i];
    else if (next === '$') { text += '$'; i++; }
    else if (next === '&') { text += match[0]; i++; }
    else if (next >= '1' && next <= '9' && next < match.length) { text += match[next] ?? ''; i++; }
    else text += '$';
  }
  return text;
}

// text.replace(pattern, by)
function replacePattern(pattern, text, by) {
  pattern.lastIndex = 0;
  let match = exec(pattern, text);
  if (match === null) return text;
  const repeats = isGlobal(pattern);
  let result = '';
  let from = 0;
  while (match !== null) {
    const { index } = match;
    const found = match[0];
    result += sliceText(text, from, index);
    if (typeof by === 'function') {
      pushAll(match, [index, text]);
      result += apply(by, undefined, match);
    } else {
      result += expanded(by, match);
    }
    from = index + found.length;
    if (!repeats) break;
    if (found === '') pattern.lastIndex++;
    match = exec(pattern, text);
  }
  pattern.lastIndex = 0;
  return result + sliceText(text, from);
}

// text.split(pattern), for a pattern without groups that does not look behind.
function splitByPattern(pattern, text) {
  const parts = [];
  let rest = text;
  for (;;) {
    pattern.lastIndex = 0;
    const match = rest === '' ? null : exec(pattern, rest);
    if (match === null || match[0] === '') break;
    parts[parts.length] = sliceText(rest, 0, match.index);
    rest = sliceText(rest, match.index + match[0].length);
  }
  parts[parts.length] = rest;
  return parts;
}

// text.search(pattern)
const searchPattern = (pattern, text) => {
  pattern.lastIndex = 0;
  const match = exec(pattern, text);
  return match === null ? -1 : match.index;
};

// ---- generators

const GeneratorPrototype = getPrototypeOf(function* () {}).prototype;
const SafeGeneratorPrototype = freeze({
  __proto__: null,
  next: GeneratorPrototype.next,
  return: GeneratorPrototype.return,
  throw: GeneratorPrototype.throw,
  [Symbol.iterator]() { return this; },
});

// The objects that these generator functions return have methods that nobody can replace: for `next` and for `yield*`.
function safeGenerators(...functions) {
  for (let i = 0; i < functions.length; i++) setPrototypeOf(functions[i].prototype, SafeGeneratorPrototype);
}

const argumentsOf = (...items) => items;
const fillList = uncurryThis(Array.prototype.fill);
const newList = Array;

let errorIsError; // Error.isError

const primordials = {
  __proto__: null,

  // functions and objects
  apply, bindFunction, callFunction: uncurryThis(call), defineProperty, freeze, getPrototypeOf, hasOwn, isArray, isView, isolated,
  setPrototypeOf, uncurryThis,

  SafeMap, SafeSet, SafeWeakMap, SafeWeakSet,
  deref: uncurryThis(WeakRef.prototype.deref),
  registerFinalizer: uncurryThis(FinalizationRegistry.prototype.register),
  unregisterFinalizer: uncurryThis(FinalizationRegistry.prototype.unregister),
  // A list of so many undefined elements.
  emptyList: (length) => fillList(newList(length), undefined),
  // A copy of a list. Unlike spread and slice, it calls nothing that can be replaced.
  listOf: (list) => apply(argumentsOf, undefined, list),
  copyList, itemsOf, joinLists, pushAll, removeAt,
  replacePattern, searchPattern, splitByPattern,
  safeGenerators,

  CoreBytes, CoreDoubles, CoreInts,
  atomicLoad: Atomics.load,
  push: uncurryThis(Array.prototype.push),
  shift: uncurryThis(Array.prototype.shift),
  toWellFormed: uncurryThis(String.prototype.toWellFormed),
  trunc: Math.trunc,
  promiseThen: uncurryThis(Promise.prototype.then),

  // typed arrays: the getters return the real values of a view, whatever properties it has
  bufferOf: getterOf(TypedArrayPrototype, 'buffer'),
  byteLengthOf: getterOf(TypedArrayPrototype, 'byteLength'),
  byteOffsetOf: getterOf(TypedArrayPrototype, 'byteOffset'),
  lengthOf,
  typedArrayName,
  fillBytes: uncurryThis(TypedArrayPrototype.fill),
  indexOfByte: uncurryThis(TypedArrayPrototype.indexOf),
  setBytes: uncurryThis(TypedArrayPrototype.set),
  subarrayOf: uncurryThis(TypedArrayPrototype.subarray),

  // DataView
  dataViewBufferOf: getterOf(DataView.prototype, 'buffer'),
  dataViewByteLengthOf: getterOf(DataView.prototype, 'byteLength'),
  dataViewByteOffsetOf: getterOf(DataView.prototype, 'byteOffset'),

  // ArrayBuffer: these throw for a SharedArrayBuffer
  arrayBufferByteLength: getterOf(ArrayBuffer.prototype, 'byteLength'),
  arrayBufferDetached: getterOf(ArrayBuffer.prototype, 'detached'),
  arrayBufferMaxByteLength: getterOf(ArrayBuffer.prototype, 'maxByteLength'),
  arrayBufferResizable: getterOf(ArrayBuffer.prototype, 'resizable'),

  // Installed by V8 after the snapshot was read; undefined while it is made.
  isError: (value) => errorIsError(value),
  SharedArrayBuffer: undefined,
  sharedBufferByteLength: undefined,
  wasm: {
    __proto__: null,
    Instance: undefined, Memory: undefined, Module: undefined, Table: undefined, JSTag: undefined,
    bufferOf: undefined, grow: undefined, tableGet: undefined,
  },
};

// ---- captured by name, by the rule above

const CLASSES = {
  __proto__: null,
  AggregateError, Array, ArrayBuffer, BigInt, BigInt64Array, BigUint64Array, Boolean, DataView, Date, Error,
  EvalError, FinalizationRegistry, Float32Array, Float64Array, Function, Int16Array, Int32Array, Int8Array,
  Iterator, Map, Number, Object, Promise, Proxy, RangeError, ReferenceError, RegExp, Set, String, Symbol,
  SyntaxError, TypeError, URIError, Uint16Array, Uint32Array, Uint8Array, Uint8ClampedArray, WeakMap, WeakRef,
  WeakSet,
};
const FUNCTIONS = { __proto__: null, decodeURIComponent, encodeURIComponent, parseInt };
const NAMESPACES = { __proto__: null, Atomics, JSON, Math, Reflect };

const STATICS = {
  __proto__: null,
  Array: ['isArray'],
  ArrayBuffer: ['isView'],
  Atomics: ['add', 'compareExchange', 'load', 'notify', 'wait'],
  BigInt: ['asIntN', 'asUintN'],
  Date: ['now'],
  Error: ['captureStackTrace'],
  JSON: ['isRawJSON', 'parse', 'stringify'],
  Math: ['abs', 'ceil', 'clz32', 'floor', 'imul', 'log2', 'max', 'min', 'random', 'round', 'sign', 'sqrt', 'trunc'],
  Number: ['MAX_SAFE_INTEGER', 'MIN_SAFE_INTEGER', 'isFinite', 'isInteger', 'isNaN', 'isSafeInteger', 'parseFloat',
    'parseInt'],
  Object: ['assign', 'create', 'defineProperties', 'defineProperty', 'entries', 'freeze',
    'getOwnPropertyDescriptor', 'getOwnPropertyDescriptors', 'getOwnPropertyNames', 'getOwnPropertySymbols',
    'getPrototypeOf', 'hasOwn', 'is', 'isExtensible', 'keys', 'seal', 'setPrototypeOf', 'values'],
  Reflect: ['apply', 'construct', 'defineProperty', 'deleteProperty', 'get', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'has',
    'ownKeys', 'preventExtensions', 'set', 'setPrototypeOf'],
  String: ['fromCharCode', 'fromCodePoint', 'raw'],
  Symbol: ['asyncDispose', 'asyncIterator', 'dispose', 'for', 'hasInstance', 'iterator', 'matchAll', 'species',
    'toPrimitive', 'toStringTag', 'unscopables'],
};

// These create objects of their receiver, so they are bound to the class.
const CLASS_STATICS = {
  __proto__: null,
  Float64Array: ['of'],
  Int32Array: ['of'],
  Iterator: ['from'],
  Promise: ['all', 'race', 'reject', 'resolve', 'withResolvers'],
  Uint32Array: ['of'],
};

const METHODS = {
  __proto__: null,
  Array: ['at', 'every', 'fill', 'find', 'findIndex', 'findLast', 'findLastIndex', 'forEach', 'includes', 'indexOf', 'join',
    'lastIndexOf', 'pop', 'push', 'reduce', 'reverse', 'shift', 'some', 'sort', 'splice', 'toSorted', 'toSpliced', 'unshift'],
  BigInt: ['toString', 'valueOf'],
  Boolean: ['valueOf'],
  DataView: ['getBigInt64', 'getFloat64', 'getInt32', 'getUint32', 'setBigInt64', 'setFloat64', 'setInt32'],
  Date: ['getTime', 'toISOString', 'toLocaleString', 'toUTCString', 'getDate', 'getFullYear', 'getHours', 'getMinutes', 'getMonth',
    'getSeconds'],
  Error: ['toString'],
  Function: ['bind', 'call', 'toString'],
  Map: ['forEach', 'get', 'has', 'set'],
  Number: ['toFixed', 'toString', 'valueOf'],
  Object: ['hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toString'],
  Promise: ['then', 'finally'],
  RegExp: ['exec'],
  Set: ['add', 'delete', 'forEach', 'has'],
  String: ['at', 'charCodeAt', 'codePointAt', 'endsWith', 'includes', 'indexOf', 'lastIndexOf', 'localeCompare', 'normalize',
    'padEnd', 'padStart', 'repeat', 'replace', 'replaceAll', 'slice', 'split', 'startsWith', 'toLowerCase',
    'toUpperCase', 'toWellFormed', 'isWellFormed', 'trim', 'trimEnd', 'valueOf'],
  Uint8Array: ['slice'],
  WeakMap: ['set'],
};

const GETTERS = {
  __proto__: null,
  Map: ['size'],
  RegExp: ['flags', 'source'],
  Set: ['size'],
};

const capital = (key) => key[0].toUpperCase() + key.slice(1);

for (const name of ownKeys(CLASSES)) {
  primordials[name] = CLASSES[name];
  if (CLASSES[name].prototype !== undefined) primordials[`${name}Prototype`] = CLASSES[name].prototype;
}
for (const name of ownKeys(FUNCTIONS)) primordials[name] = FUNCTIONS[name];
for (const name of ownKeys(STATICS)) {
  for (const key of STATICS[name]) primordials[`${name}${capital(key)}`] = (CLASSES[name] ?? NAMESPACES[name])[key];
}
for (const name of ownKeys(CLASS_STATICS)) {
  for (const key of CLASS_STATICS[name]) primordials[`${name}${capital(key)}`] = bindFunction(CLASSES[name][key], CLASSES[name]);
}
for (const name of ownKeys(METHODS)) {
  for (const key of METHODS[name]) primordials[`${name}Prototype${capital(key)}`] = uncurryThis(CLASSES[name].prototype[key]);
}
for (const name of ownKeys(GETTERS)) {
  for (const key of GETTERS[name]) primordials[`${name}PrototypeGet${capital(key)}`] = getterOf(CLASSES[name].prototype, key);
}
for (const key of ['match', 'matchAll', 'split']) {
  primordials[`RegExpPrototypeSymbol${capital(key)}`] = uncurryThis(RegExp.prototype[Symbol[key]]);
}

// These would ask Array[Symbol.species] or an iterator.
primordials.ArrayFrom = listFrom;
primordials.ArrayPrototypeFilter = filterList;
primordials.ArrayPrototypeFlat = flatList;
primordials.ArrayPrototypeFlatMap = flatMapList;
primordials.ArrayPrototypeMap = mapList;
primordials.ArrayPrototypeSlice = sliceList;
primordials.Int32ArrayFrom = typedFrom(Int32Array);
primordials.ObjectFromEntries = fromEntries;
primordials.Uint16ArrayFrom = typedFrom(Uint16Array);
primordials.Uint8ArrayFrom = typedFrom(Uint8Array);

// Called once, before any code of the program runs.
primordials.captureAtStart = () => {
  errorIsError = Error.isError;
  // V8 can be told to define no global of this name; WebAssembly's memory has the class all the same.
  const Shared = globalThis.SharedArrayBuffer ??
    new WebAssembly.Memory({ initial: 0, maximum: 0, shared: true }).buffer.constructor;
  primordials.SharedArrayBuffer = Shared;
  primordials.sharedBufferByteLength = getterOf(Shared.prototype, 'byteLength');
  if (typeof WebAssembly === 'undefined') return; // --jitless
  const { Instance, Memory, Module, Table, JSTag } = WebAssembly;
  const { wasm } = primordials;
  wasm.Instance = Instance;
  wasm.Memory = Memory;
  wasm.Module = Module;
  wasm.imports = Module.imports;
  wasm.exports = Module.exports;
  wasm.exportsOf = getterOf(Instance.prototype, 'exports');
  wasm.Table = Table;
  wasm.JSTag = JSTag;
  wasm.bufferOf = getterOf(Memory.prototype, 'buffer');
  wasm.grow = uncurryThis(Memory.prototype.grow);
  wasm.tableGet = uncurryThis(Table.prototype.get);
};

module.exports = primordials;
