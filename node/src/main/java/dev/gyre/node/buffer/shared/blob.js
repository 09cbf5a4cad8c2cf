'use strict';

const {
  ArrayPrototypeFlatMap, ArrayPrototypeMap, ArrayPrototypePush, MathFloor, MathMax, MathMin, NumberIsNaN, NumberMAX_SAFE_INTEGER,
  NumberMIN_SAFE_INTEGER, ObjectAssign, ObjectDefineProperties, Promise, PromisePrototypeThen, ReflectApply,
  RegExpPrototypeExec, SafeMap, StringPrototypeToLowerCase, Symbol, SymbolIterator, SymbolToStringTag, TypeError, Uint8Array,
  replacePattern,
} = require('internal/primordials');
const { bufferOf, byteLengthOf, byteOffsetOf } = require('internal/memory');
const codec = require('internal/buffer/codec');
const { Cursor, FilePart, MemoryPart, lengthOf, readAll, sliceParts } = require('internal/buffer/blob_parts');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/buffer/types');
const {
  codes: { ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE, ERR_INVALID_THIS },
} = require('internal/errors');
const { customInspectSymbol, kEmptyObject, kEnumerableProperty } = require('internal/util');
const { kClone } = require('internal/structured_clone');
const { kSend, onReceive } = require('internal/message_types');
const { validateDictionary } = require('internal/validators');

const CHUNK_BYTES = 65536;
const NOT_IN_TYPE = /[^\x20-\x7e]/;

let partsOf;
let make;

// ---- conversions of the constructor's arguments

function encode(text) {
  const bytes = new Uint8Array(codec.utf8ByteLength(text));
  codec.utf8Write(bytes, text, 0, bytes.length);
  return bytes;
}

function partsFrom(source, endings) {
  if (isBlob(source)) return partsOf(source);
  // A copy, because the caller may continue to write into its own.
  if (isAnyArrayBuffer(source)) return [new MemoryPart(new Uint8Array(new Uint8Array(source)))];
  if (isArrayBufferView(source)) {
    return [new MemoryPart(new Uint8Array(new Uint8Array(bufferOf(source), byteOffsetOf(source), byteLengthOf(source))))];
  }
  return [new MemoryPart(encode(endings === 'native' ? replacePattern(/\r\n|\r|\n/g, source, require('os').EOL) : source))];
}

function conversionError(message) {
  return ObjectAssign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
}

function sequenceOf(sources) {
  const isObject = (typeof sources === 'object' && sources !== null) || typeof sources === 'function';
  const method = isObject ? sources[SymbolIterator] : undefined;
  if (typeof method !== 'function') throw conversionError('Value cannot be converted to sequence.');
  const list = [];
  // One by one, because a toString() may change the next element.
  // eslint-disable-next-line gyre/no-patchable-iteration -- the program's own iterator
  for (const source of { [SymbolIterator]: () => ReflectApply(method, sources, []) }) {
    if (typeof source === 'symbol') {
      throw conversionError(`Value[${list.length}] is a Symbol and cannot be converted to a string.`);
    }
    ArrayPrototypePush(list, isSource(source) ? source : `${source}`);
  }
  return list;
}

const isSource = (value) => isAnyArrayBuffer(value) || isArrayBufferView(value) || isBlob(value);

const normalizeType = (type) => {
  type = `${type}`;
  return RegExpPrototypeExec(NOT_IN_TYPE, type) !== null ? '' : StringPrototypeToLowerCase(type);
};

// WebIDL's [Clamp] long long: NaN is 0, halves are rounded to even.
function clampedInteger(value, name) {
  if (typeof value === 'bigint' || typeof value === 'symbol') {
    const kind = typeof value === 'bigint' ? 'BigInt' : 'Symbol';
    throw conversionError(`${name} is a ${kind} and cannot be converted to a number.`);
  }
  value = +value;
  if (NumberIsNaN(value)) return 0;
  value = MathMin(MathMax(value, NumberMIN_SAFE_INTEGER), NumberMAX_SAFE_INTEGER);
  const floor = MathFloor(value);
  const rest = value - floor;
  if (rest === 0.5) return floor % 2 === 0 ? floor : floor + 1;
  return rest < 0.5 ? floor : floor + 1;
}

const placeIn = (length, index) => (index < 0 ? MathMax(length + index, 0) : MathMin(index, length));

// ---- Blob

const kFromParts = Symbol('from parts');

class Blob {
  #parts;
  #length;
  #type;
  #cloneable = true;

  static {
    partsOf = (blob) => blob.#parts;
    make = (parts, type, cloneable = true) => {
      const blob = new Blob(kFromParts, { parts, type });
      blob.#cloneable = cloneable;
      return blob;
    };
  }

