'use strict';

// node:timers/promises.

const {
  ObjectCreate, ObjectFreeze, Promise, PromiseReject, PromiseWithResolvers, Symbol,
} = require('internal/primordials');
const {
  AbortError, codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS },
} = require('internal/errors');
const {
  validateAbortSignal, validateBoolean, validateNumber, validateObject,
} = require('internal/validators');
const timers = require('timers');

const kScheduler = Symbol('kScheduler');
const NO_OPTIONS = ObjectFreeze({ __proto__: null });

const abortErrorOf = (signal) => new AbortError(undefined, { cause: signal.reason });

function validateOptions(options) {
  validateObject(options, 'options');
  if (options.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
  if (options.ref !== undefined) validateBoolean(options.ref, 'options.ref');
}

function onAbort(signal, listener) {
  const { kResistStopPropagation } = require('internal/events/event_target');
  signal.addEventListener('abort', listener,
                          { __proto__: null, once: true, [kResistStopPropagation]: true });
}

// Returns a promise for a one-shot timer. `start(fire)` arms it; `clear` disarms what `start` returned.
function promiseOf(value, { signal, ref = true }, start, clear) {
  if (signal?.aborted) return PromiseReject(abortErrorOf(signal));
  const { promise, resolve, reject } = PromiseWithResolvers();
  if (!signal) {
    const timer = start(() => resolve(value));
    if (!ref) timer.unref();
    return promise;
  }
  const cancel = () => {
    clear(timer);
    reject(abortErrorOf(signal));
  };
  const timer = start(() => {
    signal.removeEventListener('abort', cancel);
    resolve(value);
  });
  if (!ref) timer.unref();
  onAbort(signal, cancel);
  return promise;
}

function setTimeout(delay, value, options = NO_OPTIONS) {
  try {
    if (delay !== undefined) validateNumber(delay, 'delay');
    validateOptions(options);
  } catch (err) {
    return PromiseReject(err);
  }
  return promiseOf(value, options, (fire) => timers.setTimeout(fire, delay), timers.clearTimeout);
}

function setImmediate(value, options = NO_OPTIONS) {
  try {
    validateOptions(options);
  } catch (err) {
    return PromiseReject(err);
  }
  return promiseOf(value, options, timers.setImmediate, timers.clearImmediate);
}

// Ticks that occur while the consumer is busy are counted and yielded later without waiting.
async function* setInterval(delay, value, options = NO_OPTIONS) {
  if (delay !== undefined) validateNumber(delay, 'delay');
  validateOptions(options);
  const { signal, ref = true } = options;
  if (signal?.aborted) throw abortErrorOf(signal);

  let ticks = 0;
  let wake;
  const wakeUp = () => {
    wake?.();
    wake = undefined;
  };
  const interval = timers.setInterval(() => {
    ticks++;
    wakeUp();
  }, delay);
  if (!ref) interval.unref();
  const cancel = () => {
    timers.clearInterval(interval);
    wakeUp();
  };
  if (signal) onAbort(signal, cancel);

  try {
    while (!signal?.aborted) {
      if (ticks === 0) await new Promise((resolve) => { wake = resolve; });
      for (; ticks > 0; ticks--) yield value;
    }
    throw abortErrorOf(signal);
  } finally {
    timers.clearInterval(interval);
    signal?.removeEventListener('abort', cancel);
  }
}

class Scheduler {
  constructor() {
    throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  yield() {
    if (!this[kScheduler]) throw new ERR_INVALID_THIS('Scheduler');
    return setImmediate();
  }

  wait(delay, options) {
    if (!this[kScheduler]) throw new ERR_INVALID_THIS('Scheduler');
    return setTimeout(delay, undefined, options);
  }
}

const scheduler = ObjectCreate(Scheduler.prototype);
scheduler[kScheduler] = true;

module.exports = { setTimeout, setImmediate, setInterval, scheduler };
