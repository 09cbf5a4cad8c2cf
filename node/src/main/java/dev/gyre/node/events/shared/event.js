'use strict';

// Event and CustomEvent. The state of a dispatch is private to the event; EventTarget accesses it through the functions
// exported below.

const {
  ArrayPrototypeForEach, NumberIsInteger, ObjectDefineProperties, ObjectDefineProperty, ObjectGetOwnPropertyNames,
  Symbol, SymbolToStringTag,
} = require('internal/primordials');
const {
  codes: { ERR_INVALID_THIS, ERR_MISSING_ARGS },
} = require('internal/errors');
const { validateObject } = require('internal/validators');
const { customInspectSymbol, kEnumerableProperty } = require('internal/util');
const { coarseNow } = require('internal/perf_hooks/clock');

const kTrustEvent = Symbol('kTrustEvent');

const PHASES = ['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'];

let isEvent;
let isDispatching;
let beginDispatch;
let endDispatch;
let isStopped;
let setInPassiveListener;

class Event {
  #type;
  #bubbles;
  #cancelable;
  #composed;
  #trusted;
  #timeStamp = coarseNow();
  #target = null;
  #dispatching = false;
  #propagationStopped = false;
  #stoppedAtOnce = false;
  #inPassiveListener = false;
  #defaultPrevented = false;

  static {
    isEvent = (value) => value !== null && typeof value === 'object' && #type in value;
    isDispatching = (event) => event.#dispatching;
    beginDispatch = (event, target) => {
      event.#target = target;
      event.#dispatching = true;
    };
    endDispatch = (event) => { event.#dispatching = false; };
    isStopped = (event) => event.#stoppedAtOnce;
    setInPassiveListener = (event, inside) => { event.#inPassiveListener = inside; };
  }

  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    if (options != null) validateObject(options, 'options');
    this.#bubbles = !!options?.bubbles;
    this.#cancelable = !!options?.cancelable;
    this.#composed = !!options?.composed;
    this.#trusted = !!options?.[kTrustEvent];
    this.#type = `${type}`;
  }

  initEvent(type, bubbles = false, cancelable = false) {
    check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    if (this.#dispatching) return;
    this.#type = `${type}`;
    this.#bubbles = !!bubbles;
    this.#cancelable = !!cancelable;
  }

  stopPropagation() {
    check(this);
    this.#propagationStopped = true;
  }

  stopImmediatePropagation() {
    check(this);
    this.#propagationStopped = true;
    this.#stoppedAtOnce = true;
  }

  preventDefault() {
    check(this);
    if (this.#cancelable && !this.#inPassiveListener) this.#defaultPrevented = true;
  }

  composedPath() {
    check(this);
    return this.#dispatching ? [this.#target] : [];
  }

  get type() { check(this); return this.#type; }

  get target() { check(this); return this.#target; }

  get srcElement() { check(this); return this.#target; }

  get currentTarget() { check(this); return this.#dispatching ? this.#target : null; }

  get eventPhase() { check(this); return this.#dispatching ? Event.AT_TARGET : Event.NONE; }

  get bubbles() { check(this); return this.#bubbles; }

  get cancelable() { check(this); return this.#cancelable; }

  get composed() { check(this); return this.#composed; }

  get defaultPrevented() { check(this); return this.#cancelable && this.#defaultPrevented; }

  get timeStamp() { check(this); return this.#timeStamp; }

  get isTrusted() { return isEvent(this) && this.#trusted; }

  get returnValue() { check(this); return !this.#cancelable || !this.#defaultPrevented; }

  set returnValue(value) { check(this); if (!value) this.preventDefault(); }

  get cancelBubble() { check(this); return this.#propagationStopped; }

  set cancelBubble(value) { check(this); if (value) this.#propagationStopped = true; }

  [customInspectSymbol](depth, options) {
    check(this);
    return inspectAs(this, depth, options, {
      type: this.#type,
      defaultPrevented: this.#defaultPrevented,
      cancelable: this.#cancelable,
      timeStamp: this.#timeStamp,
    });
  }
}

function check(event) {
  if (!isEvent(event)) throw new ERR_INVALID_THIS('Event');
}

function inspectAs(object, depth, options, shown) {
  const { name } = object.constructor;
  if (depth < 0) return name;
  const { inspect } = require('internal/util/inspect');
  const inner = { ...options };
  if (NumberIsInteger(options.depth)) inner.depth = options.depth - 1;
  return `${name} ${inspect(shown, inner)}`;
}

class CustomEvent extends Event {
  #detail;

  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    super(type, options);
    this.#detail = options?.detail ?? null;
  }

  get detail() {
    if (!(#detail in this)) throw new ERR_INVALID_THIS('CustomEvent');
    return this.#detail;
  }
}

// The members of a WebIDL interface are enumerable, those of a class are not.
function finishInterface(Interface) {
  const descriptors = {
    [SymbolToStringTag]: { __proto__: null, configurable: true, value: Interface.name },
  };
  for (let i = 0, list = ObjectGetOwnPropertyNames(Interface.prototype); i < list.length; i++) {
    const name = list[i];
    if (name !== 'constructor') descriptors[name] = kEnumerableProperty;
  }
  ObjectDefineProperties(Interface.prototype, descriptors);
}

finishInterface(Event);
finishInterface(CustomEvent);
ObjectDefineProperty(Event.prototype, 'isTrusted', { __proto__: null, configurable: false });
ArrayPrototypeForEach(PHASES, (name, value) => {
  ObjectDefineProperty(Event, name, { __proto__: null, enumerable: true, value });
});

module.exports = {
  CustomEvent,
  Event,
  beginDispatch,
  endDispatch,
  finishInterface,
  inspectAs,
  isDispatching,
  isEvent,
  isStopped,
  kTrustEvent,
  setInPassiveListener,
};
