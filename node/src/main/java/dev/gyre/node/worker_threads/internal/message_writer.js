'use strict';

// Writes a value into the bytes of a message: see message_tags.js.
//
// A short message is written straight into the memory that Java reads it from; a longer one into larger memory, step by
// step. Getters of the program run meanwhile, and may post messages themselves: then that one has a writer of its own.

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, BigIntPrototypeToString, BigIntPrototypeValueOf, BooleanPrototypeValueOf,
  CoreBytes, CoreDoubles, CoreInts, DatePrototypeGetTime, MapPrototypeForEach, MapPrototypeGet: mapGet,
  MapPrototypeSet: mapSet, MathMax, NumberPrototypeValueOf,
  ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf: getPrototypeOf, ObjectHasOwn, ObjectIs, ObjectKeys, ObjectPrototype, RegExpPrototypeExec, SafeMap, SetPrototypeForEach,
  String, StringPrototypeCharCodeAt, StringPrototypeValueOf, Uint8Array, arrayBufferByteLength, bufferOf, setBytes,
} = require('internal/primordials');
const { latin1Write, ucs2Write } = require('internal/buffer/codec');
const { kindOf } = require('internal/clone_kinds');
const {
  ask, bufferOps, couldNotBeCloned, dataCloneError, dataViewOps, detachedError, isMarkedAsUncloneable, isRefused, isShared, kClone, kTransfer,
  kUncloneable, regExpOps, tracksLength, typedArrayOps,
} = require('internal/structured_clone');
const { isDOMException } = require('internal/dom_exception');
const { LONG_TEXT, attach: attachText, noteText } = require('internal/worker_threads/long_texts');
const { importCountOf } = require('internal/worker_threads/wasm_modules');
const { ERRORS, ERROR_PART, HEAD_BYTES, LONG_COUNT, TAG, VIEWS } = require('internal/worker_threads/message_tags');

const isWide = /[^\x00-\xff]/;
const SHORT_TEXT = 24;
const FEW_OBJECTS = 16; // as many are looked for one by one

class MessageWriter {
  u8;
  i32;
  f64;
  at = HEAD_BYTES;
  isShared = false; // whether it begins in the shared memory
  attached = []; // functions that attach something to the message: called with its port when all of it is written
  #buffer;
  #offset;
  #given; // the memory that it begins in
  #attachers; // of objects that can't leave the thread, of memory that moves, of shared memory
  #begun = []; // the objects that have begun, by number
  #numbers = undefined; // the same as a map, when there are many
  #hosts = new SafeMap(); // object -> its number
  #hostList = [];
  #moved = new SafeMap(); // ArrayBuffer -> its attachment's number

  constructor(buffer, offset, length, attachers) {
    this.#use(buffer, offset, length);
    this.#given = { u8: this.u8, i32: this.i32, f64: this.f64, buffer, offset };
    this.#attachers = attachers;
  }

  // Forgets the message.
  reset() {
    if (this.#buffer !== this.#given.buffer) {
      ({ u8: this.u8, i32: this.i32, f64: this.f64 } = this.#given);
      this.#buffer = this.#given.buffer;
      this.#offset = this.#given.offset;
    }
    this.at = HEAD_BYTES;
    this.#forgetNumbers();
    if (this.#hostList.length > 0) {
      this.#hosts = new SafeMap();
      this.#hostList = [];
    }
    if (this.#moved.size > 0) this.#moved = new SafeMap();
    if (this.attached.length > 0) this.attached = [];
  }

  #forgetNumbers() {
    if (this.#begun.length > 0) this.#begun = [];
    this.#numbers = undefined;
  }

  get isInShared() { return this.isShared && this.#buffer === this.#given.buffer; }

  // The bytes of the message.
  written() { return new Uint8Array(this.#buffer, this.#offset, this.at); }

  attach(attach) {
    ArrayPrototypePush(this.attached, attach);
    return this.attached.length - 1;
  }

  #use(buffer, offset, length) {
    this.#buffer = buffer;
    this.#offset = offset;
    this.u8 = new CoreBytes(buffer, offset, length);
    this.i32 = new CoreInts(buffer, offset, length >> 2);
    this.f64 = new CoreDoubles(buffer, offset, length >> 3);
  }

  // ---- bytes

  #reserve(count) {
    const { at, u8 } = this;
    if (at + count > u8.length) this.#grow(count);
    return at;
  }

  #grow(count) {
    const { at, u8 } = this;
    const buffer = this.#buffer;
    const offset = this.#offset;
    const larger = bufferOf(new Uint8Array(MathMax(at + count, 2 * u8.length) + 7 & -8));
    this.#use(larger, 0, arrayBufferByteLength(larger));
    setBytes(this.u8, new CoreBytes(buffer, offset, at));
  }

  #byte(value) {
    const at = this.#reserve(1);
    this.u8[at] = value;
    this.at = at + 1;
  }

  #int32(value) {
    const at = this.#reserve(8) + 3 & -4;
    this.i32[at >> 2] = value;
    this.at = at + 4;
  }

