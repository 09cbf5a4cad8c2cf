'use strict';

// process.env: a Proxy over a plain object that converts every assigned value to a string, with the object semantics of
// Node's.

const {
  ObjectAssign, Proxy, StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeSlice, TypeError,
} = require('internal/primordials');
const { codes: { ERR_INVALID_OBJECT_DEFINE_PROPERTY } } = require('internal/errors');

const native = binding('process');

const DATA_ONLY = "'process.env' only accepts a configurable, writable, and enumerable data descriptor";
const NO_ACCESSOR = "'process.env' does not accept an accessor(getter/setter) descriptor";

let warned = false;

function toText(value) {
  if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  if (!warned && typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean' &&
      require('internal/options').get('--pending-deprecation')) {
    warned = true;
    process.emitWarning('Assigning any value other than a string, number, or boolean to a process.env property is ' +
      'deprecated. Please make sure to convert the value to a string before setting process.env with it.',
    'DeprecationWarning', 'DEP0104');
  }
  return `${value}`;
}

const upToNull = (text) => (StringPrototypeIncludes(text, '\0') ? StringPrototypeSlice(text, 0, StringPrototypeIndexOf(text, '\0')) : text);

// The system has no variables with an empty name or with "=" in the name. They are ignored silently, as in Node.
const isName = (name) => name !== '' && !StringPrototypeIncludes(name, '=');

// Variables that the runtime itself reads.
function changed(name, text) {
  if (name === 'TZ') require('internal/process/time_zone').change(text);
  else if (name === 'UV_THREADPOOL_SIZE') native.setPoolSize(text);
}

const handler = {
  __proto__: null,
  set(target, name, value) {
    if (typeof name === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
    const text = upToNull(toText(value));
    name = upToNull(name);
    if (!isName(name)) return true;
    target[name] = text;
    changed(name, text);
    return true;
  },
  defineProperty(target, name, descriptor) {
    if ('value' in descriptor) {
      if (!descriptor.configurable || !descriptor.writable || !descriptor.enumerable) {
        throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY(DATA_ONLY);
      }
      return handler.set(target, name, descriptor.value);
    }
    throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY('get' in descriptor || 'set' in descriptor ? NO_ACCESSOR : DATA_ONLY);
  },
  deleteProperty(target, name) {
    if (typeof name !== 'string') return true;
    delete target[name];
    changed(name, undefined);
    return true;
  },
};

function createEnv(variables) {
  return new Proxy(ObjectAssign({}, variables), handler);
}

module.exports = { createEnv };
