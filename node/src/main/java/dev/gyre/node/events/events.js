'use strict';

// node:events.
//
// An emitter keeps its listeners in `_events`, an object without prototype: a name maps to one function, or from the second
// listener on to an array. Packages read `_events`, `_eventsCount` and `_maxListeners`, so their shapes are part of the
// interface.
//
// emit() walks the array itself, without a copy. `array[kEmitting]` counts the running emits; while it is above zero, a
// change is made to a copy, which becomes the list of the next emit. So a listener added or removed during an emit never
// affects that emit, and the common case (no change) allocates nothing.
//
// "Shape mode" is for subclasses that provide their own `_events` with all expected names preset to undefined (streams do):
// removing a listener then stores undefined instead of deleting the name, and the object keeps its fast shape.

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_UNHANDLED_ERROR },
} = require('internal/errors');
const {
  validateBoolean, validateFunction, validateNumber,
} = require('internal/validators');

const {
  ArrayPrototypeFilter, ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeUnshift, Error, ObjectDefineProperties,
  ObjectDefineProperty, ObjectGetPrototypeOf: getPrototypeOf, ReflectApply, ReflectApply: apply, ReflectOwnKeys: ownKeys,
  String, Symbol, SymbolFor, callFunction, joinLists, removeAt,
} = require('internal/primordials');

const kCapture = Symbol('kCapture');
const kEmitting = Symbol('events.emitting');
const kErrorMonitor = Symbol('events.errorMonitor');
const kMaxEventTargetListeners = Symbol('events.maxEventTargetListeners');
const kMaxEventTargetListenersWarned = Symbol('events.maxEventTargetListenersWarned');
const kRejection = SymbolFor('nodejs.rejection');
const kShapeMode = Symbol('shapeMode');


let defaultMaxListeners = 10;

function EventEmitter(opts) {
  callFunction(EventEmitter.init, this, opts);
}

module.exports = EventEmitter;

const { addAbortListener } = require('internal/events/abort_listener');
const { on, once } = require('internal/events/async');

EventEmitter.addAbortListener = addAbortListener;
EventEmitter.once = once;
EventEmitter.on = on;
EventEmitter.getEventListeners = getEventListeners;
EventEmitter.getMaxListeners = getMaxListeners;
EventEmitter.listenerCount = listenerCount;
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.usingDomains = false;
EventEmitter.captureRejectionSymbol = kRejection;

const constant = (value) => ({ __proto__: null, value });

ObjectDefineProperties(EventEmitter, {
  __proto__: null,
  captureRejections: {
    __proto__: null,
    enumerable: true,
    get() { return EventEmitter.prototype[kCapture]; },
    set(value) {
      validateBoolean(value, 'EventEmitter.captureRejections');
      EventEmitter.prototype[kCapture] = value;
    },
  },
  // async_hooks itself may use events, so the class is created at its first use.
  EventEmitterAsyncResource: {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get: function lazyEventEmitterAsyncResource() {
      return require('internal/events/async_resource').EventEmitterAsyncResource;
    },
    set: undefined,
  },
  errorMonitor: {
    __proto__: null, value: kErrorMonitor, enumerable: true, writable: true, configurable: true,
  },
  defaultMaxListeners: {
    __proto__: null,
    enumerable: true,
    get() { return defaultMaxListeners; },
    set(n) {
      validateNumber(n, 'defaultMaxListeners', 0);
      defaultMaxListeners = n;
    },
  },
  kMaxEventTargetListeners: constant(kMaxEventTargetListeners),
  kMaxEventTargetListenersWarned: constant(kMaxEventTargetListenersWarned),
});

