'use strict';

// The `performance` object.

const { ObjectDefineProperties, Symbol, TypeError } = require('internal/primordials');
const {
  codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS, ERR_MISSING_ARGS },
} = require('internal/errors');
const { customInspectSymbol } = require('internal/util');
const { Event, EventTarget, defineEventHandler, kTrustEvent } = require('internal/events/event_target');
const { finishInterface } = require('internal/events/event');
const { inspectAs } = require('internal/perf_hooks/entry');
const { clearEntries, entriesBy, setResourceTimingBufferSize } = require('internal/perf_hooks/timeline');
const { forgetMarks, mark, measure } = require('internal/perf_hooks/user_timing');
const { markResourceTiming } = require('internal/perf_hooks/resource_timing');
const { eventLoopUtilization } = require('internal/perf_hooks/event_loop');
const { nodeTiming } = require('internal/perf_hooks/node_timing');
const { timerify } = require('internal/perf_hooks/timerify');
const clock = require('internal/perf_hooks/clock');

const kConstruct = Symbol('kConstruct');

const textOrUndefined = (value) => (value === undefined ? undefined : `${value}`);

function unsignedLong(value, name) {
  if (typeof value === 'bigint' || typeof value === 'symbol') {
    const type = typeof value === 'bigint' ? 'BigInt' : 'Symbol';
    const err = new TypeError(`${name} is a ${type} and cannot be converted to a number.`);
    err.code = 'ERR_INVALID_ARG_TYPE';
    throw err;
  }
  return value >>> 0;
}

class Performance extends EventTarget {
  #brand;

  constructor(token = undefined) {
    if (token !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super();
  }

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#brand in value))
      throw new ERR_INVALID_THIS('Performance');
  }

  clearMarks(name = undefined) {
    Performance.#check(this);
    name = textOrUndefined(name);
    forgetMarks(name);
    clearEntries('mark', name);
  }

  clearMeasures(name = undefined) {
    Performance.#check(this);
    clearEntries('measure', textOrUndefined(name));
  }

  clearResourceTimings(name = undefined) {
    Performance.#check(this);
    clearEntries('resource', textOrUndefined(name));
  }

  getEntries() {
    Performance.#check(this);
    return entriesBy(undefined, undefined);
  }

  getEntriesByName(name, type = undefined) {
    Performance.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    return entriesBy(`${name}`, textOrUndefined(type));
  }

  getEntriesByType(type) {
    Performance.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    return entriesBy(undefined, `${type}`);
  }

  mark(name, options = { __proto__: null }) {
    Performance.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    return mark(name, options);
  }

  measure(name, startOrOptions = { __proto__: null }, endMark = undefined) {
    Performance.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    return measure(name, startOrOptions, endMark);
  }

  now() {
    Performance.#check(this);
    return clock.now();
  }

  get timeOrigin() {
    Performance.#check(this);
    return clock.timeOrigin();
  }

  toJSON() {
    Performance.#check(this);
    return {
      nodeTiming: this.nodeTiming,
      timeOrigin: this.timeOrigin,
      eventLoopUtilization: this.eventLoopUtilization(),
    };
  }

  setResourceTimingBufferSize(maxSize) {
    Performance.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('maxSize');
    setResourceTimingBufferSize(unsignedLong(maxSize, 'maxSize'));
  }

  [customInspectSymbol](depth, options) {
    return inspectAs(this, 'Performance', () => ({
      nodeTiming: this.nodeTiming,
      timeOrigin: this.timeOrigin,
    }), depth, options);
  }
}

finishInterface(Performance);

const extension = (value) => ({ __proto__: null, configurable: true, writable: true, value });

ObjectDefineProperties(Performance.prototype, {
  __proto__: null,
  eventLoopUtilization: extension(eventLoopUtilization),
  nodeTiming: extension(nodeTiming),
  markResourceTiming: extension(markResourceTiming),
  timerify: extension(timerify),
});
defineEventHandler(Performance.prototype, 'resourcetimingbufferfull');

const performance = new Performance(kConstruct);

function dispatchBufferFull() {
  performance.dispatchEvent(new Event('resourcetimingbufferfull', { [kTrustEvent]: true }));
}

module.exports = { Performance, dispatchBufferFull, performance };
