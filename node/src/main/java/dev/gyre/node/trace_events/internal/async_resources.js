'use strict';

// Asynchronous resources: each from init to destroy, and its callbacks. As in Node, `node` alone shows those that the
// runtime makes for its own handles and requests, node.async_hooks all of them.

const { SafeMap, StringPrototypeToUpperCase } = require('internal/primordials');
const { createHook, executionAsyncId } = require('async_hooks');
const { emit } = require('internal/trace_events/tracing');

const GROUP = 'node,node.async_hooks';
const types = new SafeMap(); // of the resources that were begun

// A handle or request of the runtime, not a resource of JavaScript's.
const isOwn = (type) => type === StringPrototypeToUpperCase(type);

let hook;

function open() {
  const showsAll = binding('trace_events').isEnabled('node.async_hooks');
  return createHook({
    __proto__: null,
    init(id, type, triggerAsyncId) {
      if (!showsAll && !isOwn(type)) return;
      types.set(id, type);
      emit('b', GROUP, type, id, { data: { executionAsyncId: executionAsyncId(), triggerAsyncId } });
    },
    before(id) {
      const type = types.get(id);
      if (type !== undefined) emit(isOwn(type) ? 'b' : 'B', GROUP, `${type}_CALLBACK`, id);
    },
    after(id) {
      const type = types.get(id);
      if (type !== undefined) emit(isOwn(type) ? 'e' : 'E', GROUP, `${type}_CALLBACK`, id);
    },
    destroy(id) {
      const type = types.get(id);
      if (type === undefined) return;
      types.delete(id);
      emit('e', GROUP, type, id);
    },
  });
}

function watch(isWanted) {
  hook?.disable();
  hook = isWanted ? open().enable() : undefined;
}

module.exports = { watch };
