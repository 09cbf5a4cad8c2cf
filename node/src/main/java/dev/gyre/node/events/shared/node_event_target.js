'use strict';

// NodeEventTarget: an EventTarget with the applicable part of EventEmitter's interface. Ports of worker_threads are such
// targets.

const {
  ArrayFrom, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, String, Symbol, SymbolToStringTag,
} = require('internal/primordials');
const { codes: { ERR_INVALID_THIS } } = require('internal/errors');
const { validateString } = require('internal/validators');
const EventEmitter = require('events');
const { finishInterface } = require('internal/events/event');
const {
  EventTarget, initEventTarget, kEvents, kHybridDispatch, kIsNodeStyleListener,
} = require('internal/events/event_target');

const kIsNodeEventTarget = Symbol('kIsNodeEventTarget');

function check(value) {
  if (!value?.constructor?.[kIsNodeEventTarget]) throw new ERR_INVALID_THIS('NodeEventTarget');
}

class NodeEventTarget extends EventTarget {
  static [kIsNodeEventTarget] = true;
  static defaultMaxListeners = 10;

  setMaxListeners(n) {
    check(this);
    EventEmitter.setMaxListeners(n, this);
  }

  getMaxListeners() {
    check(this);
    return this[EventEmitter.kMaxEventTargetListeners];
  }

  eventNames() {
    check(this);
    return this[kEvents] === undefined ? [] : ArrayFrom(this[kEvents].keys());
  }

  listenerCount(type) {
    check(this);
    return this[kEvents]?.get(String(type))?.size ?? 0;
  }

  off(type, listener, options) {
    check(this);
    this.removeEventListener(type, listener, options);
    return this;
  }

  removeListener(type, listener, options) {
    check(this);
    this.removeEventListener(type, listener, options);
    return this;
  }

  on(type, listener) {
    check(this);
    this.addEventListener(type, listener, { [kIsNodeStyleListener]: true });
    return this;
  }

  addListener(type, listener) {
    check(this);
    this.addEventListener(type, listener, { [kIsNodeStyleListener]: true });
    return this;
  }

  once(type, listener) {
    check(this);
    this.addEventListener(type, listener, { once: true, [kIsNodeStyleListener]: true });
    return this;
  }

  emit(type, arg) {
    check(this);
    validateString(type, 'type');
    const hadListeners = this.listenerCount(type) > 0;
    this[kHybridDispatch](arg, type);
    return hadListeners;
  }

  removeAllListeners(type) {
    check(this);
    if (type === undefined) this[kEvents]?.clear();
    else this[kEvents]?.delete(String(type));
    return this;
  }
}

const stringTag = ObjectGetOwnPropertyDescriptor(EventTarget.prototype, SymbolToStringTag);
finishInterface(NodeEventTarget);
ObjectDefineProperty(NodeEventTarget.prototype, SymbolToStringTag, stringTag);

module.exports = { NodeEventTarget, initNodeEventTarget: initEventTarget };
