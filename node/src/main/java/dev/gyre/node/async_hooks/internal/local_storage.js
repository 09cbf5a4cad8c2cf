'use strict';

// AsyncLocalStorage.
//
// The stores of all storages are entries of one Map, the current frame (internal/async_context). Setting a store creates a
// new frame with that entry changed; captured frames stay unchanged. So capturing the context means reading one value,
// however many storages there are.

const {
  ObjectFreeze, ObjectIs, ReflectApply, ReflectApply: apply, SafeMap, SymbolDispose, joinLists,
} = require('internal/primordials');
const { validateObject } = require('internal/validators');
const context = require('internal/async_context');
const { AsyncResource } = require('internal/async_hooks/resource');

const NO_OPTIONS = ObjectFreeze({ __proto__: null });

function frameWith(storage, store) {
  const frame = new SafeMap(context.get());
  frame.set(storage, store);
  return frame;
}

class AsyncLocalStorage {
  #defaultValue;
  #name;

  constructor(options = NO_OPTIONS) {
    validateObject(options, 'options');
    this.#defaultValue = options.defaultValue;
    this.#name = options.name === undefined ? '' : `${options.name}`;
  }

  static bind(fn) {
    return AsyncResource.bind(fn);
  }

  static snapshot() {
    return AsyncLocalStorage.bind((fn, ...args) => ReflectApply(fn, undefined, args));
  }

  get name() { return this.#name; }

  // Removes the store from the frame itself: everything that captured this frame loses it. A new frame in its place tells a
  // running run() that something was changed.
  disable() {
    const frame = context.get();
    if (frame?.delete(this)) context.set(new SafeMap(frame));
  }

  enterWith(store) {
    context.set(frameWith(this, store));
  }

  run(store, fn, ...args) {
    const before = this.getStore();
    if (ObjectIs(before, store)) return apply(fn, null, args);
    const outer = context.get();
    const inner = frameWith(this, store);
    context.set(inner);
    try {
      return apply(fn, null, args);
    } finally {
      // Stores of other storages that fn entered stay entered.
      if (context.get() === inner) context.set(outer);
      else this.enterWith(before);
    }
  }

  exit(fn, ...args) {
    return ReflectApply(this.run, this, joinLists([undefined, fn], args));
  }

  getStore() {
    const frame = context.get();
    if (frame === undefined) return this.#defaultValue;
    const store = frame.get(this);
    return store === undefined && !frame.has(this) ? this.#defaultValue : store;
  }

  withScope(store) {
    return new RunScope(this, store);
  }
}

// `using scope = storage.withScope(store)`: run() for the rest of a block.
class RunScope {
  #storage;
  #before;
  #disposed = false;

  constructor(storage, store) {
    this.#storage = storage;
    this.#before = storage.getStore();
    storage.enterWith(store);
  }

  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#storage.enterWith(this.#before);
  }

  [SymbolDispose]() { this.dispose(); }
}

module.exports = { AsyncLocalStorage };
