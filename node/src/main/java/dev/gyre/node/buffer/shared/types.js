'use strict';

// The kind of a value by its internal slots, as cheaply as Buffer's entry points need it.

const {
  ArrayBuffer, ArrayBufferIsView: isView, ArrayBufferPrototype, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf,
  SymbolToStringTag, Uint8ArrayPrototype, uncurryThis,
} = require('internal/primordials');
const { atStart } = require('internal/start');

const getterOf = (object, key) => uncurryThis(ObjectGetOwnPropertyDescriptor(object, key).get);

const TypedArrayPrototype = ObjectGetPrototypeOf(Uint8ArrayPrototype);
const typedArrayName = getterOf(TypedArrayPrototype, SymbolToStringTag); // undefined for anything else
const arrayBufferLength = getterOf(ArrayBufferPrototype, 'byteLength');
let SharedBuffer;
let sharedBufferLength;
atStart(() => {
  SharedBuffer = require('internal/primordials').SharedArrayBuffer;
  sharedBufferLength = getterOf(SharedBuffer.prototype, 'byteLength');
});

const isUint8Array = (value) => typedArrayName(value) === 'Uint8Array';
const isTypedArray = (value) => typedArrayName(value) !== undefined;

function answers(getter, value) {
  try {
    getter(value);
    return true;
  } catch {
    return false;
  }
}

// Only values that claim to be one are tested, because the test throws for others.
function isAnyArrayBuffer(value) {
  if (typeof value !== 'object' || value === null || isView(value)) return false;
  const name = value[SymbolToStringTag];
  if (name === 'ArrayBuffer') return answers(arrayBufferLength, value) || answers(sharedBufferLength, value);
  if (name === 'SharedArrayBuffer') return answers(sharedBufferLength, value);
  return (value instanceof ArrayBuffer && answers(arrayBufferLength, value)) ||
    (value instanceof SharedBuffer && answers(sharedBufferLength, value));
}

module.exports = {
  byteLengthOf: getterOf(TypedArrayPrototype, 'byteLength'),
  byteOffsetOf: getterOf(TypedArrayPrototype, 'byteOffset'),
  bufferOf: getterOf(TypedArrayPrototype, 'buffer'),
  lengthOf: getterOf(TypedArrayPrototype, 'length'),
  isAnyArrayBuffer,
  isArrayBufferView: isView,
  isTypedArray,
  isUint8Array,
  uncurryThis,
};
