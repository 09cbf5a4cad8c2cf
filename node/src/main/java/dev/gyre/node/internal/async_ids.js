'use strict';

// Ids of asynchronous resources, and the hooks that want to hear of them. Without hooks an id is a counter and
// before/after are two assignments.

let lastId = 1;
let executionId = 1;
let triggerId = 0;
let hooks = null; // { init, before, after, destroy } of async_hooks once a hook is enabled
const stack = [];
let executionResource;

module.exports = {
  create(resource, type) {
    const id = ++lastId;
    if (hooks !== null) hooks.init(id, type, executionId, resource);
    return id;
  },
  newId: () => ++lastId,
  current: () => executionId,
  trigger: () => triggerId,
  resource: () => executionResource,
  before(id, trigger, resource) {
    stack.push(executionId, triggerId, executionResource);
    executionId = id;
    triggerId = trigger;
    executionResource = resource;
    if (hooks !== null) hooks.before(id);
  },
  after(id) {
    if (stack.length === 0) return; // reset() meanwhile
    if (hooks !== null) hooks.after(id);
    executionResource = stack.pop();
    triggerId = stack.pop();
    executionId = stack.pop();
  },
  destroy(id) {
    if (hooks !== null) hooks.destroy(id);
  },
  setHooks(value) { hooks = value; },
  // An uncaught exception cut through all frames.
  reset() {
    stack.length = 0;
    executionId = 0;
    triggerId = 0;
    executionResource = undefined;
  },
};
