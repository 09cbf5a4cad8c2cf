'use strict';

// v8.Deserializer: bytes to a value, see internal/v8/wire_format. The bytes are untrusted: any error in them ends the
// reading with an exception.

const {
  ArrayBuffer, ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeReduce, BigInt,
  BigIntAsUintN, Date, Error, Map, MapPrototypeSet, Number, Object, ObjectDefineProperty, ObjectHasOwn,
  RegExp, SafeMap, Set, SetPrototypeAdd, Symbol, Uint8Array,
} = require('internal/primordials');
const { bufferOf, byteLengthOf, byteOffsetOf } = require('internal/memory');
const { Buffer } = require('buffer');
const { FastBuffer } = require('internal/buffer/fast');
const { errorWithStack } = require('internal/structured_clone');
const { kEmptyObject } = require('internal/util');
const { isAnyArrayBuffer, isArrayBufferView } = require('util/types');
const {
  VERSION, TAG, ERROR_PART, ERROR_CODE, VIEW_CODE, VIEW_TRACKS_LENGTH, REGEXP_FLAGS, HOST_VIEWS, keyOf,
} = require('internal/v8/wire_format');
const { asNative, constructCallRequired, typeError } = require('internal/v8/serializer');

const kReader = Symbol('kReader');

const broken = () => new Error('Unable to deserialize cloned data.');
const unknownVersion = () => new Error('Unable to deserialize cloned data due to invalid or unsupported version.');

const REGEXP_BITS = ArrayPrototypeReduce(REGEXP_FLAGS, (bits, flag, i) => (flag ? bits | 1 << i : bits), 0);

