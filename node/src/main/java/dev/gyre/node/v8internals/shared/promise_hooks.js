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

const listeners = [[], [], [], []]; // of programs, by kind
let count = 0; // of these
let own = null; // of async_hooks: a list by kind, or null
let isHeard; // whether V8 can call `hear`; not known before the first listener

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
// another when that begins and when it has followed: the first is not passed on, as in Node. Errors of the program's listeners
// are reported when all of them have run. The core's throws only at the end of the stack: that is thrown where the promise was
// made or resolved.
function hear(kind, promise, other, context) {
  if (kind === SETTLED && (other === promise || willBeFollowed(other))) return context;
  if (own !== null) {
    const listener = own[kind];
    if (listener !== undefined) listener(promise, other);
  }
  const list = listeners[kind];
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

// All that follows may meet the end of the stack: native calls come first, then the state changes at once.

function start() {
  isHeard ??= binding('v8').hearPromises(hear);
  if (isHeard) binding('v8').setPromiseHook(true);
}

function stop() {
  if (isHeard) binding('v8').setPromiseHook(false);
}

// Returns a function that removes the listener, once.
function add(kind, listener) {
  let isThere = true;
  const list = joinLists(listeners[kind], [listener]);
  const remove = () => {
    if (!isThere) return;
    let isFound = false; // another call may have added the same function
    const left = ArrayPrototypeFilter(listeners[kind], (one) => {
      const isIt = one === listener && !isFound;
      isFound ||= isIt;
      return !isIt;
    });
    if (count === 1 && own === null) stop();
    isThere = false;
    count--;
    listeners[kind] = left;
  };
  start();
  count++;
  listeners[kind] = list;
  return remove;
}

// The listeners of async_hooks: a list by kind, with undefined for those that are not wanted; or null.
function setOwn(list) {
  if (list !== null) start();
  else if (count === 0) stop();
  own = list;
}

module.exports = { INIT, SETTLED, BEFORE, AFTER, add, setOwn };
