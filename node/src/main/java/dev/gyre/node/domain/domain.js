'use strict';

// node:domain. It has no effect before a program requires it; from then on emitters have domains.
//
// The current domain is part of the asynchronous context (internal/async_context): entering a domain puts it into the
// current frame. Timers, ticks, promises and requests created meanwhile keep that frame and restore it for their callbacks,
// so they restore the domain too, without further bookkeeping.
//
// Domains can be nested: `stack` contains those that the current callback entered. A callback whose frame has a domain did
// not enter it by a call, so the stack may belong to another callback. Therefore every use of the stack first synchronizes
// it: if its top isn't the frame's domain, the stack becomes the frame's domain alone.

const {
  ArrayPrototypeAt, ArrayPrototypeFindLastIndex, ArrayPrototypeIndexOf, ArrayPrototypeLastIndexOf, ArrayPrototypePush,
  ArrayPrototypeSlice, ArrayPrototypeSome, Error, ObjectAssign, ObjectDefineProperty, ReflectApply: apply, SafeMap, Symbol,
  joinLists, removeAt,
} = require('internal/primordials');
const EventEmitter = require('events');
const { codes: { ERR_UNHANDLED_ERROR } } = require('internal/errors');
const { createHook } = require('async_hooks');
const context = require('internal/async_context');
const { capture } = require('internal/process/fatal');

const kCurrent = Symbol('domain');

let stack = [];
let noDomain = null; // the value of process.domain outside of all domains; undefined once one was left

const current = () => context.get()?.get(kCurrent);

function setCurrent(domain) {
  const frame = new SafeMap(context.get());
  if (domain == null) frame.delete(kCurrent);
  else frame.set(kCurrent, domain);
  context.set(frame.size === 0 ? undefined : frame);
}

function settledStack() {
  const domain = current();
  if (ArrayPrototypeAt(stack, -1) !== domain) stack = domain === undefined ? [] : [domain];
  return stack;
}

function setStack(domains) {
  stack = domains;
  setCurrent(ArrayPrototypeAt(stack, -1));
}

function leaveAll() {
  noDomain = null;
  setStack([]);
}