function define(object, key, value) {
  if (key in object) {
    ObjectDefineProperty(object, key, { __proto__: null, value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}

class Reader {
  #delegate;
  #bytes;
  #at = 0;
  #objects = []; // in order of their first appearance
  version = 0;
  transferred = new SafeMap(); // the user's number -> ArrayBuffer

  constructor(delegate, view) {
    this.#delegate = delegate;
    this.#bytes = Buffer.from(bufferOf(view), byteOffsetOf(view), byteLengthOf(view));
  }

  // ---- bytes

  header() {
    if (this.#bytes[this.#at] !== TAG.VERSION) throw unknownVersion();
    this.#at++;
    this.version = this.varint();
    if (this.version > VERSION) throw unknownVersion();
  }

  byte() {
    if (this.#at >= this.#bytes.length) throw broken();
    return this.#bytes[this.#at++];
  }

  varint() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  varint64() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigIntAsUintN(64, value);
    }
  }

  // The position of the next `count` bytes, which are skipped.
  skip(count) {
    if (count > this.#bytes.length - this.#at) throw broken();
    this.#at += count;
    return this.#at - count;
  }

  double() {
    const at = this.skip(8);
    return this.#bytes.readDoubleLE(at);
  }

  #text(encoding) {
    const size = this.varint();
    const from = this.skip(size);
    return this.#bytes.toString(encoding, from, from + size);
  }

  #twoByteText() {
    if (this.#bytes[this.#at] % 2 !== 0) throw broken(); // half a character
    return this.#text('utf16le');
  }

  #bigint() {
    const bits = this.varint();
    const size = bits >>> 1;
    if (size === 0 && bits !== 0) throw broken(); // there is no negative zero
    const from = this.skip(size);
    let value = 0n;
    for (let at = from + size - 1; at >= from; at--) value = value << 8n | BigInt(this.#bytes[at]);
    return bits & 1 ? -value : value;
  }

  #tag() {
    let tag = this.byte();
    while (tag === TAG.PADDING) tag = this.byte();
    return tag;
  }

  #isNext(tag) {
    while (this.#bytes[this.#at] === TAG.PADDING) this.#at++;
    if (this.#bytes[this.#at] !== tag) return false;
    this.#at++;
    return true;
  }

  // ---- values

  value() {
    const value = this.#read(this.#tag());
    // A buffer may be followed by a view of it, which is then the value.
    return isAnyArrayBuffer(value) && this.#isNext(TAG.VIEW) ? this.#view(value) : value;
  }

  #read(tag) {
    switch (tag) {
      case TAG.UNDEFINED: return undefined;
      case TAG.NULL: return null;
      case TAG.TRUE: return true;
      case TAG.FALSE: return false;
      case TAG.INT32: {
        const bits = this.varint();
        return bits >>> 1 ^ -(bits & 1);
      }
      case TAG.UINT32: return this.varint();
      case TAG.DOUBLE: return this.double();
      case TAG.BIGINT: return this.#bigint();
      case TAG.ONE_BYTE_STRING: return this.#text('latin1');
      case TAG.TWO_BYTE_STRING: return this.#twoByteText();
      case TAG.UTF8_STRING: return this.#text('utf8');
      case TAG.REFERENCE: return this.#reference();
      default: return this.#readObject(tag);
    }
  }

  #reference() {
    const number = this.varint();
    if (!ObjectHasOwn(this.#objects, number)) throw broken();
    return this.#objects[number];
  }

  #remember(object) {
    ArrayPrototypePush(this.#objects, object);
    return object;
  }

  #readObject(tag) {
    switch (tag) {
      case TAG.OBJECT: return this.#properties(this.#remember({}), TAG.END_OBJECT);
      case TAG.DENSE_ARRAY: return this.#denseArray();
      case TAG.SPARSE_ARRAY: return this.#sparseArray();
      case TAG.DATE: return this.#remember(new Date(this.double()));
      case TAG.TRUE_OBJECT: return this.#remember(Object(true));
      case TAG.FALSE_OBJECT: return this.#remember(Object(false));
      case TAG.NUMBER_OBJECT: return this.#remember(Object(this.double()));
      case TAG.BIGINT_OBJECT: return this.#remember(Object(this.#bigint()));
      case TAG.STRING_OBJECT: return this.#later(() => Object(this.#string()));
      case TAG.REGEXP: return this.#later(() => this.#regExp());
      case TAG.MAP: return this.#map();
      case TAG.SET: return this.#set();
      case TAG.ARRAY_BUFFER: return this.#remember(this.#arrayBuffer(this.varint()));
      case TAG.RESIZABLE_ARRAY_BUFFER: {
        const length = this.varint();
        const maxByteLength = this.varint();
        if (length > maxByteLength) throw broken();
        return this.#remember(this.#arrayBuffer(length, { maxByteLength }));
      }
      case TAG.TRANSFERRED:
      case TAG.SHARED: return this.#remember(this.transferred.get(this.varint()) ?? fail());
      case TAG.ERROR: return this.#error();
      case TAG.HOST_OBJECT: return this.#later(() => this.#host());
      default: throw broken();
    }
  }

  // An object that is made from what follows, though it is numbered before.
  #later(make) {
    const number = this.#objects.length++;
    return this.#objects[number] = make();
  }

  #string() {
    const text = this.value();
    if (typeof text !== 'string') throw broken();
    return text;
  }

  #regExp() {
    const source = this.#string();
    const bits = this.varint();
    if (bits & ~REGEXP_BITS) throw broken();
    return new RegExp(source, ArrayPrototypeJoin(ArrayPrototypeFilter(REGEXP_FLAGS, (flag, i) => bits & 1 << i), ''));
  }

  // Keys and values up to the end tag, which is followed by their number.
  #properties(object, end) {
    let count = 0;
    for (; !this.#isNext(end); count++) {
      const key = this.value();
      if (typeof key !== 'string' && typeof key !== 'number') throw broken();
      define(object, key, this.value());
    }
    if (this.varint() !== count) throw broken();
    return object;
  }

  #denseArray() {
    const length = this.varint();
    if (length > this.#bytes.length - this.#at) throw broken();
    const array = this.#remember([]);
    for (let i = 0; i < length; i++) {
      if (this.#isNext(TAG.HOLE)) array.length++;
      else ArrayPrototypePush(array, this.value());
    }
    this.#properties(array, TAG.END_DENSE_ARRAY);
    if (this.varint() !== length) throw broken();
    return array;
  }

  #sparseArray() {
    const length = this.varint();
    const array = this.#remember([]);
    array.length = length;
    this.#properties(array, TAG.END_SPARSE_ARRAY);
    if (this.varint() !== length) throw broken();
    return array;
  }

  #map() {
    const map = this.#remember(new Map());
    let count = 0;
    for (; !this.#isNext(TAG.END_MAP); count += 2) {
      const key = this.value();
      MapPrototypeSet(map, key, this.value());
    }
    if (this.varint() !== count) throw broken();
    return map;
  }

  #set() {
    const set = this.#remember(new Set());
    let count = 0;
    for (; !this.#isNext(TAG.END_SET); count++) SetPrototypeAdd(set, this.value());
    if (this.varint() !== count) throw broken();
    return set;
  }

  #error() {
    const number = this.#objects.length++;
    let message;
    let stack;
    let Type = Error;
    let part = this.byte();
    const name = keyOf(ERROR_CODE, part);
    if (name !== undefined) {
      Type = globalThis[name];
      part = this.byte();
    }
    if (part === ERROR_PART.MESSAGE) {
      message = this.#string();
      part = this.byte();
    }
    if (part === ERROR_PART.STACK) {
      stack = this.#string();
      part = this.byte();
    }
    const error = this.#objects[number] = errorWithStack(() => new Type(message), stack);
    if (part === ERROR_PART.CAUSE) {
      ObjectDefineProperty(error, 'cause', { __proto__: null, value: this.value(), configurable: true, writable: true });
      part = this.byte();
    }
    if (part !== ERROR_PART.END) throw broken();
    return error;
  }

  // ---- memory

  #arrayBuffer(length, options) {
    const from = this.skip(length);
    const buffer = new ArrayBuffer(length, options);
    new Uint8Array(buffer).set(this.#bytes.subarray(from, from + length));
    return buffer;
  }

  #view(buffer) {
    const name = keyOf(VIEW_CODE, this.varint());
    const offset = this.varint();
    const size = this.varint();
    const flags = this.version >= 14 ? this.varint() : 0;
    const Type = globalThis[name ?? fail()];
    const unit = Type.BYTES_PER_ELEMENT ?? 1;
    if (offset + size > buffer.byteLength || offset % unit !== 0 || size % unit !== 0) throw broken();
    return this.#remember(flags & VIEW_TRACKS_LENGTH ? new Type(buffer, offset) : new Type(buffer, offset, size / unit));
  }

  #host() {
    if (typeof this.#delegate._readHostObject !== 'function') throw broken();
    return this.#delegate._readHostObject();
  }
}

