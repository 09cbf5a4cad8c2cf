'use strict';

// EventTarget and the `onx` attributes.
//
// A target has a record { size, list } for each type. A dispatch walks the list it found at its start, up to its length at
// that time. Adding appends to the same array; removing marks the listener and replaces the list by a shortened copy. So a
// running dispatch doesn't see new listeners and skips removed ones.
//
// `size` is passed to the max-listeners check and the kNewListener/kRemoveListener hooks. It differs from the length of the
// list only by `onx` attributes set to null, whose slot stays so that a handler set again keeps its place in the order.
//
// A weak listener is kept alive by its retainer, not by the target: when the retainer is collected, so is the listener, and
// a finalizer removes it from the list.

const {
  ArrayPrototypeIndexOf, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSome, ArrayPrototypeToSpliced, Error,
  FinalizationRegistry, ObjectAssign, ObjectDefineProperty, ObjectFreeze, ReflectApply: apply, SafeMap, SafeSet,
  SafeWeakMap, Symbol, SymbolFor, TypeError, WeakRef, deref, registerFinalizer, unregisterFinalizer,
} = require('internal/primordials');
const {
  codes: { ERR_EVENT_RECURSION, ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_MISSING_ARGS },
} = require('internal/errors');
const {
  kValidateObjectAllowObjects, validateAbortSignal, validateObject,
} = require('internal/validators');
const { customInspectSymbol } = require('internal/util');
const EventEmitter = require('events');
const {
  CustomEvent, Event, beginDispatch, endDispatch, finishInterface, inspectAs, isDispatching, isEvent,
  isStopped, kTrustEvent, setInPassiveListener,
} = require('internal/events/event');

const { kMaxEventTargetListeners, kMaxEventTargetListenersWarned } = EventEmitter;

const kCreateEvent = Symbol('kCreateEvent');
const kEvents = Symbol('kEvents');
const kHandlers = Symbol('kHandlers');
const kHybridDispatch = SymbolFor('nodejs.internal.kHybridDispatch');
const kIsEventTarget = SymbolFor('nodejs.event_target');
const kIsNodeStyleListener = Symbol('kIsNodeStyleListener');
const kNewListener = Symbol('kNewListener');
const kRemoveListener = Symbol('kRemoveListener');
const kResistStopPropagation = Symbol('kResistStopPropagation');
const kWeakHandler = Symbol('kWeak');

const NO_OPTIONS = ObjectFreeze({
  __proto__: null, once: false, capture: false, passive: false, signal: undefined, retainer: undefined,
  resistsStop: false, nodeStyle: false,
});

// Created at their first use: a snapshot can't contain them.
let collected;
let retained;

function onCollected({ targetRef, type, listener }) {
  const target = deref(targetRef);
  if (target !== undefined) dropListener(target, type, listener, undefined);
}

class Listener {
  removed = false;

  constructor(target, type, given, options) {
    this.once = options.once;
    this.capture = options.capture;
    this.passive = options.passive;
    this.nodeStyle = options.nodeStyle;
    this.resistsStop = options.resistsStop;
    this.retainer = undefined;
    this.given = given;
    if (options.retainer !== undefined) this.hold(target, type, given, options.retainer);
  }

  hold(target, type, given, retainer) {
    collected ??= new FinalizationRegistry(onCollected);
    retained ??= new SafeWeakMap();
    this.given = new WeakRef(given);
    this.retainer = new WeakRef(retainer);
    let kept = retained.get(retainer);
    if (kept === undefined) retained.set(retainer, kept = new SafeSet());
    kept.add(given);
    registerFinalizer(collected, given, { targetRef: new WeakRef(target), type, listener: this }, this);
  }

  callback() {
    return this.retainer === undefined ? this.given : deref(this.given);
  }

  is(given, capture) {
    return this.capture === capture && this.callback() === given;
  }

  release() {
    this.removed = true;
    if (this.retainer === undefined) return;
    unregisterFinalizer(collected, this);
    const retainer = deref(this.retainer);
    if (retainer !== undefined) retained.get(retainer).delete(deref(this.given));
  }
}

function initEventTarget(self) {
  self[kEvents] = undefined;
  self[kMaxEventTargetListeners] = EventEmitter.defaultMaxListeners;
  self[kMaxEventTargetListenersWarned] = false;
  self[kHandlers] = undefined;
}

