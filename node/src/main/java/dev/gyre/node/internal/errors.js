'use strict';

// Errors with codes, and other errors of the runtime itself. System errors are in `internal/system_errors`.
//
// `codes.ERR_X` is a class: `new codes.ERR_X(...args)` formats the code's message with its arguments. To the user, its
// instances are plain TypeErrors, RangeErrors, ... (`name`, `constructor`), but they have a `code`, and both `toString()`
// and the first line of `stack` read `TypeError [ERR_X]: text`. V8 writes that line itself, unless `Error.prepareStackTrace`
// is a function. As in Node it is one from the start (`ErrorPrepareStackTrace`, installed by the bootstrap), so the line
// costs nothing until the stack is read.

const {
  AggregateError, ArrayIsArray, ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, Error,
  ErrorCaptureStackTrace: captureStackTrace, ErrorPrototype, ObjectAssign, ObjectDefineProperties, ObjectDefineProperty,
  ObjectEntries, ObjectFromEntries, ObjectGetOwnPropertyDescriptor, ObjectHasOwn, ObjectIsExtensible, RangeError,
  ReflectApply: apply, RegExpPrototypeExec, RegExpPrototypeSymbolMatch, SafeWeakMap, Symbol, SymbolFor, SyntaxError,
  TypeError, URIError, itemsOf, joinLists, replacePattern,
} = require('internal/primordials');
const { messages, nativeMessages, furtherClasses } = require('internal/error_messages');
const { texts, determineSpecificType, formatList, addNumericalSeparator } = require('internal/error_texts');
const { uvErrmapGet } = require('internal/errno');
const systemErrors = require('internal/system_errors');

const errorToString = ErrorPrototype.toString;

const kIsNodeError = Symbol('kIsNodeError');
const kEnhanceStackBeforeInspector = Symbol('kEnhanceStackBeforeInspector');
const classes = { Error, TypeError, RangeError, SyntaxError, URIError };
const codes = { __proto__: null };

const lazyInspect = () => require('internal/util/inspect');
const lazyUtil = () => require('internal/util');

// ---- codes

const gap = /%[dfijoOs]/g;

function describe(error, code, text, args) {
  if (typeof text === 'function') return apply(text, error, args);
  const expected = RegExpPrototypeSymbolMatch(gap, text)?.length ?? 0;
  if (expected !== args.length) {
    throw new codes.ERR_INTERNAL_ASSERTION(`Code: ${code}; The provided arguments length (${args.length}) does not ` +
      `match the required ones (${expected}).`);
  }
  return expected === 0 ? text : lazyInspect().format(text, ...itemsOf(args));
}

// The part that all codes of one class share. `constructor` and `name` stay those of the class.
function makeBase(Base) {
  return class NodeError extends Base {
    constructor(code, text, args) {
      super();
      this.code = code;
      ObjectDefineProperty(this, 'message', {
        __proto__: null, value: describe(this, code, text, args),
        enumerable: false, writable: true, configurable: true,
      });
    }

    get ['constructor']() {
      return Base;
    }

    get [kIsNodeError]() {
      return true;
    }

    toString() {
      return `${this.name} [${this.code}]: ${this.message}`;
    }
  };
}

const bases = ObjectFromEntries(ArrayPrototypeMap(ObjectEntries(classes), ({ 0: name, 1: Base }) => [name, makeBase(Base)]));

function makeCode(baseName, code, text) {
  const NodeErrorBase = bases[baseName];
  const NodeError = class NodeError extends NodeErrorBase {
    constructor(...args) {
      super(code, text, args);
    }
  };
  return asErrorClass(NodeError);
}

function makeNativeCode(baseName, code, text) {
  const Base = classes[baseName];
  const NativeError = class extends Base {
    constructor(message = text) {
      super(message);
      this.code = code;
    }
  };
  return asErrorClass(NativeError);
}

function asErrorClass(ErrorClass) {
  delete ErrorClass.prototype.constructor;
  // Functions wrapped by hideStackFrames throw this: the wrapper captures the stack again, and nothing else differs.
  ErrorClass.HideStackFramesError = ErrorClass;
  return ErrorClass;
}