function fail() {
  throw broken();
}

function Deserializer(buffer) {
  if (!new.target) throw constructCallRequired('Deserializer');
  if (!isArrayBufferView(buffer)) throw typeError('buffer must be a TypedArray or a DataView');
  this.buffer = buffer;
  ObjectDefineProperty(this, kReader, { __proto__: null, value: new Reader(this, buffer) });
}

// The reader of a part reports which part is missing.
function part(name, read) {
  try {
    return read();
  } catch {
    throw new Error(`${name}() failed`);
  }
}

asNative(Deserializer, {
  readHeader() {
    this[kReader].header();
    return true;
  },
  readValue() { return this[kReader].value(); },
  getWireFormatVersion() { return this[kReader].version; },
  transferArrayBuffer(id, arrayBuffer) {
    if (!isAnyArrayBuffer(arrayBuffer)) throw typeError('arrayBuffer must be an ArrayBuffer or SharedArrayBuffer');
    this[kReader].transferred.set(id >>> 0, arrayBuffer);
  },
  readUint32() { return part('ReadUint32', () => this[kReader].varint()); },
  readUint64() {
    const value = part('ReadUint64', () => this[kReader].varint64());
    return [Number(value >> 32n), Number(value & 0xffff_ffffn)];
  },
  readDouble() { return part('ReadDouble', () => this[kReader].double()); },
  _readRawBytes(length) { return part('ReadRawBytes', () => this[kReader].skip(length)); },
});

Deserializer.prototype.readRawBytes = function readRawBytes(length) {
  const offset = this._readRawBytes(length);
  return new FastBuffer(bufferOf(this.buffer), byteOffsetOf(this.buffer) + offset, length);
};

const hostView = (number) => (HOST_VIEWS[number] === 'Buffer' ? FastBuffer : globalThis[HOST_VIEWS[number]]);

class DefaultDeserializer extends Deserializer {
  _readHostObject() {
    const Type = hostView(this.readUint32());
    const size = this.readUint32();
    const offset = this._readRawBytes(size);
    const unit = Type.BYTES_PER_ELEMENT || 1;
    const at = byteOffsetOf(this.buffer) + offset;
    if (at % unit === 0) return new Type(this.buffer.buffer, at, size / unit);
    // A view of this kind can't begin at this offset.
    return new Type(this.buffer.buffer.slice(at, at + size), 0, size / unit);
  }
}

function deserialize(buffer) {
  const deserializer = new DefaultDeserializer(buffer);
  deserializer.readHeader();
  return deserializer.readValue();
}

// What serializer.toBytes() has written.
function fromBytes(bytes) {
  const reader = new Reader(kEmptyObject, bytes);
  reader.header();
  return reader.value();
}

module.exports = { Deserializer, DefaultDeserializer, deserialize, fromBytes };
