'use strict';

// node:util: re-exports functions of other files, and has the small ones that belong nowhere else.

const {
  ArrayIsArray, ArrayPrototypeFilter, ArrayPrototypeMap, ArrayPrototypePop, ArrayPrototypeSlice, Error,
  ErrorCaptureStackTrace, FunctionPrototypeBind, NumberIsSafeInteger, ObjectDefineProperties, ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptors, ObjectKeys, ObjectSetPrototypeOf, ObjectValues, PromisePrototypeThen, ReflectApply,
  ReflectConstruct, SafeMap, String, StringPrototypeToWellFormed,
} = require('internal/primordials');
const {
  ErrnoException, ExceptionWithHostPort, isErrorStackTraceLimitWritable,
  codes: {
    ERR_FALSY_VALUE_REJECTION, ERR_INVALID_ARG_TYPE, ERR_METHOD_NOT_IMPLEMENTED, ERR_OUT_OF_RANGE,
    ERR_WORKER_UNSUPPORTED_OPERATION,
  },
} = require('internal/errors');
const {
  convertProcessSignalToExitCode, defineLazyProperties, deprecate: internalDeprecate, getSystemErrorMap: systemErrorMap,
  getSystemErrorMessage: systemErrorMessage, getSystemErrorName: systemErrorName, kEmptyObject, promisify,
} = require('internal/util');
const { format, formatWithOptions, inspect, stripVTControlCharacters } = require('internal/util/inspect');
const { debuglog } = require('internal/util/debuglog');
const { callSites } = require('internal/util/call_sites');
const {
  validateBoolean, validateFunction, validateInteger, validateNumber, validateObject, validateString,
  validateStringArray,
} = require('internal/validators');
const types = require('util/types');

// ---- functions

function inherits(ctor, superCtor) {
  if (ctor === undefined || ctor === null) throw new ERR_INVALID_ARG_TYPE('ctor', 'Function', ctor);
  if (superCtor === undefined || superCtor === null) {
    throw new ERR_INVALID_ARG_TYPE('superCtor', 'Function', superCtor);
  }
  if (superCtor.prototype === undefined) {
    throw new ERR_INVALID_ARG_TYPE('superCtor.prototype', 'Object', superCtor.prototype);
  }
  ObjectDefineProperty(ctor, 'super_', { __proto__: null, value: superCtor, writable: true, configurable: true });
  ObjectSetPrototypeOf(ctor.prototype, superCtor.prototype);
}

function _extend(target, source) {
  if (source === null || typeof source !== 'object') return target;
  const keys = ObjectKeys(source);
  for (let i = keys.length - 1; i >= 0; i--) target[keys[i]] = source[keys[i]];
  return target;
}

// A falsy reason would look like success to the callback.
function callbackWithReason(reason, callback) {
  if (!reason) {
    reason = new ERR_FALSY_VALUE_REJECTION.HideStackFramesError(reason);
    ErrorCaptureStackTrace(reason, callbackWithReason);
  }
  return callback(reason);
}

function callbackify(original) {
  validateFunction(original, 'original');

  // The callback runs in its own tick, so that its exceptions are no rejections.
  function callbackified(...args) {
    const last = ArrayPrototypePop(args);
    validateFunction(last, 'last argument');
    const callback = FunctionPrototypeBind(last, this);
    ReflectApply(original, this, args).then(
      (value) => process.nextTick(callback, null, value),
      (reason) => process.nextTick(callbackWithReason, reason, callback));
  }

  const descriptors = ObjectGetOwnPropertyDescriptors(original);
  if (typeof descriptors.length.value === 'number') descriptors.length.value++;
  if (typeof descriptors.name.value === 'string') descriptors.name.value += 'Callbackified';
  for (let i = 0, list = ObjectValues(descriptors); i < list.length; i++) ObjectSetPrototypeOf(list[i], null);
  return ObjectDefineProperties(callbackified, descriptors);
}

function deprecate(fn, message, code, { modifyPrototype } = kEmptyObject) {
  return internalDeprecate(fn, message, code, undefined, modifyPrototype);
}

function markPromiseAsHandled(promise) {
  if (!types.isPromise(promise)) throw new ERR_INVALID_ARG_TYPE('promise', 'Promise', promise);
  PromisePrototypeThen(promise, undefined, () => {});
}

// ---- system errors

function checkErrno(errno) {
  validateNumber(errno, 'err');
  if (errno >= 0 || !NumberIsSafeInteger(errno)) throw new ERR_OUT_OF_RANGE('err', 'a negative integer', errno);
}

function getSystemErrorMap() {
  return systemErrorMap();
}

function getSystemErrorName(err) {
  checkErrno(err);
  return systemErrorName(err);
}

function getSystemErrorMessage(err) {
  checkErrno(err);
  return systemErrorMessage(err);
}

/** A new error whose stack begins at the caller of `below`. */
function madeBelow(ErrorClass, args, below) {
  const writable = isErrorStackTraceLimitWritable();
  const limit = Error.stackTraceLimit;
  if (writable) Error.stackTraceLimit = 0;
  const error = ReflectConstruct(ErrorClass, args);
  if (writable) {
    Error.stackTraceLimit = limit;
    ErrorCaptureStackTrace(error, below);
  }
  return error;
}

