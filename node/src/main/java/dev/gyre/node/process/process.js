'use strict';

// The process object: assembled at build time, completed at start by `boot`.

const {
  ArrayPrototypePush, FunctionPrototypeCall, JSONParse, ObjectAssign, ObjectCreate, ObjectDefineProperty, ObjectEntries,
  ObjectSetPrototypeOf, Error, ReflectApply, SymbolFor, SymbolToStringTag, TypeError, itemsOf,
} = require('internal/primordials');
const EventEmitter = require('events');

const native = binding('process');

// process -> prototype named "process" -> EventEmitter.prototype, as Node's
function processPrototype() {
  // Node's constructor has this name too, in lower case.
  const holder = { process: function process() {} };
  const prototype = ObjectCreate(EventEmitter.prototype, {
    __proto__: null,
    constructor: { __proto__: null, value: holder.process, writable: true, enumerable: false, configurable: true },
    [SymbolToStringTag]: { __proto__: null, value: 'process', writable: false, enumerable: false, configurable: true },
  });
  holder.process.prototype = prototype;
  return prototype;
}

ObjectSetPrototypeOf(process, processPrototype());
FunctionPrototypeCall(EventEmitter, process);

require('internal/process/fixed_properties').install(process);
require('internal/process/exit').install(process);
require('internal/process/usage').install(process);
require('internal/process/credentials').install(process);

const { codes: {
  ERR_INVALID_ARG_TYPE, ERR_METHOD_NOT_IMPLEMENTED,
  ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET,
} } = require('internal/errors');
const {
  parseFileMode, validateBoolean, validateFunction, validateString,
} = require('internal/validators');
const { nextTick, runNextTicks } = require('internal/process/task_queues');
const { createEnv } = require('internal/process/env');
const { emitWarning, onWarning } = require('internal/process/warning');
const { capture, isCaptured, onUncaughtException } = require('internal/process/fatal');
const { legacyBinding, linkedBinding } = require('internal/process/legacy_binding');
const signals = require('internal/process/signals');
const { deprecate, isPendingDeprecation } = require('internal/deprecation');

let currentFolder; // undefined before its first use

const lazyActive = () => require('internal/process/active');

process.nextTick = nextTick;
process._tickCallback = runNextTicks;
process.emitWarning = emitWarning;
process._fatalException = onUncaughtException;
process.binding = legacyBinding;
require('internal/start').atStart(() => {
  if (!isPendingDeprecation()) return;
  process.binding = deprecate(legacyBinding, 'process.binding() is deprecated. Please use public APIs instead.', 'DEP0111');
});
process._linkedBinding = linkedBinding;
process.kill = signals.kill;
process._kill = (pid, signal) => native.kill(pid, signal);
process.execve = require('internal/process/execve').execve;

