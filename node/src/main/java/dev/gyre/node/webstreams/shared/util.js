'use strict';

// Shared by all web streams: promises as the standard uses them, queues, and conversions of arguments.
//
// Every stream, reader, writer and controller consists of two objects: the public one, which users see and may subclass, and
// its core, which holds the standard's internal slots and on which all algorithms work. So nothing that a user patches on a
// prototype changes the internal behaviour, and pipes, tees and transforms need no public objects. Cores declare all their
// fields, because an assignment could run a setter on Object.prototype.
//
// An algorithm of a source or sink (pull, write …) returns a promise, or undefined instead of a fulfilled one.

const {
  Array, MathMax, Number, ObjectDefineProperties, ObjectDefineProperty, ObjectFreeze, ObjectGetOwnPropertyNames,
  Promise, PromisePrototype, PromiseReject, PromiseResolve, PromiseWithResolvers, ReflectApply: apply, Symbol,
  SymbolToStringTag, uncurryThis,
} = require('internal/primordials');
const {
  codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE },
} = require('internal/errors');
const { customInspectSymbol, kEnumerableProperty } = require('internal/util');
const { kValidateObjectAllowObjects, kValidateObjectAllowObjectsAndNull, validateFunction, validateObject } =
  require('internal/validators');

const then = uncurryThis(PromisePrototype.then);
const kInside = Symbol('kInside'); // first argument of internal constructor calls

const nothing = () => {};
const FULFILLED = PromiseResolve();

// ---- promises

// "A promise resolved with": never the promise that was passed in.
function promisedBy(value) {
  return value === undefined ? FULFILLED : new Promise((resolve) => resolve(value));
}

// "Upon fulfillment … upon rejection": for the result of an algorithm.
function upon(result, fulfilled, rejected) {
  then(result === undefined ? FULFILLED : result, fulfilled, rejected);
}

function rejectedAndHandled(reason) {
  const promise = PromiseReject(reason);
  then(promise, undefined, nothing);
  return promise;
}

class Deferred {
  promise;
  resolve;
  reject;
  isPending = true;

  constructor() {
    const { promise, resolve, reject } = PromiseWithResolvers();
    this.promise = promise;
    this.resolve = resolve;
    this.reject = reject;
  }

  static handled() {
    const deferred = new Deferred();
    then(deferred.promise, undefined, nothing);
    return deferred;
  }

  fulfill(value) {
    this.isPending = false;
    this.resolve(value);
  }

  fail(reason) {
    this.isPending = false;
    this.reject(reason);
  }
}

const asPromise = (result) => (result === undefined ? undefined : new Promise((resolve) => resolve(result)));

// Calls a user's callback; returns its result as a promise, or undefined. The callback can observe the number of arguments.
function callWithNone(callback, receiver) {
  try {
    return asPromise(apply(callback, receiver, []));
  } catch (error) {
    return PromiseReject(error);
  }
}

function callWithOne(callback, receiver, value) {
  try {
    return asPromise(apply(callback, receiver, [value]));
  } catch (error) {
    return PromiseReject(error);
  }
}

function callWithTwo(callback, receiver, value, other) {
  try {
    return asPromise(apply(callback, receiver, [value, other]));
  } catch (error) {
    return PromiseReject(error);
  }
}

// ---- queues

const EMPTY = ObjectFreeze([]);
const KEPT_PLACES = 1024;

// First in, first out, in a ring whose size is a power of two. An empty queue has no array, because most queues of most
// streams are always empty.
class Queue {
  ring = EMPTY;
  head = 0;
  length = 0;

  push(value) {
    if (this.length === this.ring.length) this.#grow();
    this.ring[(this.head + this.length++) & (this.ring.length - 1)] = value;
  }

  #grow() {
    const { head, length, ring } = this;
    const grown = new Array(length === 0 ? 4 : length * 2);
    for (let i = 0; i < length; i++) grown[i] = ring[(head + i) & (length - 1)];
    this.ring = grown;
    this.head = 0;
  }

  peek() { return this.ring[this.head]; }

  // The queue must not be empty.
  shift() {
    const { head, ring } = this;
    const value = ring[head];
    ring[head] = undefined;
    this.head = (head + 1) & (ring.length - 1);
    if (--this.length === 0 && ring.length > KEPT_PLACES) this.clear();
    return value;
  }

  clear() {
    this.ring = EMPTY;
    this.head = 0;
    this.length = 0;
  }
}

