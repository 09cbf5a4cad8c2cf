'use strict';

// process.env: a Proxy over a plain object that converts every assigned value to a string, with the object semantics of
// Node's.

const {
  ArrayPrototypePush, ObjectAssign, ObjectEntries, ObjectKeys, ObjectPrototype, Proxy, StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeSlice, TypeError,
} = require('internal/primordials');
const { codes: { ERR_INVALID_OBJECT_DEFINE_PROPERTY } } = require('internal/errors');
const { asExotic } = require('internal/exotic_objects');

const native = binding('process');
const shared = binding('worker');

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

function assign(target, name, value) {
  if (typeof name === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  const text = upToNull(toText(value));
  name = upToNull(name);
  if (!isName(name)) return true;
  if (isShared) shared.setVariable(name, text);
  else target[name] = text;
  changed(name, text);
  return true;
}

const handler = {
  __proto__: null,
  set: assign,
  defineProperty(target, name, descriptor) {
    if ('value' in descriptor) {
      if (!descriptor.configurable || !descriptor.writable || !descriptor.enumerable) {
        throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY(DATA_ONLY);
      }
      return assign(target, name, descriptor.value);
    }
    throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY('get' in descriptor || 'set' in descriptor ? NO_ACCESSOR : DATA_ONLY);
  },
  deleteProperty(target, name) {
    if (typeof name !== 'string') return true;
    if (isShared) shared.deleteVariable(name);
    else delete target[name];
    changed(name, undefined);
    return true;
  },
};

// ---- variables that several threads share (SHARE_ENV): from then on they are Java's, and the proxy's target stays empty

let target;
let proxy;
let isShared = false;

const variable = (name) => (typeof name === 'string' ? shared.getVariable(name) ?? undefined : undefined);

const sharedTraps = {
  __proto__: null,
  get: (empty, name) => variable(name) ?? ObjectPrototype[name],
  has: (empty, name) => variable(name) !== undefined || name in ObjectPrototype,
  ownKeys: () => shared.variableNames(),
  getOwnPropertyDescriptor(empty, name) {
    const value = variable(name);
    return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true };
  },
};

function useShared() {
  isShared = true;
  for (let i = 0, names = ObjectKeys(target); i < names.length; i++) delete target[names[i]];
  ObjectAssign(handler, sharedTraps);
}

// Has the workers that are started with SHARE_ENV from now on share the variables of this thread.
function share() {
  if (isShared) return;
  shared.shareEnvironment(variablesOf(target));
  useShared();
}

// Names and values in turn.
function variablesOf(env) {
  const variables = [];
  const plain = env === proxy && !isShared ? target : env;
  for (let i = 0, entries = ObjectEntries(plain); i < entries.length; i++) {
    ArrayPrototypePush(variables, entries[i][0]);
    ArrayPrototypePush(variables, entries[i][1]);
  }
  return variables;
}

function createEnv(variables) {
  target = ObjectAssign({}, variables);
  return proxy = asExotic(new Proxy(target, handler));
}

module.exports = { createEnv, share, useShared, variablesOf };
