'use strict';

// AsyncResource: an asynchronous operation of a library. Code that runs in its scope gets the async context and the id of
// the time of its creation.

const {
  FinalizationRegistry, NumberIsSafeInteger, ObjectDefineProperty, ObjectFreeze, ReflectApply, ReflectApply: apply,
  Symbol, joinLists, registerFinalizer,
} = require('internal/primordials');
const {
  codes: { ERR_ASYNC_TYPE, ERR_INVALID_ASYNC_ID },
} = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');
const context = require('internal/async_context');
const asyncIds = require('internal/async_ids');
const hooks = require('internal/async_hooks/hooks');
const { kAsyncId, kTriggerAsyncId } = require('internal/async_hooks/symbols');

const kFrame = Symbol('context_frame');
const kDestroyed = Symbol('destroyed');

const NO_OPTIONS = ObjectFreeze({ __proto__: null });

// Created at its first use: a snapshot can't contain it.
let collected;

function destroyWhenCollected(resource) {
  collected ??= new FinalizationRegistry(({ id, state }) => {
    if (!state.destroyed) asyncIds.destroy(id);
  });
  const state = resource[kDestroyed] = { destroyed: false };
  registerFinalizer(collected, resource, { id: resource[kAsyncId], state });
}

class AsyncResource {
  constructor(type, options = NO_OPTIONS) {
    validateString(type, 'type');
    let triggerAsyncId = typeof options === 'number' ? options : options.triggerAsyncId;
    if (triggerAsyncId === undefined) triggerAsyncId = asyncIds.current();
    if (!NumberIsSafeInteger(triggerAsyncId) || triggerAsyncId < -1)
      throw new ERR_INVALID_ASYNC_ID('triggerAsyncId', triggerAsyncId);

    this[kFrame] = context.get();
    this[kAsyncId] = asyncIds.newId();
    this[kTriggerAsyncId] = triggerAsyncId;

    if (hooks.wants('init')) {
      if (type.length === 0) throw new ERR_ASYNC_TYPE(type);
      hooks.events.init(this[kAsyncId], type, triggerAsyncId, this);
    }
    if (!options.requireManualDestroy && hooks.wants('destroy')) destroyWhenCollected(this);
  }

  runInAsyncScope(fn, thisArg, ...args) {
    const id = this[kAsyncId];
    const outer = context.get();
    asyncIds.before(id, this[kTriggerAsyncId], this);
    context.set(this[kFrame]);
    try {
      return apply(fn, thisArg, args);
    } finally {
      context.set(outer);
      asyncIds.after(id);
    }
  }

  emitDestroy() {
    if (this[kDestroyed] !== undefined) this[kDestroyed].destroyed = true;
    asyncIds.destroy(this[kAsyncId]);
    return this;
  }

  asyncId() { return this[kAsyncId]; }

  triggerAsyncId() { return this[kTriggerAsyncId]; }

  bind(fn, thisArg) {
    validateFunction(fn, 'fn');
    const resource = this;
    let bound; // also the name that programs see
    if (thisArg === undefined) {
      bound = function(...args) { return ReflectApply(resource.runInAsyncScope, resource, joinLists([fn, this], args)); };
    } else {
      bound = this.runInAsyncScope.bind(this, fn, thisArg);
    }
    ObjectDefineProperty(bound, 'length', {
      __proto__: null, configurable: true, value: fn.length,
    });
    return bound;
  }

  static bind(fn, type, thisArg) {
    type ||= fn.name;
    return new AsyncResource(type || 'bound-anonymous-fn').bind(fn, thisArg);
  }
}

module.exports = { AsyncResource };
