'use strict';

// node:perf_hooks.

const { ObjectDefineProperty } = require('internal/primordials');
const { PerformanceEntry } = require('internal/perf_hooks/entry');
const { PerformanceObserver, PerformanceObserverEntryList } = require('internal/perf_hooks/timeline');
const { PerformanceMark, PerformanceMeasure } = require('internal/perf_hooks/user_timing');
const { PerformanceResourceTiming } = require('internal/perf_hooks/resource_timing');
const { eventLoopUtilization, monitorEventLoopDelay } = require('internal/perf_hooks/event_loop');
const { Performance, performance } = require('internal/perf_hooks/performance');
const { createHistogram } = require('internal/perf_hooks/histogram');
const { timerify } = require('internal/perf_hooks/timerify');

module.exports = {
  Performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceObserver,
  PerformanceObserverEntryList,
  PerformanceResourceTiming,
  monitorEventLoopDelay,
  eventLoopUtilization,
  timerify,
  createHistogram,
  performance,
};

ObjectDefineProperty(module.exports, 'constants', {
  __proto__: null,
  enumerable: true,
  value: {
    NODE_PERFORMANCE_GC_MAJOR: 4,
    NODE_PERFORMANCE_GC_MINOR: 1,
    NODE_PERFORMANCE_GC_MINOR_MARK_SWEEP: 2,
    NODE_PERFORMANCE_GC_INCREMENTAL: 8,
    NODE_PERFORMANCE_GC_WEAKCB: 16,
    NODE_PERFORMANCE_GC_FLAGS_NO: 0,
    NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2,
    NODE_PERFORMANCE_GC_FLAGS_FORCED: 4,
    NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8,
    NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16,
    NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32,
    NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64,
  },
});
