'use strict';

// Node-API: work for the pool, functions for all threads, async contexts, cleanup hooks.

const {
  ArrayPrototypePush, ReflectApply, SafeMap, SetPrototypeAdd, SetPrototypeDelete, String, removeAt,
} = require('internal/primordials');
const bridge = require('internal/bridge');
const context = require('internal/async_context');
const asyncIds = require('internal/async_ids');
const { AsyncScope } = require('internal/async_scope');
const { triggerHere } = require('internal/process/fatal');
const {
  WITH_EXACT_WORD, argument, call, callFrom, currentTop, given, handleOf, list, native, result, returns,
} = require('internal/napi/handles');
const { reportUncaught } = require('internal/napi/uncaught');
const Status = require('internal/napi/status');

// Numbers that look like addresses: never null.
class Numbers {
  #all = new SafeMap();
  #last = 0;

  keep(object) {
    this.#last += 8;
    this.#all.set(this.#last, object);
    return this.#last;
  }

  object(number) { return this.#all.get(number); }
  drop(number) { this.#all.delete(number); }
}

const resourceOf = (i) => {
  const resource = argument(i) === 0 ? undefined : given(i);
  return typeof resource === 'object' && resource !== null ? resource : {};
};

// ---- work

class Work {
  isQueued = false;

  constructor(environment, resource, name, execute, complete, data) {
    this.environment = environment;
    this.scope = new AsyncScope(resource, name);
    this.execute = execute;
    this.complete = complete;
    this.data = data;
  }
}

const works = new Numbers();

function queue(number, work) {
  const { environment, execute, data } = work;
  work.isQueued = true;
  native.expectWork(number);
  native.executeAsync(number, execute, environment.address, data, (error, ran) => {
    work.isQueued = false;
    if (work.complete === 0) return;
    work.scope.enter();
    call(work.complete, environment.address, error === null && ran ? Status.OK : Status.CANCELLED, work.data);
    work.scope.leave();
  });
}

// ---- functions for all threads

const NOTHING = 0, ONE_CALL = 1; // of ThreadsafeFunction.take; 2 is its end

class ThreadsafeFunction {
  #environment;
  #callee;
  #scope;
  #id;
  #channel;
  #data;
  #finalizer;
  #context;
  #caller;

