'use strict';

// Several runtimes share one process, so none of them may change it, except for the main runtime of a command. The others,
// which are workers and the runtimes of a Java program, refuse what Node refuses in its workers, with the same errors.

const { AtomicsLoad, Int32Array, ObjectDefineProperty } = require('internal/primordials');
const { codes: { ERR_WORKER_UNSUPPORTED_OPERATION } } = require('internal/errors');

const native = binding('process');

const UNAVAILABLE = [
  'abort', 'chdir', 'initgroups', 'setegid', 'seteuid', 'setgid', 'setgroups', 'setuid',
];

function unavailable(name) {
  function unavailableInWorker() { throw new ERR_WORKER_UNSUPPORTED_OPERATION(`process.${name}`); }
  unavailableInWorker.disabled = true;
  return unavailableInWorker;
}

function restrict(process, isWorker) {
  for (let i = 0; i < UNAVAILABLE.length; i++) process[UNAVAILABLE[i]] = unavailable(`${UNAVAILABLE[i]}()`);
  process.execve = () => { throw new ERR_WORKER_UNSUPPORTED_OPERATION('Calling process.execve'); };
  const { umask } = process;
  process.umask = function(mask) {
    if (mask !== undefined) throw new ERR_WORKER_UNSUPPORTED_OPERATION('Setting process.umask()');
    return umask();
  };
  if (isWorker) restrictWorker(process);
  else restrictEmbedded(process);
}

// The program of an embedded runtime did not start the process, so it may not end it by a signal either.
function restrictEmbedded(process) {
  const { kill, pid } = process;
  process.kill = function(target, signal) {
    // Signal 0 only checks whether the process exists.
    if ((target == pid || target <= 0) && signal !== 0) throw new ERR_WORKER_UNSUPPORTED_OPERATION('Signalling its own process');
    return kill(target, signal);
  };
}

// The main thread may change the working folder, and counts its changes in memory that all threads see.
function restrictFolder(process) {
  const changes = new Int32Array(binding('worker').folderChanges());
  let folder;
  let folderChange;
  process.cwd = function() {
    const change = AtomicsLoad(changes, 0); // before the folder is read: a change in between must not be missed
    if (folder === undefined || change !== folderChange) {
      folder = native.cwd();
      folderChange = change;
    }
    return folder;
  };
}

// A property whose setter would change the process keeps the value that it has.
function fix(process, name) {
  ObjectDefineProperty(process, name, { __proto__: null, value: process[name], writable: true, enumerable: true, configurable: true });
}

function restrictWorker(process) {
  restrictFolder(process);
  fix(process, 'title');
  fix(process, 'debugPort');
  delete process._debugProcess;
  delete process._debugEnd;
  delete process._startProfilerIdleNotifier;
  delete process._stopProfilerIdleNotifier;
}

module.exports = { restrict, unavailable };
