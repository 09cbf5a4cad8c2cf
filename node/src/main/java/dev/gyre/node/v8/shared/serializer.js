'use strict';

// v8.Serializer: a value to bytes, see internal/v8/wire_format.

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeReduce, ArrayPrototypeSlice, BigInt, BigIntPrototypeValueOf,
  Boolean, BooleanPrototypeValueOf, DatePrototypeGetTime, Error, FunctionPrototypeCall, MapPrototypeForEach, MathCeil,
  MathClz32, MathFloor, MathMax, Number, NumberIsInteger, NumberPrototypeValueOf, ObjectAssign, ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor: getOwnPropertyDescriptor, ObjectGetPrototypeOf, ObjectHasOwn: hasOwn, ObjectIs,
  ObjectKeys: keys, RegExpPrototypeExec, SafeMap, SetPrototypeForEach, String, StringPrototypeIncludes,
  StringPrototypeValueOf, Symbol, SymbolToStringTag, TypeError, Uint8Array, itemsOf,
} = require('internal/primordials');
const { bufferOf, byteLengthOf, byteOffsetOf, partOf, setBytes } = require('internal/memory');
const { Buffer } = require('buffer');
const { allocateOwn } = require('internal/buffer/fast');
const { dataCloneError, describe, isRefused, kClone, kTransfer, kUncloneable } = require('internal/structured_clone');
const { kindOf } = require('internal/clone_kinds');
const { isAnyArrayBuffer, isArrayBufferView } = require('util/types');
const {
  VERSION, TAG, ERROR_PART, ERROR_CODE, VIEW_CODE, VIEW_OF_RESIZABLE, REGEXP_FLAGS, HOST_VIEWS,
} = require('internal/v8/wire_format');

const kWriter = Symbol('kWriter');

const FIRST_BYTES = 256;
const MOST_VARINT_BYTES = 10;
const INT32_MIN = -(2 ** 31);
const INT32_MAX = 2 ** 31 - 1;
const MAX_INDEX = 2 ** 32 - 2;

const isWide = /[^\x00-\xff]/;
const typedArrayName =
  getOwnPropertyDescriptor(ObjectGetPrototypeOf(Uint8Array).prototype, SymbolToStringTag).get;

function typeError(message) {
  return ObjectAssign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
}

// The format writes an array index as a number, also as a key.
function keyValue(key) {
  const index = Number(key);
  return index >= 0 && index <= MAX_INDEX && `${index}` === key && NumberIsInteger(index) ? index : key;
}

const isInt32 = (value) =>
  NumberIsInteger(value) && value >= INT32_MIN && value <= INT32_MAX && !ObjectIs(value, -0);

// V8 stores an array of numbers as doubles if one of them is no small integer, and writes them so.
function isArrayOfDoubles(array) {
  let hasDouble = false;
  for (let i = 0; i < array.length; i++) {
    if (typeof array[i] !== 'number') return false;
    hasDouble ||= !isInt32(array[i]);
  }
  return hasDouble;
}

const bytesOf = (view) => Buffer.from(bufferOf(view), byteOffsetOf(view), byteLengthOf(view));

class Writer {
  #delegate; // the Serializer, whose methods users may replace
  #bytes = allocateOwn(FIRST_BYTES);
  #length = 0;
  #numbers = new SafeMap(); // objects in order of their first appearance
  transferred = new SafeMap(); // ArrayBuffer -> the user's number
  viewsAreHostObjects = false;
  refusesPlatformObjects = false; // ports, blobs and their like, which V8 would take for plain objects

