'use strict';

// In a cycle, require() returns the unfinished exports of a module. Reading a property that is missing yet emits a warning:
// while the module loads, its exports have a prototype that does this.

const {
  ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, ObjectHasOwn, ObjectPrototype, ObjectSetPrototypeOf, Proxy,
  String, getPrototypeOf, setPrototypeOf,
} = require('internal/primordials');
const { isProxy } = require('util/types');
const { checkCycle } = require('internal/module/esm_require');

const watching = new Proxy({}, {
  __proto__: null,
  get(target, name) {
    if (name in target || name === '__esModule') return target[name];
    warn(name);
    return undefined;
  },
  getOwnPropertyDescriptor(target, name) {
    if (ObjectHasOwn(target, name) || name === '__esModule') return ObjectGetOwnPropertyDescriptor(target, name);
    warn(name);
    return undefined;
  },
});

function warn(name) {
  process.emitWarning(`Accessing non-existent property '${String(name)}' of module exports inside circular dependency`);
}

function partialExports(module, parent) {
  checkCycle(module, parent);
  const { exports } = module;
  // Transpiled ES modules handle cycles themselves.
  if (exports && !isProxy(exports) && ObjectGetPrototypeOf(exports) === ObjectPrototype && !exports.__esModule) {
    ObjectSetPrototypeOf(exports, watching);
  }
  return exports;
}

const objectPrototype = ObjectPrototype;

function endCycle({ exports }) {
  if (exports && typeof exports === 'object' && !isProxy(exports) && getPrototypeOf(exports) === watching) {
    setPrototypeOf(exports, objectPrototype);
  }
}

module.exports = { partialExports, endCycle };
