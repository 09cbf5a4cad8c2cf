'use strict';

// Makes a value of the bytes of a message: see message_tags.js. No code of the program runs meanwhile.

const {
  Array, ArrayBuffer, ArrayPrototypePush, BigInt, CoreBytes, CoreDoubles, CoreInts, Date, Error, Map, MapPrototypeSet,
  Object, ObjectDefineProperty, RangeError, RegExp, Set, SetPrototypeAdd, StringPrototypeCharCodeAt,
  StringPrototypeSlice, Uint8Array, bufferOf, setBytes,
} = require('internal/primordials');
const { latin1Slice, ucs2Slice } = require('internal/buffer/codec');
const { dataCloneError, errorConstructors, errorWithStack, viewConstructors } = require('internal/structured_clone');
const { takeText } = require('internal/worker_threads/long_texts');
const { ERRORS, ERROR_PART, HEAD_BYTES, LONG_COUNT, TAG, VIEWS } = require('internal/worker_threads/message_tags');

const NO_VALUE = { __proto__: null }; // the tag was END or HOLE

// Names of properties are mostly those of the messages before. A text that is found here needs not be made again.
const KNOWN_TEXTS = 256;
const KNOWN_TEXT_LENGTH = 24;
const known = new Array(KNOWN_TEXTS);

function isText(text, u8, at, length) {
  if (text === undefined || text.length !== length) return false;
  for (let i = 0; i < length; i++) {
    if (StringPrototypeCharCodeAt(text, i) !== u8[at + i]) return false;
  }
  return true;
}

function knownText(u8, at, length) {
  const slot = (length * 31 + u8[at] * 7 + u8[at + length - 1] * 3 + u8[at + (length >> 1)]) & KNOWN_TEXTS - 1;
  const text = known[slot];
  if (isText(text, u8, at, length)) return text;
  return known[slot] = latin1Slice(u8, at, at + length);
}

