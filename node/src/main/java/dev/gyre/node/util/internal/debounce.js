'use strict';

// util.debounce: of calls in quick succession only the last one runs, `wait` milliseconds after it was made; all of them get
// its result.

const {
  ArrayPrototypeAt, ArrayPrototypePush, PromisePrototypeThen, PromiseReject, PromiseWithResolvers, ReflectApply,
} = require('internal/primordials');
const { clearTimeout, setTimeout } = require('timers');
const { AbortError } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const {
  validateAbortSignal, validateBoolean, validateFunction, validateInteger, validateObject,
} = require('internal/validators');
const { abortErrorOf, decorate, throwIfAborted, TIMEOUT_MAX } = require('internal/util/rate');

function debounce(fn, wait, options = kEmptyObject) {
  validateFunction(fn, 'fn');
  validateInteger(wait, 'wait', 0, TIMEOUT_MAX);
  validateObject(options, 'options');
  const { leading = false, rejectOnCancel = false, signal } = options;
  validateBoolean(leading, 'options.leading');
  validateBoolean(rejectOnCancel, 'options.rejectOnCancel');
  validateAbortSignal(signal, 'options.signal');
  throwIfAborted(signal);

  let timeout, latestArgs, abortError;
  let waiting = [];
  let referenced = true;

  const takeWaiting = () => {
    const calls = waiting;
    waiting = [];
    return calls;
  };

  function drop(error) {
    if (timeout === undefined) return;
    clearTimeout(timeout);
    timeout = latestArgs = undefined;
    for (let i = 0, list = takeWaiting(); i < list.length; i++) list[i].reject(error);
  }

  function onAbort() {
    abortError ??= abortErrorOf(signal.reason);
    drop(abortError);
  }

  function run(args, calls) {
    if (signal?.aborted) {
      onAbort();
      for (let i = 0; i < calls.length; i++) calls[i].reject(abortError);
      return;
    }
    let result;
    try {
      result = ReflectApply(fn, debounced, args);
    } catch (error) {
      for (let j = 0; j < calls.length; j++) calls[j].reject(error);
      return;
    }
    for (let k = 0; k < calls.length; k++) calls[k].resolve(result);
  }

  function runWaiting() {
    clearTimeout(timeout);
    const args = latestArgs;
    timeout = latestArgs = undefined;
    const calls = takeWaiting();
    if (calls.length > 0) run(args, calls);
  }

  function supersede() {
    if (waiting.length > 0) {
      // It gets the same result as the current call.
      PromisePrototypeThen(ArrayPrototypeAt(waiting, -1).promise, undefined, () => {});
      if (rejectOnCancel) {
        const error = new AbortError('The debounced call was superseded');
        for (let i = 0, list = takeWaiting(); i < list.length; i++) list[i].reject(error);
      }
    }
    timeout.refresh();
  }

  function debounced(...args) {
    if (signal?.aborted) onAbort();
    if (abortError !== undefined) return PromiseReject(abortError);
    const runsNow = leading && timeout === undefined;
    if (timeout !== undefined) {
      supersede();
    } else {
      timeout = setTimeout(runWaiting, wait);
      if (!referenced) timeout.unref();
    }
    const call = PromiseWithResolvers();
    if (runsNow) {
      run(args, [call]);
    } else {
      ArrayPrototypePush(waiting, call);
      latestArgs = args;
    }
    return call.promise;
  }

  return decorate(debounced, fn, signal, onAbort, {
    cancel(reason) { if (timeout !== undefined) drop(abortErrorOf(reason)); },
    flush() { if (waiting.length > 0) runWaiting(); },
    ref() {
      referenced = true;
      timeout?.ref();
      return debounced;
    },
    unref() {
      referenced = false;
      timeout?.unref();
      return debounced;
    },
  }, {
    pending: () => ArrayPrototypeAt(waiting, -1)?.promise ?? null,
    pendingCount: () => waiting.length,
  });
}

module.exports = { debounce };
