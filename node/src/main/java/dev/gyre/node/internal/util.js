'use strict';

// Small functions that many core modules use.

const {
  ArrayPrototypeMap, ArrayPrototypePop, ArrayPrototypeSlice, ArrayPrototypeSort, Boolean, Error,
  ErrorCaptureStackTrace: captureStackTrace, FunctionPrototype, ObjectDefineProperties, ObjectDefineProperty, ObjectFreeze,
  ObjectFromEntries, ObjectGetOwnPropertyDescriptor, ObjectGetOwnPropertyDescriptors, ObjectGetPrototypeOf, ObjectKeys,
  ObjectSetPrototypeOf, Promise, PromiseWithResolvers, ReflectApply, ReflectOwnKeys, RegExpPrototypeExec, SafeMap,
  StringPrototypeToLowerCase, StringPrototypeToUpperCase, Symbol, SymbolFor, SymbolHasInstance, WeakRef, copyList, deref,
  itemsOf, joinLists, replacePattern,
} = require('internal/primordials');
const {
  codes: { ERR_UNKNOWN_SIGNAL },
  uvErrmapGet,
} = require('internal/errors');
const { systemErrorMap } = require('internal/errno');
const { signals, namesByNumber } = require('internal/signals');

const hasInstance = FunctionPrototype[SymbolHasInstance];

// internal/validators and util/types require this file themselves.
const lazyValidators = () => require('internal/validators');
const lazyTypes = () => require('util/types');

const kEmptyObject = ObjectFreeze({ __proto__: null });
const kEnumerableProperty = ObjectFreeze({ __proto__: null, enumerable: true });
const kCustomPromisifiedSymbol = SymbolFor('nodejs.util.promisify.custom');
const kCustomPromisifyArgsSymbol = Symbol('customPromisifyArgs');

// ---- errors

// An object can be an Error by inheritance, or an error of another realm.
function isError(value) {
  return lazyTypes().isNativeError(value) || ReflectApply(hasInstance, Error, [value]);
}

function getSystemErrorName(errno) {
  return uvErrmapGet(errno)?.[0] ?? `Unknown system error ${errno}`;
}

function getSystemErrorMessage(errno) {
  return uvErrmapGet(errno)?.[1] ?? `Unknown system error ${errno}`;
}

const lazyDOMExceptionClass = () => require('internal/dom_exception').DOMException;

function lazyDOMException(message, name) {
  const exception = new (lazyDOMExceptionClass())(message, name);
  captureStackTrace(exception, lazyDOMException);
  return exception;
}

// ---- functions

function definePromisified(fn) {
  return ObjectDefineProperty(fn, kCustomPromisifiedSymbol, {
    __proto__: null, value: fn, enumerable: false, writable: false, configurable: true,
  });
}

// Converts fn(...args, (error, value) => ...) to a function that returns a promise. A function may have its own promise
// version (promisify.custom), or names for several results (fs.read: bytesRead and buffer).
function promisify(original) {
  const { validateFunction } = lazyValidators();
  validateFunction(original, 'original');
  const custom = original[kCustomPromisifiedSymbol];
  if (custom) {
    validateFunction(custom, 'util.promisify.custom');
    return definePromisified(custom);
  }
  const resultNames = original[kCustomPromisifyArgsSymbol];
  const { isPromise } = lazyTypes();

  function fn(...args) {
    return new Promise((resolve, reject) => {
      const callback = (error, ...results) => {
        if (error) return reject(error);
        if (resultNames === undefined || results.length < 2) return resolve(results[0]);
        return resolve(ObjectFromEntries(ArrayPrototypeMap(resultNames, (name, i) => [name, results[i]])));
      };
      if (isPromise(ReflectApply(original, this, joinLists(args, [callback])))) {
        process.emitWarning('Calling promisify on a function that returns a Promise is likely a mistake.',
                            'DeprecationWarning', 'DEP0174');
      }
    });
  }
  ObjectSetPrototypeOf(fn, ObjectGetPrototypeOf(original));
  definePromisified(fn);
  const properties = ObjectGetOwnPropertyDescriptors(original);
  for (let j = 0, list = ReflectOwnKeys(properties); j < list.length; j++) ObjectSetPrototypeOf(properties[list[j]], null);
  return ObjectDefineProperties(fn, properties);
}
promisify.custom = kCustomPromisifiedSymbol;

