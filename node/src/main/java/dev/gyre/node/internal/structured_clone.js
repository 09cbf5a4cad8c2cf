'use strict';

// structuredClone(value, { transfer }), the algorithm of the HTML standard, directly on the objects: there is no byte format
// in between.
//
// The standard serializes everything, then detaches what is transferred, then builds the copy. If the first step fails,
// nothing must be detached. Here the copy is built while the value is read, so a transferred object, and a view of a
// transferred buffer, is first represented by a `Late` placeholder. When the walk has succeeded, the objects are transferred
// and the placeholders are replaced. Maps and sets are filled at that point too, to keep their order.
//
// Classes of the runtime take part through three symbols: [kClone]() returns a copy of the object, [kTransfer]() moves it
// into a new object, and [kUncloneable] says that it can't be cloned. Classes can also register a function with
// refuseToClone(), which recognizes their objects by a private field that programs can't see.

const {
  Array, ArrayBuffer, ArrayBufferPrototype, ArrayPrototypeFindIndex, ArrayPrototypeForEach, ArrayPrototypeMap,
  ArrayPrototypePush, BigInt64Array, BigIntPrototypeValueOf, BigUint64Array, BooleanPrototypeValueOf, DataView,
  DataViewPrototype, Date, DatePrototypeGetTime, Error, EvalError, Float32Array, Float64Array, FunctionPrototypeToString,
  Int16Array, Int32Array, Int8Array, Map, MapPrototype, MapPrototypeSet, NumberPrototypeValueOf, Object,
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, ObjectHasOwn, ObjectKeys, ObjectPrototype,
  RangeError, ReferenceError, ReflectApply: apply, RegExp, RegExpPrototype, SafeMap, SafeWeakSet, Set, SetPrototype,
  SetPrototypeAdd, String, StringPrototypeValueOf, Symbol, SymbolIterator, SymbolToStringTag, SyntaxError, TypeError,
  URIError, Uint16Array, Uint32Array, Uint8Array, Uint8ClampedArray, bufferOf, copyList, itemsOf, setBytes,
} = require('internal/primordials');
const { keepMemory, untransferable } = require('internal/memory');
const { atStart } = require('internal/start');
const { codes: { ERR_MISSING_ARGS }, isErrorStackTraceLimitWritable } = require('internal/errors');
const { DOMException, QuotaExceededError, isDOMException } = require('internal/dom_exception');
const { kindOf } = require('internal/clone_kinds');
const { onReceive } = require('internal/message_types');
const { getProxyDetails } = require('internal/util/v8');

const kClone = Symbol('kClone');
const kTransfer = Symbol('kTransfer');
const kUncloneable = Symbol('kUncloneable');

const objectToString = ObjectPrototype.toString;
const TypedArray = ObjectGetPrototypeOf(Uint8Array);
const getterOf = (prototype, name) => ObjectGetOwnPropertyDescriptor(prototype, name).get;
const ask = (getter, value) => apply(getter, value, []);

const bufferOps = {
  byteLength: getterOf(ArrayBufferPrototype, 'byteLength'),
  detached: getterOf(ArrayBufferPrototype, 'detached'),
  maxByteLength: getterOf(ArrayBufferPrototype, 'maxByteLength'),
  resizable: getterOf(ArrayBufferPrototype, 'resizable'),
  resize: ArrayBufferPrototype.resize,
  transfer: ArrayBufferPrototype.transfer,
};
const typedArrayOps = {
  buffer: getterOf(TypedArray.prototype, 'buffer'),
  byteLength: getterOf(TypedArray.prototype, 'byteLength'),
  byteOffset: getterOf(TypedArray.prototype, 'byteOffset'),
  length: getterOf(TypedArray.prototype, 'length'),
  name: getterOf(TypedArray.prototype, SymbolToStringTag),
};
const dataViewOps = {
  buffer: getterOf(DataViewPrototype, 'buffer'),
  byteLength: getterOf(DataViewPrototype, 'byteLength'),
  byteOffset: getterOf(DataViewPrototype, 'byteOffset'),
};
const regExpOps = {
  flags: getterOf(RegExpPrototype, 'flags'),
  source: getterOf(RegExpPrototype, 'source'),
};
const { forEach: forEachOfMap } = MapPrototype;
const { forEach: forEachOfSet } = SetPrototype;

const viewConstructors = { __proto__: null, DataView };
for (let j = 0, values = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array,
                    Uint32Array, BigInt64Array, BigUint64Array, Float32Array,
                    Float64Array]; j < values.length; j++) {
  const Type = values[j];
  viewConstructors[Type.name] = Type;
}
atStart(() => { viewConstructors.Float16Array = Float16Array; });
const errorConstructors = {
  __proto__: null, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
};