EventEmitter.setMaxListeners = function(n = defaultMaxListeners, ...eventTargets) {
  validateNumber(n, 'setMaxListeners', 0);
  if (eventTargets.length === 0) {
    defaultMaxListeners = n;
    return;
  }
  const { isEventTarget } = require('internal/events/event_target');
  for (let i = 0; i < eventTargets.length; i++) {
    const target = eventTargets[i];
    if (isEventTarget(target)) {
      target[kMaxEventTargetListeners] = n;
      target[kMaxEventTargetListenersWarned] = false;
    } else if (typeof target.setMaxListeners === 'function') {
      target.setMaxListeners(n);
    } else {
      throw new ERR_INVALID_ARG_TYPE('eventTargets', ['EventEmitter', 'EventTarget'], target);
    }
  }
};

EventEmitter.init = function(opts) {
  const events = this._events;
  if (events === undefined || events === getPrototypeOf(this)._events) {
    this._events = { __proto__: null };
    this._eventsCount = 0;
    this[kShapeMode] = false;
  } else {
    this[kShapeMode] = true;
  }
  this._maxListeners ||= undefined;

  const capture = opts?.captureRejections;
  if (capture) {
    validateBoolean(capture, 'options.captureRejections');
    this[kCapture] = true;
  } else {
    this[kCapture] = EventEmitter.prototype[kCapture];
  }
};

const proto = EventEmitter.prototype;

ObjectDefineProperty(proto, kCapture, { __proto__: null, value: false, writable: true });
proto._events = undefined;
proto._eventsCount = 0;
proto._maxListeners = undefined;

proto.setMaxListeners = function setMaxListeners(n) {
  validateNumber(n, 'setMaxListeners', 0);
  this._maxListeners = n;
  return this;
};

proto.getMaxListeners = function getMaxListeners() {
  return maxListenersOf(this);
};

function maxListenersOf(emitter) {
  const own = emitter._maxListeners;
  return own === undefined ? EventEmitter.defaultMaxListeners : own;
}

// V8 makes the cheapest call from a rest parameter passed on by Reflect.apply: faster than calls specialised by the number
// of arguments.
proto.emit = function emit(type, ...args) {
  const events = this._events;

  if (type === 'error') {
    if (events !== undefined && events[kErrorMonitor] !== undefined)
      ReflectApply(this.emit, this, joinLists([kErrorMonitor], args));
    if (events === undefined || events.error === undefined) {
      const er = unhandledError(this, args);
      throw er; // Unhandled 'error' event
    }
  } else if (events === undefined) {
    return false;
  }

  const handler = events[type];
  if (handler === undefined) return false;

  if (typeof handler === 'function') {
    const result = apply(handler, this, args);
    if (result !== undefined && result !== null) captureRejection(this, result, type, args);
    return true;
  }

  handler[kEmitting] = (handler[kEmitting] | 0) + 1;
  try {
    for (let i = 0; i < handler.length; i++) {
      const result = apply(handler[i], this, args);
      if (result !== undefined && result !== null) captureRejection(this, result, type, args);
    }
  } finally {
    handler[kEmitting]--;
  }
  return true;
};

function captureRejection(emitter, result, type, args) {
  if (!emitter[kCapture]) return;
  try {
    const { then } = result; // read once, because it may be a getter that throws the second time
    if (typeof then === 'function') {
      // From the tick queue, so that an exception of a handler is an uncaught exception and not another rejection of this
      // promise.
      apply(then, result, [undefined, (err) => {
        process.nextTick(emitRejection, emitter, err, type, args);
      }]);
    }
  } catch (err) {
    emitter.emit('error', err);
  }
}

function emitRejection(emitter, err, type, args) {
  const handler = emitter[kRejection];
  if (typeof handler === 'function') {
    apply(handler, emitter, joinLists([err, type], args));
    return;
  }
  // An 'error' listener that rejects as well would cause endless recursion.
  const before = emitter[kCapture];
  emitter[kCapture] = false;
  try {
    emitter.emit('error', err);
  } finally {
    emitter[kCapture] = before;
  }
}

