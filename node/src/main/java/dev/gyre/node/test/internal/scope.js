'use strict';

// Which test, suite or hook the running code belongs to. It travels in the async context, so it is known after every
// await, in every callback, and to the handlers of an error that nobody caught.

const { ReflectApply } = require('internal/primordials');
const context = require('internal/async_context');
const { AsyncLocalStorage } = require('internal/async_hooks/local_storage');

const storage = new AsyncLocalStorage({ name: 'node:test' });

// The context of the moment a test is made, with that test as the owner of what runs in it.
class Scope {
  #frame;

  constructor(owner) {
    this.#frame = storage.run(owner, context.get);
  }

  run(fn, self, args) {
    const outer = context.get();
    context.set(this.#frame);
    try {
      return ReflectApply(fn, self, args);
    } finally {
      context.set(outer);
    }
  }
}

module.exports = { Scope, owner: () => storage.getStore() };
