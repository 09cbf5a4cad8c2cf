'use strict';

// Work of the pool, from the submission to the callback. What its threads do meanwhile, TraceEventsBinding writes.

const watchedCalls = require('internal/watched_calls');
const { emit } = require('internal/trace_events/tracing');

const GROUP = 'node,node.threadpoolwork,node.threadpoolwork.async';

let lastId = 0;

const watcher = {
  submitted(binding) {
    const id = ++lastId;
    emit('b', GROUP, binding, id);
    return (failure) => emit('e', GROUP, binding, id, { result: failure == null ? 0 : -1 });
  },
};

function watch(isWanted) {
  if (isWanted) watchedCalls.attach(watcher);
  else watchedCalls.detach(watcher);
}

module.exports = { watch };