// A failed system call reported under a code of its own; `context` has the details of the call.
class SystemError extends Error {
  constructor(code, text, context) {
    super();
    let message = `${text}: ${context.syscall} returned ${context.code} (${context.message})`;
    if (context.path !== undefined) message += ` ${context.path}`;
    if (context.dest !== undefined) message += ` => ${context.dest}`;
    this.code = code;
    const hidden = { __proto__: null, enumerable: false, configurable: true };
    ObjectDefineProperties(this, {
      __proto__: null,
      [kIsNodeError]: { __proto__: null, ...hidden, value: true },
      name: { __proto__: null, ...hidden, value: 'SystemError', writable: true },
      message: { __proto__: null, ...hidden, value: message, writable: true },
      info: { __proto__: null, value: context, enumerable: true, configurable: true, writable: false },
    });
    this.#forward('errno', context);
    this.#forward('syscall', context);
    if (context.path !== undefined) this.#forwardPath('path', context);
    if (context.dest !== undefined) this.#forwardPath('dest', context);
  }

  #forward(name, context) {
    ObjectDefineProperty(this, name, {
      __proto__: null, enumerable: true, configurable: true,
      get: () => context[name],
      set: (value) => { context[name] = value; },
    });
  }

  #forwardPath(name, context) {
    ObjectDefineProperty(this, name, {
      __proto__: null, enumerable: true, configurable: true,
      get: () => (context[name] == null ? context[name] : context[name].toString()),
      set: (value) => { context[name] = value ? require('buffer').Buffer.from(value.toString()) : undefined; },
    });
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    return lazyInspect().inspect(this, { ...options, getters: true, customInspect: false });
  }
}

function makeSystemCode(code, text) {
  return class NodeError extends SystemError {
    static HideStackFramesError = this;

    constructor(context) {
      super(code, text, context);
    }
  };
}

function register(baseName, code, text, make) {
  const ErrorClass = make(baseName, code, text);
  for (let i = 0, list = furtherClasses[code] ?? []; i < list.length; i++) {
    const further = list[i];
    ErrorClass[further] = make(further, code, text);
  }
  codes[code] = ErrorClass;
}

for (let j = 0, items = [[nativeMessages, makeNativeCode], [messages, makeCode], [texts, makeCode]]; j < items.length; j++) {
  const { 0: table, 1: make } = items[j];
  for (let k = 0, each = ObjectEntries(table); k < each.length; k++) {
    const { 0: baseName, 1: entries } = each[k];
    for (let index = 0, values = ObjectEntries(entries); index < values.length; index++) {
      const { 0: code, 1: text } = values[index];
      if (baseName === 'SystemError') codes[code] = makeSystemCode(code, text);
      else register(baseName, code, text, make);
    }
  }
}

// The fatal error for a promise that was rejected with something that is no error.
codes.ERR_UNHANDLED_REJECTION = class UnhandledPromiseRejection extends Error {
  code = 'ERR_UNHANDLED_REJECTION';

  constructor(reasonText) {
    super('This error originated either by throwing inside of an async function without a catch block, or by ' +
      `rejecting a promise which was not handled with .catch(). The promise rejected with the reason "${reasonText}".`);
    this.name = 'UnhandledPromiseRejection';
  }
};

// ---- stacks

const overrideStackTrace = new SafeWeakMap();

// Frames of the loop and of native calls are hidden: they don't help users.
const plumbing = /^(?:wasm:\/\/wasm\/gyre-core-|node:internal\/(?:bridge|core|bootstrap|json_calls)$)/;
const withoutPlumbing = (trace) => ArrayPrototypeFilter(trace, (site) => RegExpPrototypeExec(plumbing, site.getFileName() ?? '') === null);

// The source of -e and stdin runs through eval; Node's frames don't show that.
const evalFrame = /^eval \((\[(?:eval|stdin)\]:\d+:\d+)\)$/;
const frameText = (site) => replacePattern(evalFrame, `${site}`, '$1');

function defaultPrepareStackTrace(error, trace) {
  trace = ArrayPrototypeMap(withoutPlumbing(trace), frameText);
  const head = kIsNodeError in error ?
    `${error.name} [${error.code}]: ${error.message}` : apply(errorToString, error, []);
  return trace.length === 0 ? head : `${head}\n    at ${ArrayPrototypeJoin(trace, '\n    at ')}`;
}

