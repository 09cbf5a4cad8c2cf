'use strict';

// AbortController and AbortSignal.
//
// Who keeps whom alive is the whole difficulty:
//
//   - AbortSignal.any(): the composite refers to its sources. A source refers back to the composite
//     only while somebody listens for the composite's 'abort'; without listeners the composite asks
//     its sources whenever its state is read. So a composite that is observed lives as long as any
//     source can still abort it, and one that isn't leaves no trace in a long-lived source.
//   - AbortSignal.timeout(): the timer refers to the signal weakly, and strongly while somebody
//     listens (directly, or through a composite). A signal dropped early takes its timer with it.
//     The timer never keeps the process running.

const {
  codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS },
} = require('internal/errors');
const {
  kValidateObjectAllowObjects, validateObject, validateUint32,
} = require('internal/validators');
const { customInspectSymbol } = require('internal/util');
const { DOMException } = require('internal/dom_exception');
const { kTransfer } = require('internal/structured_clone');
const { finishInterface } = require('internal/events/event');
const {
  Event, EventTarget, defineEventHandler, kEvents, kNewListener, kRemoveListener,
  kResistStopPropagation, kTrustEvent, kWeakHandler,
} = require('internal/events/event_target');
const { kMaxEventTargetListeners } = require('events');

const kConstruct = Symbol('kConstruct');
// On a source: the Set of the observed composites that depend on it. A property, since Node's tests
// look at its size.
const kDependantSignals = Symbol('kDependantSignals');

// Clears the timer of a timeout signal nobody can reach any more. Made on first use: a snapshot
// can't hold it.
let timersOfLostSignals;

let compositesMade = 0;
let abortSignal;
let isAbortSignal;

class AbortSignal extends EventTarget {
  #aborted = false;
  #reason = undefined;
  #sources = undefined; // a Set of plain signals, for a composite
  #sequence = 0; // of a composite: when it was made, which is the order composites abort in
  #timerHold = undefined; // for a timeout signal: what the timer sees, { weak, strong }

  static {
    isAbortSignal = (value) => value !== null && typeof value === 'object' && #aborted in value;
    abortSignal = (signal, reason) => signal.#abort(reason);
  }

