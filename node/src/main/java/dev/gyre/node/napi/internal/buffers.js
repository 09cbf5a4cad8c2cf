'use strict';

// Node-API: ArrayBuffers, Buffers, typed arrays, DataViews.
//
// The memory of an add-on can be that of an ArrayBuffer. It belongs to the add-on until its finalizer was called, which is
// when the ArrayBuffer was collected. One that is transferred hands the finalizer on to the new one.

const primordials = require('internal/primordials');
const {
  ArrayBuffer, BigInt64Array, BigUint64Array, DataView, Float32Array, Float64Array, Int16Array, Int32Array, Int8Array,
  RangeError, SafeWeakMap, Uint16Array, Uint32Array, Uint8Array, Uint8ClampedArray, arrayBufferByteLength,
  arrayBufferDetached, bufferOf: arrayBufferOf, byteLengthOf: arrayBytesOf, byteOffsetOf: arrayOffsetOf, dataViewBufferOf,
  dataViewByteLengthOf, dataViewByteOffsetOf, isView, lengthOf, typedArrayName,
} = primordials;
const { FastBuffer } = require('internal/buffer/fast');
const nativeMemory = require('internal/memory');
const { argument, given, handleOf, native, result, returns, setException } = require('internal/napi/handles');
const { addFinalizer, moveFinalizer } = require('internal/napi/references');
const Status = require('internal/napi/status');

const { MAX_NATIVE_BYTES, addressOf } = nativeMemory;

const isArrayBuffer = (value) => {
  try {
    arrayBufferByteLength(value);
    return true;
  } catch {
    return false;
  }
};
const isShared = (value) => {
  try {
    primordials.sharedBufferByteLength(value);
    return true;
  } catch {
    return false;
  }
};
const isObject = (value) => typeof value === 'object' && value !== null;
const isMemory = (value) => isObject(value) && (isArrayBuffer(value) || isShared(value));
const isDataView = (value) => isView(value) && typedArrayName(value) === undefined;
const flag = (value) => { result(0, value ? 1 : 0); };

const pointerTo = (buffer) => (nativeMemory.sizeOf(buffer) === 0 ? 0 : addressOf(buffer));

// ---- memory of the add-on

let finalizers; // by the ArrayBuffer

// Answers undefined where the memory is too large.
function externalMemory(environment, address, length, callee, hint) {
  if (length > MAX_NATIVE_BYTES) return undefined;
  const buffer = address === 0 || length === 0 ? new ArrayBuffer(0) : native.externalBuffer(address, length);
  nativeMemory.markUntransferable(buffer); // by messages, as in Node
  if (callee !== 0) {
    finalizers ??= new SafeWeakMap();
    nativeMemory.onMoved(moved);
    finalizers.set(buffer, addFinalizer(environment, buffer, callee, address, hint, true));
  }
  return buffer;
}

const detach = (buffer) => nativeMemory.dropMoved(nativeMemory.transferAway(buffer)); // as Node does with no memory

function moved(from, to) {
  const finalizer = finalizers.get(from);
  if (finalizer === undefined) return;
  finalizers.delete(from);
  finalizers.set(to, finalizer);
  moveFinalizer(finalizer, to);
}

// ---- typed arrays, by their napi_typedarray_type

const NAMES = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array',
  'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'Float16Array'];
const CLASSES = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
  Float64Array, BigInt64Array, BigUint64Array, globalThis.Float16Array];
const SIZES = [1, 1, 1, 2, 2, 4, 4, 4, 8, 8, 8, 2];

function typeOf(array) {
  const name = typedArrayName(array);
  for (let i = 0; i < NAMES.length; i++) if (NAMES[i] === name) return i;
  return -1;
}

function rangeError(code, message) {
  const error = new RangeError(message);
  error.code = code;
  setException(error);
}

const viewOf = (value) => {
  const isTyped = typedArrayName(value) !== undefined;
  const buffer = isTyped ? arrayBufferOf(value) : dataViewBufferOf(value);
  const offset = isTyped ? arrayOffsetOf(value) : dataViewByteOffsetOf(value);
  const bytes = isTyped ? arrayBytesOf(value) : dataViewByteLengthOf(value);
  const pointer = pointerTo(buffer);
  return { __proto__: null, buffer, offset, bytes, pointer: pointer === 0 ? 0 : pointer + offset };
};

function newBuffer(length) {
  const buffer = new ArrayBuffer(length);
  result(0, pointerTo(buffer));
  return buffer;
}

