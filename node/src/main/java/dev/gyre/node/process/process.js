'use strict';

// The process object: assembled at build time, filled with this process's facts by `boot` at start.

const EventEmitter = require('events');

const native = binding('process');

// process -> prototype named "process" -> EventEmitter.prototype, as Node's
function processPrototype() {
  // Node's has this name too, in lower case.
  const holder = { process: function process() {} };
  const prototype = Object.create(EventEmitter.prototype, {
    constructor: { value: holder.process, writable: true, enumerable: false, configurable: true },
    [Symbol.toStringTag]: { value: 'process', writable: false, enumerable: false, configurable: true },
  });
  holder.process.prototype = prototype;
  return prototype;
}

Object.setPrototypeOf(process, processPrototype());
EventEmitter.call(process);
process._exiting = false;

require('internal/process/facts').install(process);
require('internal/process/exit').install(process);
require('internal/process/usage').install(process);
require('internal/process/credentials').install(process);

const { nextTick, processTicksAndRejections } = require('internal/process/task_queues');
const { emitWarning, onWarning } = require('internal/process/warning');
const { capture, onUncaughtException } = require('internal/process/fatal');
const signals = require('internal/process/signals');

process.nextTick = nextTick;
process._tickCallback = processTicksAndRejections;
process.emitWarning = emitWarning;
process._fatalException = onUncaughtException;

Object.assign(process, {
  setUncaughtExceptionCaptureCallback(callback) {
    const { codes } = require('internal/errors');
    if (callback === null) {
      capture.callback = null;
      return;
    }
    if (typeof callback !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('fn', ['Function', 'null'], callback);
    if (capture.callback !== null) throw new codes.ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET();
    capture.callback = callback;
  },
  addUncaughtExceptionCaptureCallback(callback) {
    require('internal/validators').validateFunction(callback, 'fn');
    capture.extra.unshift(callback);
  },
  hasUncaughtExceptionCaptureCallback: () => capture.callback !== null,

  cwd: () => native.cwd(),
  chdir(directory) {
    require('internal/validators').validateString(directory, 'directory');
    native.chdir(directory);
  },
  umask(mask) {
    if (mask === undefined) return native.umask(-1);
    const { parseFileMode } = require('internal/validators');
    return native.umask(parseFileMode(mask, 'mask'));
  },
  kill: signals.kill,
  _kill: (pid, signal) => native.kill(pid, signal),
  abort() { native.abort(); },
  _rawDebug(...args) {
    native.writeStderr(`${require('internal/util/inspect').format(...args)}\n`);
  },
  getBuiltinModule(id) {
    require('internal/validators').validateString(id, 'id');
    return require('internal/module/builtins').get(id);
  },
  ref(value) { (value?.[Symbol.for('nodejs.ref')] ?? value?.[Symbol.for('node:ref')] ?? value?.ref)?.call(value); },
  unref(value) { (value?.[Symbol.for('nodejs.unref')] ?? value?.[Symbol.for('node:unref')] ?? value?.unref)?.call(value); },
  loadEnvFile(path = '.env') {
    const text = require('fs').readFileSync(path, 'utf8');
    for (const [name, value] of Object.entries(require('util').parseEnv(text))) process.env[name] ??= value;
  },
  getActiveResourcesInfo: () => require('internal/process/active').names(),
  _getActiveHandles: () => [],
  _getActiveRequests: () => [],
  setSourceMapsEnabled(value) {
    require('internal/validators').validateBoolean(value, 'val');
    sourceMaps = value;
  },
});

let sourceMaps = false;
Object.defineProperty(process, 'sourceMapsEnabled', { enumerable: true, configurable: true, get: () => sourceMaps });

for (const name of ['stdin', 'stdout', 'stderr']) {
  let stream;
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get: () => stream ??= require('internal/process/stdio')[name](),
    set: undefined,
  });
}

process.openStdin = function openStdin() {
  process.stdin.resume();
  return process.stdin;
};

// Called once at start, with everything that Java knows of this process.
function boot() {
  const facts = JSON.parse(native.boot());
  require('internal/process/facts').boot(process, facts);
  process.on('warning', onWarning);
  process.on('newListener', signals.onNewListener);
  process.on('removeListener', signals.onRemoveListener);
}

module.exports = process;
Object.defineProperty(process, Symbol.for('gyre.boot'), { value: boot, configurable: true });