function dropListener(target, type, listener, given) {
  const record = target[kEvents]?.get(type);
  const at = record === undefined ? -1 : ArrayPrototypeIndexOf(record.list, listener);
  if (at < 0) return;
  listener.release();
  record.list = ArrayPrototypeToSpliced(record.list, at, 1);
  record.size--;
  if (record.list.length === 0) target[kEvents].delete(type);
  target[kRemoveListener](record.size, type, given, listener.capture);
}

class EventTarget {
  // A registered symbol, because a target may come from another realm.
  static [kIsEventTarget] = true;

  constructor() {
    initEventTarget(this);
  }

  [kNewListener](size, type, listener, once, capture, passive, weak) {
    const max = this[kMaxEventTargetListeners];
    if (max > 0 && size > max && !this[kMaxEventTargetListenersWarned]) {
      this[kMaxEventTargetListenersWarned] = true;
      const { inspect } = require('internal/util/inspect');
      warn('MaxListenersExceededWarning',
           `Possible EventTarget memory leak detected. ${size} ${type} listeners ` +
           `added to ${inspect(this, { depth: -1 })}. MaxListeners is ${max}. ` +
           'Use events.setMaxListeners() to increase limit',
           { target: this, type, count: size });
    }
  }

  [kRemoveListener](size, type, listener, capture) {}

  addEventListener(type, listener, options = NO_OPTIONS) {
    if (!isEventTarget(this)) throw new ERR_INVALID_THIS('EventTarget');
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('type', 'listener');

    // Before the listener is checked: the getters of the options have to be read in any case.
    const settings = options === NO_OPTIONS ? NO_OPTIONS : readOptions(options);
    const { signal } = settings;
    validateAbortSignal(signal, 'options.signal');
    if (signal) {
      if (signal.aborted) return;
      signal.addEventListener('abort', () => this.removeEventListener(type, listener, options), {
        __proto__: null, once: true, [kWeakHandler]: this, [kResistStopPropagation]: true,
      });
    }

    if (!isListener(listener)) {
      warn('AddEventListenerArgumentTypeWarning',
           `addEventListener called with ${listener} which has no effect.`, { target: this, type });
      return;
    }

    type = domString(type);
    const events = this[kEvents] ??= new SafeMap();
    let record = events.get(type);
    if (record === undefined) {
      events.set(type, record = { size: 0, list: [] });
    } else if (ArrayPrototypeSome(record.list, (known) => known.is(listener, settings.capture))) {
      return;
    }
    ArrayPrototypePush(record.list, new Listener(this, type, listener, settings));
    record.size++;
    this[kNewListener](record.size, type, listener, settings.once, settings.capture,
                       settings.passive, settings.retainer);
  }

  removeEventListener(type, listener, options = NO_OPTIONS) {
    if (!isEventTarget(this)) throw new ERR_INVALID_THIS('EventTarget');
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('type', 'listener');
    if (!isListener(listener)) return;

    type = domString(type);
    const capture = typeof options === 'boolean' ? options : !!options?.capture;
    const found = this[kEvents]?.get(type)?.list.find((known) => known.is(listener, capture));
    if (found !== undefined) dropListener(this, type, found, listener);
  }

  dispatchEvent(event) {
    if (!isEventTarget(this)) throw new ERR_INVALID_THIS('EventTarget');
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('event');
    if (!isEvent(event)) throw new ERR_INVALID_ARG_TYPE('event', 'Event', event);
    if (isDispatching(event)) throw new ERR_EVENT_RECURSION(event.type);
    this[kHybridDispatch](event, event.type, event);
    return !event.defaultPrevented;
  }

  // Node-style listeners get the bare value; for the others an event is created when the first one needs it.
  [kHybridDispatch](nodeValue, type, event) {
    if (event !== undefined) beginDispatch(event, this);
    const list = this[kEvents]?.get(type)?.list;
    const count = list === undefined ? 0 : list.length;
    for (let i = 0; i < count; i++) {
      const listener = list[i];
      if (listener.removed) continue;
      if (event !== undefined && isStopped(event) && !listener.resistsStop) continue;
      const callback = listener.callback();
      if (listener.once) dropListener(this, type, listener, callback);
      if (callback === undefined) continue;
      if (event === undefined && !listener.nodeStyle) {
        event = this[kCreateEvent](nodeValue, type);
        beginDispatch(event, this);
      }
      invoke(this, listener, callback, listener.nodeStyle ? nodeValue : event);
    }
    if (event !== undefined) endDispatch(event);
  }

  [kCreateEvent](nodeValue, type) {
    return new CustomEvent(type, { detail: nodeValue });
  }