  constructor(sources = [], options) {
    if (sources === kFromParts) {
      this.#parts = options.parts;
      this.#type = options.type;
    } else {
      const list = sequenceOf(sources);
      validateDictionary(options, 'options');
      const { endings = 'transparent', type = '' } = options ?? kEmptyObject;
      const ending = `${endings}`;
      if (ending !== 'transparent' && ending !== 'native') {
        throw new ERR_INVALID_ARG_VALUE('options.endings', ending);
      }
      this.#parts = ArrayPrototypeFlatMap(list, (source) => partsFrom(source, ending));
      this.#type = normalizeType(type);
    }
    this.#length = lengthOf(this.#parts);
  }

  static isBlob(object) {
    return typeof object === 'object' && object !== null && #parts in object;
  }

  get type() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    return this.#type;
  }

  get size() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    return this.#length;
  }

  slice(start = 0, end = undefined, contentType = '') {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    const from = placeIn(this.#length, clampedInteger(start, 'start'));
    const to = end === undefined ? this.#length : placeIn(this.#length, clampedInteger(end, 'end'));
    return make(sliceParts(this.#parts, from, MathMax(to, from)), normalizeType(contentType));
  }

  async arrayBuffer() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    return (await readAll(this.#parts)).buffer;
  }

  async bytes() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    return readAll(this.#parts);
  }

  async text() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    const bytes = await readAll(this.#parts);
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return codec.utf8Slice(bytes, hasMark ? 3 : 0, bytes.length);
  }

  stream() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    return streamOf(this.#parts);
  }

  textStream() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    const { TextDecoderStream } = require('stream/web');
    return streamOf(this.#parts).pipeThrough(new TextDecoderStream());
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return options.stylize('[Blob]', 'special');
    const { inspect } = require('internal/util/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `Blob ${inspect({ size: this.size, type: this.type }, inner)}`;
  }

  [kClone]() {
    if (!this.#cloneable) throw new ERR_INVALID_STATE.TypeError('File-backed Blobs are not cloneable');
    return make(this.#parts, this.#type);
  }

  [kSend]() {
    if (!this.#cloneable) throw new ERR_INVALID_STATE.TypeError('File-backed Blobs are not cloneable');
    return { deserializeInfo: 'Blob', data: sentParts(this.#parts, this.#type) };
  }
}

// Only parts in memory can be cloned.
const sentParts = (parts, type) => ({ type, parts: ArrayPrototypeMap(parts, ({ bytes }) => bytes) });
const receivedBlob = ({ type, parts }) => make(ArrayPrototypeMap(parts, (bytes) => new MemoryPart(bytes)), type);

onReceive('Blob', receivedBlob);

const { isBlob } = Blob;
delete Blob.isBlob;

const enumerable = { [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'Blob' } };
for (let i = 0, items = ['size', 'type', 'slice', 'stream', 'textStream', 'text', 'arrayBuffer', 'bytes']; i < items.length; i++) {
  const name = items[i];
  enumerable[name] = kEnumerableProperty;
}
ObjectDefineProperties(Blob.prototype, enumerable);

// A byte stream, so that "byob" readers can provide their own buffers.
function streamOf(parts) {
  const { ReadableStream } = require('stream/web');
  const cursor = new Cursor(parts, CHUNK_BYTES);

  function pull(controller) {
    const bytes = cursor.next();
    if (bytes instanceof Promise) return PromisePrototypeThen(bytes, (read) => put(read, controller));
    return put(bytes, controller);
  }

  function put(bytes, controller) {
    if (bytes === undefined) {
      controller.close();
      controller.byobRequest?.respond(0);
    } else if (bytes.length === 0) {
      return pull(controller); // an empty file
    } else {
      controller.enqueue(bytes);
    }
    return undefined;
  }

  return new ReadableStream({ __proto__: null, type: 'bytes', pull, cancel: () => cursor.close() });
}

// ---- object URLs

const objects = new SafeMap();

function storeObject(blob) {
  const id = require('crypto').randomUUID();
  objects.set(id, make(partsOf(blob), blob.type));
  return `blob:nodedata:${id}`;
}

// The id in 'blob:nodedata:ID', or undefined.
function objectId(url) {
  const { URL } = require('internal/url/url');
  const pathname = URL.parse(url)?.pathname;
  const match = pathname === undefined ? null : RegExpPrototypeExec(/^nodedata:([^:]*)$/, pathname);
  return match?.[1];
}

function revokeObject(url) {
  objects.delete(objectId(url));
}

function resolveObjectURL(url) {
  const found = objects.get(objectId(`${url}`));
  return found === undefined ? undefined : make(partsOf(found), found.type);
}

// ---- files

// For fs.openAsBlob(): `stats` are the file's current ones.
function createBlobFromFile(path, stats, type = '') {
  return make([new FilePart(path, FilePart.stampOf(stats), 0, stats.size)], normalizeType(type), false);
}

module.exports = { Blob, createBlobFromFile, isBlob, receivedBlob, resolveObjectURL, revokeObject, storeObject };