  constructor(token = undefined) {
    if (token !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super();
    this[kMaxEventTargetListeners] = 0;
  }

  get aborted() {
    checkSignal(this);
    this.#askSources();
    return this.#aborted;
  }

  get reason() {
    checkSignal(this);
    this.#askSources();
    return this.#reason;
  }

  throwIfAborted() {
    checkSignal(this);
    this.#askSources();
    if (this.#aborted) throw this.#reason;
  }

  [customInspectSymbol](depth, options) {
    return inspectBriefly(this, { aborted: this.aborted }, depth, options);
  }

  static abort(reason = new DOMException('This operation was aborted', 'AbortError')) {
    const signal = new AbortSignal(kConstruct);
    signal.#aborted = true;
    signal.#reason = reason;
    return signal;
  }

  static timeout(delay) {
    validateUint32(delay, 'delay', false);
    const signal = new AbortSignal(kConstruct);
    const hold = signal.#timerHold = { weak: new WeakRef(signal), strong: undefined };
    const { clearTimeout, setTimeout } = require('timers');
    const timer = setTimeout(() => {
      hold.weak.deref()?.#abort(
        new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    }, delay);
    timer.unref();
    timersOfLostSignals ??= new FinalizationRegistry(clearTimeout);
    timersOfLostSignals.register(signal, timer);
    return signal;
  }

  static any(signals) {
    const given = sequenceOfSignals(signals);
    const composite = new AbortSignal(kConstruct);
    composite.#sources = new Set();
    composite.#sequence = ++compositesMade;
    for (const signal of given) {
      if (signal.aborted) {
        composite.#abort(signal.reason);
        return composite;
      }
      if (signal.#sources === undefined) composite.#sources.add(signal);
      else signal.#sources.forEach((source) => composite.#sources.add(source));
    }
    return composite;
  }

  [kNewListener](size, type, listener, once, capture, passive, weak) {
    super[kNewListener](size, type, listener, once, capture, passive, weak);
    if (type === 'abort' && size === 1 && !weak) this.#updateHolds(true);
    else if (type === 'abort' && size === 1) this.#follow();
  }

  [kRemoveListener](size, type, listener, capture) {
    super[kRemoveListener](size, type, listener, capture);
    if (type === 'abort' && size === 0) this.#updateHolds(false);
  }

  #updateHolds(observed) {
    if (this.#aborted) return;
    if (this.#timerHold !== undefined) {
      this.#timerHold.strong = observed || this[kDependantSignals]?.size > 0 ? this : undefined;
    }
    if (this.#sources === undefined) return;
    if (observed) this.#follow();
    else this.#unfollow();
  }

  #follow() {
    this.#askSources();
    if (this.#aborted || this.#sources === undefined) return;
    for (const source of this.#sources) {
      source[kDependantSignals] ??= new Set();
      source[kDependantSignals].add(this);
      if (source.#timerHold !== undefined) source.#timerHold.strong = source;
    }
  }

  #unfollow() {
    for (const source of this.#sources) {
      source[kDependantSignals]?.delete(this);
      if (source.#timerHold !== undefined && !source.#hasListeners())
        source.#timerHold.strong = undefined;
    }
  }

  #hasListeners() {
    return this[kDependantSignals]?.size > 0 || this[kEvents]?.get('abort')?.size > 0;
  }

  #askSources() {
    if (this.#sources === undefined || this.#aborted) return;
    for (const source of this.#sources) {
      if (source.#aborted) {
        this.#abort(source.#reason);
        return;
      }
    }
  }

  #abort(reason) {
    if (this.#aborted) return;
    // All states change before any listener runs, so that every listener finds the same picture.
    const dependents = [...(this[kDependantSignals] ?? [])].filter((signal) => !signal.#aborted);
    const affected = [this, ...dependents.sort((a, b) => a.#sequence - b.#sequence)];
    for (const signal of affected) {
      signal.#aborted = true;
      signal.#reason = reason;
    }
    for (const signal of affected) {
      signal.#forget();
      if (signal[kEvents]?.has('abort'))
        signal.dispatchEvent(new Event('abort', { [kTrustEvent]: true }));
    }
  }

  #forget() {
    if (this.#sources !== undefined) this.#unfollow();
    this.#sources &&= new Set();
    if (this[kDependantSignals] !== undefined) this[kDependantSignals] = undefined;
    if (this.#timerHold !== undefined) this.#timerHold.strong = undefined;
  }
}

finishInterface(AbortSignal);
Object.defineProperties(AbortSignal.prototype, {
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
  if (!isObject || typeof value[Symbol.iterator] !== 'function')
    throw conversionError('signals cannot be converted to sequence.');
  const signals = [];
  for (const item of value) {
    if (!isAbortSignal(item))
      throw conversionError(`signals[${signals.length}] is not of type AbortSignal.`);
    signals.push(item);
  }
  return signals;
}

async function aborted(signal, resource) {
  if (!isAbortSignal(signal)) throw conversionError('signal is not of type AbortSignal.');
  validateObject(resource, 'resource', kValidateObjectAllowObjects);
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers();
  signal.addEventListener('abort', resolve, {
    __proto__: null, [kWeakHandler]: resource, once: true, [kResistStopPropagation]: true,
  });
  return promise;
}

// Transferring a signal leaves it as it is and makes another that follows it. Within one thread that
// is a composite of one source; to another thread signals can't be sent yet.
function transferableAbortSignal(signal) {
  if (!isAbortSignal(signal)) throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  Object.defineProperty(signal, kTransfer, {
    __proto__: null, configurable: true, value: () => AbortSignal.any([signal]),
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
