'use strict';

// Performance entries of core modules: measure.of('dns') has begin and end, and isObserved for what is to be counted between them.

const { Symbol } = require('internal/primordials');
const core = require('internal/core');

const TIMELINE = 'internal/perf_hooks/timeline';
const kMeasure = Symbol('kPerfHooksContext');

// If the timeline was never loaded, nobody observes it.
const isObserved = (type) => core.isLoaded(TIMELINE) && require(TIMELINE).hasObserver(type);

const of = (type) => ({
  isObserved: () => isObserved(type),

  begin(request, name, detail) {
    if (isObserved(type)) require(TIMELINE).startPerf(request, kMeasure, { type, name, detail });
  },

  end(request, detail) {
    if (request[kMeasure] !== undefined && isObserved(type)) require(TIMELINE).stopPerf(request, kMeasure, { detail });
  },
});

module.exports = { of };