function define(object, key, value) {
  if (key in object) {
    ObjectDefineProperty(object, key, { __proto__: null, value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}

function bigintOf(text) {
  return text[0] === '-' ? -BigInt(`0x${StringPrototypeSlice(text, 1)}`) : BigInt(`0x${text}`);
}

class MessageReader {
  u8;
  i32;
  f64;
  at = HEAD_BYTES;
  objects = [];
  hosts = undefined;
  read = undefined; // makes a host object
  attachments; // who makes objects of attachments

  #buffer;
  #offset;

  constructor(buffer, offset, length, attachments) {
    this.#buffer = buffer;
    this.#offset = offset;
    this.u8 = new CoreBytes(buffer, offset, length);
    this.i32 = new CoreInts(buffer, offset, length >> 2);
    this.f64 = new CoreDoubles(buffer, offset, length >> 3);
    this.attachments = attachments;
  }

  #int32() {
    const at = this.at + 3 & -4;
    this.at = at + 4;
    return this.i32[at >> 2];
  }

  #double() {
    const at = this.at + 7 & -8;
    this.at = at + 8;
    return this.f64[at >> 3];
  }

  #count() {
    const count = this.u8[this.at++];
    return count === LONG_COUNT ? this.#int32() : count;
  }

  #latin1() {
    const length = this.#count();
    const { at, u8 } = this;
    this.at = at + length;
    if (length === 0) return '';
    return length <= KNOWN_TEXT_LENGTH ? knownText(u8, at, length) : latin1Slice(u8, at, at + length);
  }

  #utf16() {
    const length = this.#count();
    const { at } = this;
    this.at = at + 2 * length;
    return ucs2Slice(this.u8, at, at + 2 * length);
  }

  #text() {
    return this.u8[this.at++] === TAG.LATIN1 ? this.#latin1() : this.#utf16();
  }

  #longText(isWide) {
    const attachment = this.#int32();
    return takeText(attachment, this.#int32(), isWide);
  }

  value() {
    const tag = this.u8[this.at++];
    switch (tag) {
      case TAG.UNDEFINED: return undefined;
      case TAG.NULL: return null;
      case TAG.TRUE: return true;
      case TAG.FALSE: return false;
      case TAG.INT8: return this.u8[this.at++] << 24 >> 24;
      case TAG.INT32: return this.#int32();
      case TAG.DOUBLE: return this.#double();
      case TAG.LATIN1: return this.#latin1();
      case TAG.UTF16: return this.#utf16();
      case TAG.LONG_LATIN1: return this.#longText(false);
      case TAG.LONG_UTF16: return this.#longText(true);
      case TAG.BIGINT: return bigintOf(this.#text());
      case TAG.REFERENCE: return this.objects[this.#int32()];
      case TAG.HOST: return this.host(this.#int32());
      case TAG.HOLE:
      case TAG.END: return NO_VALUE;
      default: return this.#object(tag);
    }
  }

  #begun(object) {
    ArrayPrototypePush(this.objects, object);
    return object;
  }

  #object(tag) {
    switch (tag) {
      case TAG.OBJECT: return this.#properties(this.#begun({}));
      case TAG.ARRAY: return this.#array();
      case TAG.SPARSE_ARRAY: return this.#properties(this.#begun(new Array(this.#int32() >>> 0)));
      case TAG.MAP: return this.#map(this.#begun(new Map()));
      case TAG.SET: return this.#set(this.#begun(new Set()));
      case TAG.DATE: return this.#begun(new Date(this.#double()));
      case TAG.REGEXP: {
        const source = this.#text();
        return this.#begun(new RegExp(source, this.#text()));
      }
      case TAG.ERROR: return this.#error();
      case TAG.TRUE_OBJECT: return this.#begun(Object(true));
      case TAG.FALSE_OBJECT: return this.#begun(Object(false));
      case TAG.NUMBER_OBJECT: return this.#begun(Object(this.#double()));
      case TAG.STRING_OBJECT: return this.#begun(Object(this.#text()));
      case TAG.BIGINT_OBJECT: return this.#begun(Object(bigintOf(this.#text())));
      case TAG.ARRAY_BUFFER: return this.#arrayBuffer();
      case TAG.RESIZABLE_ARRAY_BUFFER: return this.#resizableArrayBuffer();
      case TAG.VIEW: return this.#view();
      case TAG.MOVED_BUFFER: return this.#memory(false);
      case TAG.SHARED_BUFFER: return this.#memory(true);
      case TAG.WASM_MODULE: return this.#module();
      case TAG.WASM_MEMORY: return this.#wasmMemory();
      default: throw new RangeError(`tag ${tag} in a message`);
    }
  }

  #properties(object) {
    for (;;) {
      const tag = this.u8[this.at++];
      if (tag === TAG.END) return object;
      const key = tag === TAG.LATIN1 ? this.#latin1() : this.#utf16();
      define(object, key, this.value());
    }
  }

  #array() {
    const length = this.#int32();
    const array = this.#begun(new Array(length));
    for (let i = 0; i < length; i++) {
      const value = this.value();
      if (value === NO_VALUE) continue;
      define(array, i, value);
    }
    return this.#properties(array);
  }

  #map(map) {
    for (;;) {
      const key = this.value();
      if (key === NO_VALUE) return map;
      MapPrototypeSet(map, key, this.value());
    }
  }

  #set(set) {
    for (;;) {
      const value = this.value();
      if (value === NO_VALUE) return set;
      SetPrototypeAdd(set, value);
    }
  }

  #error() {
    const { 0: Type } = [errorConstructors[ERRORS[this.u8[this.at++]]] ?? Error];
    const parts = this.u8[this.at++];
    const number = this.objects.length;
    this.#begun(undefined); // its cause may refer to it, but comes last
    const message = parts & ERROR_PART.MESSAGE ? this.#text() : undefined;
    const stack = parts & ERROR_PART.STACK ? this.#text() : undefined;
    const error = errorWithStack(() => new Type(message), stack);
    this.objects[number] = error;
    if (parts & ERROR_PART.CAUSE) {
      ObjectDefineProperty(error, 'cause', { __proto__: null, value: this.value(), configurable: true, writable: true });
    }
    return error;
  }

  // ---- memory

  #arrayBuffer() {
    const length = this.#double();
    return this.#begun(bufferOf(new Uint8Array(this.#bytes(length))));
  }

  #bytes(length) {
    const at = this.at + 7 & -8;
    this.at = at + length;
    return new CoreBytes(this.#buffer, this.#offset + at, length);
  }

  #resizableArrayBuffer() {
    const length = this.#double();
    const buffer = new ArrayBuffer(length, { __proto__: null, maxByteLength: this.#double() });
    setBytes(new Uint8Array(buffer), this.#bytes(length));
    return this.#begun(buffer);
  }

  #memory(isShared) {
    const attachment = this.#int32();
    const length = this.#double();
    return this.#begun(this.attachments.memory(attachment, length, this.#double(), isShared));
  }

  #module() {
    const attachment = this.#int32();
    const module = this.attachments.module(attachment, this.#int32());
    if (module === undefined) throw dataCloneError('The object could not be cloned: it can\'t leave its thread.');
    return this.#begun(module);
  }

  #wasmMemory() {
    const memory = this.attachments.wasmMemory(this.#int32());
    if (memory === undefined) throw dataCloneError('The object could not be cloned: it can\'t leave its thread.');
    return this.#begun(memory);
  }

  #view() {
    const Type = viewConstructors[VIEWS[this.u8[this.at++]]];
    const offset = this.#double();
    const length = this.#double();
    const number = this.objects.length;
    this.#begun(undefined); // its buffer comes after it
    const buffer = this.value();
    const view = new Type(buffer, offset, length === -1 ? undefined : length);
    this.objects[number] = view;
    return view;
  }

  // ---- host objects

  // A host object is made when it is first referred to: `read(reader)` makes it.
  host(number) {
    const { hosts } = this;
    const made = hosts[number];
    if (made !== undefined) return made;
    const { at, objects } = this;
    this.at = this.i32[(this.i32[1] >> 2) + number];
    this.objects = [];
    const object = this.read(this);
    hosts[number] = object;
    this.at = at;
    this.objects = objects;
    return object;
  }

  // The value of the whole message; `hosts` gets all host objects, also those that the value does not mention.
  message(read, hosts) {
    const count = this.i32[0];
    if (count > 0) {
      this.read = read;
      this.hosts = hosts;
      hosts.length = count;
      for (let i = 0; i < count; i++) this.host(i);
    }
    return this.value();
  }

  reset() {
    this.at = HEAD_BYTES;
    this.objects = [];
    this.hosts = undefined;
  }
}

module.exports = { MessageReader };