let hasUncloneable = false;
const uncloneable = new SafeWeakSet(); // objects marked by worker_threads.markAsUncloneable()
const refused = []; // functions that recognize the objects of one class

function refuseToClone(isInstance) {
  ArrayPrototypePush(refused, isInstance);
}

function isRefused(value) {
  for (let i = 0; i < refused.length; i++) {
    if (refused[i](value)) return true;
  }
  return isMarkedAsUncloneable(value);
}

const dataCloneError = (message) => new DOMException(message, 'DataCloneError');

class Late {
  #make;
  #value;

  constructor(make) { this.#make = make; }

  get value() {
    if (this.#make !== undefined) {
      this.#value = this.#make();
      this.#make = undefined;
    }
    return this.#value;
  }
}

const settled = (value) => (value instanceof Late ? value.value : value);

class Cloner {
  #copies = new SafeMap();
  #moved = [];
  #late = [];

  constructor(moves) {
    for (const { 0: source, 1: move } of itemsOf(moves)) {
      const moved = new Late(move);
      this.#copies.set(source, moved);
      ArrayPrototypePush(this.#moved, moved);
    }
  }

  run(value) {
    const copy = this.clone(value);
    ArrayPrototypeForEach(this.#moved, settled);
    for (let i = 0, list = this.#late; i < list.length; i++) list[i]();
    return settled(copy);
  }

  clone(value) {
    if (value === null) return null;
    switch (typeof value) {
      case 'object': return this.#copies.get(value) ?? this.#cloneObject(value);
      case 'function':
      case 'symbol': throw couldNotBeCloned(value);
      default: return value;
    }
  }

  #cloneObject(value) {
    const kind = kindOf(value);
    switch (kind) {
      case 'Object': return this.#clonePlain(value);
      case 'Array': return this.#cloneProperties(value, this.#remember(value, new Array(value.length)));
      case 'Map': return this.#cloneMap(value);
      case 'Set': return this.#cloneSet(value);
      case 'Error': return this.#cloneError(value);
      case 'DataView':
      case 'TypedArray': return this.#cloneView(value);
      case 'ArrayBuffer': return this.#remember(value, copyOfBuffer(value));
      case 'Boolean': return this.#remember(value, Object(BooleanPrototypeValueOf(value)));
      case 'Number': return this.#remember(value, Object(NumberPrototypeValueOf(value)));
      case 'String': return this.#remember(value, Object(StringPrototypeValueOf(value)));
      case 'BigInt': return this.#remember(value, Object(BigIntPrototypeValueOf(value)));
      case 'Date': return this.#remember(value, new Date(DatePrototypeGetTime(value)));
      case 'RegExp':
        return this.#remember(value, new RegExp(ask(regExpOps.source, value),
                                                ask(regExpOps.flags, value)));
      // They are the same memory or code everywhere, and have no state of their own.
      case 'SharedArrayBuffer':
      case 'WebAssembly.Memory':
      case 'WebAssembly.Module': return value;
      default:
        // process.env is a proxy here but an ordinary object in Node; all its values are strings.
        if (value === process.env) return this.#remember(value, { ...value });
        throw couldNotBeCloned(value);
    }
  }

  #remember(value, copy) {
    this.#copies.set(value, copy);
    return copy;
  }

  #put(target, key, value) {
    if (key === '__proto__') {
      ObjectDefineProperty(target, key, {
        __proto__: null, value, enumerable: true, configurable: true, writable: true,
      });
    } else {
      target[key] = value;
    }
    if (value instanceof Late) ArrayPrototypePush(this.#late, () => { target[key] = value.value; });
  }

