'use strict';

// Signals of a worker that is a thread. The system knows only the process, so worker.kill('SIGTERM') in the primary is a
// message, if the worker listens for that signal; otherwise it ends the thread. The worker tells what it listens for.

const { SafeSet, copyList } = require('internal/primordials');
const { signals } = require('internal/signals');

const LISTENS = 'NODE_THREAD_LISTENS';
const SIGNAL = 'NODE_THREAD_SIGNAL';

// In the worker.
function start() {
  const names = new SafeSet();
  const tell = () => { if (process.connected) process.send({ cmd: LISTENS, names: copyList(names) }); };
  process.on('newListener', (name) => {
    if (signals[name] === undefined || names.has(name)) return;
    names.add(name);
    tell();
  });
  process.on('removeListener', (name) => {
    if (!names.has(name) || process.listenerCount(name) > 0) return;
    names.delete(name);
    tell();
  });
  process.on('internalMessage', ({ cmd, name }) => {
    if (cmd === SIGNAL) process.emit(name, name, signals[name]);
  });
}

module.exports = { LISTENS, SIGNAL, start };
