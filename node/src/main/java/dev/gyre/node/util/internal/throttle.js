'use strict';

// util.throttle: at most `limit` calls start in an `interval` of milliseconds, the others wait. The interval is a window
// that opens with a call, or, when strict, slides: then the start times of the last `limit` calls are kept.

const {
  ArrayPrototypeAt, ArrayPrototypePush, ArrayPrototypeShift, MathFloor, PromisePrototypeThen, PromiseReject,
  PromiseResolve, PromiseWithResolvers, ReflectApply,
} = require('internal/primordials');
const { clearTimeout, setTimeout } = require('timers');
const { ERR_THROTTLED } = require('internal/errors').codes;
const { kEmptyObject } = require('internal/util');
const {
  validateAbortSignal, validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf,
} = require('internal/validators');
const { abortErrorOf, decorate, throwIfAborted, TIMEOUT_MAX } = require('internal/util/rate');

const now = () => MathFloor(require('perf_hooks').performance.now());

class FixedWindow {
  #limit;
  #interval;
  #start;
  #count = 0;

  constructor(limit, interval) {
    this.#limit = limit;
    this.#interval = interval;
  }

  #isOver(time) {
    return this.#start === undefined || time - this.#start >= this.#interval;
  }

  hasRoom(time) {
    return this.#isOver(time) || this.#count < this.#limit;
  }

  add(time) {
    if (this.#isOver(time)) {
      this.#start = time;
      this.#count = 0;
    }
    this.#count++;
  }

  delay(time) {
    return this.#start + this.#interval - time;
  }
}

class SlidingWindow {
  #limit;
  #interval;
  #times = [];

  constructor(limit, interval) {
    this.#limit = limit;
    this.#interval = interval;
  }

  hasRoom(time) {
    while (this.#times.length > 0 && time - this.#times[0] >= this.#interval) ArrayPrototypeShift(this.#times);
    return this.#times.length < this.#limit;
  }

  add(time) {
    ArrayPrototypePush(this.#times, time);
  }

  delay(time) {
    return this.#times[0] + this.#interval - time;
  }
}

function throttle(fn, limit, interval, options = kEmptyObject) {
  validateFunction(fn, 'fn');
  validateInteger(limit, 'limit', 1);
  validateInteger(interval, 'interval', 0, TIMEOUT_MAX);
  validateObject(options, 'options');
  const { concurrency = Infinity, maxPending = Infinity, overflow = 'queue', signal, strict = false } = options;
  if (concurrency !== Infinity) validateInteger(concurrency, 'options.concurrency', 1);
  if (maxPending !== Infinity) validateInteger(maxPending, 'options.maxPending', 0);
  validateOneOf(overflow, 'options.overflow', ['queue', 'drop']);
  validateAbortSignal(signal, 'options.signal');
  validateBoolean(strict, 'options.strict');
  throwIfAborted(signal);

  const newWindow = () => (strict ? new SlidingWindow(limit, interval) : new FixedWindow(limit, interval));
  let window = newWindow();
  let waiting = [];
  let active = 0;
  let timeout, abortError;
  let referenced = true;

  function drop(error) {
    clearTimeout(timeout);
    timeout = undefined;
    window = newWindow();
    const calls = waiting;
    waiting = [];
    for (let i = 0; i < calls.length; i++) calls[i].reject(error);
  }

  function onAbort() {
    abortError ??= abortErrorOf(signal.reason);
    drop(abortError);
  }

  const canRun = (time) => active < concurrency && window.hasRoom(time);

  function settled() {
    active--;
    drain();
  }

  function run(call, time) {
    window.add(time);
    active++;
    let result;
    try {
      result = PromiseResolve(ReflectApply(fn, throttled, call.args));
    } catch (error) {
      result = PromiseReject(error);
    }
    call.resolve(result);
    PromisePrototypeThen(result, settled, settled);
  }

  function drain() {
    if (signal?.aborted) {
      onAbort();
      return;
    }
    for (let time = now(); waiting.length > 0 && canRun(time); time = now()) run(ArrayPrototypeShift(waiting), time);
    if (waiting.length === 0 || active >= concurrency || timeout !== undefined) return;
    timeout = setTimeout(() => {
      timeout = undefined;
      drain();
    }, window.delay(now()));
    if (!referenced) timeout.unref();
  }

  function throttled(...args) {
    if (signal?.aborted) onAbort();
    if (abortError !== undefined) return PromiseReject(abortError);
    const time = now();
    const runsNow = waiting.length === 0 && canRun(time);
    if (!runsNow && (overflow === 'drop' || waiting.length >= maxPending)) {
      const dropped = PromiseReject(new ERR_THROTTLED());
      PromisePrototypeThen(dropped, undefined, () => {});
      return dropped;
    }
    const call = PromiseWithResolvers();
    call.args = args;
    if (runsNow) {
      run(call, time);
    } else {
      ArrayPrototypePush(waiting, call);
      drain();
    }
    return call.promise;
  }

  return decorate(throttled, fn, signal, onAbort, {
    cancel(reason) { drop(abortErrorOf(reason)); },
    hasImmediateCapacity: () => !signal?.aborted && waiting.length === 0 && canRun(now()),
    ref() {
      referenced = true;
      timeout?.ref();
      return throttled;
    },
    unref() {
      referenced = false;
      timeout?.unref();
      return throttled;
    },
  }, {
    pending: () => ArrayPrototypeAt(waiting, -1)?.promise ?? null,
    pendingCount: () => waiting.length,
    activeCount: () => active,
  });
}

module.exports = { throttle };
