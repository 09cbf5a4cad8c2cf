'use strict';

// File system calls that JavaScript waits for: fs.sync.stat and the like.

const { StringPrototypeToLowerCase } = require('internal/primordials');
const watchedCalls = require('internal/watched_calls');
const { emit } = require('internal/trace_events/tracing');

const GROUP = 'node,node.fs,node.fs.sync';
const OTHER_NAMES = { __proto__: null, scandir: 'readdir' };

const nameOf = (name) => `fs.sync.${OTHER_NAMES[name] ?? StringPrototypeToLowerCase(name)}`;

const watcher = {
  began(binding, name) {
    if (binding === 'fs') emit('B', GROUP, nameOf(name));
  },
  ended(binding, name, result) {
    if (binding !== 'fs') return;
    const isTransfer = (name === 'read' || name === 'write') && result >= 0;
    emit('E', GROUP, nameOf(name), undefined, isTransfer ? { [name === 'read' ? 'bytesRead' : 'bytesWritten']: result } : undefined);
  },
};

function watch(isWanted) {
  if (isWanted) watchedCalls.attach(watcher);
  else watchedCalls.detach(watcher);
}

module.exports = { watch };
