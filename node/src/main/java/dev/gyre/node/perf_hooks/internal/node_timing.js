'use strict';

// performance.nodeTiming: the times of the runtime's milestones.

const { ArrayPrototypeIndexOf, ObjectDefineProperties, ObjectSetPrototypeOf } = require('internal/primordials');
const { customInspectSymbol } = require('internal/util');
const { PerformanceEntry, inspectAs } = require('internal/perf_hooks/entry');
const clock = require('internal/perf_hooks/clock');

const MILESTONES = [
  'nodeStart', 'v8Start', 'environment', 'bootstrapComplete', 'loopStart', 'loopExit',
];

const value = (fixed) => ({ __proto__: null, enumerable: true, configurable: true, value: fixed });
const getter = (get) => ({ __proto__: null, enumerable: true, configurable: true, get });
const milestone = (name) => getter(() => clock.milestones()[ArrayPrototypeIndexOf(MILESTONES, name)]);

class PerformanceNodeTiming {
  constructor() {
    ObjectDefineProperties(this, {
      __proto__: null,
      name: value('node'),
      entryType: value('node'),
      startTime: value(0),
      duration: getter(clock.now),
      nodeStart: milestone('nodeStart'),
      v8Start: milestone('v8Start'),
      environment: milestone('environment'),
      loopStart: milestone('loopStart'),
      loopExit: milestone('loopExit'),
      bootstrapComplete: milestone('bootstrapComplete'),
      idleTime: getter(clock.loopIdleTime),
      uvMetricsInfo: getter(() => {
        const { 0: loopCount, 1: events, 2: eventsWaiting } = binding('performance').loopMetrics();
        return { loopCount, events, eventsWaiting };
      }),
    });
  }

  toJSON() {
    return {
      name: 'node',
      entryType: 'node',
      startTime: this.startTime,
      duration: this.duration,
      nodeStart: this.nodeStart,
      v8Start: this.v8Start,
      bootstrapComplete: this.bootstrapComplete,
      environment: this.environment,
      loopStart: this.loopStart,
      loopExit: this.loopExit,
      idleTime: this.idleTime,
    };
  }

  [customInspectSymbol](depth, options) {
    return inspectAs(this, 'PerformanceNodeTiming', () => this.toJSON(), depth, options);
  }
}

ObjectSetPrototypeOf(PerformanceNodeTiming.prototype, PerformanceEntry.prototype);

module.exports = { nodeTiming: new PerformanceNodeTiming() };
