'use strict';

// Several runtimes in a Java program share one process, so none of them may change it. Such a runtime refuses what Node
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
    // Signal 0 only checks whether the process exists.
    if ((target == pid || target <= 0) && signal !== 0) throw new ERR_WORKER_UNSUPPORTED_OPERATION('Signalling its own process');
    return kill(target, signal);
  };
}

module.exports = { restrict };
