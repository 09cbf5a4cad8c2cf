'use strict';

// gyre:yield: `await breathe()` in a long computation lets the loop go on when the slice is used up, and costs a look at the
// clock otherwise. What a slice is: internal/gyre/slices.

const { ObjectFreeze, PromiseReject, PromiseResolve } = require('internal/primordials');
const { validateAbortSignal, validateNumber, validateObject } = require('internal/validators');
const { DEFAULT_SLICE_MS, abortErrorOf, isUsedUp, nextTurn } = require('internal/gyre/slices');

// One for all calls that need not wait. It is frozen because every caller gets it.
let resolved;

const sliceMsOf = (slice) => {
  if (slice === undefined) return DEFAULT_SLICE_MS;
  validateNumber(slice, 'options.slice', 0);
  return slice;
};

function breathe(options = undefined) {
  if (options === undefined) return isUsedUp(DEFAULT_SLICE_MS) ? nextTurn() : resolved ??= ObjectFreeze(PromiseResolve());
  try {
    validateObject(options, 'options');
    const { slice, signal } = options;
    const sliceMs = sliceMsOf(slice);
    if (signal !== undefined) {
      validateAbortSignal(signal, 'options.signal');
      if (signal.aborted) throw abortErrorOf(signal);
    }
    return isUsedUp(sliceMs) ? nextTurn(signal) : resolved ??= ObjectFreeze(PromiseResolve());
  } catch (error) {
    return PromiseReject(error);
  }
}

// Whether breathe() would wait: for loops in which even an await that does not is too much.
function isDue(options = undefined) {
  if (options === undefined) return isUsedUp(DEFAULT_SLICE_MS);
  validateObject(options, 'options');
  return isUsedUp(sliceMsOf(options.slice));
}

module.exports = { breathe, isDue };