  constructor(environment, id, callee, resource, name, data, finalizer, itsContext, caller) {
    this.#environment = environment;
    this.#id = id;
    this.#callee = callee;
    this.#scope = new AsyncScope(resource, name);
    this.#data = data;
    this.#finalizer = finalizer;
    this.#context = itsContext;
    this.#caller = caller;
    this.#channel = bridge.openChannel(() => this.#next());
    native.openThreadsafe(id, this.#channel);
    SetPrototypeAdd(environment.threadsafe, this);
  }

  #next() {
    const what = native.takeThreadsafe(this.#id);
    if (what === NOTHING) return;
    this.#scope.enter();
    try {
      if (what === ONE_CALL) this.#call();
      else this.#finish();
    } catch (error) {
      reportUncaught(this.#environment, error);
    }
    this.#scope.leave();
  }

  #call() {
    const base = currentTop();
    const callee = this.#callee;
    if (this.#caller === 0) {
      callee();
      return;
    }
    const handle = callee === undefined ? 0 : handleOf(callee);
    callFrom(base, WITH_EXACT_WORD, this.#caller, this.#environment.address, handle, this.#context, 0);
  }

  #finish() {
    bridge.closeChannel(this.#channel);
    SetPrototypeDelete(this.#environment.threadsafe, this);
    if (this.#finalizer !== 0) call(this.#finalizer, this.#environment.address, this.#data, this.#context);
  }

  // Calls that wait are told that there is no environment for them any more, so that they can free their data.
  end() {
    while (native.takeLeft(this.#id) === ONE_CALL) {
      if (this.#caller !== 0) callFrom(currentTop(), WITH_EXACT_WORD, this.#caller, 0, 0, this.#context, 0);
    }
    native.forgetThreadsafe(this.#id);
    this.#finish();
  }
}

// ---- async contexts

class Context {
  frame = context.get();
  triggerId = asyncIds.current();

  constructor(resource, name) {
    this.resource = resource;
    this.id = asyncIds.create(resource, name);
  }

  enter() {
    this.outer = context.get();
    asyncIds.before(this.id, this.triggerId, this.resource);
    context.set(this.frame);
  }

  leave() {
    context.set(this.outer);
    asyncIds.after(this.id);
  }
}

const contexts = new Numbers();
const scopes = new Numbers();

// ---- cleanup hooks

class Hook {
  constructor(callee, data) {
    this.callee = callee;
    this.data = data;
  }
}

function endHooks(environment) {
  const { hooks } = environment;
  while (hooks.length > 0) {
    const { callee, data } = hooks[hooks.length - 1];
    hooks.length--;
    call(callee, data, 0);
  }
  const waiting = native.endHooks(environment.address); // number, function and data of each
  if (waiting.length === 0) return;
  for (let i = 0; i < waiting.length; i += 3) call(waiting[i + 1], waiting[i], waiting[i + 2]);
  do runCallbacks(); while (native.awaitHooks(environment.address));
}

// ---- callbacks of libuv's loop: see LibuvLoop

function openLoop() {
  native.openLoop(bridge.openChannel(runCallback));
}

// One for each event, so that ticks and microtasks run after each.
function runCallback() {
  const next = native.takeCallback();
  if (next === undefined) return false;
  call(next[0], next[1], next[2], next[3]);
  return true;
}

// Not without end: a handle may send to itself again and again until a hook closes it.
const MOST_CALLBACKS = 1000;

function runCallbacks() {
  for (let i = 0; i < MOST_CALLBACKS && runCallback(); i++);
}

// Closing handles are told of, though the loop does not run any more.
function endLoop() {
  native.endLoop();
  runCallbacks();
}

module.exports = {
  endHooks, endLoop, openLoop, runCallbacks,
  operations: {
    __proto__: null,
    napi_create_async_work(environment) {
      const name = `${given(1)}`;
      const work = new Work(environment, resourceOf(0), name, argument(2), argument(3), argument(4));
      return result(0, works.keep(work));
    },
    napi_delete_async_work() {
      const number = argument(0);
      const work = works.object(number);
      if (work === undefined) return Status.INVALID_ARG;
      works.drop(number);
      work.scope.destroy();
      return Status.OK;
    },
    napi_queue_async_work() {
      const number = argument(0);
      const work = works.object(number);
      if (work === undefined || work.isQueued) return work === undefined ? Status.INVALID_ARG : Status.GENERIC_FAILURE;
      queue(number, work);
      return Status.OK;
    },
    napi_cancel_async_work() {
      const number = argument(0);
      const work = works.object(number);
      if (work === undefined) return Status.INVALID_ARG;
      return native.cancelWork(number) ? Status.OK : Status.GENERIC_FAILURE;
    },

    napi_create_threadsafe_function(environment) {
      const callee = argument(0) === 0 ? undefined : given(0);
      if (callee !== undefined && typeof callee !== 'function') return Status.INVALID_ARG;
      new ThreadsafeFunction(environment, argument(3), callee, resourceOf(1), String(given(2)), argument(4), argument(5),
        argument(6), argument(7));
      return Status.OK;
    },

    napi_async_init() {
      const name = `${given(1)}`;
      return result(0, contexts.keep(new Context(resourceOf(0), name)));
    },
    napi_async_destroy() {
      const number = argument(0);
      const found = contexts.object(number);
      if (found === undefined) return Status.INVALID_ARG;
      contexts.drop(number);
      asyncIds.destroy(found.id);
      return Status.OK;
    },
    napi_make_callback() {
      const itsContext = argument(0) === 0 ? undefined : contexts.object(argument(0));
      const receiver = given(1);
      const callee = given(2);
      if (typeof callee !== 'function') return Status.INVALID_ARG;
      const args = list(3);
      if (itsContext === undefined) return returns(ReflectApply(callee, receiver, args));
      itsContext.enter();
      try {
        return returns(ReflectApply(callee, receiver, args));
      } finally {
        itsContext.leave();
      }
    },
    napi_open_callback_scope() {
      const found = contexts.object(argument(1));
      found?.enter();
      return result(0, scopes.keep(found ?? null));
    },
    napi_close_callback_scope() {
      const number = argument(0);
      const found = scopes.object(number);
      if (found === undefined) return Status.CALLBACK_SCOPE_MISMATCH;
      scopes.drop(number);
      found?.leave();
      return Status.OK;
    },

    napi_fatal_exception() { triggerHere(given(0)); },
    napi_add_env_cleanup_hook(environment) {
      ArrayPrototypePush(environment.hooks, new Hook(argument(0), argument(1)));
    },
    napi_remove_env_cleanup_hook(environment) {
      const { hooks } = environment;
      const callee = argument(0);
      const data = argument(1);
      for (let i = 0; i < hooks.length; i++) {
        if (hooks[i].callee === callee && hooks[i].data === data) {
          removeAt(hooks, i);
          break;
        }
      }
    },
  },
};
