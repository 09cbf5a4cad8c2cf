'use strict';

// Who hears of promises: the capability `promise-hooks`, for async_hooks and v8.promiseHooks.
//
// V8 calls one function for all promises (`hear`), in the midst of whatever runs, and goes on with the context that this
// function returns: see PromiseHooks in Java. It is set while there is a listener. Lists of listeners are never changed in
// place, so that a listener may add and remove others.
//
// Without the capability no listener is ever called.

const {
  ArrayPrototypeFilter, ArrayPrototypePush, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, emptyList, joinLists,
} = require('internal/primordials');
const { isProxy } = require('internal/v8internals/natives');
const { triggerHere } = require('internal/process/fatal');

const INIT = 0;
const SETTLED = 1;
const BEFORE = 2;
const AFTER = 3;

const listeners = [[], [], [], []]; // by kind
let count = 0;
let isKnown = false; // whether V8 was asked to call `hear`
let isHeard = false; // and whether it does

// Whether a promise that is resolved with it will follow it. Nothing of the program is called to find out.
function willBeFollowed(value) {
  for (let at = value; at !== null && (typeof at === 'object' || typeof at === 'function'); at = ObjectGetPrototypeOf(at)) {
    if (isProxy(at)) return false;
    const property = ObjectGetOwnPropertyDescriptor(at, 'then');
    if (property !== undefined) return typeof property.value === 'function';
  }
  return false;
}

// `other` is the parent of a promise that was made, or what one is resolved with. V8 tells of a promise that will follow
// another when that begins and when it has followed: the first is not passed on, as in Node. The listeners' errors are
// reported when all of them have run.
function hear(kind, promise, other, context) {
  const list = listeners[kind];
  if (kind === SETTLED && (other === promise || willBeFollowed(other))) return context;
  let errors;
  for (let i = 0; i < list.length; i++) {
    const listener = list[i];
    try {
      if (kind === INIT) listener(promise, other);
      else listener(promise);
    } catch (err) {
      errors ??= emptyList(0);
      ArrayPrototypePush(errors, err);
    }
  }
  if (errors !== undefined) {
    for (let i = 0; i < errors.length; i++) triggerHere(errors[i]);
  }
  return context;
}

function change(by) {
  const wasNone = count === 0;
  count += by;
  if (wasNone === (count === 0)) return;
  if (!isKnown) {
    isKnown = true;
    isHeard = binding('v8').hearPromises(hear);
  }
  if (isHeard) binding('v8').setPromiseHook(count > 0);
}

// Returns a function that removes the listener, once.
function add(kind, listener) {
  listeners[kind] = joinLists(listeners[kind], [listener]);
  change(1);
  let isThere = true;
  return () => {
    if (!isThere) return;
    isThere = false;
    let isFound = false; // another call may have added the same function
    listeners[kind] = ArrayPrototypeFilter(listeners[kind], (one) => {
      const isIt = one === listener && !isFound;
      isFound ||= isIt;
      return !isIt;
    });
    change(-1);
  };
}

module.exports = { INIT, SETTLED, BEFORE, AFTER, add };
