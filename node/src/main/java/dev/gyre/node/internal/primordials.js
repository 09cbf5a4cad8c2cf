'use strict';

// Built-ins as they were before any code of the program ran.
//
// A program may replace every property of every built-in. Core code that holds memory, addresses or arguments of native
// calls must therefore not look up methods on values at run time: the program's replacement would be called with them.
// This file is in the snapshot, so what it exports is V8's own for good.
//
// Methods and getters take their receiver as first argument: `setBytes(u8, source, offset)`. What remains observable, and
// is to be avoided with memory of the core's: spread, array destructuring and for-of (Array.prototype[Symbol.iterator]),
// `array[i] = x` behind the end and `push` (setters on Array.prototype), `subarray` and `slice` (Symbol.species),
// property descriptors and options without `__proto__: null`.

const { bind, call } = Function.prototype;
const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
const { isView } = ArrayBuffer;
const { isArray } = Array;
const { create, freeze, hasOwn } = Object;

const uncurryThis = apply(bind, bind, [call]); // uncurryThis(f)(receiver, ...args) is receiver.f(...args)
const bindFunction = uncurryThis(bind);
const getterOf = (object, key) => uncurryThis(getOwnPropertyDescriptor(object, key).get);

const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype);

// The class as it is now, for objects of the core's: it inherits nothing that a program can replace.
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

// For a class whose objects a program must not see: a setter or getter on Object.prototype doesn't concern them.
function isolated(Class) {
  setPrototypeOf(Class.prototype, null);
  return Class;
}

const SafeMap = hardened(class SafeMap extends Map {}, Map.prototype);
const SafeWeakMap = hardened(class SafeWeakMap extends WeakMap {}, WeakMap.prototype);
const SafeSet = hardened(class SafeSet extends Set {}, Set.prototype);

// Views of memory that belongs to the core. They have the methods of typed arrays but `subarray` and `slice`, which answer
// views with the usual prototype.
const NOT_IN_VIEWS = { __proto__: null, value: undefined };
function viewClass(Class, Base) {
  defineProperty(Class.prototype, 'subarray', NOT_IN_VIEWS);
  defineProperty(Class.prototype, 'slice', NOT_IN_VIEWS);
  return hardened(Class, Base.prototype, TypedArrayPrototype);
}
const CoreBytes = viewClass(class CoreBytes extends Uint8Array {}, Uint8Array);
const CoreInts = viewClass(class CoreInts extends Int32Array {}, Int32Array);
const CoreDoubles = viewClass(class CoreDoubles extends Float64Array {}, Float64Array);

const itemsOf = (...items) => items;
const fillList = uncurryThis(Array.prototype.fill);
const newList = Array;

const primordials = {
  // functions and objects
  apply, bindFunction, callFunction: uncurryThis(call), construct, create, defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf, getterOf, hasOwn,
  isArray, isView, isolated, ownKeys, setPrototypeOf, uncurryThis,

  SafeMap, SafeSet, SafeWeakMap, WeakRef,
  FinalizationRegistry,
  deref: uncurryThis(WeakRef.prototype.deref),
  registerFinalizer: uncurryThis(FinalizationRegistry.prototype.register),
  // So many elements of undefined.
  emptyList: (length) => fillList(newList(length), undefined),
  // A copy of a list; asks nobody, unlike spread and slice.
  listOf: (list) => apply(itemsOf, undefined, list),

  CoreBytes, CoreDoubles, CoreInts,
  atomicLoad: Atomics.load,
  pop: uncurryThis(Array.prototype.pop),
  push: uncurryThis(Array.prototype.push),
  shift: uncurryThis(Array.prototype.shift),
  toWellFormed: uncurryThis(String.prototype.toWellFormed),
  trunc: Math.trunc,
  promiseThen: uncurryThis(Promise.prototype.then),

  // typed arrays: the getters answer what the view really is, whatever properties it has
  BigInt64Array, Float64Array, Int32Array, Uint16Array, Uint8Array,
  bufferOf: getterOf(TypedArrayPrototype, 'buffer'),
  byteLengthOf: getterOf(TypedArrayPrototype, 'byteLength'),
  byteOffsetOf: getterOf(TypedArrayPrototype, 'byteOffset'),
  lengthOf: getterOf(TypedArrayPrototype, 'length'),
  typedArrayName: getterOf(TypedArrayPrototype, Symbol.toStringTag), // undefined for anything else
  copyWithin: uncurryThis(TypedArrayPrototype.copyWithin),
  fillBytes: uncurryThis(TypedArrayPrototype.fill),
  indexOfByte: uncurryThis(TypedArrayPrototype.indexOf),
  setBytes: uncurryThis(TypedArrayPrototype.set),

  // DataView
  dataViewBufferOf: getterOf(DataView.prototype, 'buffer'),
  dataViewByteLengthOf: getterOf(DataView.prototype, 'byteLength'),
  dataViewByteOffsetOf: getterOf(DataView.prototype, 'byteOffset'),

  // ArrayBuffer: these throw for a SharedArrayBuffer
  ArrayBuffer,
  arrayBufferByteLength: getterOf(ArrayBuffer.prototype, 'byteLength'),
  arrayBufferDetached: getterOf(ArrayBuffer.prototype, 'detached'),
  arrayBufferMaxByteLength: getterOf(ArrayBuffer.prototype, 'maxByteLength'),
  arrayBufferResizable: getterOf(ArrayBuffer.prototype, 'resizable'),

  // Installed by V8 after the snapshot was read; undefined while it is made.
  sharedBufferByteLength: undefined,
  wasm: {
    __proto__: null,
    Instance: undefined, Memory: undefined, Module: undefined, Table: undefined, JSTag: undefined,
    bufferOf: undefined, grow: undefined, tableGet: undefined,
  },
};

// Called once, before any code of the program runs.
primordials.captureAtStart = () => {
  primordials.sharedBufferByteLength = getterOf(SharedArrayBuffer.prototype, 'byteLength');
  if (typeof WebAssembly === 'undefined') return; // --jitless
  const { Instance, Memory, Module, Table, JSTag } = WebAssembly;
  const { wasm } = primordials;
  wasm.Instance = Instance;
  wasm.Memory = Memory;
  wasm.Module = Module;
  wasm.Table = Table;
  wasm.JSTag = JSTag;
  wasm.bufferOf = getterOf(Memory.prototype, 'buffer');
  wasm.grow = uncurryThis(Memory.prototype.grow);
  wasm.tableGet = uncurryThis(Table.prototype.get);
};

module.exports = primordials;