  #clonePlain(value) {
    if (isMarkedAsUncloneable(value)) throw dataCloneError('Cannot clone object of unsupported type.');
    if (value[kClone] !== undefined)
      return this.#remember(value, value[kClone]());
    if (value[kTransfer] !== undefined) {
      throw dataCloneError(
        'Object that needs transfer was found in message but not listed in transferList');
    }
    if (value[kUncloneable] || isRefused(value))
      throw dataCloneError('Cannot clone object of unsupported type.');
    return this.#cloneProperties(value, this.#remember(value, {}));
  }

  #cloneProperties(value, copy) {
    for (let i = 0, list = ObjectKeys(value); i < list.length; i++) {
      const key = list[i];
      // A getter that was read before may have deleted it.
      if (ObjectHasOwn(value, key)) this.#put(copy, key, this.clone(value[key]));
    }
    return copy;
  }

  #cloneMap(map) {
    const copy = this.#remember(map, new Map());
    const entries = [];
    apply(forEachOfMap, map, [(value, key) => ArrayPrototypePush(entries, key, value)]);
    const cloned = ArrayPrototypeMap(entries, (item) => this.clone(item));
    ArrayPrototypePush(this.#late, () => {
      for (let i = 0; i < cloned.length; i += 2) MapPrototypeSet(copy, settled(cloned[i]), settled(cloned[i + 1]));
    });
    return copy;
  }

  #cloneSet(set) {
    const copy = this.#remember(set, new Set());
    const items = [];
    apply(forEachOfSet, set, [(item) => ArrayPrototypePush(items, item)]);
    const cloned = ArrayPrototypeMap(items, (item) => this.clone(item));
    ArrayPrototypePush(this.#late, () => {
      for (let i = 0; i < cloned.length; i++) SetPrototypeAdd(copy, settled(cloned[i]));
    });
    return copy;
  }

  #cloneError(err) {
    if (isDOMException(err)) return this.#remember(err, domExceptionOf(dataOfDOMException(err)));
    const Type = errorConstructors[String(err.name)] ?? Error;
    const message = ObjectGetOwnPropertyDescriptor(err, 'message');
    const cause = ObjectGetOwnPropertyDescriptor(err, 'cause');
    const { stack } = err;
    const copy = this.#remember(err, errorWithStack(
      () => new Type(message !== undefined && 'value' in message ? String(message.value) : undefined),
      stack));
    if (cause !== undefined && 'value' in cause) {
      const define = (value) => ObjectDefineProperty(copy, 'cause', {
        __proto__: null, value, configurable: true, writable: true,
      });
      const cloned = this.clone(cause.value);
      define(cloned);
      if (cloned instanceof Late) ArrayPrototypePush(this.#late, () => define(cloned.value));
    }
    return copy;
  }

  #cloneView(view) {
    const name = ask(typedArrayOps.name, view) ?? 'DataView';
    const ops = name === 'DataView' ? dataViewOps : typedArrayOps;
    const source = ask(ops.buffer, view);
    // A view that is out of the bounds of its buffer has no readable properties.
    const isDetached = !(isShared(source)) && ask(bufferOps.detached, source);
    if (isDetached && !this.#copies.has(source)) throw detachedError();
    const offset = ask(ops.byteOffset, view);
    const length = tracksLength(view, ops, source) ? undefined : ask(ops.length ?? ops.byteLength, view);
    const buffer = this.clone(source);
    const build = () => new viewConstructors[name](settled(buffer), offset, length);
    return this.#remember(view, buffer instanceof Late ? new Late(build) : build());
  }
}

const isShared = (buffer) => kindOf(buffer) === 'SharedArrayBuffer';
const detachedError = () => dataCloneError('An ArrayBuffer is detached and could not be cloned.');

function copyOfBuffer(buffer) {
  if (ask(bufferOps.detached, buffer)) throw detachedError();
  const bytes = new Uint8Array(buffer);
  if (!ask(bufferOps.resizable, buffer)) return bufferOf(new Uint8Array(bytes));
  const copy = new ArrayBuffer(ask(bufferOps.byteLength, buffer),
                               { __proto__: null, maxByteLength: ask(bufferOps.maxByteLength, buffer) });
  setBytes(new Uint8Array(copy), bytes);
  return copy;
}

// Whether a view grows with its buffer. The only way to find out is to grow the buffer, which is undone at once. If it has
// no room left, or can't shrink again, a view up to the end is assumed to grow.
function tracksLength(view, ops, buffer) {
  const shared = isShared(buffer);
  if (shared ? !buffer.growable : !ask(bufferOps.resizable, buffer)) return false;
  const size = buffer.byteLength;
  const viewed = ask(ops.byteLength, view);
  if (ask(ops.byteOffset, view) + viewed + 8 <= size) return false;
  if (shared || size + 8 > buffer.maxByteLength) return true;
  apply(bufferOps.resize, buffer, [size + 8]);
  const tracks = ask(ops.byteLength, view) !== viewed;
  apply(bufferOps.resize, buffer, [size]);
  return tracks;
}

function errorWithStack(make, stack) {
  const { stackTraceLimit } = Error;
  const isWritable = isErrorStackTraceLimitWritable();
  if (isWritable) Error.stackTraceLimit = 0; // the copy gets the original's stack
  try {
    const err = make();
    err.stack = typeof stack === 'string' ? stack : undefined;
    return err;
  } finally {
    if (isWritable) Error.stackTraceLimit = stackTraceLimit;
  }
}

// The state of a DOMException, and one made of it.
function dataOfDOMException(err) {
  const get = (name) => ask(getterOf(DOMException.prototype, name), err);
  const data = { message: get('message'), name: get('name'), stack: err.stack, quota: undefined };
  if (err instanceof QuotaExceededError) {
    data.quota = {};
    if (err.quota !== null) data.quota.quota = err.quota;
    if (err.requested !== null) data.quota.requested = err.requested;
  }
  return data;
}