ObjectAssign(process, {
  setUncaughtExceptionCaptureCallback(callback) {
    if (callback === null) {
      capture.callback = null;
      return;
    }
    if (typeof callback !== 'function') throw new ERR_INVALID_ARG_TYPE('fn', ['Function', 'null'], callback);
    if (capture.callback !== null) throw new ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET();
    capture.callback = callback;
  },
  addUncaughtExceptionCaptureCallback(callback) {
    validateFunction(callback, 'fn');
    ArrayPrototypePush(capture.extra, callback);
  },
  hasUncaughtExceptionCaptureCallback: isCaptured,

  cwd: () => currentFolder ??= native.cwd(),
  chdir(directory) {
    validateString(directory, 'directory');
    native.chdir(directory);
    currentFolder = undefined;
  },
  umask(mask) {
    return native.umask(mask === undefined ? -1 : parseFileMode(mask, 'mask'));
  },
  abort() { native.abort(); },
  _rawDebug(...args) {
    native.writeStderr(`${require('internal/util/inspect').format(...itemsOf(args))}\n`);
  },
  getBuiltinModule(id) {
    validateString(id, 'id');
    return require('internal/module/builtins').get(id);
  },
  // An object that can keep the loop alive has a ref and an unref method, under symbols or plain names.
  ref(maybeRefable) {
    const fn = maybeRefable?.[SymbolFor('nodejs.ref')] || maybeRefable?.[SymbolFor('node:ref')] || maybeRefable?.ref;
    if (typeof fn === 'function') ReflectApply(fn, maybeRefable, []);
  },
  unref(maybeRefable) {
    const fn = maybeRefable?.[SymbolFor('nodejs.unref')] || maybeRefable?.[SymbolFor('node:unref')] ||
      maybeRefable?.unref;
    if (typeof fn === 'function') ReflectApply(fn, maybeRefable, []);
  },
  loadEnvFile(path = undefined) {
    if (typeof path === 'number') require('internal/fs/arguments').validatePath(path); // no descriptor
    const text = require('fs').readFileSync(path ?? '.env', 'utf8');
    for (let i = 0, list = ObjectEntries(require('util').parseEnv(text)); i < list.length; i++) {
      const { 0: name, 1: value } = list[i];
      process.env[name] ??= value;
    }
  },
  getActiveResourcesInfo: () => lazyActive().names(),
  _getActiveHandles: () => lazyActive().owners(),
  _getActiveRequests: () => lazyActive().requests(),
  dlopen(module, filename, flags = RTLD_LAZY) {
    if (arguments.length < 2) {
      throw ObjectAssign(new TypeError('process.dlopen needs at least 2 arguments'), { code: 'ERR_MISSING_ARGS' });
    }
    if (typeof flags !== 'number') {
      throw ObjectAssign(new TypeError('flag argument must be an integer.'), { code: 'ERR_INVALID_ARG_TYPE' });
    }
    require('internal/napi/addons').load(module, `${filename}`, flags);
  },
  setSourceMapsEnabled(enabled) {
    validateBoolean(enabled, 'val');
    require('internal/module/source_maps').setSupport({ enabled, nodeModules: enabled, generatedCode: enabled });
  },
  _startProfilerIdleNotifier() {},
  _stopProfilerIdleNotifier() {},
  _debugProcess(pid) {
    if (arguments.length !== 1) throw new Error('Invalid number of arguments.');
    signals.kill(pid, 'SIGUSR1');
  },
  _debugEnd() { binding('inspector').close(); },
});

const RTLD_LAZY = 1;

// Created at its first use, replaceable like any other property.
function lazyProperty(name, make, settable = true) {
  let value;
  ObjectDefineProperty(process, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get: () => value ??= make(),
    set: settable ? (given) => { value = given; } : undefined,
  });
}

for (let j = 0, items = ['stdin', 'stdout', 'stderr']; j < items.length; j++) {
  const name = items[j];
  lazyProperty(name, () => require('internal/process/stdio')[name](), false);
}
lazyProperty('finalization', () => require('internal/process/finalization').createFinalization());
lazyProperty('report', () => require('internal/process/report').report, false);
ObjectDefineProperty(process, 'sourceMapsEnabled', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => require('internal/module/source_maps').getSupport().enabled,
});

process.openStdin = function() {
  process.stdin.resume();
  return process.stdin;
};

const wantsWarnings = () => require('internal/options').get('--warnings') !== false && process.env.NODE_NO_WARNINGS !== '1';

// Called once at start, with what Java knows about this process.
function boot() {
  const facts = JSONParse(native.boot());
  require('internal/process/fixed_properties').boot(process, facts);
  if (require('internal/options').get('--enable-source-maps')) process.setSourceMapsEnabled(true);
  process.on('newListener', signals.onNewListener);
  process.on('removeListener', signals.onRemoveListener);
  if (wantsWarnings()) process.on('warning', onWarning);
}

// Called instead in a runtime that was booted ahead: it may have got other variables since.
function bootAgain() {
  const text = native.changedEnvironment();
  if (text === undefined) return;
  process.env = createEnv(JSONParse(text));
  process.off('warning', onWarning);
  if (wantsWarnings()) process.on('warning', onWarning);
}

module.exports = process;
ObjectDefineProperty(process, SymbolFor('gyre.boot'), { __proto__: null, value: { __proto__: null, boot, bootAgain }, configurable: true });