  constructor(delegate) { this.#delegate = delegate; }

  release() {
    const result = Buffer.allocUnsafeSlow(this.#length);
    setBytes(result, partOf(this.#bytes, 0, this.#length));
    this.#bytes = allocateOwn(FIRST_BYTES);
    this.#length = 0;
    return result;
  }

  // ---- bytes

  // Makes room for `count` more bytes and returns their position.
  #reserve(count) {
    const at = this.#length;
    if (at + count > this.#bytes.length) {
      const larger = allocateOwn(MathMax(at + count, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    this.#length = at + count;
    return at;
  }

  byte(value) {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  varint(value) {
    let at = this.#reserve(MOST_VARINT_BYTES);
    for (; value > 0x7f; value = MathFloor(value / 128)) this.#bytes[at++] = value % 128 | 0x80;
    this.#bytes[at++] = value;
    this.#length = at;
  }

  varint64(high, low) {
    let value = BigInt(high) << 32n | BigInt(low);
    for (; value > 0x7fn; value >>= 7n) this.byte(Number(value & 0x7fn) | 0x80);
    this.byte(Number(value));
  }

  double(value) {
    const at = this.#reserve(8);
    this.#bytes.writeDoubleLE(value, at);
  }

  raw(bytes) {
    const at = this.#reserve(bytes.length);
    this.#bytes.set(bytes, at);
  }

  header() {
    this.byte(TAG.VERSION);
    this.varint(VERSION);
  }

  #string(text) {
    if (RegExpPrototypeExec(isWide, text) === null) {
      this.byte(TAG.ONE_BYTE_STRING);
      this.varint(text.length);
      const at = this.#reserve(text.length);
      this.#bytes.latin1Write(text, at, text.length);
      return;
    }
    // Two-byte characters begin at an even offset.
    const size = 2 * text.length;
    const varintBytes = MathMax(1, MathCeil((32 - MathClz32(size)) / 7));
    if ((this.#length + 1 + varintBytes) % 2 !== 0) this.byte(TAG.PADDING);
    this.byte(TAG.TWO_BYTE_STRING);
    this.varint(size);
    const at = this.#reserve(size);
    this.#bytes.ucs2Write(text, at, size);
  }

  #bigint(value) {
    const isNegative = value < 0n;
    const digits = [];
    for (let left = isNegative ? -value : value; left > 0n; left >>= 64n) ArrayPrototypePush(digits, left & 0xffff_ffff_ffff_ffffn);
    this.varint(digits.length * 8 * 2 + (isNegative ? 1 : 0));
    for (let i = 0; i < digits.length; i++) {
      const digit = digits[i];
      const at = this.#reserve(8);
      this.#bytes.writeBigUInt64LE(digit, at);
    }
  }

  // ---- values

  value(value) {
    switch (typeof value) {
      case 'undefined': return this.byte(TAG.UNDEFINED);
      case 'boolean': return this.byte(value ? TAG.TRUE : TAG.FALSE);
      case 'number': return this.#number(value);
      case 'string': return this.#string(value);
      case 'bigint':
        this.byte(TAG.BIGINT);
        return this.#bigint(value);
      case 'object': return value === null ? this.byte(TAG.NULL) : this.#object(value);
      default: throw this.#couldNotBeCloned(value);
    }
  }

  #number(value) {
    if (!isInt32(value)) return this.#tagged(TAG.DOUBLE, value);
    this.byte(TAG.INT32);
    return this.varint((value << 1 ^ value >> 31) >>> 0);
  }

  #tagged(tag, double) {
    this.byte(tag);
    this.double(double);
  }

  #error(message) {
    return this.#delegate._getDataCloneError(message);
  }

  #couldNotBeCloned(value) {
    return this.#error(`${describe(value)} could not be cloned.`);
  }

  #object(value) {
    const number = this.#numbers.get(value);
    if (number !== undefined) {
      this.byte(TAG.REFERENCE);
      this.varint(number);
      return;
    }
    const kind = kindOf(value);
    const isView = kind === 'TypedArray' || kind === 'DataView';
    // A view's buffer comes first, the view itself after it.
    if (isView && !this.viewsAreHostObjects) this.value(value.buffer);
    this.#numbers.set(value, this.#numbers.size);
    if (isView) this.#view(value, kind);
    else this.#content(value, kind);
  }

  #content(value, kind) {
    switch (kind) {
      case 'Object':
        if (this.refusesPlatformObjects && isPlatformObject(value)) throw this.#couldNotBeCloned(value);
        return this.#plain(value);
      case 'Array': return this.#array(value);
      case 'Map': return this.#map(value);
      case 'Set': return this.#set(value);
      case 'Error': return this.#errorObject(value);
      case 'ArrayBuffer': return this.#arrayBuffer(value);
      case 'SharedArrayBuffer': return this.#sharedArrayBuffer(value);
      case 'RegExp': return this.#regExp(value);
      case 'Date': return this.#tagged(TAG.DATE, DatePrototypeGetTime(value));
      case 'Boolean': return this.byte(BooleanPrototypeValueOf(value) ? TAG.TRUE_OBJECT : TAG.FALSE_OBJECT);
      case 'Number': return this.#tagged(TAG.NUMBER_OBJECT, NumberPrototypeValueOf(value));
      case 'BigInt':
        this.byte(TAG.BIGINT_OBJECT);
        return this.#bigint(BigIntPrototypeValueOf(value));
      case 'String':
        this.byte(TAG.STRING_OBJECT);
        return this.#string(StringPrototypeValueOf(value));
      default:
        if (value === process.env) return this.#host(value);
        throw this.#couldNotBeCloned(value);
    }
  }

  // Returns how many there were: a getter that was read before may have deleted one.
  #properties(object, names) {
    let count = 0;
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      if (!hasOwn(object, name)) continue;
      this.value(keyValue(name));
      this.value(object[name]);
      count++;
    }
    return count;
  }

  #plain(object) {
    this.byte(TAG.OBJECT);
    const count = this.#properties(object, keys(object));
    this.byte(TAG.END_OBJECT);
    this.varint(count);
  }

  #array(array) {
    const { length } = array;
    const names = keys(array);
    // Indices come first among the keys, so these are all.
    const isDense = length === 0 || names[length - 1] === `${length - 1}`;
    this.byte(isDense ? TAG.DENSE_ARRAY : TAG.SPARSE_ARRAY);
    this.varint(length);
    if (isDense && isArrayOfDoubles(array)) {
      for (let i = 0; i < length; i++) this.#tagged(TAG.DOUBLE, array[i]);
    } else if (isDense) {
      for (let i = 0; i < length; i++) {
        if (hasOwn(array, i)) this.value(array[i]);
        else this.byte(TAG.HOLE); // a getter that was read before has deleted it
      }
    }
    const count = this.#properties(array, isDense ? ArrayPrototypeSlice(names, length) : names);
    this.byte(isDense ? TAG.END_DENSE_ARRAY : TAG.END_SPARSE_ARRAY);
    this.varint(count);
    this.varint(length);
  }

  #map(map) {
    const parts = [];
    MapPrototypeForEach(map, (value, key) => ArrayPrototypePush(parts, key, value));
    this.#list(TAG.MAP, parts, TAG.END_MAP);
  }

  #set(set) {
    const parts = [];
    SetPrototypeForEach(set, (value) => ArrayPrototypePush(parts, value));
    this.#list(TAG.SET, parts, TAG.END_SET);
  }

  #list(begin, parts, end) {
    this.byte(begin);
    for (const part of itemsOf(parts)) this.value(part);
    this.byte(end);
    this.varint(parts.length);
  }

  #regExp(value) {
    this.byte(TAG.REGEXP);
    this.#string(value.source);
    this.varint(ArrayPrototypeReduce(REGEXP_FLAGS, (bits, flag, i) => (flag && StringPrototypeIncludes(value.flags, flag) ? bits | 1 << i : bits), 0));
  }

  #errorObject(error) {
    const message = getOwnPropertyDescriptor(error, 'message');
    const cause = getOwnPropertyDescriptor(error, 'cause');
    const { name, stack } = error;
    this.byte(TAG.ERROR);
    const code = ERROR_CODE[String(name)];
    if (code !== undefined) this.byte(code);
    if (message !== undefined && 'value' in message) {
      this.byte(ERROR_PART.MESSAGE);
      this.#string(String(message.value));
    }
    if (typeof stack === 'string') {
      this.byte(ERROR_PART.STACK);
      this.#string(stack);
    }
    if (cause !== undefined && 'value' in cause) {
      this.byte(ERROR_PART.CAUSE);
      this.value(cause.value);
    }
    this.byte(ERROR_PART.END);
  }

  // ---- memory

  #arrayBuffer(buffer) {
    const number = this.transferred.get(buffer);
    if (number !== undefined) {
      this.byte(TAG.TRANSFERRED);
      this.varint(number);
      return;
    }
    if (buffer.detached) throw this.#error('An ArrayBuffer is detached and could not be cloned.');
    this.byte(buffer.resizable ? TAG.RESIZABLE_ARRAY_BUFFER : TAG.ARRAY_BUFFER);
    this.varint(buffer.byteLength);
    if (buffer.resizable) this.varint(buffer.maxByteLength);
    this.raw(new Uint8Array(buffer));
  }

  #sharedArrayBuffer(buffer) {
    if (typeof this.#delegate._getSharedArrayBufferId !== 'function') throw this.#couldNotBeCloned(buffer);
    const number = this.#delegate._getSharedArrayBufferId(buffer);
    this.byte(TAG.SHARED);
    this.varint(number >>> 0);
  }

  #view(view, kind) {
    if (this.viewsAreHostObjects) return this.#host(view);
    this.byte(TAG.VIEW);
    this.varint(VIEW_CODE[kind === 'DataView' ? kind : FunctionPrototypeCall(typedArrayName, view)]);
    this.varint(byteOffsetOf(view));
    this.varint(view.byteLength);
    this.varint(view.buffer.resizable ? VIEW_OF_RESIZABLE : 0);
  }

  #host(object) {
    if (typeof this.#delegate._writeHostObject !== 'function') throw this.#couldNotBeCloned(object);
    this.byte(TAG.HOST_OBJECT);
    this.#delegate._writeHostObject(object);
  }
}

