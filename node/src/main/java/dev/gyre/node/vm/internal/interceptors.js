'use strict';

// What an access to the global object of a context finds, where the context was made of an object of the program: the
// capability `interceptors`.
//
// V8 asks these functions before it looks at the global object itself. Each answers itself where V8 is to go on as if it had
// not asked. The rules are Node's:
//
//   get        what the object has, inherited or not; what a getter throws is lost
//   set        sets it on the object, and V8 goes on and defines it; but not where the object has an accessor, nor where
//              either is read-only
//   query      attributes of the object's own property, or else of the global object's
//   define     defines it on the object alone, if that is possible
//   delete     deletes it there; V8 goes on if that was possible
//
// V8 14.7 does not look whether there is such a variable before a script in strict mode sets it; Node's V8 does. So `set` does.
// Whether the code is in strict mode is asked where there is no such variable, by the stack: that takes some microseconds, and
// tells it also of functions that V8 has put into others.

const {
  ArrayPrototypePush, Error, ErrorCaptureStackTrace, ReflectApply: apply, ReflectDefineProperty: defineProperty, ReflectDeleteProperty: deleteProperty,
  ReflectGetOwnPropertyDescriptor: getOwnPropertyDescriptor, ReflectGetPrototypeOf: getPrototypeOf, ReflectOwnKeys: ownKeys,
  ReflectSet: setProperty, SafeWeakMap, emptyList,
} = require('internal/primordials');
const { exchange, putBack } = require('internal/exchange');
const { addCapability } = require('internal/v8internals/capabilities');

const native = binding('vm');

const READ_ONLY = 1;
const DONT_ENUM = 2;
const DONT_DELETE = 4;

// Flags of a property's definition.
const ENUMERABLE = 1;
const HAS_ENUMERABLE = 2;
const CONFIGURABLE = 4;
const HAS_CONFIGURABLE = 8;
const WRITABLE = 16;
const HAS_WRITABLE = 32;
const HAS_VALUE = 64;
const HAS_GET = 128;
const HAS_SET = 256;

const MAX_INDEX = 2 ** 32 - 2;

// V8 sets variables of scripts by a builtin, or by one of two functions; how far these are from each other.
const BUILTIN = 0;
const FIRST_TO_SLOW = -0x260;
const PROBE = '$probe';

const objects = new SafeWeakMap(); // global object -> the object of the program that shows through
const hidden = new SafeWeakMap(); // global object -> variables that only scripts know
const languages = new SafeWeakMap(); // global object -> the language's globals of its context
let firstSetter = 0; // V8's function that sets variables of scripts
let slowSetter = 0;
let passing; // a global object whose own properties are asked for
let isOff = false;
let isAsked; // whether V8 asks; not known before the first context

addCapability('interceptors', { off() { isOff = true; } }); // `newGlobal` checks it

const objectOf = (global) => (global === passing ? undefined : objects.get(global));

// V8 passes indexes as integers with a sign.
const keyOf = (key) => (typeof key === 'number' ? key >>> 0 : key);

function attributesOf(descriptor) {
  return (descriptor.writable === false ? READ_ONLY : 0) | (descriptor.enumerable ? 0 : DONT_ENUM) |
    (descriptor.configurable ? 0 : DONT_DELETE);
}

// Of an object's property, inherited or not; -1 for none.
function attributesIn(object, key) {
  for (let at = object; at !== null; at = getPrototypeOf(at)) {
    const descriptor = getOwnPropertyDescriptor(at, key);
    if (descriptor !== undefined) return attributesOf(descriptor);
  }
  return -1;
}

function ownOfGlobal(global, key) {
  passing = global;
  try {
    return getOwnPropertyDescriptor(global, key);
  } finally {
    passing = undefined;
  }
}

function attributesInGlobal(global, key) {
  const own = ownOfGlobal(global, key);
  return own === undefined ? attributesIn(getPrototypeOf(global), key) : attributesOf(own);
}

function get(global, index) {
  const object = objectOf(global);
  if (object === undefined) return get;
  const key = keyOf(index);
  try {
    const value = object[key];
    if (value === object) return global;
    if (value !== undefined || key in object) return value;
  } catch {
    // as if there were none
  }
  const variables = hidden.get(global);
  return variables !== undefined && key in variables ? variables[key] : get;
}

let isStrict;

// Code in strict mode has no `this` for those who look at its frame.
function keepMode(_, sites) {
  isStrict = sites.length > 0 && sites[0].getThis() === undefined;
  return '';
}

// Whether the code that sets a variable is in strict mode; not where the program has frozen Error.
function isSetterStrict() {
  isStrict = false;
  const holder = {};
  const limit = exchange(Error, 'stackTraceLimit', 1);
  ErrorCaptureStackTrace(holder, set);
  putBack(Error, 'stackTraceLimit', limit);
  const prepare = exchange(Error, 'prepareStackTrace', keepMode);
  if (prepare === null) return false;
  holder.stack;
  putBack(Error, 'prepareStackTrace', prepare);
  return isStrict;
}

