'use strict';

// AbortController and AbortSignal.
//
// The difficulty is which objects keep which alive:
//
//   - AbortSignal.any(): the composite refers to its sources. A source refers back to the composite
//     only while the composite has 'abort' listeners; without listeners the composite checks its
//     sources whenever its state is read. So a composite with listeners lives as long as any source
//     can still abort it, and one without leaves no trace in a long-lived source.
//   - AbortSignal.timeout(): the timer refers to the signal weakly, and strongly while there are
//     listeners (directly, or through a composite). When a signal is collected early, its timer is
//     cleared. The timer never keeps the process running.

const {
  ArrayPrototypeFilter, ArrayPrototypePush, ArrayPrototypeSort, FinalizationRegistry, ObjectDefineProperties,
  ObjectDefineProperty, PromiseWithResolvers, SafeSet, Symbol, SymbolIterator, TypeError, WeakRef, copyList, deref, itemsOf,
  joinLists, registerFinalizer,
} = require('internal/primordials');
const {
  codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS },
} = require('internal/errors');
const {
  kValidateObjectAllowObjects, validateObject, validateUint32,
} = require('internal/validators');
const { customInspectSymbol } = require('internal/util');
const { DOMException } = require('internal/dom_exception');
const { kTransfer } = require('internal/structured_clone');
const { kSend, onReceive } = require('internal/message_types');
const { finishInterface } = require('internal/events/event');
const {
  Event, EventTarget, defineEventHandler, kEvents, kNewListener, kRemoveListener,
  kResistStopPropagation, kTrustEvent, kWeakHandler,
} = require('internal/events/event_target');
const { kMaxEventTargetListeners } = require('events');

const kConstruct = Symbol('kConstruct');
// On a source: the Set of the observed composites that depend on it. A property, because Node's tests read its size.
const kDependantSignals = Symbol('kDependantSignals');

// Symbols instead of private fields: as in Node, a Proxy of a signal works like the signal.
const kAbort = Symbol('kAbort');
const kAborted = Symbol('kAborted');
const kAskSources = Symbol('kAskSources');
const kFollow = Symbol('kFollow');
const kForget = Symbol('kForget');
const kHasListeners = Symbol('kHasListeners');
const kReason = Symbol('kReason');
const kSequence = Symbol('kSequence');
const kSources = Symbol('kSources');
const kTimerHold = Symbol('kTimerHold');
const kUnfollow = Symbol('kUnfollow');
const kUpdateHolds = Symbol('kUpdateHolds');

// Clears the timer of a timeout signal that was collected. Created at its first use: a snapshot can't contain it.
let timersOfLostSignals;

let compositesMade = 0;
let abortSignal;
let isAbortSignal;

class AbortSignal extends EventTarget {
  [kAborted] = false;
  [kReason] = undefined;
  [kSources] = undefined; // a Set of plain signals, for a composite
  [kSequence] = 0; // for a composite: its creation number; composites abort in this order
  [kTimerHold] = undefined; // for a timeout signal: what the timer refers to, { weak, strong }

  static {
    isAbortSignal = (value) => value !== null && typeof value === 'object' && value[kAborted] !== undefined;
    abortSignal = (signal, reason) => signal[kAbort](reason);
  }

