'use strict';

// Performance entries of type 'dns', for who observes them.

const core = require('internal/core');

const TIMELINE = 'internal/perf_hooks/timeline';
const kMeasure = Symbol('kPerfHooksDnsContext');

// Where the timeline was never loaded, nobody observes it.
const isObserved = () => core.isLoaded(TIMELINE) && require(TIMELINE).hasObserver('dns');

function begin(request, name, detail) {
  if (isObserved()) require(TIMELINE).startPerf(request, kMeasure, { type: 'dns', name, detail });
}

function end(request, detail) {
  if (request[kMeasure] !== undefined && isObserved()) require(TIMELINE).stopPerf(request, kMeasure, { detail });
}

module.exports = { begin, end };