function _errnoException(...args) {
  return madeBelow(ErrnoException, args, _errnoException);
}

function _exceptionWithHostPort(...args) {
  return madeBelow(ExceptionWithHostPort, args, _exceptionWithHostPort);
}

// ---- stacks

const scriptIds = new SafeMap();

// V8 does not give scripts its own number of a script: this one is as unique.
function scriptIdOf(site) {
  const key = `${site.getScriptHash()} ${site.getScriptNameOrSourceURL()}`;
  if (!scriptIds.has(key)) scriptIds.set(key, String(scriptIds.size + 1));
  return scriptIds.get(key);
}

function describeSite(site) {
  return {
    __proto__: null,
    functionName: site.getFunctionName() ?? '',
    scriptId: scriptIdOf(site),
    scriptName: site.getScriptNameOrSourceURL() ?? '',
    lineNumber: site.getLineNumber(),
    columnNumber: site.getColumnNumber(),
    column: site.getColumnNumber(),
  };
}

function mappedSite(site) {
  const entry = require('module').findSourceMap(site.scriptName)?.findEntry(site.lineNumber - 1, site.columnNumber - 1);
  if (!entry?.originalSource) return site;
  return {
    __proto__: null,
    functionName: entry.name || site.functionName,
    scriptName: entry.originalSource,
    lineNumber: entry.originalLine + 1,
    column: entry.originalColumn + 1,
    columnNumber: entry.originalColumn + 1,
  };
}

function getCallSites(frameCount = 10, options = undefined) {
  if (options === undefined && typeof frameCount === 'object') {
    options = frameCount;
    frameCount = 10;
  }
  if (options !== undefined) {
    validateObject(options, 'options');
    if (options.sourceMap !== undefined) validateBoolean(options.sourceMap, 'options.sourceMap');
  }
  validateInteger(frameCount, 'frameCount', 1, 200);
  // V8's own functions (Array.map) are frames here, but have no position in a script.
  const sites = ArrayPrototypeMap(ArrayPrototypeSlice(ArrayPrototypeFilter(callSites(200, getCallSites), (site) => site.getLineNumber() !== null), 0, frameCount), describeSite);
  return options?.sourceMap ?? process.sourceMapsEnabled ? ArrayPrototypeMap(sites, mappedSite) : sites;
}

// ---- texts

function parseEnv(content) {
  validateString(content, 'content');
  return require('internal/util/env_file').parseEnv(content);
}

function validateTexts(value, name) {
  if (ArrayIsArray(value)) validateStringArray(value, name);
  else validateString(value, name);
}

function diff(actual, expected) {
  if (actual === expected) return [];
  validateTexts(actual, 'actual');
  validateTexts(expected, 'expected');
  return require('internal/assert/myers_diff').myersDiff(actual, expected);
}

function setTraceSigInt(enable) {
  if (!require('worker_threads').isMainThread) {
    throw new ERR_WORKER_UNSUPPORTED_OPERATION('Calling util.setTraceSigInt');
  }
  if (enable) throw new ERR_METHOD_NOT_IMPLEMENTED('util.setTraceSigInt()');
}

const abortController = () => require('internal/events/abort_controller');

module.exports = {
  _errnoException,
  _exceptionWithHostPort,
  _extend: internalDeprecate(
    _extend, 'The `util._extend` API is deprecated. Please use Object.assign() instead.', 'DEP0060'),
  callbackify,
  convertProcessSignalToExitCode,
  debug: debuglog,
  debuglog,
  deprecate,
  format,
  styleText: undefined,
  formatWithOptions,
  getCallSites,
  getSystemErrorMap,
  getSystemErrorName,
  getSystemErrorMessage,
  inherits,
  inspect,
  isArray: internalDeprecate(
    ArrayIsArray, 'The `util.isArray` API is deprecated. Please use `Array.isArray()` instead.', 'DEP0044'),
  isDeepStrictEqual(a, b, skipPrototype) {
    return require('internal/util/comparisons').isDeepStrictEqual(a, b, skipPrototype);
  },
  markPromiseAsHandled,
  promisify,
  stripVTControlCharacters,
  toUSVString(input) {
    return StringPrototypeToWellFormed(`${input}`);
  },
  get transferableAbortSignal() {
    return abortController().transferableAbortSignal;
  },
  get transferableAbortController() {
    return abortController().transferableAbortController;
  },
  get aborted() {
    return abortController().aborted;
  },
  types,
  parseEnv,
};

const lazily = (id, names) => defineLazyProperties(module.exports, id, names);
lazily('internal/util/style_text', ['styleText']);
lazily('internal/util/parse_args', ['parseArgs']);
lazily('internal/encoding', ['TextDecoder', 'TextEncoder']);
lazily('internal/util/mime', ['MIMEType', 'MIMEParams']);
module.exports.diff = diff;
lazily('internal/util/debounce', ['debounce']);
lazily('internal/util/throttle', ['throttle']);
module.exports.setTraceSigInt = setTraceSigInt;