  constructor(token = undefined) {
    if (token !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super();
    this[kMaxEventTargetListeners] = 0;
  }

  get aborted() {
    checkSignal(this);
    this[kAskSources]();
    return this[kAborted];
  }

  get reason() {
    checkSignal(this);
    this[kAskSources]();
    return this[kReason];
  }

  throwIfAborted() {
    checkSignal(this);
    this[kAskSources]();
    if (this[kAborted]) throw this[kReason];
  }

  [customInspectSymbol](depth, options) {
    return inspectBriefly(this, { aborted: this.aborted }, depth, options);
  }

  static abort(reason = new DOMException('This operation was aborted', 'AbortError')) {
    const signal = new AbortSignal(kConstruct);
    signal[kAborted] = true;
    signal[kReason] = reason;
    return signal;
  }

  static timeout(delay) {
    validateUint32(delay, 'delay', false);
    const signal = new AbortSignal(kConstruct);
    const hold = signal[kTimerHold] = { weak: new WeakRef(signal), strong: undefined };
    const { clearTimeout, setTimeout } = require('timers');
    const timer = setTimeout(() => {
      deref(hold.weak)?.[kAbort](
        new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    }, delay);
    timer.unref();
    timersOfLostSignals ??= new FinalizationRegistry(clearTimeout);
    registerFinalizer(timersOfLostSignals, signal, timer);
    return signal;
  }

  static any(signals) {
    const given = sequenceOfSignals(signals);
    const composite = new AbortSignal(kConstruct);
    composite[kSources] = new SafeSet();
    composite[kSequence] = ++compositesMade;
    for (let i = 0; i < given.length; i++) {
      const signal = given[i];
      if (signal.aborted) {
        composite[kAbort](signal.reason);
        return composite;
      }
      if (signal[kSources] === undefined) composite[kSources].add(signal);
      else signal[kSources].forEach((source) => composite[kSources].add(source));
    }
    return composite;
  }

  [kNewListener](size, type, listener, once, capture, passive, weak) {
    super[kNewListener](size, type, listener, once, capture, passive, weak);
    if (type === 'abort' && size === 1 && !weak) this[kUpdateHolds](true);
    else if (type === 'abort' && size === 1) this[kFollow]();
  }

  [kRemoveListener](size, type, listener, capture) {
    super[kRemoveListener](size, type, listener, capture);
    if (type === 'abort' && size === 0) this[kUpdateHolds](false);
  }

  [kUpdateHolds](observed) {
    if (this[kAborted]) return;
    if (this[kTimerHold] !== undefined) {
      this[kTimerHold].strong = observed || this[kDependantSignals]?.size > 0 ? this : undefined;
    }
    if (this[kSources] === undefined) return;
    if (observed) this[kFollow]();
    else this[kUnfollow]();
  }

  [kFollow]() {
    this[kAskSources]();
    if (this[kAborted] || this[kSources] === undefined) return;
    for (const source of itemsOf(this[kSources])) {
      source[kDependantSignals] ??= new SafeSet();
      source[kDependantSignals].add(this);
      if (source[kTimerHold] !== undefined) source[kTimerHold].strong = source;
    }
  }

  [kUnfollow]() {
    for (const source of itemsOf(this[kSources])) {
      source[kDependantSignals]?.delete(this);
      if (source[kTimerHold] !== undefined && !source[kHasListeners]())
        source[kTimerHold].strong = undefined;
    }
  }

  [kHasListeners]() {
    return this[kDependantSignals]?.size > 0 || this[kEvents]?.get('abort')?.size > 0;
  }

  [kAskSources]() {
    if (this[kSources] === undefined || this[kAborted]) return;
    for (const source of itemsOf(this[kSources])) {
      if (source[kAborted]) {
        this[kAbort](source[kReason]);
        return;
      }
    }
  }

  [kAbort](reason) {
    if (this[kAborted]) return;
    // All states change before any listener runs, so that every listener sees the same states.
    const dependents = ArrayPrototypeFilter(copyList(this[kDependantSignals] ?? []), (signal) => !signal[kAborted]);
    const affected = joinLists([this], ArrayPrototypeSort(dependents, (a, b) => a[kSequence] - b[kSequence]));
    for (let i = 0; i < affected.length; i++) {
      const signal = affected[i];
      signal[kAborted] = true;
      signal[kReason] = reason;
    }
    for (let j = 0; j < affected.length; j++) {
      const signal = affected[j];
      signal[kForget]();
      if (signal[kEvents]?.has('abort'))
        signal.dispatchEvent(new Event('abort', { [kTrustEvent]: true }));
    }
  }

  [kForget]() {
    if (this[kSources] !== undefined) this[kUnfollow]();
    this[kSources] &&= new SafeSet();
    if (this[kDependantSignals] !== undefined) this[kDependantSignals] = undefined;
    if (this[kTimerHold] !== undefined) this[kTimerHold].strong = undefined;
  }
}

finishInterface(AbortSignal);
ObjectDefineProperties(AbortSignal.prototype, {
  __proto__: null,
  reason: { __proto__: null, enumerable: false },
  throwIfAborted: { __proto__: null, enumerable: false },
});
defineEventHandler(AbortSignal.prototype, 'abort');

class AbortController {
  #signal;

  get signal() {
    return this.#signal ??= new AbortSignal(kConstruct);
  }

  abort(reason = new DOMException('This operation was aborted', 'AbortError')) {
    abortSignal(this.#signal ??= new AbortSignal(kConstruct), reason);
  }

  [customInspectSymbol](depth, options) {
    return inspectBriefly(this, { signal: this.signal }, depth, options);
  }
}

finishInterface(AbortController);

function checkSignal(value) {
  if (!isAbortSignal(value)) throw new ERR_INVALID_THIS('AbortSignal');
}

function inspectBriefly(self, shown, depth, options) {
  if (depth < 0) return self;
  const { inspect } = require('internal/util/inspect');
  const inner = { ...options, depth: options.depth === null ? null : options.depth - 1 };
  return `${self.constructor.name} ${inspect(shown, inner)}`;
}

function conversionError(message) {
  const err = new TypeError(message);
  err.code = 'ERR_INVALID_ARG_TYPE';
  return err;
}

function sequenceOfSignals(value) {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  if (!isObject || typeof value[SymbolIterator] !== 'function')
    throw conversionError('signals cannot be converted to sequence.');
  const signals = [];
  for (const item of itemsOf(value)) {
    if (!isAbortSignal(item))
      throw conversionError(`signals[${signals.length}] is not of type AbortSignal.`);
    ArrayPrototypePush(signals, item);
  }
  return signals;
}

async function aborted(signal, resource) {
  if (!isAbortSignal(signal)) throw conversionError('signal is not of type AbortSignal.');
  validateObject(resource, 'resource', kValidateObjectAllowObjects);
  if (signal.aborted) return;
  const { promise, resolve } = PromiseWithResolvers();
  signal.addEventListener('abort', resolve, {
    __proto__: null, [kWeakHandler]: resource, once: true, [kResistStopPropagation]: true,
  });
  return promise;
}

// A signal in a message: the receiver gets a signal of its own, and a port tells it when this one is aborted.
function sendSignal(signal, message) {
  if (signal.aborted) return { deserializeInfo: 'AbortSignal', data: { port: undefined, reason: signal.reason } };
  const { MessageChannel } = require('internal/worker_threads/message_port');
  const { port1, port2 } = new MessageChannel();
  signal.addEventListener('abort', () => {
    port1.postMessage(signal.reason);
    port1.close();
  }, { __proto__: null, once: true });
  return { deserializeInfo: 'AbortSignal', data: { port: message.transferring(port2), reason: undefined } };
}

onReceive('AbortSignal', ({ port, reason }) => {
  if (port === undefined) return transferableAbortSignal(AbortSignal.abort(reason));
  const { signal } = transferableAbortController();
  port.onmessage = ({ data }) => {
    signal[kAbort](data);
    port.close();
    port.onmessage = undefined;
  };
  port.unref(); // only the signal's users keep the process running
  return signal;
});

// Transferring a signal keeps it and creates another one that follows it.
function transferableAbortSignal(signal) {
  if (!isAbortSignal(signal)) throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  ObjectDefineProperty(signal, kTransfer, {
    __proto__: null, configurable: true, value: () => AbortSignal.any([signal]),
  });
  ObjectDefineProperty(signal, kSend, {
    __proto__: null, configurable: true, value: (message) => sendSignal(signal, message),
  });
  return signal;
}

function transferableAbortController() {
  const controller = new AbortController();
  transferableAbortSignal(controller.signal);
  return controller;
}

module.exports = {
  AbortController,
  AbortSignal,
  aborted,
  isAbortSignal,
  transferableAbortController,
  transferableAbortSignal,
};