let internalPrepareStackTrace = defaultPrepareStackTrace;

function setInternalPrepareStackTrace(callback) {
  internalPrepareStackTrace = callback;
}

// The initial value of `Error.prepareStackTrace`.
// Has `prepare(error, frames)` make the stack of this error.
function overrideStack(error, prepare) {
  overrideStackTrace.set(error, prepare);
}

function ErrorPrepareStackTrace(error, trace) {
  const override = overrideStackTrace.get(error);
  if (override === undefined) return internalPrepareStackTrace(error, trace);
  overrideStackTrace.delete(error);
  return override(error, trace);
}

function isErrorStackTraceLimitWritable() {
  const property = ObjectGetOwnPropertyDescriptor(Error, 'stackTraceLimit');
  if (property === undefined) return ObjectIsExtensible(Error);
  return ObjectHasOwn(property, 'writable') ? property.writable : property.set !== undefined;
}

// Wraps a function of the core so that its errors seem to be thrown by its caller.
function hideStackFrames(fn) {
  function wrapped(...args) {
    try {
      return apply(fn, this, args);
    } catch (error) {
      if (Error.stackTraceLimit) captureStackTrace(error, wrapped);
      throw error;
    }
  }
  wrapped.withoutStackTrace = fn;
  return wrapped;
}

// Removes the frames of internal modules from this error's stack; those of node:timers are where the loop enters.
const internalFile = /^node:(?:internal|timers$)/;

function hideInternalStackFrames(error) {
  overrideStackTrace.set(error, (error, frames) => {
    const kept = ArrayPrototypeFilter(withoutPlumbing(frames), (frame) => RegExpPrototypeExec(internalFile, frame.getFileName() ?? '') === null);
    return ArrayPrototypeJoin(joinLists([error], kept), '\n    at ');
  });
}

// ---- other errors

// Not the DOMException of that name: an Error with `name` and `code`.
class AbortError extends Error {
  constructor(message = 'The operation was aborted', options = undefined) {
    if (options !== undefined && typeof options !== 'object') {
      throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    }
    super(message, options);
    this.code = 'ABORT_ERR';
    this.name = 'AbortError';
  }
}

class NodeAggregateError extends AggregateError {
  constructor(errors, message) {
    super(errors, message);
    this.code = errors[0]?.code;
  }

  get [kIsNodeError]() {
    return true;
  }

  get ['constructor']() {
    return AggregateError;
  }
}

// Combines two errors, either of which may be missing.
function aggregateTwoErrors(innerError, outerError) {
  if (!innerError || !outerError || innerError === outerError) return innerError || outerError;
  if (ArrayIsArray(outerError.errors)) {
    ArrayPrototypePush(outerError.errors, innerError);
    return outerError;
  }
  const error = new AggregateError([outerError, innerError], outerError.message);
  captureStackTrace(error, aggregateTwoErrors);
  error.code = outerError.code;
  return error;
}

const genericNodeError = hideStackFrames((message, properties) => ObjectAssign(new Error(message), properties));

let overflow;
function isStackOverflowError(error) {
  if (overflow === undefined) {
    const recurse = () => recurse();
    try {
      recurse();
    } catch (raised) {
      overflow = { name: raised.name, message: raised.message };
    }
  }
  return !!(error) && error.name === overflow.name && error.message === overflow.message;
}

function isErrorLike(value) {
  return typeof value === 'object' && value !== null && ObjectHasOwn(value, 'stack');
}

function lazyDOMException(message, name) {
  return new (lazyUtil().lazyDOMExceptionClass())(message, name);
}

module.exports = {
  ...systemErrors,
  AbortError,
  ErrorPrepareStackTrace,
  NodeAggregateError,
  SystemError,
  addNumericalSeparator,
  aggregateTwoErrors,
  codes,
  defaultPrepareStackTrace,
  determineSpecificType,
  formatList,
  genericNodeError,
  hideInternalStackFrames,
  hideStackFrames,
  isErrorLike,
  isErrorStackTraceLimitWritable,
  isStackOverflowError,
  kEnhanceStackBeforeInspector,
  kIsNodeError,
  lazyDOMException,
  overrideStack, overrideStackTrace,
  setInternalPrepareStackTrace,
  uvErrmapGet,
};
