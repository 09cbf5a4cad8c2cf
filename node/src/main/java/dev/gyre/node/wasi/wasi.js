'use strict';

// The system interface of WebAssembly programs. What they call is in internal/wasi/preview1.

const {
  ArrayPrototypeMap, ArrayPrototypePush, FunctionPrototypeBind, ObjectEntries, ObjectKeys, String, Symbol,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_WASI_ALREADY_STARTED } } = require('internal/errors');
const { emitExperimentalWarning, kEmptyObject } = require('internal/util');
const {
  validateArray, validateBoolean, validateFunction, validateInt32, validateObject, validateString, validateUndefined,
} = require('internal/validators');
const { WASI: Preview1, setMemory } = require('internal/wasi/preview1');

const kExitCode = Symbol('kExitCode');
const kSetMemory = Symbol('kSetMemory');
const kStarted = Symbol('kStarted');
const kInstance = Symbol('kInstance');
const kBindingName = Symbol('kBindingName');

const BINDING_NAMES = { __proto__: null, unstable: 'wasi_unstable', preview1: 'wasi_snapshot_preview1' };

emitExperimentalWarning('WASI');

function variablesOf(env) {
  const pairs = [];
  if (env === undefined) return pairs;
  validateObject(env, 'options.env');
  const all = ObjectEntries(env);
  for (let i = 0; i < all.length; i++) {
    if (all[i][1] !== undefined) ArrayPrototypePush(pairs, `${all[i][0]}=${all[i][1]}`);
  }
  return pairs;
}

function foldersOf(preopens) {
  const folders = [];
  if (preopens === undefined) return folders;
  validateObject(preopens, 'options.preopens');
  const all = ObjectEntries(preopens);
  for (let i = 0; i < all.length; i++) {
    ArrayPrototypePush(folders, { __proto__: null, name: String(all[i][0]), path: String(all[i][1]) });
  }
  return folders;
}

class WASI {
  constructor(options = kEmptyObject) {
    validateObject(options, 'options');
    const { version } = options;
    validateString(version, 'options.version');
    const bindingName = BINDING_NAMES[version];
    if (bindingName === undefined) {
      throw new ERR_INVALID_ARG_VALUE('options.version', version, 'unsupported WASI version');
    }
    this[kBindingName] = bindingName;

    if (options.args !== undefined) validateArray(options.args, 'options.args');
    const args = ArrayPrototypeMap(options.args || [], (arg) => String(arg));
    const env = variablesOf(options.env);
    const preopens = foldersOf(options.preopens);

    const { stdin = 0, stdout = 1, stderr = 2 } = options;
    validateInt32(stdin, 'options.stdin', 0);
    validateInt32(stdout, 'options.stdout', 0);
    validateInt32(stderr, 'options.stderr', 0);

    require('internal/permission/model').require('wasi');
    const wrap = new Preview1(args, env, preopens, [stdin, stdout, stderr]);
    const names = ObjectKeys(Preview1.prototype);
    for (let i = 0; i < names.length; i++) wrap[names[i]] = FunctionPrototypeBind(wrap[names[i]], wrap);

    let { returnOnExit } = options;
    if (returnOnExit === undefined) returnOnExit = true;
    else validateBoolean(returnOnExit, 'options.returnOnExit');
    if (returnOnExit) wrap.proc_exit = FunctionPrototypeBind(wasiReturnOnProcExit, this);

    this[kSetMemory] = FunctionPrototypeBind(function _setMemory(memory) { setMemory(wrap, memory); }, wrap);
    this.wasiImport = wrap;
    this[kStarted] = false;
    this[kExitCode] = 0;
    this[kInstance] = undefined;
  }

  finalizeBindings(instance, { memory = instance?.exports?.memory } = kEmptyObject) {
    if (this[kStarted]) throw new ERR_WASI_ALREADY_STARTED();

    validateObject(instance, 'instance');
    validateObject(instance.exports, 'instance.exports');
    this[kSetMemory](memory);
    this[kInstance] = instance;
    this[kStarted] = true;
  }

  start(instance) {
    this.finalizeBindings(instance);

    const { _start, _initialize } = this[kInstance].exports;
    validateFunction(_start, 'instance.exports._start');
    validateUndefined(_initialize, 'instance.exports._initialize');

    try {
      _start();
    } catch (error) {
      if (error !== kExitCode) throw error;
    }
    return this[kExitCode];
  }

  initialize(instance) {
    this.finalizeBindings(instance);

    const { _start, _initialize } = this[kInstance].exports;
    validateUndefined(_start, 'instance.exports._start');
    if (_initialize !== undefined) {
      validateFunction(_initialize, 'instance.exports._initialize');
      _initialize();
    }
  }

  getImportObject() {
    return { [this[kBindingName]]: this.wasiImport };
  }
}

// Code that calls proc_exit does not expect it to return. What is thrown here goes through it, since WebAssembly can't catch
// it, up to start().
function wasiReturnOnProcExit(rval) {
  this[kExitCode] = rval;
  throw kExitCode;
}

module.exports = { WASI };
