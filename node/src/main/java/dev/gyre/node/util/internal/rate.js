'use strict';

// What debounce and throttle share.

const { ArrayPrototypeForEach, ObjectDefineProperty, ObjectKeys } = require('internal/primordials');
const { AbortError } = require('internal/errors');

const TIMEOUT_MAX = 2 ** 31 - 1;

const abortErrorOf = (reason) =>
  (reason === undefined ? new AbortError() : new AbortError(undefined, { __proto__: null, cause: reason }));

function throwIfAborted(signal) {
  if (signal?.aborted) throw new AbortError(undefined, { __proto__: null, cause: signal.reason });
}

/** Adds to the wrapper: fn's name and length, its methods, and its readable state. */
function decorate(wrapper, fn, signal, onAbort, methods, state) {
  ArrayPrototypeForEach(ObjectKeys(methods), (name) => {
    ObjectDefineProperty(wrapper, name, {
      __proto__: null, configurable: true, enumerable: true, writable: true, value: methods[name],
    });
  });
  ArrayPrototypeForEach(ObjectKeys(state), (name) => {
    ObjectDefineProperty(wrapper, name, { __proto__: null, enumerable: false, get: state[name] });
  });
  ObjectDefineProperty(wrapper, 'length', { __proto__: null, configurable: true, value: fn.length });
  ObjectDefineProperty(wrapper, 'name', { __proto__: null, configurable: true, value: fn.name });
  if (signal !== undefined) require('events').addAbortListener(signal, onAbort);
  return wrapper;
}

module.exports = { TIMEOUT_MAX, abortErrorOf, decorate, throwIfAborted };
