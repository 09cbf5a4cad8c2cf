'use strict';

// Ids of asynchronous resources, and the hooks that observe them. Without hooks an id is a counter, and entering a callback
// takes three assignments.
//
// enter/leave are for callbacks that the loop itself starts, with nothing but the loop below them. before/after nest inside
// these. leave and after are not called when a callback throws: its scope stays entered while the handlers of the uncaught
// exception run, and unwind() ends all scopes.

const { ReflectApply } = require('internal/primordials');

let lastId = 1;
let executionId = 1;
let triggerId = 0;
let executionResource;
let defaultTrigger; // see triggeredBy
let publicForm = (resource) => resource; // what programs see of an internal resource
let idsOfPromise = () => undefined; // { id, trigger } of a promise, once async_hooks has followed some
let hooks = null; // { init, before, after, destroy, promiseResolve } of async_hooks once a hook is enabled
const stack = []; // what before() saved: execution id, trigger id, resource

function create(resource, type, trigger = defaultTrigger ?? executionId) {
  const id = ++lastId;
  if (hooks !== null) hooks.init(id, type, trigger, resource);
  return id;
}

// What `fn` creates is triggered by `id`, not by the running callback.
function triggeredBy(id, fn, ...args) {
  if (hooks === null) return ReflectApply(fn, undefined, args);
  const outer = defaultTrigger;
  defaultTrigger = id;
  try {
    return ReflectApply(fn, undefined, args);
  } finally {
    defaultTrigger = outer;
  }
}

// For callers that took a newId() before.
function announce(id, type, resource) {
  if (hooks !== null) hooks.init(id, type, defaultTrigger ?? executionId, resource);
}

// For callers that know the trigger as well.
function announceFor(id, type, trigger, resource) {
  if (hooks !== null) hooks.init(id, type, trigger, resource);
}

function enter(id, trigger, resource) {
  executionId = id;
  triggerId = trigger;
  executionResource = resource;
  if (hooks !== null) hooks.before(id);
}

function leave(id) {
  if (hooks !== null && executionId === id) hooks.after(id);
  executionId = 0;
  triggerId = 0;
  executionResource = undefined;
}

function before(id, trigger, resource) {
  const at = stack.length; // by index, because a program may have replaced push and pop
  stack[at] = executionId;
  stack[at + 1] = triggerId;
  stack[at + 2] = executionResource;
  enter(id, trigger, resource);
}

function after(id) {
  if (stack.length === 0) return; // unwound meanwhile
  if (hooks !== null) hooks.after(id);
  const at = stack.length - 3;
  executionId = stack[at];
  triggerId = stack[at + 1];
  executionResource = stack[at + 2];
  stack.length = at;
}

// Runs `fn` with the ids of a promise, if it has some, without telling the hooks: it is no reaction of the promise.
function runWithIdsOf(promise, fn) {
  const ids = idsOfPromise(promise);
  if (ids === undefined) {
    fn();
    return;
  }
  const at = stack.length;
  stack[at] = executionId;
  stack[at + 1] = triggerId;
  stack[at + 2] = executionResource;
  executionId = ids.id;
  triggerId = ids.trigger;
  executionResource = promise;
  try {
    fn();
  } finally {
    if (stack.length === at + 3) { // or all was unwound
      executionId = stack[at];
      triggerId = stack[at + 1];
      executionResource = stack[at + 2];
      stack.length = at;
    }
  }
}

// For a promise: the beginning of its reaction was not seen if the first hook was enabled by it.
function afterIfEntered(id) {
  if (executionId === id) after(id);
  else if (hooks !== null) hooks.after(id);
}

function resolved(id) {
  if (hooks !== null) hooks.promiseResolve(id);
}

function destroy(id) {
  if (hooks !== null) hooks.destroy(id);
}

// An uncaught exception ended all scopes.
function unwind() {
  if (hooks !== null) {
    if (executionId > 1) hooks.after(executionId);
    for (let i = stack.length - 3; i >= 0; i -= 3) {
      if (stack[i] > 1) hooks.after(stack[i]);
    }
  }
  stack.length = 0;
  executionId = 0;
  triggerId = 0;
  executionResource = undefined;
}

module.exports = {
  create,
  triggeredBy,
  announce,
  announceFor,
  defaultTrigger: () => defaultTrigger ?? executionId,
  newId: () => ++lastId,
  last: () => lastId,
  rewind(id) { lastId = id; }, // nobody has seen the ids since
  current: () => executionId,
  trigger: () => triggerId,
  resource: () => publicForm(executionResource),
  hasHooks: () => hooks !== null,
  enter,
  leave,
  before,
  after,
  afterIfEntered,
  resolved,
  destroy,
  unwind,
  runWithIdsOf,
  setIdsOfPromise(fn) { idsOfPromise = fn; },
  setPublicForm(fn) { publicForm = fn; },
  setHooks(value) { hooks = value; },
};
