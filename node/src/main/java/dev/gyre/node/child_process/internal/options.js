'use strict';

// Validates and normalizes the arguments for starting a process.

const {
  ArrayIsArray, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeUnshift, ObjectHasOwn, StringPrototypeIncludes,
  copyList, joinLists,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const {
  validateBoolean, validateFunction, validateInt32, validateInteger, validateNumber, validateObject, validateString,
} = require('internal/validators');
const { convertToValidSignal } = require('internal/util');
const { toPath } = require('internal/fs/arguments');
const permission = require('internal/permission/model');

const SHELL = '/bin/sh';

function checkNoNull(text, name) {
  if (typeof text === 'string' && StringPrototypeIncludes(text, '\0')) {
    throw new ERR_INVALID_ARG_VALUE(name, text, 'must be a string without null bytes');
  }
}

function checkNoNulls(texts, name) {
  for (let i = 0; i < texts.length; i++) checkNoNull(texts[i], `${name}[${i}]`);
}

function checkTimeout(timeout) {
  if (timeout != null) validateInteger(timeout, 'timeout', 0);
}

function checkMaxBuffer(maxBuffer) {
  if (maxBuffer != null) validateNumber(maxBuffer, 'options.maxBuffer', 0);
}

function toSignal(killSignal) {
  if (typeof killSignal === 'string' || typeof killSignal === 'number') return convertToValidSignal(killSignal);
  if (killSignal != null) throw new ERR_INVALID_ARG_TYPE('options.killSignal', ['string', 'number'], killSignal);
  return undefined;
}

function splitArguments(args, options) {
  if (ArrayIsArray(args)) return [copyList(args), options];
  if (args == null) return [[], options];
  if (typeof args !== 'object') throw new ERR_INVALID_ARG_TYPE('args', 'object', args);
  return [[], args];
}

function checkCommon(options) {
  const { argv0, detached, gid, shell, uid, windowsHide, windowsVerbatimArguments } = options;
  if (detached != null) validateBoolean(detached, 'options.detached');
  if (uid != null) validateInt32(uid, 'options.uid');
  if (gid != null) validateInt32(gid, 'options.gid');
  if (shell != null && typeof shell !== 'boolean' && typeof shell !== 'string') {
    throw new ERR_INVALID_ARG_TYPE('options.shell', ['boolean', 'string'], shell);
  }
  checkArgv0(argv0);
  if (windowsHide != null) validateBoolean(windowsHide, 'options.windowsHide');
  if (windowsVerbatimArguments != null) {
    validateBoolean(windowsVerbatimArguments, 'options.windowsVerbatimArguments');
  }
}

function checkArgv0(argv0) {
  if (argv0 == null) return;
  validateString(argv0, 'options.argv0');
  checkNoNull(argv0, 'options.argv0');
}

let warnedOfShellArgs = false;

function throughShell(file, args, shell) {
  checkNoNull(shell, 'options.shell');
  if (args.length > 0 && !warnedOfShellArgs) {
    warnedOfShellArgs = true;
    process.emitWarning('Passing args to a child process with shell option true can lead to security ' +
      'vulnerabilities, as the arguments are not escaped, only concatenated.', 'DeprecationWarning', 'DEP0190');
  }
  return [typeof shell === 'string' ? shell : SHELL, ['-c', ArrayPrototypeJoin(joinLists([file], args), ' ')]];
}

// "NAME=value", including inherited properties. Coverage continues in children, whatever their environment.
function environment(given, args) {
  const env = given || { ...process.env };
  const { NODE_V8_COVERAGE } = process.env;
  if (NODE_V8_COVERAGE && given && !ObjectHasOwn(given, 'NODE_V8_COVERAGE')) env.NODE_V8_COVERAGE = NODE_V8_COVERAGE;
  const nodeOptions = permission.inheritedOptions(env.NODE_OPTIONS, args);
  const pairs = [];
  if (nodeOptions !== undefined && env.NODE_OPTIONS === undefined) ArrayPrototypePush(pairs, `NODE_OPTIONS=${nodeOptions}`);
  for (const name in env) {
    const value = name === 'NODE_OPTIONS' ? nodeOptions : env[name];
    if (value === undefined) continue;
    checkNoNull(name, `options.env['${name}']`);
    checkNoNull(value, `options.env['${name}']`);
    ArrayPrototypePush(pairs, `${name}=${value}`);
  }
  return pairs;
}

function spawnOptions(file, args, given) {
  validateString(file, 'file');
  checkNoNull(file, 'file');
  if (file.length === 0) throw new ERR_INVALID_ARG_VALUE('file', file, 'cannot be empty');
  ({ 0: args, 1: given } = splitArguments(args, given));
  checkNoNulls(args, 'args');
  if (given !== undefined) validateObject(given, 'options');
  const options = { __proto__: null, ...given };
  const cwd = options.cwd == null ? options.cwd : `${toPath(options.cwd, 'options.cwd')}`;
  checkCommon(options);
  if (options.shell) ({ 0: file, 1: args } = throughShell(file, args, options.shell));
  ArrayPrototypeUnshift(args, typeof options.argv0 === 'string' ? options.argv0 : file);
  return {
    __proto__: null,
    ...options,
    args,
    cwd,
    detached: !!options.detached,
    envPairs: environment(options.env, args),
    file,
    windowsHide: !!options.windowsHide,
    windowsVerbatimArguments: !!options.windowsVerbatimArguments,
  };
}

// (command, options, callback) of exec
function execArguments(command, options, callback) {
  validateString(command, 'command');
  checkNoNull(command, 'command');
  if (typeof options === 'function') ({ 0: callback, 1: options } = [options, undefined]);
  options = { __proto__: null, ...options };
  if (typeof options.shell !== 'string') options.shell = true;
  return { file: command, options, callback };
}

// (file, args, options, callback) of execFile; each of the last three may be omitted
function execFileArguments(file, args, options, callback) {
  if (ArrayIsArray(args)) {
    args = copyList(args);
  } else if (typeof args === 'function') {
    ({ 0: args, 1: options, 2: callback } = [undefined, undefined, args]);
  } else if (args != null && typeof args === 'object') {
    ({ 0: args, 1: options, 2: callback } = [undefined, args, options]);
  }
  if (typeof options === 'function') ({ 0: callback, 1: options } = [options, undefined]);
  else if (options != null) validateObject(options, 'options');
  if (callback != null) validateFunction(callback, 'callback');
  options ??= { __proto__: null };
  checkArgv0(options.argv0);
  return { file, args: args ?? [], options, callback };
}

module.exports = {
  checkMaxBuffer, checkNoNull, checkNoNulls, checkTimeout, execArguments, execFileArguments, spawnOptions, toSignal,
};