function unhandledError(emitter, args) {
  const err = args.length > 0 ? args[0] : undefined;
  if (err instanceof Error) {
    require('internal/events/error_stack').noteEmitSite(err, emitter, proto.emit);
    return err;
  }
  let text;
  try {
    text = require('internal/util/inspect').inspect(err);
  } catch {
    text = err; // a value whose own inspection throws is converted to a string instead
  }
  const wrapped = new ERR_UNHANDLED_ERROR(text);
  wrapped.context = err;
  return wrapped;
}

function addListenerTo(emitter, type, listener, prepend) {
  validateFunction(listener, 'listener');

  let events = emitter._events;
  let list;
  if (events === undefined) {
    events = emitter._events = { __proto__: null };
    emitter._eventsCount = 0;
  } else {
    // Emitted before the listener is added, so that a 'newListener' listener doesn't get its own event.
    if (events.newListener !== undefined) {
      emitter.emit('newListener', type, listener.listener ?? listener);
      events = emitter._events; // a handler may have replaced it
    }
    list = events[type];
  }

  if (list === undefined) {
    events[type] = listener;
    emitter._eventsCount++;
    return emitter;
  }

  if (typeof list === 'function') {
    list = events[type] = prepend ? [listener, list] : [list, listener];
    list[kEmitting] = 0;
  } else {
    list = changeableList(events, type, list);
    if (prepend) ArrayPrototypeUnshift(list, listener);
    else ArrayPrototypePush(list, listener);
  }

  const max = maxListenersOf(emitter);
  if (max > 0 && list.length > max && !list.warned) warnOfLeak(emitter, type, list, max);
  return emitter;
}

function changeableList(events, type, list) {
  if (!(list[kEmitting] > 0)) return list;
  const copy = ArrayPrototypeSlice(list);
  copy[kEmitting] = 0;
  if (list.warned) copy.warned = true;
  return events[type] = copy;
}

function warnOfLeak(emitter, type, list, max) {
  list.warned = true;
  const { inspect } = require('internal/util/inspect');
  const warning = new Error(
    `Possible EventEmitter memory leak detected. ${list.length} ${String(type)} listeners ` +
    `added to ${inspect(emitter, { depth: -1 })}. MaxListeners is ${max}. ` +
    'Use emitter.setMaxListeners() to increase limit');
  warning.name = 'MaxListenersExceededWarning';
  warning.emitter = emitter;
  warning.type = type;
  warning.count = list.length;
  process.emitWarning(warning);
}

proto.addListener = function addListener(type, listener) {
  return addListenerTo(this, type, listener, false);
};

proto.on = proto.addListener;

proto.prependListener = function prependListener(type, listener) {
  return addListenerTo(this, type, listener, true);
};

function onceWrapper(emitter, type, listener) {
  let fired = false;
  function wrapper(...args) {
    if (fired) return;
    fired = true;
    emitter.removeListener(type, wrapper);
    return apply(listener, emitter, args);
  }
  wrapper.listener = listener;
  return wrapper;
}

proto.once = function once(type, listener) {
  validateFunction(listener, 'listener');
  this.on(type, onceWrapper(this, type, listener));
  return this;
};

proto.prependOnceListener = function prependOnceListener(type, listener) {
  validateFunction(listener, 'listener');
  this.prependListener(type, onceWrapper(this, type, listener));
  return this;
};

const isListener = (entry, listener) => entry === listener || entry.listener === listener;

proto.removeListener = function removeListener(type, listener) {
  validateFunction(listener, 'listener');

  const events = this._events;
  let list = events?.[type];
  if (list === undefined) return this;

  if (isListener(list, listener)) {
    this._eventsCount--;
    if (this[kShapeMode]) events[type] = undefined;
    else if (this._eventsCount === 0) this._events = { __proto__: null };
    else delete events[type];
    if (events.removeListener !== undefined)
      this.emit('removeListener', type, list.listener || listener);
    return this;
  }
  if (typeof list === 'function') return this;

  let position = list.length - 1;
  while (position >= 0 && !isListener(list[position], listener)) position--;
  if (position < 0) return this;

  list = changeableList(events, type, list);
  removeAt(list, position);
  if (list.length === 1) events[type] = list[0];
  if (events.removeListener !== undefined) this.emit('removeListener', type, listener);
  return this;
};

