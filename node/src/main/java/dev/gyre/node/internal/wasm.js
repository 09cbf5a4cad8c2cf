'use strict';

// WebAssembly compiles on V8's own threads, and completes when V8's tasks are next run. Nothing wakes the loop for that. So
// during a compilation a timer keeps the loop turning and alive, as in Node.

const { afterStart, atStart } = require('internal/start');
const { setInterval, clearInterval } = require('timers');
const {
  ObjectGetOwnPropertyDescriptor, ObjectSetPrototypeOf, SymbolToStringTag, TypeError, apply, defineProperty, promiseThen,
} = require('internal/primordials');

let underWay = 0;
let timer;

function watch(promise) {
  if (underWay++ === 0) timer = setInterval(() => binding('bridge').pump(), 1);
  const done = () => {
    if (--underWay === 0) clearInterval(timer);
  };
  promiseThen(promise, done, done);
  return promise;
}

// `namespace` is the WebAssembly object of a realm.
function watchCompilations(namespace) {
  for (let i = 0, list = ['compile', 'instantiate']; i < list.length; i++) {
    const name = list[i];
    const original = namespace[name];
    const wrapped = { [name](...args) { return watch(apply(original, this, args)); } }[name];
    defineProperty(wrapped, 'length', { __proto__: null, value: original.length, configurable: true });
    defineProperty(namespace, name, { __proto__: null, value: wrapped, writable: true, enumerable: true, configurable: true });
  }
}

// Those of V8 that need the embedder.
function addStreaming(namespace) {
  const { compile, instantiate } = namespace;
  const streaming = {
    compileStreaming(source) {
      return require('internal/fetch/wasm_streaming').compileBy(compile, 'compileStreaming', arguments);
    },
    instantiateStreaming(source) {
      return require('internal/fetch/wasm_streaming').compileBy(instantiate, 'instantiateStreaming', arguments);
    },
  };
  for (let i = 0, list = ['compileStreaming', 'instantiateStreaming']; i < list.length; i++) {
    defineProperty(namespace, list[i],
                   { __proto__: null, value: streaming[list[i]], writable: true, enumerable: true, configurable: true });
  }
}

atStart(() => {
  const namespace = WebAssembly;
  watchCompilations(namespace);
  addStreaming(namespace);
});

// The class above WebAssembly.Module, by the proposal of source phase imports. V8 has it only where it does such imports
// itself.
atStart(() => {
  const { wasm: { Module, imports } } = require('internal/primordials');
  const AbstractModuleSource = function AbstractModuleSource() { throw new TypeError('Illegal invocation'); };
  const { prototype } = AbstractModuleSource;
  defineProperty(AbstractModuleSource, 'prototype', { __proto__: null, writable: false });
  const tag = { get [SymbolToStringTag]() { return isModule(this) ? 'WebAssembly.Module' : undefined; } };
  defineProperty(prototype, SymbolToStringTag, {
    __proto__: null,
    get: ObjectGetOwnPropertyDescriptor(tag, SymbolToStringTag).get,
    enumerable: false,
    configurable: true,
  });
  const isModule = (value) => {
    try {
      imports(value);
      return true;
    } catch {
      return false;
    }
  };
  ObjectSetPrototypeOf(Module, AbstractModuleSource);
  ObjectSetPrototypeOf(Module.prototype, prototype);
});

// The core keeps its own WebAssembly: see V8Flags.takeJitless.
afterStart(() => {
  if (require('internal/options').get('--jitless')) delete globalThis.WebAssembly;
});

module.exports = { watchCompilations };
