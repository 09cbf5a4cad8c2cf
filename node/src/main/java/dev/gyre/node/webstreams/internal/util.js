'use strict';

// What all web streams share: promises as the standard uses them, queues, and conversions of arguments.
//
// Every stream, reader, writer and controller is two objects: the public one, which users see and may subclass, and its
// core, which holds what the standard calls internal slots and on which all algorithms work. So nothing a user patches
// on a prototype changes how streams work inside, and pipes, tees and transforms need no public objects in between.
// Cores declare all their fields: an assignment could run a setter that somebody put on Object.prototype.
//
// An algorithm of a source or sink (pull, write …) returns a promise, or undefined for one that is fulfilled already.

const {
  codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE },
} = require('internal/errors');
const { customInspectSymbol, kEnumerableProperty } = require('internal/util');
const { kValidateObjectAllowObjects, kValidateObjectAllowObjectsAndNull, validateFunction, validateObject } =
  require('internal/validators');

const { apply } = Reflect;
const then = Function.prototype.call.bind(Promise.prototype.then);
const kInside = Symbol('kInside'); // first argument of a constructor called from here

const nothing = () => {};
const FULFILLED = Promise.resolve();

// ---- promises

// "A promise resolved with": never the promise that was passed in.
function promisedBy(value) {
  return value === undefined ? FULFILLED : new Promise((resolve) => resolve(value));
}

// "Upon fulfillment … upon rejection": for a result as algorithms return it.
function upon(result, fulfilled, rejected) {
  then(result === undefined ? FULFILLED : result, fulfilled, rejected);
}

function rejectedAndHandled(reason) {
  const promise = Promise.reject(reason);
  then(promise, undefined, nothing);
  return promise;
}

class Deferred {
  promise;
  resolve;
  reject;
  isPending = true;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers();
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

// A user's callback: its result as a promise, or undefined.
function callForPromise(callback, receiver, args) {
  try {
    const result = apply(callback, receiver, args);
    return result === undefined ? undefined : new Promise((resolve) => resolve(result));
  } catch (error) {
    return Promise.reject(error);
  }
}

// ---- queues

// First in, first out: what comes in is collected in `tail`, what goes out is taken from `front`.
class Queue {
  front = [];
  tail = [];
  at = 0;

  get length() { return this.front.length - this.at + this.tail.length; }

  push(value) { this.tail.push(value); }

  #turn() {
    if (this.at < this.front.length) return;
    this.front = this.tail;
    this.tail = [];
    this.at = 0;
  }

  peek() {
    this.#turn();
    return this.front[this.at];
  }

  shift() {
    this.#turn();
    const value = this.front[this.at];
    this.front[this.at++] = undefined;
    return value;
  }

  clear() {
    this.front = [];
    this.tail = [];
    this.at = 0;
  }
}

// The standard's queue-with-sizes. Without a size function each chunk counts 1 and no sizes are kept.
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
    if (this.sizes !== undefined) this.sum = Math.max(0, this.sum - this.sizes.shift());
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
  return value ?? {};
}

// The `object` of a source, sink or transformer; undefined is one without members.
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

// { highWaterMark, size } of a strategy: the mark is undefined where there is none.
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

// Checked late, after the source's own members: the order in which mistakes are reported.
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

// Attributes as WebIDL has them: members enumerable, a tag.
function finishInterface(Interface, tag = Interface.name) {
  const members = { __proto__: null };
  for (const name of Object.getOwnPropertyNames(Interface.prototype)) {
    if (name !== 'constructor') members[name] = kEnumerableProperty;
  }
  if (tag) members[Symbol.toStringTag] = { __proto__: null, configurable: true, value: tag };
  Object.defineProperties(Interface.prototype, members);
}

// Gives the class an inspect that shows what `describe(object)` answers.
function inspectWith(Interface, describe) {
  Object.defineProperty(Interface.prototype, customInspectSymbol, {
    configurable: true,
    enumerable: false,
    writable: true,
    value: { [customInspectSymbol](depth, options) {
      if (depth < 0) return undefined;
      const described = describe(this);
      const { inspect } = require('internal/util/inspect');
      const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
      return `${this.constructor.name} ${inspect(described, inner)}`;
    } }[customInspectSymbol],
  });
}

module.exports = {
  Deferred,
  Queue,
  SizedQueue,
  apply,
  callForPromise,
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