proto.off = proto.removeListener;

proto.removeAllListeners = function removeAllListeners(type) {
  const events = this._events;
  if (events === undefined) return this;
  const everything = arguments.length === 0;

  if (events.removeListener === undefined) {
    if (everything) {
      forgetAll(this);
    } else if (events[type] !== undefined) {
      if (--this._eventsCount === 0) this._events = { __proto__: null };
      else delete events[type];
    }
    this[kShapeMode] = false;
    return this;
  }

  // There are 'removeListener' listeners, which get each removal.
  if (everything) {
    for (let j = 0, items = ownKeys(events); j < items.length; j++) {
      const key = items[j];
      if (key !== 'removeListener') this.removeAllListeners(key);
    }
    this.removeAllListeners('removeListener');
    forgetAll(this);
    this[kShapeMode] = false;
    return this;
  }

  const list = events[type];
  if (typeof list === 'function') {
    this.removeListener(type, list);
  } else if (list !== undefined) {
    for (let i = list.length - 1; i >= 0; i--) this.removeListener(type, list[i]);
  }
  return this;
};

function forgetAll(emitter) {
  emitter._events = { __proto__: null };
  emitter._eventsCount = 0;
}

proto.listeners = function listeners(type) {
  return copyOfListeners(this, type, true);
};

proto.rawListeners = function rawListeners(type) {
  return copyOfListeners(this, type, false);
};

function copyOfListeners(emitter, type, unwrap) {
  const list = emitter._events?.[type];
  if (list === undefined) return [];
  const copy = typeof list === 'function' ? [list] : ArrayPrototypeSlice(list);
  if (unwrap) {
    for (let i = 0; i < copy.length; i++) {
      const original = copy[i].listener;
      if (typeof original === 'function') copy[i] = original;
    }
  }
  return copy;
}

proto.listenerCount = function listenerCount(type, listener) {
  const list = this._events?.[type];
  if (list === undefined) return 0;
  if (typeof list === 'function')
    return listener == null || isListener(list, listener) ? 1 : 0;
  if (listener == null) return list.length;
  let count = 0;
  for (let i = 0; i < list.length; i++) {
    if (isListener(list[i], listener)) count++;
  }
  return count;
};

proto.eventNames = function eventNames() {
  if (this._eventsCount === 0) return [];
  const events = this._events;
  return ArrayPrototypeFilter(ownKeys(events), (name) => events[name] !== undefined);
};

function notAnEmitter(value) {
  return new ERR_INVALID_ARG_TYPE('emitter', ['EventEmitter', 'EventTarget'], value);
}

function getEventListeners(emitterOrTarget, type) {
  if (typeof emitterOrTarget.listeners === 'function') return emitterOrTarget.listeners(type);
  const { isEventTarget, listenersOf } = require('internal/events/event_target');
  if (isEventTarget(emitterOrTarget)) return listenersOf(emitterOrTarget, type);
  throw notAnEmitter(emitterOrTarget);
}

function getMaxListeners(emitterOrTarget) {
  if (typeof emitterOrTarget?.getMaxListeners === 'function') return maxListenersOf(emitterOrTarget);
  const max = emitterOrTarget?.[kMaxEventTargetListeners];
  if (typeof max === 'number') return max;
  throw notAnEmitter(emitterOrTarget);
}

function listenerCount(emitterOrTarget, type) {
  if (typeof emitterOrTarget.listenerCount === 'function') return emitterOrTarget.listenerCount(type);
  const { isEventTarget, listenersOf } = require('internal/events/event_target');
  if (isEventTarget(emitterOrTarget)) return listenersOf(emitterOrTarget, type).length;
  throw notAnEmitter(emitterOrTarget);
}
