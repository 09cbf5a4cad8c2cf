'use strict';

// The test, suite or hook that the running code belongs to. It is stored in the async context, so it is known after every
// await, in every callback, and to the handlers of an uncaught error.

const { ReflectApply } = require('internal/primordials');
const context = require('internal/async_context');
const { AsyncLocalStorage } = require('internal/async_hooks/local_storage');

const storage = new AsyncLocalStorage({ name: 'node:test' });

// The async context of a test's creation, with that test as the owner of code that runs in it.
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

// The owner of the reporters' code: their errors belong to no test.
const REPORTER = { __proto__: null };

module.exports = { REPORTER, Scope, owner: () => storage.getStore() };