function once(callback, { preserveReturnValue = false } = kEmptyObject) {
  let isCalled = false;
  let returned;
  return function(...args) {
    if (isCalled) return returned;
    isCalled = true;
    const result = ReflectApply(callback, this, args);
    if (preserveReturnValue) returned = result;
    return result;
  };
}

// The initializer's value, computed at the first use.
function getLazy(initializer) {
  let value;
  let isInitialized = false;
  return () => {
    if (!isInitialized) {
      value = initializer();
      isInitialized = true;
    }
    return value;
  };
}

// Returns copies of the array that `fn` computes once.
function cachedResult(fn) {
  const compute = getLazy(fn);
  return () => ArrayPrototypeSlice(compute());
}

function assignFunctionName(name, fn, descriptor = kEmptyObject) {
  return ObjectDefineProperty(fn, 'name', {
    __proto__: null, writable: false, enumerable: false, configurable: true,
    ...ObjectGetOwnPropertyDescriptor(fn, 'name'),
    ...descriptor,
    value: typeof name === 'string' ? name : `[${name.description}]`,
  });
}

function createDeferredPromise() {
  return PromiseWithResolvers();
}

// ---- properties

// obj[key] = value, without setters in the prototype chain.
function setOwnProperty(object, key, value) {
  ObjectDefineProperty(object, key, { __proto__: null, value, configurable: true, enumerable: true, writable: true });
  return value;
}

// Properties of `target` that load module `id` when first read, and become plain values then.
function defineLazyProperties(target, id, keys, enumerable = true) {
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const settle = (value) => ObjectDefineProperty(target, key, {
      __proto__: null, value, enumerable, configurable: true, writable: true,
    });
    const get = assignFunctionName(key, () => {
      const value = require(id)[key];
      settle(value);
      return value;
    });
    const set = assignFunctionName(key, settle);
    ObjectDefineProperty(target, key, { __proto__: null, enumerable, configurable: true, get, set });
  }
}

// As Web IDL requires for replaceable attributes of the global object: it stays an accessor.
function defineReplaceableLazyAttribute(target, id, keys, writable = true, check = undefined) {
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    let value;
    let isReplaced = false;
    const get = assignFunctionName(`get ${key}`, function() {
      if (check !== undefined) ReflectApply(check, this, []);
      if (!isReplaced) value ??= require(id)[key];
      return value;
    });
    const set = assignFunctionName(`set ${key}`, (replacement) => {
      isReplaced = true;
      value = replacement;
    });
    ObjectDefineProperty(target, key, {
      __proto__: null, enumerable: true, configurable: true, get, set: writable ? set : undefined,
    });
  }
}

function defineOperation(target, name, method) {
  ObjectDefineProperty(target, name, {
    __proto__: null, value: method, writable: true, enumerable: true, configurable: true,
  });
}

function exposeInterface(target, name, interfaceObject) {
  ObjectDefineProperty(target, name, {
    __proto__: null, value: interfaceObject, writable: true, enumerable: false, configurable: true,
  });
}

const exposeNamespace = exposeInterface;

function exposeLazyInterfaces(target, id, keys) {
  defineLazyProperties(target, id, keys, false);
}

function getConstructorOf(object) {
  for (let at = object; at; at = ObjectGetPrototypeOf(at)) {
    const { value } = ObjectGetOwnPropertyDescriptor(at, 'constructor') ?? kEmptyObject;
    if (typeof value === 'function' && value.name !== '') return value;
  }
  return null;
}

// ---- strings, arrays, signals

const encodingNames = {
  '__proto__': null, '': 'utf8', 'utf8': 'utf8', 'utf-8': 'utf8', 'ucs2': 'utf16le', 'ucs-2': 'utf16le',
  'utf16le': 'utf16le', 'utf-16le': 'utf16le', 'latin1': 'latin1', 'binary': 'latin1', 'base64': 'base64',
  'base64url': 'base64url', 'hex': 'hex', 'ascii': 'ascii',
};

// The canonical name of an encoding, or undefined if it is unknown.
function normalizeEncoding(encoding) {
  if (encoding == null || encoding === 'utf8' || encoding === 'utf-8') return 'utf8';
  if (typeof encoding !== 'string') return undefined;
  return encodingNames[encoding] ?? encodingNames[StringPrototypeToLowerCase(encoding)];
}