function Serializer() {
  if (!new.target) throw constructCallRequired('Serializer');
  ObjectDefineProperty(this, kWriter, { __proto__: null, value: new Writer(this) });
}

function constructCallRequired(name) {
  return ObjectAssign(new TypeError(`Class constructor ${name} cannot be invoked without 'new'`),
                       { code: 'ERR_CONSTRUCT_CALL_REQUIRED' });
}

// Node's are functions of C++: none declares a parameter, and the prototype is fixed.
function asNative(Class, methods) {
  const names = keys(methods);
  for (let i = 0; i < names.length; i++) {
    ObjectDefineProperty(methods[names[i]], 'length', { __proto__: null, value: 0, configurable: true });
  }
  const prototype = ObjectAssign({}, methods);
  ObjectDefineProperty(prototype, 'constructor', { __proto__: null, value: Class, configurable: true, writable: true });
  ObjectDefineProperty(Class, 'prototype', { __proto__: null, value: prototype, writable: false });
}

asNative(Serializer, {
  writeHeader() { this[kWriter].header(); },
  writeValue(value) {
    this[kWriter].value(value);
    return true;
  },
  releaseBuffer() { return this[kWriter].release(); },
  transferArrayBuffer(id, arrayBuffer) {
    if (!isAnyArrayBuffer(arrayBuffer)) throw typeError('arrayBuffer must be an ArrayBuffer');
    this[kWriter].transferred.set(arrayBuffer, id >>> 0);
  },
  writeUint32(value) { this[kWriter].varint(value >>> 0); },
  writeUint64(high, low) { this[kWriter].varint64(high >>> 0, low >>> 0); },
  writeDouble(value) { this[kWriter].double(value); },
  writeRawBytes(source) {
    if (isAnyArrayBuffer(source)) source = new Uint8Array(source);
    if (!isArrayBufferView(source)) throw typeError('source must be a TypedArray or a DataView');
    this[kWriter].raw(bytesOf(source));
  },
  _setTreatArrayBufferViewsAsHostObjects(mode) { this[kWriter].viewsAreHostObjects = Boolean(mode); },
});
Serializer.prototype._getDataCloneError = Error;