function setHidden(object, domain) {
  ObjectDefineProperty(object, 'domain', {
    __proto__: null, configurable: true, enumerable: false, value: domain, writable: true,
  });
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

// Resources have a domain property, as emitters do. Promises don't: to follow each of them costs time, and would show their
// ids to a program that prints them. Their reactions run in the domain all the same, by the async context.
const resourceHook = createHook({
  trackPromises: false,
  init(id, type, trigger, resource) {
    const domain = current();
    if (domain !== undefined) setHidden(resource, domain);
  },
});

class Domain extends EventEmitter {
  constructor() {
    super();
    this.members = [];
    resourceHook.enable();
  }
}

ObjectAssign(Domain.prototype, {
  members: undefined,

  enter() {
    setStack(joinLists(settledStack(), [this]));
  },

  // Also leaves the domains that were entered inside this one.
  exit() {
    const at = ArrayPrototypeLastIndexOf(settledStack(), this);
    if (at === -1) return;
    if (at === 0) noDomain = undefined;
    setStack(ArrayPrototypeSlice(stack, 0, at));
  },

  add(emitter) {
    if (emitter.domain === this) return;
    if (emitter.domain) emitter.domain.remove(emitter);
    // Domains that are members of each other would pass an error around forever.
    if (emitter instanceof Domain) {
      for (let { domain } = this; domain; domain = domain.domain) {
        if (domain === emitter) return;
      }
    }
    setHidden(emitter, this);
    ArrayPrototypePush(this.members, emitter);
  },

  remove(emitter) {
    emitter.domain = null;
    const at = ArrayPrototypeIndexOf(this.members, emitter);
    if (at !== -1) removeAt(this.members, at);
  },

  run(fn, ...args) {
    return runIn(this, fn, this, args);
  },

  bind(callback) {
    const domain = this;
    function runBound(...args) {
      return runIn(domain, callback, this, args);
    }
    setHidden(runBound, this);
    return runBound;
  },

  // For callbacks of the form (err, ...): the domain gets the error, the callback is called only on success.
  intercept(callback) {
    const domain = this;
    return function runIntercepted(...args) {
      const { 0: error } = args;
      if (!(error instanceof Error)) return runIn(domain, callback, this, ArrayPrototypeSlice(args, 1));
      error.domainBound = callback;
      error.domainThrown = false;
      setHidden(error, domain);
      domain.emit('error', error);
    };
  },

  // Handles an uncaught error; returns true if there was a listener.
  _errorHandler(error) {
    if (isObject(error)) {
      setHidden(error, this);
      error.domainThrown = true;
    }
    // The handlers of a domain never run inside it: they would get their own errors.
    while (current() === this) this.exit();
    const caught = stack.length === 0 ? emitOutside(this, error) : emitInside(this, error);
    leaveAll();
    return caught;
  },
});

// No finally: while an exception propagates, the domain stays entered, so that it can be found.
function runIn(domain, fn, thisArg, args) {
  domain.enter();
  const result = apply(fn, thisArg, args);
  domain.exit();
  return result;
}

const listens = (domain) => domain.listenerCount('error') > 0;

function emitOutside(domain, error) {
  return listens(domain) && domain.emit('error', error);
}

// An error of an inner domain's handler is an error inside the outer domain.
function emitInside(domain, error) {
  try {
    return domain.emit('error', error);
  } catch (second) {
    if (stack.length === 0) throw second;
    setCurrent(ArrayPrototypeAt(stack, -1));
    return current()._errorHandler(second);
  }
}

capture.domain = {
  active: () => ArrayPrototypeSome(settledStack(), listens),
  handle(error) { current()._errorHandler(error); },
  leave: leaveAll,
};

// ---- no domain is active while process's own handlers run: their first listener leaves all

process.on('newListener', (name, listener) => {
  if (name !== 'uncaughtException' || listener === leaveAll) return;
  process.removeListener(name, leaveAll);
  process.prependListener(name, leaveAll);
});

process.on('removeListener', (name, listener) => {
  if (name !== 'uncaughtException' || listener === leaveAll) return;
  const listeners = process.listeners(name);
  if (listeners.length === 1 && listeners[0] === leaveAll) process.removeListener(name, leaveAll);
});

// ---- emitters

EventEmitter.usingDomains = true;

const { init } = EventEmitter;
EventEmitter.init = function(options) {
  setHidden(this, this instanceof Domain ? null : current() ?? null);
  return apply(init, this, [options]);
};

const { emit: plainEmit } = EventEmitter.prototype;
EventEmitter.prototype.emit = function emit(...args) {
  const { domain } = this;
  const { 0: type } = args;
  if (domain == null || this === process || (type === 'error' && listens(this))) return apply(plainEmit, this, args);
  if (type === 'error') {
    emitErrorTo(domain, this, args[1] || new ERR_UNHANDLED_ERROR());
    return false;
  }
  domain.enter();
  const result = apply(plainEmit, this, args);
  domain.exit();
  return result;
};

// The active domain is left while the handlers run, see _errorHandler.
function emitErrorTo(domain, emitter, error) {
  if (isObject(error)) {
    error.domainEmitter = emitter;
    setHidden(error, domain);
    error.domainThrown = false;
  }
  const before = settledStack();
  const active = ArrayPrototypeAt(before, -1);
  noDomain = null;
  setStack(ArrayPrototypeSlice(before, 0, ArrayPrototypeFindLastIndex(before, (entered) => entered !== active) + 1));
  domain.emit('error', error);
  setStack(before);
}

// ---- the module

ObjectDefineProperty(process, 'domain', {
  __proto__: null,
  enumerable: true,
  get: () => current() ?? noDomain,
  set: setCurrent,
});

function createDomain() {
  return new Domain();
}

module.exports = {
  get _stack() { return settledStack(); },
  Domain,
  createDomain,
  create: createDomain,
  get active() { return current() ?? noDomain; },
};
