'use strict';

// The bytes of what a user gives, for native functions that work on its memory.
//
// An object of the user's may have own properties `byteLength`, `length`, `buffer`, that say something else than its
// memory. So nothing here asks the object: `viewOf` makes a fresh Uint8Array over its memory.

const { atStart } = require('internal/start');
const {
  bufferOf, byteLengthOf, byteOffsetOf, isArrayBufferView, isTypedArray, uncurryThis,
} = require('internal/buffer/types');

const MAX_NATIVE_BYTES = 2 ** 31 - 1;

const getterOf = (prototype, key) => uncurryThis(Object.getOwnPropertyDescriptor(prototype, key).get);
const dataViewBuffer = getterOf(DataView.prototype, 'buffer');
const dataViewOffset = getterOf(DataView.prototype, 'byteOffset');
const dataViewLength = getterOf(DataView.prototype, 'byteLength');
const bufferBytes = getterOf(ArrayBuffer.prototype, 'byteLength');
let sharedBytes;
atStart(() => { sharedBytes = getterOf(SharedArrayBuffer.prototype, 'byteLength'); });

const slice = uncurryThis(Uint8Array.prototype.slice);
const setBytes = uncurryThis(Uint8Array.prototype.set);
const subarray = (bytes, from, to) => new Uint8Array(bufferOf(bytes), byteOffsetOf(bytes) + from, to - from);

// Java sees memory of up to 2 GiB.
const isReachable = (buffer) => sizeOfBuffer(buffer) <= MAX_NATIVE_BYTES;

function sizeOfBuffer(buffer) {
  try {
    return bufferBytes(buffer);
  } catch {
    return sharedBytes(buffer);
  }
}

// What is detached has no bytes.
function viewOf(value) {
  if (isTypedArray(value)) {
    const length = byteLengthOf(value);
    return length === 0 ? new Uint8Array(0) : new Uint8Array(bufferOf(value), byteOffsetOf(value), length);
  }
  if (!isArrayBufferView(value)) return sizeOfBuffer(value) === 0 ? new Uint8Array(0) : new Uint8Array(value);
  const buffer = dataViewBuffer(value);
  if (sizeOfBuffer(buffer) === 0) return new Uint8Array(0);
  return new Uint8Array(buffer, dataViewOffset(value), dataViewLength(value));
}

const reachable = (view) => (isReachable(bufferOf(view)) ? view : slice(view));

module.exports = { isReachable, reachable, setBytes, slice, subarray, viewOf };
