'use strict';

// Functions and properties that warn when they are used.

const {
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectSetPrototypeOf, ReflectApply, ReflectConstruct, SafeSet,
} = require('internal/primordials');
const lazyOption = (name) => require('internal/options').get(name);

const warnedCodes = new SafeSet();

// A function that warns at its first call, but once per code for all such functions.
function getDeprecationWarningEmitter(code, message, deprecated, useEmitSync, shouldEmitWarning = () => true) {
  let hasWarned = false;
  return (argument) => {
    if (hasWarned || !shouldEmitWarning(argument)) return;
    hasWarned = true;
    if (code === 'ExperimentalWarning') {
      process.emitWarning(message, code, deprecated);
    } else if (code === undefined) {
      process.emitWarning(message, 'DeprecationWarning', deprecated);
    } else if (!warnedCodes.has(code)) {
      const emit = useEmitSync ? require('internal/process/warning').emitWarningSync : process.emitWarning;
      emit(message, 'DeprecationWarning', code, deprecated);
      warnedCodes.add(code);
    }
  };
}

function copyLength(target, source) {
  ObjectDefineProperty(target, 'length', { __proto__: null, ...ObjectGetOwnPropertyDescriptor(source, 'length') });
}

// Wraps `fn` to warn once. The wrapper takes fn's place in prototype chains, unless disabled.
function deprecate(fn, message, code, useEmitSync, modifyPrototype = true) {
  if (code !== undefined) require('internal/validators').validateString(code, 'code');
  const warn = getDeprecationWarningEmitter(code, message, deprecated, useEmitSync);
  function deprecated(...args) {
    if (!process.noDeprecation) warn();
    return new.target ? ReflectConstruct(fn, args, new.target) : ReflectApply(fn, this, args);
  }
  if (modifyPrototype) {
    ObjectSetPrototypeOf(deprecated, fn);
    if (fn.prototype) deprecated.prototype = fn.prototype;
    copyLength(deprecated, fn);
  }
  return deprecated;
}

const isPendingDeprecation = () => lazyOption('--pending-deprecation') && !lazyOption('--no-deprecation');

// Warns only under --pending-deprecation.
function pendingDeprecate(fn, message, code) {
  const warn = getDeprecationWarningEmitter(code, message, deprecated, false, isPendingDeprecation);
  function deprecated(...args) {
    warn();
    return ReflectApply(fn, this, args);
  }
  copyLength(deprecated, fn);
  return deprecated;
}

// The returned function warns if its argument has a property `key`.
function deprecateProperty(key, message, code, shouldEmitWarning) {
  const warn = getDeprecationWarningEmitter(code, message, undefined, false, shouldEmitWarning);
  return (options) => {
    if (key in options) warn();
  };
}

function deprecateInstantiation(target, code, ...args) {
  const message = `Instantiating ${target.name} without the 'new' keyword has been deprecated.`;
  getDeprecationWarningEmitter(code, message, target)();
  return ReflectConstruct(target, args);
}

const warnedFeatures = new SafeSet();

function emitExperimentalWarning(feature, messagePrefix = '', code = undefined, ctor = undefined) {
  if (warnedFeatures.has(feature)) return;
  warnedFeatures.add(feature);
  const message = `${messagePrefix}${feature} is an experimental feature and might change at any time`;
  process.emitWarning(message, 'ExperimentalWarning', code, ctor);
}

module.exports = {
  deprecate,
  deprecateInstantiation,
  deprecateProperty,
  emitExperimentalWarning,
  getDeprecationWarningEmitter,
  isPendingDeprecation,
  pendingDeprecate,
};