module.exports = {
  __proto__: null,
  napi_is_arraybuffer() { flag(isObject(given(0)) && isArrayBuffer(given(0))); },
  napi_create_arraybuffer() { result(1, handleOf(newBuffer(argument(0)))); },
  napi_create_external_arraybuffer(environment) {
    const isNull = argument(0) === 0;
    const buffer = externalMemory(environment, argument(0), argument(1), argument(2), argument(3));
    if (buffer === undefined) return Status.NO_EXTERNAL_BUFFERS;
    if (isNull) detach(buffer);
    return returns(buffer);
  },
  napi_get_arraybuffer_info() {
    const buffer = given(0);
    if (!isMemory(buffer)) return Status.INVALID_ARG;
    result(1, nativeMemory.sizeOf(buffer));
    return result(0, pointerTo(buffer));
  },
  napi_detach_arraybuffer() {
    const buffer = given(0);
    if (!isObject(buffer) || !isArrayBuffer(buffer)) {
      return isMemory(buffer) ? Status.DETACHABLE_EXPECTED : Status.ARRAYBUFFER_EXPECTED;
    }
    if (nativeMemory.isUntransferable(buffer) && finalizers?.has(buffer) !== true) return Status.DETACHABLE_EXPECTED;
    if (!arrayBufferDetached(buffer)) detach(buffer);
    return Status.OK;
  },
  napi_is_detached_arraybuffer() {
    const buffer = given(0);
    flag(isObject(buffer) && isArrayBuffer(buffer) && arrayBufferDetached(buffer));
  },
  node_api_is_sharedarraybuffer() { flag(isObject(given(0)) && isShared(given(0))); },
  node_api_create_sharedarraybuffer() {
    const buffer = new primordials.SharedArrayBuffer(argument(0));
    result(0, pointerTo(buffer));
    result(1, handleOf(buffer));
  },
  // V8's functions for shared memory of others are out of reach; Node answers this in some builds too.
  node_api_create_external_sharedarraybuffer: () => Status.NO_EXTERNAL_BUFFERS,

  napi_is_typedarray() { flag(typedArrayName(given(0)) !== undefined); },
  napi_create_typedarray() {
    const type = argument(0);
    const length = argument(1);
    const buffer = given(2);
    const offset = argument(3);
    if (!isMemory(buffer)) return Status.INVALID_ARG;
    const Class = CLASSES[type];
    if (Class === undefined) return Status.INVALID_ARG;
    const size = SIZES[type];
    if (size > 1 && offset % size !== 0) {
      rangeError('ERR_NAPI_INVALID_TYPEDARRAY_ALIGNMENT', `start offset of ${NAMES[type]} should be a multiple of ${size}`);
      return Status.INVALID_ARG;
    }
    if (length * size + offset > nativeMemory.sizeOf(buffer)) {
      rangeError('ERR_NAPI_INVALID_TYPEDARRAY_LENGTH', 'Invalid typed array length');
      return Status.INVALID_ARG;
    }
    return returns(new Class(buffer, offset, length));
  },
  napi_get_typedarray_info() {
    const array = given(0);
    if (typedArrayName(array) === undefined) return Status.INVALID_ARG;
    const { buffer, offset, pointer } = viewOf(array);
    result(0, typeOf(array));
    result(1, lengthOf(array));
    result(2, pointer);
    result(3, handleOf(buffer));
    return result(4, offset);
  },

  napi_is_dataview() { flag(isDataView(given(0))); },
  napi_create_dataview() {
    const length = argument(0);
    const buffer = given(1);
    const offset = argument(2);
    if (!isMemory(buffer)) return Status.INVALID_ARG;
    if (length + offset > nativeMemory.sizeOf(buffer)) {
      rangeError('ERR_NAPI_INVALID_DATAVIEW_ARGS', 'byte_offset + byte_length should be less than or ' +
        'equal to the size in bytes of the array passed in');
      return Status.PENDING_EXCEPTION;
    }
    return returns(new DataView(buffer, offset, length));
  },
  napi_get_dataview_info() {
    const view = given(0);
    if (!isDataView(view)) return Status.INVALID_ARG;
    const { buffer, offset, bytes, pointer } = viewOf(view);
    result(0, bytes);
    result(1, pointer);
    result(2, handleOf(buffer));
    return result(3, offset);
  },

  napi_is_buffer() { flag(isView(given(0))); },
  napi_get_buffer_info() {
    const view = given(0);
    if (!isView(view)) return Status.INVALID_ARG;
    const { bytes, pointer } = viewOf(view);
    result(0, pointer);
    return result(1, bytes);
  },
  napi_create_buffer() { result(1, handleOf(new FastBuffer(newBuffer(argument(0))))); },
  napi_create_buffer_copy() {
    const length = argument(0);
    const from = argument(1);
    const buffer = newBuffer(length);
    if (length > 0) native.copy(pointerTo(buffer), from, length);
    result(1, handleOf(new FastBuffer(buffer)));
  },
  napi_create_external_buffer(environment) {
    const isNull = argument(1) === 0;
    const buffer = externalMemory(environment, argument(1), argument(0), argument(2), argument(3));
    if (buffer === undefined) return Status.NO_EXTERNAL_BUFFERS;
    const made = new FastBuffer(buffer);
    if (isNull) detach(buffer);
    return returns(made);
  },
  node_api_create_buffer_from_arraybuffer() {
    const buffer = given(0);
    const offset = argument(1);
    const length = argument(2);
    if (!isObject(buffer) || !isArrayBuffer(buffer)) return Status.ARRAYBUFFER_EXPECTED;
    if (offset + length > arrayBufferByteLength(buffer)) {
      rangeError('ERR_OUT_OF_RANGE', 'The byte offset + length is out of range');
      return Status.PENDING_EXCEPTION;
    }
    return returns(new FastBuffer(buffer, offset, length));
  },
};
