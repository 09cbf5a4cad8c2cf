'use strict';

// Performance entries of type 'gc': V8 reports its collections to PerformanceBinding while somebody observes them.

const { closeChannel, openChannel } = require('internal/bridge');
const { createNodeEntry } = require('internal/perf_hooks/entry');

let channel;

function tell({ 0: kind, 1: flags, 2: startTime, 3: duration }) {
  require('internal/perf_hooks/timeline').enqueue(createNodeEntry('gc', 'gc', startTime, duration, { kind, flags }));
}

function watch(isWanted) {
  if (isWanted === (channel !== undefined)) return;
  if (isWanted) {
    channel = openChannel(tell);
  } else {
    closeChannel(channel);
    channel = undefined;
  }
  binding('performance').watchCollections(isWanted, channel ?? 0);
}

module.exports = { watch };
