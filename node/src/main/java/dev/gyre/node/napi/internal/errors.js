'use strict';

// Node-API: errors, exceptions, promises, scripts.

const {
  Error, PromiseWithResolvers, RangeError, SafeMap, SyntaxError, TypeError, isError,
} = require('internal/primordials');
const { isPromise } = require('util/types');
const { AddonMemory: { PENDING } } = require('internal/layout');
const { compile } = require('internal/vm/this_context');
const {
  argument, given, handleOf, memory, result, returns, setException, takeException, text,
} = require('internal/napi/handles');
const Status = require('internal/napi/status');

const create = (Class) => () => {
  const message = given(1);
  if (typeof message !== 'string') return Status.STRING_EXPECTED;
  const error = new Class(message);
  if (argument(0) !== 0) {
    const code = given(0);
    if (typeof code !== 'string') return Status.STRING_EXPECTED;
    error.code = code;
  }
  return returns(error);
};

const throws = (Class) => () => {
  const error = new Class(text(2));
  if (argument(0) >= 0) error.code = text(0);
  setException(error);
  return Status.OK;
};

// ---- promises

const deferreds = new SafeMap();
let lastDeferred = 0;

const conclude = (how) => () => {
  const id = argument(0);
  const deferred = deferreds.get(id);
  if (deferred === undefined) return Status.INVALID_ARG;
  deferreds.delete(id);
  deferred[how](given(1));
  return Status.OK;
};

module.exports = {
  __proto__: null,
  napi_create_error: create(Error),
  napi_create_type_error: create(TypeError),
  napi_create_range_error: create(RangeError),
  node_api_create_syntax_error: create(SyntaxError),
  napi_throw() { setException(given(0)); },
  napi_throw_error: throws(Error),
  napi_throw_type_error: throws(TypeError),
  napi_throw_range_error: throws(RangeError),
  node_api_throw_syntax_error: throws(SyntaxError),
  napi_is_error() { result(0, isError(given(0)) ? 1 : 0); },
  napi_get_and_clear_last_exception() { returns(memory.i32[PENDING] === 0 ? undefined : takeException()); },

  napi_create_promise() {
    const deferred = PromiseWithResolvers();
    lastDeferred += 8;
    deferreds.set(lastDeferred, deferred);
    const { promise } = deferred;
    result(0, lastDeferred);
    result(1, handleOf(promise));
  },
  napi_resolve_deferred: conclude('resolve'),
  napi_reject_deferred: conclude('reject'),
  napi_is_promise() { result(0, isPromise(given(0)) ? 1 : 0); },

  napi_run_script() {
    const source = given(0);
    if (typeof source !== 'string') return Status.STRING_EXPECTED;
    const run = compile(source, 'napi_run_script');
    if (typeof run !== 'function') throw require('internal/module/compile').syntaxError(run, compile);
    return returns(run());
  },
};
