'use strict';

// Restores the built-ins for the report of the error that ends the process.
//
// The report inspects values, which uses hundreds of methods of built-ins. A program may have replaced or removed any of
// them, and its error must be printed all the same. So a list of all properties of all built-ins is made with the snapshot,
// and changed properties are restored before the report. Properties that customize the report keep the program's values.

const { atStart } = require('internal/start');

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;

const CUSTOM = new Set(['prepareStackTrace', 'stackTraceLimit']); // of Error

const owners = []; // built-in objects
const keys = []; // of each the names of its properties
const values = []; // of each, for each property, its value or [getter, setter]

const NAMES = [
  'AggregateError', 'Array', 'ArrayBuffer', 'Atomics', 'BigInt', 'BigInt64Array', 'BigUint64Array', 'Boolean', 'DataView',
  'Date', 'Error', 'EvalError', 'FinalizationRegistry', 'Float32Array', 'Float64Array', 'Function', 'Int16Array',
  'Int32Array', 'Int8Array', 'Iterator', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Proxy', 'RangeError',
  'ReferenceError', 'Reflect', 'RegExp', 'Set', 'String', 'Symbol', 'SyntaxError', 'TypeError', 'URIError', 'Uint16Array',
  'Uint32Array', 'Uint8Array', 'Uint8ClampedArray', 'WeakMap', 'WeakRef', 'WeakSet', 'decodeURIComponent',
  'encodeURIComponent', 'isNaN', 'parseFloat', 'parseInt',
];

// A property descriptor inherits missing fields from Object.prototype, so these names are removed there first.
const DESCRIPTOR_FIELDS = ['configurable', 'enumerable', 'get', 'set', 'value', 'writable'];

function note(owner, only) {
  const names = (only ?? ownKeys(owner)).filter((key) => getOwnPropertyDescriptor(owner, key).configurable && !CUSTOM.has(key));
  owners.push(owner);
  keys.push(names);
  values.push(names.map((key) => {
    const { value, get, set } = getOwnPropertyDescriptor(owner, key);
    return get === undefined ? value : [get, set];
  }));
}

function noteAll() {
  const present = NAMES.filter((name) => globalThis[name] !== undefined);
  note(globalThis, present);
  for (const name of present) {
    note(globalThis[name]);
    const { prototype } = globalThis[name];
    if (prototype !== undefined) note(prototype);
  }
  const iteratorOf = (iterable) => getPrototypeOf(iterable[Symbol.iterator]());
  for (const owner of [
    getPrototypeOf(Uint8Array), getPrototypeOf(Uint8Array.prototype), getPrototypeOf(function* () {}).prototype,
    iteratorOf([]), iteratorOf(new Map()), iteratorOf(new Set()), iteratorOf(''), getPrototypeOf('a'.matchAll(/a/g)),
  ]) note(owner);
}

// Objects that V8 installs after the snapshot was read, and that the report needs.
atStart(() => {
  if (Error.isError !== undefined) note(Error, ['isError']);
  note(globalThis, ['Float16Array', 'SharedArrayBuffer'].filter((name) => globalThis[name] !== undefined));
});

// Uses only captured functions, indexes and literals.
function restore() {
  for (let i = 0; i < owners.length; i++) {
    for (let k = 0; k < keys[i].length; k++) restoreOne(owners[i], keys[i][k], values[i][k]);
  }
  for (let i = 0; i < DESCRIPTOR_FIELDS.length; i++) deleteProperty(objectPrototype, DESCRIPTOR_FIELDS[i]);
}

const objectPrototype = Object.prototype;
const isList = Array.isArray;

function restoreOne(owner, key, original) {
  const now = getOwnPropertyDescriptor(owner, key);
  if (isList(original)) {
    if (now !== undefined && now.get === original[0] && now.set === original[1]) return;
    defineProperty(owner, key, { __proto__: null, get: original[0], set: original[1], configurable: true });
  } else if (now === undefined || now.value !== original) {
    defineProperty(owner, key, { __proto__: null, value: original, writable: true, configurable: true });
  }
}

module.exports = { noteAll, restore };
