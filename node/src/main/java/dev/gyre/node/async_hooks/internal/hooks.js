'use strict';

// createHook(): observers of asynchronous resources.
//
// Once a hook is enabled, internal/async_ids reports every resource that gets an id. The list of enabled hooks is never
// changed in place: a hook that is enabled or disabled by a hook's callback counts from the next event on.
//
// Promises are resources too, of type PROMISE, from the first hook on that does not say otherwise (`trackPromises`): V8 tells
// of them (internal/v8internals/promise_hooks). Where it can't, there is no such event, `promiseResolve` is never called, and
// executionAsyncId() in a promise's reaction is that of the callback after which it ran. AsyncLocalStorage doesn't depend on
// any of this.

const {
  ArrayPrototypeFilter, ArrayPrototypeIncludes, ArrayPrototypePush, ArrayPrototypeSome, Error, ReflectApply,
  joinLists,
} = require('internal/primordials');
const {
  codes: { ERR_ASYNC_CALLBACK, ERR_INVALID_ARG_VALUE }, isStackOverflowError,
} = require('internal/errors');
const { validateBoolean } = require('internal/validators');
const { enqueueMicrotask } = require('internal/v8internals/natives');
const asyncIds = require('internal/async_ids');
const promises = require('internal/async_hooks/promises');

let enabled = [];

const CALLBACKS = ['init', 'before', 'after', 'destroy', 'promiseResolve'];

class AsyncHook {
  #callbacks = { __proto__: null };
  #tracksPromises;

  constructor(callbacks) {
    for (let i = 0; i < CALLBACKS.length; i++) {
      const name = CALLBACKS[i];
      const callback = callbacks[name];
      if (callback !== undefined && typeof callback !== 'function')
        throw new ERR_ASYNC_CALLBACK(`hook.${name}`);
      this.#callbacks[name] = callback;
    }
    const { trackPromises } = callbacks;
    if (trackPromises !== undefined) validateBoolean(trackPromises, 'trackPromises');
    if (trackPromises === false && callbacks.promiseResolve) {
      throw new ERR_INVALID_ARG_VALUE('trackPromises', trackPromises,
                                      'must not be false when promiseResolve is enabled');
    }
    this.#tracksPromises = trackPromises !== false;
  }

  enable() {
    if (!ArrayPrototypeIncludes(enabled, this)) {
      setEnabled(joinLists(enabled, [this]));
      if (this.#tracksPromises) promises.track(wants);
    }
    return this;
  }

  disable() {
    if (ArrayPrototypeIncludes(enabled, this)) setEnabled(ArrayPrototypeFilter(enabled, (hook) => hook !== this));
    return this;
  }

  static emit(hooks, name, args) {
    try {
      for (let i = 0; i < hooks.length; i++) {
        const hook = hooks[i];
        const callback = hook.#callbacks[name];
        if (callback !== undefined) ReflectApply(callback, hook, args);
      }
    } catch (err) {
      if (isStackOverflowError(err)) throw err; // the callback may never have been called
      endProcess(err);
    }
  }

  static wants(name) {
    return ArrayPrototypeSome(enabled, (hook) => hook.#callbacks[name] !== undefined);
  }
}

const { emit, wants } = AsyncHook;
delete AsyncHook.emit;
delete AsyncHook.wants;

function setEnabled(hooks) {
  enabled = hooks;
  asyncIds.setHooks(hooks.length === 0 ? null : events);
  if (hooks.length === 0) promises.untrackSoon();
}

// Destroyed resources are reported later, never inside the code that released them.
let destroyed = [];

function tellDestroyed() {
  const ids = destroyed;
  destroyed = [];
  for (let i = 0; i < ids.length; i++) emit(enabled, 'destroy', [ids[i]]);
}

const events = {
  init(id, type, trigger, resource) { emit(enabled, 'init', [id, type, trigger, resource]); },
  before(id) { emit(enabled, 'before', [id]); },
  after(id) { emit(enabled, 'after', [id]); },
  destroy(id) {
    if (ArrayPrototypePush(destroyed, id) === 1) enqueueMicrotask(tellDestroyed);
  },
  promiseResolve(id) { emit(enabled, 'promiseResolve', [id]); },
};

// A hook that throws leaves the program in an unknown state: Node ends it, without 'uncaughtException'.
function endProcess(err) {
  let stack = err?.stack;
  if (typeof stack !== 'string') {
    const { inspect } = require('internal/util/inspect');
    stack = new Error(inspect(err)).stack;
  }
  process._rawDebug(stack);
  if (require('internal/options').get('--abort-on-uncaught-exception')) process.abort();
  process.exit(1);
}

function createHook(callbacks) {
  return new AsyncHook(callbacks);
}

module.exports = { createHook, events, wants };