const removeColors = (text) => replacePattern(/\u001b\[\d\d?m/g, text, '');

// V8 concatenates strings lazily, but copies those passed to Array.prototype.join: for long nested ones, that takes minutes
// instead of milliseconds.
function join(list, separator) {
  if (list.length === 0) return '';
  let text = list[0];
  for (let i = 1; i < list.length; i++) text += separator + list[i];
  return text;
}

// Removes one item in place; faster than splice.
function spliceOne(list, index) {
  for (; index + 1 < list.length; index++) list[index] = list[index + 1];
  ArrayPrototypePop(list);
}

function filterDuplicateStrings(items, lowerCase) {
  const byKey = new SafeMap();
  for (const item of itemsOf(items)) {
    const key = StringPrototypeToLowerCase(item);
    byKey.set(key, lowerCase ? key : item);
  }
  return ArrayPrototypeSort(copyList(byKey.values()));
}

function convertToValidSignal(signal) {
  if (typeof signal === 'number' && namesByNumber[signal]) return signal;
  const number = typeof signal === 'string' ? signals[StringPrototypeToUpperCase(signal)] : undefined;
  if (number) return number;
  throw new ERR_UNKNOWN_SIGNAL(signal);
}

// POSIX: a process ended by a signal has the exit code 128 + its number.
function convertProcessSignalToExitCode(signal) {
  lazyValidators().validateOneOf(signal, 'signalCode', ObjectKeys(signals));
  return 128 + signals[signal];
}

const isUnderNodeModules = (filename) => Boolean(filename) && RegExpPrototypeExec(/[\\/]node_modules[\\/]/, filename) !== null;

// ---- system

function sleep(ms) {
  lazyValidators().validateUint32(ms, 'msec');
  binding('util').sleep(ms);
}

let cwd, cwdUrl;

// The current directory as a URL; the root if it was deleted.
function getCWDURL() {
  const { pathToFileURL } = require('internal/url');
  let now;
  try {
    now = process.cwd();
  } catch {
    now = undefined;
  }
  if (cwdUrl === undefined || (now !== undefined && now !== cwd)) {
    cwdUrl = pathToFileURL(now === undefined ? '/' : `${now}/`);
    cwd = now;
  }
  return cwdUrl;
}

// The current directory; if it was deleted, the one that the command is in, as in Node.
function cwdOrCommandFolder() {
  try {
    return process.cwd();
  } catch {
    return require('path').dirname(process.execPath);
  }
}

// A reference that is weak while its reference count is 0.
class WeakReference {
  #weak;
  #strong = null;
  #refCount = 0;

  constructor(object) {
    this.#weak = new WeakRef(object);
  }

  incRef() {
    if (++this.#refCount === 1) this.#strong = deref(this.#weak) ?? null;
    return this.#refCount;
  }

  decRef() {
    if (--this.#refCount === 0) this.#strong = null;
    return this.#refCount;
  }

  get() {
    return this.#strong ?? deref(this.#weak);
  }
}

module.exports = {
  ...require('internal/deprecation'),
  WeakReference,
  assignFunctionName,
  cachedResult,
  convertProcessSignalToExitCode,
  convertToValidSignal,
  createDeferredPromise,
  customInspectSymbol: SymbolFor('nodejs.util.inspect.custom'),
  cwdOrCommandFolder,
  customPromisifyArgs: kCustomPromisifyArgsSymbol,
  defineLazyProperties,
  defineOperation,
  defineReplaceableLazyAttribute,
  exposeInterface,
  exposeLazyInterfaces,
  exposeNamespace,
  filterDuplicateStrings,
  getCWDURL,
  getConstructorOf,
  getEncoding: normalizeEncoding,
  getLazy,
  getSystemErrorMap: systemErrorMap,
  getSystemErrorMessage,
  getSystemErrorName,
  isError,
  isUnderNodeModules,
  isWindows: false,
  isMacOS: false,
  join,
  kCustomPromisifiedSymbol,
  kEmptyObject,
  kEnumerableProperty,
  kIsEncodingSymbol: Symbol('kIsEncodingSymbol'),
  lazyDOMException,
  lazyDOMExceptionClass,
  normalizeEncoding,
  once,
  promisify,
  removeColors,
  setOwnProperty,
  sleep,
  spliceOne,
};