// A variable that a script sets.
function mustBeVariable(global, object, key) {
  const own = getOwnPropertyDescriptor(object, key) ?? ownOfGlobal(global, key);
  const attributes = own === undefined ? attributesIn(getPrototypeOf(global), key) : attributesOf(own);
  if ((attributes !== -1 && (attributes & READ_ONLY) === 0) || !isSetterStrict()) return;
  const { ReferenceError, TypeError } = languages.get(global);
  const error = attributes === -1 ? new ReferenceError(`${key} is not defined`) :
    new TypeError(`Cannot assign to read only property '${key}' of object '[object Object]'`);
  ErrorCaptureStackTrace(error, set);
  throw error;
}

function set(global, index, value, setter) {
  const object = objectOf(global);
  if (object === undefined) {
    if (index === PROBE) firstSetter = setter;
    return set;
  }
  const key = keyOf(index);
  if (setter === BUILTIN || setter === firstSetter || setter === slowSetter) mustBeVariable(global, object, key);
  const there = attributesInGlobal(global, key);
  const here = attributesIn(object, key);
  if ((there !== -1 && (there & READ_ONLY) !== 0) || (here !== -1 && (here & READ_ONLY) !== 0)) return set;
  if (there === -1 && here === -1 && typeof key === 'symbol') return set;
  setProperty(object, key, value);
  if (here === -1) return set;
  const own = getOwnPropertyDescriptor(object, key);
  return own !== undefined && !('value' in own) ? true : set;
}

function query(global, index) {
  const object = objectOf(global);
  if (object === undefined) return query;
  const key = keyOf(index);
  const own = getOwnPropertyDescriptor(object, key) ?? ownOfGlobal(global, key);
  return own === undefined ? query : attributesOf(own);
}

function describe(global, index) {
  const object = objectOf(global);
  if (object === undefined) return describe;
  return getOwnPropertyDescriptor(object, keyOf(index)) ?? describe;
}

function remove(global, index) {
  const object = objectOf(global);
  if (object === undefined || deleteProperty(object, keyOf(index))) return remove;
  return false;
}

function isIndex(key) {
  if (typeof key === 'symbol') return false;
  const number = +key;
  return number >= 0 && number <= MAX_INDEX && `${number >>> 0}` === key;
}

function enumerate(global, ofIndexes) {
  const object = objectOf(global);
  if (object === undefined) return enumerate;
  const list = emptyList(0);
  for (let i = 0, keys = ownKeys(object); i < keys.length; i++) {
    const key = keys[i];
    if (isIndex(key) === (ofIndexes === 1)) ArrayPrototypePush(list, ofIndexes === 1 ? +key : key);
  }
  return list;
}

function define(global, index, flags, value, getter, setter) {
  const object = objectOf(global);
  if (object === undefined) return define;
  const key = keyOf(index);
  const there = attributesInGlobal(global, key);
  if (there !== -1 && (there & (READ_ONLY | DONT_DELETE)) === (READ_ONLY | DONT_DELETE)) return define;
  const descriptor = { __proto__: null };
  if ((flags & (HAS_GET | HAS_SET)) !== 0) {
    descriptor.get = (flags & HAS_GET) === 0 ? undefined : getter;
    descriptor.set = (flags & HAS_SET) === 0 ? undefined : setter;
  } else if ((flags & HAS_VALUE) !== 0) {
    descriptor.value = value;
    if ((flags & HAS_WRITABLE) !== 0) descriptor.writable = (flags & WRITABLE) !== 0;
  }
  if ((flags & HAS_ENUMERABLE) !== 0) descriptor.enumerable = (flags & ENUMERABLE) !== 0;
  if ((flags & HAS_CONFIGURABLE) !== 0) descriptor.configurable = (flags & CONFIGURABLE) !== 0;
  return defineProperty(object, key, descriptor) ? true : define;
}

// The global object of a new context, which is V8's until `show`; undefined where V8 can't be made to ask.
function newGlobal() {
  if (isOff) return undefined;
  isAsked ??= apply(native.interceptBy, native, [get, set, query, describe, remove, enumerate, define]);
  return isAsked ? native.newInterceptedContext() ?? undefined : undefined;
}

// From now on the global object has the properties of the program's object. `run` runs a script in its context.
function show(global, object, language, run) {
  if (slowSetter === 0) {
    defineProperty(global, PROBE, { __proto__: null, value: 0, writable: true, configurable: true });
    run(`${PROBE} = 1`);
    deleteProperty(global, PROBE);
    slowSetter = (firstSetter + FIRST_TO_SLOW) | 0;
  }
  languages.set(global, language);
  objects.set(global, object);
}

// A variable of scripts that is no property of the global object; false if V8 does not ask for this one.
function hide(global, name, value) {
  if (!objects.has(global)) return false;
  let variables = hidden.get(global);
  if (variables === undefined) hidden.set(global, variables = { __proto__: null });
  variables[name] = value;
  return true;
}

module.exports = { hide, newGlobal, show };
