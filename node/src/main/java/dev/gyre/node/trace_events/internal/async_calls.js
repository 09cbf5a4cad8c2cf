'use strict';

// File system calls that the pool makes: stat and the like, from the submission to the callback.

const { ArrayIsArray, StringPrototypeToLowerCase } = require('internal/primordials');
const watchedCalls = require('internal/watched_calls');
const { emit } = require('internal/trace_events/tracing');

const GROUP = 'node,node.fs,node.fs.async';
const ERRNO = 2; // of a failure as internal/bridge has it

let lastId = 0;

// A failure is an error, or the parts of one.
const resultOf = (failure) => (failure == null ? 0 : (ArrayIsArray(failure) ? failure[ERRNO] : failure.errno) ?? -1);

const watcher = {
  submitted(binding, name, path) {
    if (binding !== 'fs') return undefined;
    const id = ++lastId;
    const event = StringPrototypeToLowerCase(name);
    emit('b', GROUP, event, id, typeof path === 'string' ? { path } : undefined);
    return (failure) => emit('e', GROUP, event, id, { result: resultOf(failure) });
  },
};

function watch(isWanted) {
  if (isWanted) watchedCalls.attach(watcher);
  else watchedCalls.detach(watcher);
}

module.exports = { watch };
