'use strict';

// The options `timeout` and `signal`, the same for tests, suites and hooks.

const { AbortError } = require('internal/errors');
const { validateAbortSignal, validateNumber } = require('internal/validators');
const { kResistStopPropagation } = require('internal/events/event_target');
const { types, failure } = require('internal/test/failures');
const { TIMEOUT_MAX } = require('internal/test/plan');

/** Milliseconds, or null for no limit. */
function timeLimit(timeout, inherited, config) {
  if (timeout === Infinity) return inherited;
  if (timeout !== undefined && timeout !== null) {
    validateNumber(timeout, 'options.timeout', 0, TIMEOUT_MAX);
    return timeout;
  }
  return config.timeoutMs ?? inherited;
}

function abortError(signal) {
  const error = signal?.reason || new AbortError('The test was aborted');
  if (typeof error !== 'object') return failure(error, types.ABORTED);
  error.failureType = types.ABORTED;
  return error;
}

/** Returns a function that stops listening. */
function onOuterAbort(signal, listener) {
  validateAbortSignal(signal, 'options.signal');
  if (signal === undefined) return () => {};
  const onAbort = () => listener(abortError(signal));
  signal.addEventListener('abort', onAbort, { __proto__: null, [kResistStopPropagation]: true });
  return () => signal.removeEventListener('abort', onAbort);
}

module.exports = { timeLimit, abortError, onOuterAbort };