class DefaultSerializer extends Serializer {
  constructor() {
    super();
    this._setTreatArrayBufferViewsAsHostObjects(true);
  }

  _writeHostObject(view) {
    const name = isArrayBufferView(view) ? FunctionPrototypeCall(typedArrayName, view) ?? 'DataView' : undefined;
    if (name === undefined) {
      throw new this._getDataCloneError(`Unserializable host object: ${require('internal/util/inspect').inspect(view)}`);
    }
    this.writeUint32(ArrayPrototypeIndexOf(HOST_VIEWS, view.constructor === Buffer ? 'Buffer' : name));
    this.writeUint32(view.byteLength);
    this.writeRawBytes(view);
  }
}

function serialize(value) {
  const serializer = new DefaultSerializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return serializer.releaseBuffer();
}

const isPlatformObject = (value) =>
  value[kClone] !== undefined || value[kTransfer] !== undefined || value[kUncloneable] || isRefused(value);

const strict = { __proto__: null, _getDataCloneError: dataCloneError };

// The value by structured clone, for another process. Unlike serialize(), it uses nothing that a program can replace, and makes
// errors of objects that can't leave the process.
function toBytes(value) {
  const writer = new Writer(strict);
  writer.refusesPlatformObjects = true;
  writer.header();
  writer.value(value);
  return writer.release();
}

module.exports = { asNative, Serializer, DefaultSerializer, serialize, toBytes, constructCallRequired, typeError };
