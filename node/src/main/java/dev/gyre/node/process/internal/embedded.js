'use strict';

// A runtime that shares its process with others, inside a Java program, can't change that process. It refuses what Node
// refuses in its workers, with the same errors.

const { codes: { ERR_WORKER_UNSUPPORTED_OPERATION } } = require('internal/errors');

const UNAVAILABLE = [
  'abort', 'chdir', 'initgroups', 'setegid', 'seteuid', 'setgid', 'setgroups', 'setuid',
];

function unavailable(name) {
  const refuse = () => { throw new ERR_WORKER_UNSUPPORTED_OPERATION(`process.${name}()`); };
  refuse.disabled = true;
  return refuse;
}

function restrict(process) {
  for (let i = 0; i < UNAVAILABLE.length; i++) process[UNAVAILABLE[i]] = unavailable(UNAVAILABLE[i]);
  process.execve = () => { throw new ERR_WORKER_UNSUPPORTED_OPERATION('Calling process.execve'); };
  const { umask, kill, pid } = process;
  process.umask = function(mask) {
    if (mask !== undefined) throw new ERR_WORKER_UNSUPPORTED_OPERATION('Setting process.umask()');
    return umask();
  };
  process.kill = function(target, signal) {
    // Signal 0 only asks whether the process is there.
    if ((target == pid || target <= 0) && signal !== 0) throw new ERR_WORKER_UNSUPPORTED_OPERATION('Signalling its own process');
    return kill(target, signal);
  };
}

module.exports = { restrict };
