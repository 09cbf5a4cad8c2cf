'use strict';

// The async context and the async id of a resource that calls back more than once: a child process, a pipe, a watcher. Both
// are captured when the scope is created. A resource that calls back from the loop enters its scope before the callback and
// leaves it afterwards. As with internal/async_ids, the scope is not left if the callback throws.

const { ReflectApply } = require('internal/primordials');
const context = require('internal/async_context');
const asyncIds = require('internal/async_ids');
const { setImmediate } = require('timers');

class AsyncScope {
  #resource;
  #frame = context.get();
  #triggerId = asyncIds.current();
  #asyncId;

  // type: the name of the resource in async_hooks, such as PROCESSWRAP
  constructor(resource, type) {
    this.#resource = resource;
    this.#asyncId = asyncIds.create(resource, type);
  }

  get asyncId() { return this.#asyncId; }

  enter() {
    context.set(this.#frame);
    asyncIds.enter(this.#asyncId, this.#triggerId, this.#resource);
  }

  leave() {
    asyncIds.leave(this.#asyncId);
    context.set(undefined);
  }

  // The receiver of a channel (see internal/bridge) that runs inside this scope.
  receiver(receive) {
    return (message) => {
      this.enter();
      receive(message);
      this.leave();
    };
  }

  // Calls back by an immediate, inside this scope.
  soon(callback, ...args) {
    const outer = context.get();
    context.set(this.#frame);
    setImmediate(() => {
      asyncIds.before(this.#asyncId, this.#triggerId, this.#resource);
      ReflectApply(callback, undefined, args);
      asyncIds.after(this.#asyncId);
    });
    context.set(outer);
  }

  destroy() { asyncIds.destroy(this.#asyncId); }
}

module.exports = { AsyncScope };
