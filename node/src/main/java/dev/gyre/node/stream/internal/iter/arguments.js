'use strict';

// Validates the arguments of the functions of stream/iter.

const {
  ArrayPrototypeForEach, ArrayPrototypeSlice, String, SymbolAsyncIterator, SymbolIterator,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_OPERATION_FAILED } } = require('internal/errors');
const { isError } = require('internal/util');
const { validateAbortSignal, validateInteger, validateObject, validateOneOf } = require('internal/validators');

const MIN_BUDGET_BYTES = 16 * 1024;
const POLICIES = ['strict', 'unbounded', 'drop-oldest', 'drop-newest'];

const isAsyncIterable = (value) => typeof value?.[SymbolAsyncIterator] === 'function';
const isSyncIterable = (value) => typeof value !== 'string' && typeof value?.[SymbolIterator] === 'function';
const hasMethod = (value, name) => typeof value?.[name] === 'function';
const hasProtocol = (value, symbol) => value !== null && typeof value === 'object' && hasMethod(value, symbol);
const isTransform = (value) => typeof value === 'function' || hasMethod(value, 'transform');
const isOptions = (value) => value !== null && typeof value === 'object' && !('transform' in value) && !('write' in value);
const asError = (value) => (isError(value) ? value : new ERR_OPERATION_FAILED(String(value)));

function validateTransforms(transforms) {
  ArrayPrototypeForEach(transforms, (transform, i) => {
    if (!isTransform(transform)) {
      throw new ERR_INVALID_ARG_TYPE(`transforms[${i}]`, ['Function', 'Object with transform()'], transform);
    }
  });
}

// (...transforms) or (...transforms, options)
function pullArguments(args) {
  const hasOptions = args.length > 0 && isOptions(args[args.length - 1]);
  const transforms = hasOptions ? ArrayPrototypeSlice(args, 0, -1) : args;
  validateTransforms(transforms);
  return { transforms, options: hasOptions ? args[args.length - 1] : undefined };
}

function signalOf(options) {
  const signal = options?.signal;
  validateAbortSignal(signal, 'options.signal');
  return signal;
}

function validateBackpressure(policy) {
  validateOneOf(policy, 'options.backpressure', POLICIES);
}

// Options of a buffer: its capacity, and the policy when it is full.
function bufferOptions(options, defaultBudget) {
  validateObject(options, 'options');
  const { budget = defaultBudget, backpressure = 'strict' } = options;
  validateInteger(budget, 'options.budget', MIN_BUDGET_BYTES);
  validateBackpressure(backpressure);
  return { budget, backpressure, signal: signalOf(options) };
}

module.exports = {
  MIN_BUDGET_BYTES, asError, bufferOptions, hasMethod, hasProtocol, isAsyncIterable, isOptions, isSyncIterable,
  pullArguments, signalOf, validateBackpressure, validateTransforms,
};
