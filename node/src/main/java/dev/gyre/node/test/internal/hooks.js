'use strict';

// before, after, beforeEach and afterEach. A Hook belongs to a test or suite; a HookList contains those of one:
//
//   before, after          once each; `before` runs at once if its owner is running already
//   beforeEach, afterEach  around every subtest, also those of subtests: a test inherits its parent's when it starts,
//                          the parent's beforeEach first and its afterEach last

const { Number, PromiseWithResolvers, itemsOf, joinLists, pushAll } = require('internal/primordials');
const { AbortController } = require('internal/events/abort_controller');
const { types, failure, isFailure, asFailure } = require('internal/test/failures');
const { Scope } = require('internal/test/scope');
const { callUser, Limit } = require('internal/test/call');
const { timeLimit, onOuterAbort, abortError } = require('internal/test/limits');

class Hook {
  #owner;
  #fn;
  #scope;
  #timeout;
  #outerSignal;
  #controller = new AbortController();
  #once; // { running }: for hooks that run only once

  constructor(owner, kind, fn, options, location) {
    this.kind = kind;
    this.location = location;
    this.error = null;
    this.#owner = owner;
    this.#fn = typeof fn === 'function' ? fn : () => {};
    this.#scope = new Scope(this);
    this.#once = kind === 'before' || kind === 'after' ? { running: undefined } : undefined;
    this.#timeout = timeLimit(options?.timeout, null, owner.config);
    this.#outerSignal = options?.signal;
    onOuterAbort(this.#outerSignal, (error) => {
      this.error ??= error;
      this.#controller.abort();
    });
  }

  // For calls that look up the scope of the running code.
  get test() { return this.#owner; }

  /** Never rejects: `error` has the failure. */
  async run(context) {
    if (this.#once?.running) return this.#once.running.promise;
    if (this.#once) this.#once.running = PromiseWithResolvers();
    if (this.#outerSignal?.aborted) {
      this.error ??= abortError(this.#outerSignal);
      return this.#once?.running.resolve();
    }
    if (this.error !== null) {
      this.error = null;
      this.#controller.abort();
      this.#controller = new AbortController();
    }
    const started = process.hrtime.bigint();
    const limit = new Limit(this.#timeout, this.#controller.signal);
    try {
      await limit.race(callUser(this.#scope, this.#fn, context, (error) => { this.error ??= error; }));
    } catch (error) {
      this.error ??= asFailure(error);
    } finally {
      limit.end();
    }
    if (this.error !== null) this.#owner.hookFailed?.(this, Number(process.hrtime.bigint() - started) / 1e6);
    return this.#once?.running.resolve();
  }
}

class HookList {
  before = [];
  after = [];
  beforeEach = [];
  afterEach = [];
  #ownAfterEach = 0;

  add(hook) {
    // Its own hooks run before those of its ancestors, in the order of their creation.
    if (hook.kind === 'afterEach') this.afterEach.splice(this.#ownAfterEach++, 0, hook);
    else this[hook.kind].push(hook);
  }

  inherit({ beforeEach, afterEach }) {
    this.beforeEach = joinLists(beforeEach, this.beforeEach);
    pushAll(this.afterEach, afterEach);
  }

  async run(kind, context) {
    for (const hook of itemsOf(this[kind])) {
      await hook.run(context);
      if (hook.error === null) continue;
      const error = failure(`failed running ${kind} hook`, types.HOOK);
      error.cause = isFailure(hook.error) ? hook.error.cause : hook.error;
      throw error;
    }
  }
}

module.exports = { Hook, HookList };