function domExceptionOf({ message, name, stack, quota }) {
  return errorWithStack(() => (quota === undefined ?
    new DOMException(message, name) : new QuotaExceededError(message, quota)), stack);
}

onReceive('DOMException', domExceptionOf);

// V8's message.
function couldNotBeCloned(value) {
  return dataCloneError(`${describe(value)} could not be cloned.`);
}

function describe(value) {
  if (typeof value === 'symbol') return String(value);
  const proxy = getProxyDetails(value);
  if (proxy !== undefined) return proxy[0] === null ? '[object Object]' : describe(proxy[0]);
  if (typeof value === 'function') return FunctionPrototypeToString(value);
  if (dataProperty(value, 'toString') === objectToString) {
    const constructor = dataProperty(value, 'constructor');
    if (typeof constructor === 'function' && constructor.name) return `#<${constructor.name}>`;
  }
  return apply(objectToString, value, []);
}

// Found along the prototype chain, without running a getter.
function dataProperty(object, name) {
  for (; object !== null; object = ObjectGetPrototypeOf(object)) {
    const descriptor = ObjectGetOwnPropertyDescriptor(object, name);
    if (descriptor !== undefined) return descriptor.value;
  }
  return undefined;
}

function conversionError(message) {
  const err = new TypeError(`Failed to execute 'structuredClone': ${message}`);
  err.code = 'ERR_INVALID_ARG_TYPE';
  return err;
}

function transferList(options) {
  if (options === undefined || options === null) return [];
  if (!isObject(options)) throw conversionError('Options cannot be converted to a dictionary');
  const { transfer } = options;
  if (transfer === undefined) return [];
  if (!isObject(transfer) || typeof transfer[SymbolIterator] !== 'function')
    throw conversionError('transfer in Options cannot be converted to sequence.');
  const list = copyList(transfer);
  const wrong = ArrayPrototypeFindIndex(list, (item) => !isObject(item));
  if (wrong !== -1) throw conversionError(`transfer in Options[${wrong}] is not an object.`);
  return list;
}

// Throws if an object of a transfer list can't be transferred, or is there twice. Returns whether it is memory.
function checkTransferred(item, isKnown) {
  const isBuffer = kindOf(item) === 'ArrayBuffer';
  if (!isBuffer && item[kTransfer] === undefined)
    throw dataCloneError('Found invalid value in transferList.');
  if (isKnown) {
    throw dataCloneError(`Transfer list contains duplicate ${isBuffer ? 'ArrayBuffer' : item.constructor.name}`);
  }
  if (untransferable.has(item) || (isBuffer && ask(bufferOps.detached, item))) throw unsupported();
  return isBuffer;
}

// A Map from each object to be transferred to the function that does it.
function transferMoves(list) {
  const moves = new SafeMap();
  for (const item of itemsOf(list)) {
    moves.set(item, checkTransferred(item, moves.has(item)) ? () => moveBuffer(item) : () => item[kTransfer]());
  }
  return moves;
}

const unsupported = () => dataCloneError('Cannot transfer object of unsupported type.');

function moveBuffer(buffer) {
  try {
    return apply(bufferOps.transfer, buffer, []);
  } catch {
    throw unsupported(); // the memory of a WebAssembly.Memory can't be transferred
  }
}

function structuredClone(value, options) {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS('The value argument must be specified');
  return new Cloner(transferMoves(transferList(options))).run(value);
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

function markAsUntransferable(object) {
  if (!isObject(object)) return;
  if (kindOf(object) === 'ArrayBuffer') keepMemory(object);
  else untransferable.add(object);
}

function markAsUncloneable(object) {
  if (!isObject(object)) return;
  uncloneable.add(object);
  hasUncloneable = true;
}

const isMarkedAsUncloneable = (object) => hasUncloneable && uncloneable.has(object);

module.exports = {
  ask,
  bufferOps,
  checkTransferred,
  couldNotBeCloned,
  dataCloneError,
  dataOfDOMException,
  domExceptionOf,
  dataViewOps,
  describe,
  detachedError,
  errorConstructors,
  errorWithStack,
  isRefused,
  isShared,
  isMarkedAsUncloneable,
  isMarkedAsUntransferable: (object) => untransferable.has(object),
  kClone,
  kTransfer,
  kUncloneable,
  markAsUncloneable,
  markAsUntransferable,
  moveBuffer,
  refuseToClone,
  regExpOps,
  structuredClone,
  tracksLength,
  typedArrayOps,
  viewConstructors,
};
