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

const { atStart } = require('internal/start');

const { bind, call } = Function.prototype;
const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
const { isView } = ArrayBuffer;
const { isArray } = Array;
const { create, freeze } = Object;

const uncurryThis = apply(bind, bind, [call]); // uncurryThis(f)(receiver, ...args) is receiver.f(...args)
const bindFunction = uncurryThis(bind);
const getterOf = (object, key) => uncurryThis(getOwnPropertyDescriptor(object, key).get);

const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype);

const primordials = {
  // functions and objects
  apply, bindFunction, construct, create, defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf, getterOf,
  isArray, isView, ownKeys, setPrototypeOf, uncurryThis,

  // typed arrays: the getters answer what the view really is, whatever properties it has
  Float64Array, Int32Array, Uint16Array, Uint8Array,
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
    Instance: undefined, Memory: undefined, Module: undefined, JSTag: undefined, bufferOf: undefined, grow: undefined,
  },
};

atStart(() => {
  primordials.sharedBufferByteLength = getterOf(SharedArrayBuffer.prototype, 'byteLength');
  if (typeof WebAssembly === 'undefined') return; // --jitless
  const { Instance, Memory, Module, JSTag } = WebAssembly;
  const { wasm } = primordials;
  wasm.Instance = Instance;
  wasm.Memory = Memory;
  wasm.Module = Module;
  wasm.JSTag = JSTag;
  wasm.bufferOf = getterOf(Memory.prototype, 'buffer');
  wasm.grow = uncurryThis(Memory.prototype.grow);
});

module.exports = primordials;
