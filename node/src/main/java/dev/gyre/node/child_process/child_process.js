'use strict';

const {
  ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypeLastIndexOf, ArrayPrototypeToSpliced, SymbolDispose, joinLists,
} = require('internal/primordials');
const { clearTimeout, setTimeout } = require('timers');
const { AbortError, codes: { ERR_CHILD_PROCESS_IPC_REQUIRED } } = require('internal/errors');
const { validateAbortSignal, validateArray, validateObject } = require('internal/validators');
const { toPath } = require('internal/fs/arguments');
const { ChildProcess } = require('internal/child_process/process');
const { definePromisified, execFile: runFile } = require('internal/child_process/exec');
const {
  checkNoNull, checkNoNulls, checkTimeout, execArguments, spawnOptions, toSignal,
} = require('internal/child_process/options');
const { fromShortcut } = require('internal/child_process/stdio');
const { execFileSync, execSync, spawnSync } = require('internal/child_process/sync');

function spawn(file, args, options) {
  options = spawnOptions(file, args, options);
  checkTimeout(options.timeout);
  validateAbortSignal(options.signal, 'options.signal');
  const killSignal = toSignal(options.killSignal);
  const child = new ChildProcess();
  child.spawn(options);
  if (options.timeout > 0) killAfter(child, options.timeout, killSignal);
  if (options.signal) killOnAbort(child, options.signal, killSignal);
  return child;
}

function killAfter(child, timeoutMs, killSignal) {
  const timer = setTimeout(() => {
    try {
      child.kill(killSignal);
    } catch (error) {
      child.emit('error', error);
    }
  }, timeoutMs);
  child.once('exit', () => clearTimeout(timer));
}

function killOnAbort(child, signal, killSignal) {
  const onAbort = () => {
    try {
      if (child.kill(killSignal)) child.emit('error', new AbortError(undefined, { cause: signal.reason }));
    } catch (error) {
      child.emit('error', error);
    }
  };
  if (signal.aborted) {
    process.nextTick(onAbort);
  } else {
    const { addAbortListener } = require('internal/events/abort_listener');
    child.once('exit', addAbortListener(signal, onAbort)[SymbolDispose]);
  }
}

function execFile(file, args, options, callback) {
  return runFile(spawn, file, args, options, callback);
}

function exec(command, options, callback) {
  const given = execArguments(command, options, callback);
  return module.exports.execFile(given.file, given.options, given.callback);
}

definePromisified(exec);
definePromisified(execFile);

// The parent's options, without the text of -e: the child has a file to run.
function inheritedExecArgv() {
  const { execArgv, _eval } = process;
  const at = _eval == null ? -1 : ArrayPrototypeLastIndexOf(execArgv, _eval);
  return at > 0 ? ArrayPrototypeToSpliced(execArgv, at - 1, 2) : execArgv;
}

function fork(modulePath, args = [], options) {
  modulePath = toPath(modulePath, 'modulePath');
  if (args == null) {
    args = [];
  } else if (typeof args === 'object' && !ArrayIsArray(args)) {
    ({ 0: args, 1: options } = [[], args]);
  } else {
    validateArray(args, 'args');
  }
  if (options != null) validateObject(options, 'options');
  options = { __proto__: null, ...options, shell: false };
  options.execPath ||= process.execPath;
  checkNoNull(options.execPath, 'options.execPath');
  const execArgv = options.execArgv || inheritedExecArgv();
  checkNoNulls(execArgv, 'options.execArgv');
  if (typeof options.stdio === 'string') {
    options.stdio = fromShortcut(options.stdio, 'ipc');
  } else if (!ArrayIsArray(options.stdio)) {
    options.stdio = fromShortcut(options.silent ? 'pipe' : 'inherit', 'ipc');
  } else if (!ArrayPrototypeIncludes(options.stdio, 'ipc')) {
    throw new ERR_CHILD_PROCESS_IPC_REQUIRED('options.stdio');
  }
  return spawn(options.execPath, joinLists(execArgv, [modulePath], args), options);
}

function _forkChild(fd, serialization) {
  require('internal/child_process/channel').setupInChild(fd, serialization);
}

module.exports = {
  ChildProcess, _forkChild, exec, execFile, execFileSync, execSync, fork, spawn, spawnSync,
};