  [customInspectSymbol](depth, options) {
    return inspectAs(this, depth, options, {});
  }
}

finishInterface(EventTarget);

function invoke(target, listener, callback, arg) {
  const passive = listener.passive && !listener.nodeStyle;
  if (passive) setInPassiveListener(arg, true);
  try {
    let result;
    if (typeof callback === 'function') {
      result = apply(callback, target, [arg]);
    } else {
      const { handleEvent } = callback;
      if (handleEvent) result = apply(handleEvent, callback, [arg]);
    }
    if (result !== undefined && result !== null) {
      const { then } = result;
      if (typeof then === 'function') apply(then, result, [undefined, throwUncaught]);
    }
  } catch (err) {
    throwUncaught(err);
  } finally {
    if (passive) setInPassiveListener(arg, false);
  }
}

function throwUncaught(err) {
  process.nextTick(() => { throw err; });
}

function warn(name, message, properties) {
  const warning = new Error(message);
  warning.name = name;
  ObjectAssign(warning, properties);
  process.emitWarning(warning);
}

function isListener(listener) {
  if (typeof listener === 'function') return true;
  if (listener === null || listener === undefined) return false;
  if (typeof listener === 'object') return true;
  throw new ERR_INVALID_ARG_TYPE('listener', 'EventListener', listener);
}

function readOptions(options) {
  if (typeof options === 'boolean') return { ...NO_OPTIONS, capture: options };
  if (options === null) return NO_OPTIONS;
  validateObject(options, 'options', kValidateObjectAllowObjects);
  return {
    once: !!options.once,
    capture: !!options.capture,
    passive: !!options.passive,
    signal: options.signal,
    retainer: options[kWeakHandler],
    resistsStop: !!options[kResistStopPropagation],
    nodeStyle: !!options[kIsNodeStyleListener],
  };
}

function domString(value) {
  if (typeof value === 'symbol') {
    const err = new TypeError('Value is a Symbol and cannot be converted to a string.');
    err.code = 'ERR_INVALID_ARG_TYPE';
    throw err;
  }
  return `${value}`;
}

// By the class, not by a brand: that is sufficient to choose a path, and works across realms.
function isEventTarget(value) {
  return value?.constructor?.[kIsEventTarget];
}

function listenersOf(target, type) {
  const list = target[kEvents]?.get(type)?.list ?? [];
  return ArrayPrototypeMap(list, (listener) => listener.callback());
}

function defineEventHandler(prototype, name, event = name) {
  const property = `on${name}`;

  function get() {
    checkTarget(this);
    return this[kHandlers]?.get(event)?.handler ?? null;
  }

  function set(value) {
    checkTarget(this);
    const handlers = this[kHandlers] ??= new SafeMap();
    const slot = handlers.get(event);
    if (slot === undefined) {
      const created = handlerSlot(value);
      handlers.set(event, created);
      this.addEventListener(event, created);
      return;
    }
    const record = this[kEvents]?.get(event);
    const listed = record !== undefined && ArrayPrototypeSome(record.list, (listener) => listener.given === slot);
    if (listed && typeof slot.handler === 'function')
      this[kRemoveListener](--record.size, event, slot.handler, false);
    slot.handler = value;
    if (typeof value !== 'function') return;
    if (listed) this[kNewListener](++record.size, event, value, false, false, false, false);
    else this.addEventListener(event, slot);
  }

  ObjectDefineProperty(get, 'name', { __proto__: null, value: `get ${property}` });
  ObjectDefineProperty(set, 'name', { __proto__: null, value: `set ${property}` });
  ObjectDefineProperty(prototype, property, {
    __proto__: null, get, set, configurable: true, enumerable: true,
  });
}

function handlerSlot(handler) {
  function slot(...args) {
    if (typeof slot.handler === 'function') return apply(slot.handler, this, args);
  }
  slot.handler = handler;
  return slot;
}

function checkTarget(value) {
  if (typeof value !== 'object' || value === null || !(kHandlers in value))
    throw new ERR_INVALID_THIS('EventTarget');
}

module.exports = {
  CustomEvent,
  Event,
  EventTarget,
  defineEventHandler,
  initEventTarget,
  isEventTarget,
  kCreateEvent,
  kEvents,
  kHybridDispatch,
  kIsNodeStyleListener,
  kNewListener,
  kRemoveListener,
  kResistStopPropagation,
  kTrustEvent,
  kWeakHandler,
  listenersOf,
  get NodeEventTarget() { return require('internal/events/node_event_target').NodeEventTarget; },
};