// The standard's queue-with-sizes. Without a size function each chunk counts 1 and no sizes are stored.
class SizedQueue {
  size;
  values = new Queue();
  sizes;
  sum = 0;

  constructor(size) {
    this.size = size;
    this.sizes = size === undefined ? undefined : new Queue();
  }

  get length() { return this.values.length; }

  get total() { return this.sizes === undefined ? this.values.length : this.sum; }

  push(value, size) {
    if (this.sizes !== undefined) {
      size = Number(size);
      if (!(size >= 0 && size < Infinity)) throw new ERR_INVALID_ARG_VALUE.RangeError('size', size);
      this.sizes.push(size);
      this.sum += size;
    }
    this.values.push(value);
  }

  shift() {
    if (this.sizes !== undefined) this.sum = MathMax(0, this.sum - this.sizes.shift());
    return this.values.shift();
  }

  peek() { return this.values.peek(); }

  clear() {
    this.values.clear();
    this.sizes?.clear();
    this.sum = 0;
  }
}

// ---- arguments

function dictionary(value, name) {
  if (value !== undefined) validateObject(value, name, kValidateObjectAllowObjectsAndNull);
  return value ?? { __proto__: null };
}

// The `object` of a source, sink or transformer; undefined counts as one without members.
function plainObject(value, name) {
  if (value === undefined) return undefined;
  validateObject(value, name, kValidateObjectAllowObjects);
  return value;
}

// Reads a member that is a function or absent.
function callbackIn(object, name, owner) {
  const callback = object?.[name];
  if (callback !== undefined) validateFunction(callback, `${owner}.${name}`);
  return callback;
}

// { highWaterMark, size } of a strategy; the mark is undefined if there is none.
function strategyFrom(strategy, owner = 'strategy') {
  const members = dictionary(strategy, owner);
  const given = members.highWaterMark;
  const highWaterMark = given === undefined ? undefined : +given;
  const { size } = members;
  if (size !== undefined) validateFunction(size, `${owner}.size`);
  return {
    given,
    givenSize: size,
    highWaterMark,
    size: size === undefined ? undefined : (chunk) => apply(size, undefined, [chunk]),
  };
}

// Checked after the source's own members, to report errors in the standard's order.
function markOr({ given, highWaterMark }, otherwise) {
  if (highWaterMark === undefined) return otherwise;
  if (!(highWaterMark >= 0)) throw new ERR_INVALID_ARG_VALUE.RangeError('strategy.highWaterMark', given);
  return highWaterMark;
}

// ---- public classes

function onlyInside(key) {
  if (key !== kInside) throw new ERR_ILLEGAL_CONSTRUCTOR();
}

const invalidState = (text) => new ERR_INVALID_STATE.TypeError(text);

// WebIDL's property attributes: enumerable members, a tag.
function finishInterface(Interface, tag = Interface.name) {
  const members = { __proto__: null };
  for (let i = 0, list = ObjectGetOwnPropertyNames(Interface.prototype); i < list.length; i++) {
    const name = list[i];
    if (name !== 'constructor') members[name] = kEnumerableProperty;
  }
  if (tag) members[SymbolToStringTag] = { __proto__: null, configurable: true, value: tag };
  ObjectDefineProperties(Interface.prototype, members);
}

// Adds an inspect method that shows what `describe(object)` returns.
function inspectWith(Interface, describe) {
  ObjectDefineProperty(Interface.prototype, customInspectSymbol, {
    __proto__: null,
    configurable: true,
    enumerable: false,
    writable: true,
    value: { [customInspectSymbol](depth, options) {
      if (depth < 0) return undefined;
      const described = describe(this);
      const { inspect } = require('internal/util/inspect');
      const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
      return `${Interface.name} ${inspect(described, inner)}`;
    } }[customInspectSymbol],
  });
}

module.exports = {
  Deferred,
  Queue,
  SizedQueue,
  apply,
  asPromise,
  callWithNone,
  callWithOne,
  callWithTwo,
  callbackIn,
  dictionary,
  finishInterface,
  inspectWith,
  invalidState,
  kInside,
  markOr,
  nothing,
  onlyInside,
  plainObject,
  promisedBy,
  rejectedAndHandled,
  strategyFrom,
  then,
  upon,
};