  #double(value) {
    const at = this.#reserve(16) + 7 & -8;
    this.f64[at >> 3] = value;
    this.at = at + 8;
  }

  #count(value) {
    if (value < LONG_COUNT) {
      this.#byte(value);
    } else {
      this.#byte(LONG_COUNT);
      this.#int32(value);
    }
  }

  // Memory of the program, from a multiple of eight on.
  #bytes(bytes) {
    const { length } = bytes;
    const at = this.#reserve(length + 8) + 7 & -8;
    setBytes(new CoreBytes(this.#buffer, this.#offset + at, length), bytes);
    this.at = at + length;
  }

  // ---- text

  #text(text) {
    const { length } = text;
    if (length <= SHORT_TEXT) {
      const at = this.#reserve(2 + length);
      const { u8 } = this;
      let i = 0;
      for (; i < length; i++) {
        const code = StringPrototypeCharCodeAt(text, i);
        if (code > 0xff) break;
        u8[at + 2 + i] = code;
      }
      if (i === length) {
        u8[at] = TAG.LATIN1;
        u8[at + 1] = length;
        this.at = at + 2 + length;
        return;
      }
    } else if (RegExpPrototypeExec(isWide, text) === null) {
      this.#byte(TAG.LATIN1);
      this.#count(length);
      const at = this.#reserve(length);
      latin1Write(this.u8, text, at, length);
      this.at = at + length;
      return;
    }
    this.#byte(TAG.UTF16);
    this.#count(length);
    const at = this.#reserve(2 * length);
    ucs2Write(this.u8, text, at, 2 * length);
    this.at = at + 2 * length;
  }

  #longText(text) {
    const noted = noteText(text);
    this.#byte(noted.isWide ? TAG.LONG_UTF16 : TAG.LONG_LATIN1);
    this.#int32(this.attach(() => attachText(noted)));
    this.#int32(text.length);
  }

  #bigint(tag, value) {
    this.#byte(tag);
    this.#text(BigIntPrototypeToString(value, 16));
  }

  // ---- values

  value(value) {
    switch (typeof value) {
      case 'string': return value.length < LONG_TEXT ? this.#text(value) : this.#longText(value);
      case 'number': return this.#number(value);
      case 'object': return value === null ? this.#byte(TAG.NULL) : this.#object(value);
      case 'boolean': return this.#byte(value ? TAG.TRUE : TAG.FALSE);
      case 'undefined': return this.#byte(TAG.UNDEFINED);
      case 'bigint': return this.#bigint(TAG.BIGINT, value);
      default: throw couldNotBeCloned(value);
    }
  }

  #number(value) {
    if (value !== (value | 0) || (value === 0 && ObjectIs(value, -0))) {
      this.#byte(TAG.DOUBLE);
      this.#double(value);
    } else if (value << 24 >> 24 === value) {
      const at = this.#reserve(2);
      this.u8[at] = TAG.INT8;
      this.u8[at + 1] = value;
      this.at = at + 2;
    } else {
      this.#byte(TAG.INT32);
      this.#int32(value);
    }
  }

  // The number of an object that has begun, or -1.
  #numberOf(object) {
    if (this.#numbers !== undefined) return mapGet(this.#numbers, object) ?? -1;
    const begun = this.#begun;
    for (let i = 0; i < begun.length; i++) {
      if (begun[i] === object) return i;
    }
    return -1;
  }

  #begin(object) {
    const begun = this.#begun;
    const number = begun.length;
    begun[number] = object;
    if (this.#numbers !== undefined) {
      mapSet(this.#numbers, object, number);
    } else if (number === FEW_OBJECTS) {
      const numbers = new SafeMap();
      for (let i = 0; i <= number; i++) numbers.set(begun[i], i);
      this.#numbers = numbers;
    }
  }

  #object(value) {
    const number = this.#numberOf(value);
    if (number !== -1) {
      this.#byte(TAG.REFERENCE);
      this.#int32(number);
      return;
    }
    if (this.#hostList.length > 0 && this.#hosts.has(value)) {
      this.#host(this.#hosts.get(value));
      return;
    }
    const kind = kindOf(value);
    if (kind === 'Object') {
      if (this.#isHost(value)) {
        this.#host(this.#addHost(value));
        return;
      }
      this.#begin(value);
      this.#byte(TAG.OBJECT);
      this.#properties(value, ObjectKeys(value), 0);
    } else if (kind === 'Error' && isDOMException(value)) {
      this.#host(this.#addHost(value));
    } else {
      this.#begin(value);
      this.#content(value, kind);
    }
  }

  #content(value, kind) {
    switch (kind) {
      case 'Array': return this.#array(value);
      case 'Map': return this.#map(value);
      case 'Set': return this.#set(value);
      case 'Error': return this.#error(value);
      case 'DataView':
      case 'TypedArray': return this.#view(value);
      case 'ArrayBuffer': return this.#arrayBuffer(value);
      case 'SharedArrayBuffer': return this.#sharedBuffer(value);
      case 'WebAssembly.Module': return this.#module(value);
      case 'WebAssembly.Memory': return this.#wasmMemory(value);
      case 'Boolean': return this.#byte(BooleanPrototypeValueOf(value) ? TAG.TRUE_OBJECT : TAG.FALSE_OBJECT);
      case 'Number':
        this.#byte(TAG.NUMBER_OBJECT);
        return this.#double(NumberPrototypeValueOf(value));
      case 'String':
        this.#byte(TAG.STRING_OBJECT);
        return this.#text(StringPrototypeValueOf(value));
      case 'BigInt': return this.#bigint(TAG.BIGINT_OBJECT, BigIntPrototypeValueOf(value));
      case 'Date':
        this.#byte(TAG.DATE);
        return this.#double(DatePrototypeGetTime(value));
      case 'RegExp':
        this.#byte(TAG.REGEXP);
        this.#text(ask(regExpOps.source, value));
        return this.#text(ask(regExpOps.flags, value));
      default:
        // process.env is a proxy here but an ordinary object in Node; all its values are strings.
        if (value !== process.env) throw couldNotBeCloned(value);
        this.#byte(TAG.OBJECT);
        return this.#properties(value, ObjectKeys(value), 0);
    }
  }

  #properties(object, names, from) {
    for (let i = from; i < names.length; i++) {
      const name = names[i];
      const value = object[name];
      // A getter that was read before may have deleted it.
      if ((value === undefined || typeof value === 'function') && !ObjectHasOwn(object, name)) continue;
      this.#text(name);
      this.value(value);
    }
    this.#byte(TAG.END);
  }

  #array(array) {
    const { length } = array;
    const names = ObjectKeys(array);
    // Indices come first among the keys, so these are all.
    const isDense = length === 0 || names[length - 1] === `${length - 1}`;
    this.#byte(isDense ? TAG.ARRAY : TAG.SPARSE_ARRAY);
    this.#int32(length | 0);
    if (isDense) {
      for (let i = 0; i < length; i++) {
        const value = array[i];
        if (value === undefined && !ObjectHasOwn(array, i)) this.#byte(TAG.HOLE);
        else this.value(value);
      }
    }
    this.#properties(array, names, isDense ? length : 0);
  }

  #map(map) {
    const parts = [];
    MapPrototypeForEach(map, (value, key) => ArrayPrototypePush(parts, key, value));
    this.#list(TAG.MAP, parts);
  }

  #set(set) {
    const parts = [];
    SetPrototypeForEach(set, (value) => ArrayPrototypePush(parts, value));
    this.#list(TAG.SET, parts);
  }

  #list(tag, parts) {
    this.#byte(tag);
    for (let i = 0; i < parts.length; i++) this.value(parts[i]);
    this.#byte(TAG.END);
  }

  #error(error) {
    const type = MathMax(0, ArrayPrototypeIndexOf(ERRORS, String(error.name)));
    const message = ObjectGetOwnPropertyDescriptor(error, 'message');
    const cause = ObjectGetOwnPropertyDescriptor(error, 'cause');
    const { stack } = error;
    const hasMessage = message !== undefined && 'value' in message;
    const hasCause = cause !== undefined && 'value' in cause;
    const hasStack = typeof stack === 'string';
    this.#byte(TAG.ERROR);
    this.#byte(type);
    this.#byte((hasMessage ? ERROR_PART.MESSAGE : 0) | (hasStack ? ERROR_PART.STACK : 0) | (hasCause ? ERROR_PART.CAUSE : 0));
    if (hasMessage) this.#text(String(message.value));
    if (hasStack) this.#text(stack);
    if (hasCause) this.value(cause.value);
  }

  // ---- memory

  #arrayBuffer(buffer) {
    if (!this.#moved.has(buffer) && ask(bufferOps.detached, buffer)) throw detachedError();
    const isResizable = ask(bufferOps.resizable, buffer);
    if (this.#moved.has(buffer)) {
      this.#memory(TAG.MOVED_BUFFER, this.#moved.get(buffer), buffer, isResizable);
      return;
    }
    this.#byte(isResizable ? TAG.RESIZABLE_ARRAY_BUFFER : TAG.ARRAY_BUFFER);
    this.#double(ask(bufferOps.byteLength, buffer));
    if (isResizable) this.#double(ask(bufferOps.maxByteLength, buffer));
    this.#bytes(new CoreBytes(buffer));
  }

  #memory(tag, attachment, buffer, isResizable) {
    this.#byte(tag);
    this.#int32(attachment);
    this.#double(buffer.byteLength);
    this.#double(isResizable ? buffer.maxByteLength : -1);
  }

  #sharedBuffer(buffer) {
    const attachment = this.attach((port) => this.#attachers.shared(buffer, port));
    this.#memory(TAG.SHARED_BUFFER, attachment, buffer, buffer.growable);
  }

  #view(view) {
    const name = ask(typedArrayOps.name, view) ?? 'DataView';
    const ops = name === 'DataView' ? dataViewOps : typedArrayOps;
    const buffer = ask(ops.buffer, view);
    // A view that is out of the bounds of its buffer has no readable properties.
    if (!isShared(buffer) && ask(bufferOps.detached, buffer)) throw detachedError();
    this.#byte(TAG.VIEW);
    this.#byte(ArrayPrototypeIndexOf(VIEWS, name));
    this.#double(ask(ops.byteOffset, view));
    this.#double(tracksLength(view, ops, buffer) ? -1 : ask(ops.length ?? ops.byteLength, view));
    this.#object(buffer);
  }

  #module(module) {
    this.#byte(TAG.WASM_MODULE);
    this.#int32(this.attach((port) => this.#attachers.module(module, port)));
    this.#int32(importCountOf(module));
  }

  #wasmMemory(memory) {
    this.#byte(TAG.WASM_MEMORY);
    this.#int32(this.attach((port) => this.#attachers.wasmMemory(memory, port)));
  }

  // ---- host objects

  #isHost(value) {
    if (getPrototypeOf(value) === ObjectPrototype) {
      if (!isMarkedAsUncloneable(value)) return false; // no class of the runtime has such objects
      throw dataCloneError('Cannot clone object of unsupported type.');
    }
    if (isMarkedAsUncloneable(value)) throw dataCloneError('Cannot clone object of unsupported type.');
    if (value[kClone] !== undefined) return true;
    if (value[kTransfer] !== undefined) {
      throw dataCloneError('Object that needs transfer was found in message but not listed in transferList');
    }
    if (value[kUncloneable] || isRefused(value)) throw dataCloneError('Cannot clone object of unsupported type.');
    return false;
  }

  #host(number) {
    this.#byte(TAG.HOST);
    this.#int32(number);
  }

  #addHost(object) {
    const number = this.#hostList.length;
    this.#hosts.set(object, number);
    ArrayPrototypePush(this.#hostList, object);
    return number;
  }

  // The transfer list: objects that the value refers to, and those that it does not mention.
  transfer(buffers, hosts) {
    for (let i = 0; i < buffers.length; i++) {
      const buffer = buffers[i];
      this.#moved.set(buffer, this.attach(() => this.#attachers.moved(buffer)));
    }
    for (let i = 0; i < hosts.length; i++) this.#addHost(hosts[i]);
  }

  // For [kSend]: the object, which is transferred too.
  transferring(object) {
    this.#addHost(object);
    return object;
  }

  // Writes the whole message. `write(object, writer)` writes a host object: it begins with its type.
  message(value, write) {
    this.i32[0] = 0;
    this.i32[1] = 0;
    this.value(value);
    const list = this.#hostList;
    if (list.length === 0) return;
    const offsets = [];
    for (let i = 0; i < list.length; i++) { // these may add more
      ArrayPrototypePush(offsets, this.at);
      this.#forgetNumbers();
      write(list[i], this);
    }
    const at = this.#reserve(8) + 3 & -4;
    this.at = at;
    for (let i = 0; i < offsets.length; i++) this.#int32(offsets[i]);
    this.i32[0] = offsets.length;
    this.i32[1] = at;
  }
}

module.exports = { MessageWriter };
