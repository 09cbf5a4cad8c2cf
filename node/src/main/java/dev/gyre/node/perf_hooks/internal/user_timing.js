'use strict';

// Marks and measures.

const { ObjectDefineProperty, SafeMap, SafeSet } = require('internal/primordials');
const {
  codes: {
    ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS,
    ERR_PERFORMANCE_INVALID_TIMESTAMP, ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS,
  },
} = require('internal/errors');
const { validateNumber, validateObject, validateString } = require('internal/validators');
const { DOMException } = require('internal/dom_exception');
const { finishInterface } = require('internal/events/event');
const { DetailedEntry, detailOf, hideDetailedEntry, kConstruct } = require('internal/perf_hooks/entry');
const { bufferUserTiming, enqueue } = require('internal/perf_hooks/timeline');
const { nodeTiming } = require('internal/perf_hooks/node_timing');
const { now } = require('internal/perf_hooks/clock');

const RESERVED = new SafeSet([
  'nodeStart', 'v8Start', 'environment', 'loopStart', 'loopExit', 'bootstrapComplete',
]);

const lastMarks = new SafeMap(); // name -> its latest start time

function cloneOf(detail) {
  return detail == null ? null : require('internal/structured_clone').structuredClone(detail);
}

class PerformanceMark extends DetailedEntry {
  constructor(name, options = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    name = `${name}`;
    if (RESERVED.has(name)) throw new ERR_INVALID_ARG_VALUE('name', name);
    if (options != null) validateObject(options, 'options');
    const startTime = options?.startTime ?? now();
    validateNumber(startTime, 'startTime');
    if (startTime < 0) throw new ERR_PERFORMANCE_INVALID_TIMESTAMP(startTime);
    lastMarks.set(name, startTime);
    super(kConstruct, name, 'mark', startTime, 0, cloneOf(options?.detail));
  }

  get detail() { return detailOf(this, 'PerformanceMark'); }

  toJSON() {
    return { ...super.toJSON(), detail: this.detail };
  }
}

class PerformanceMeasure extends DetailedEntry {
  constructor(token = undefined, name = undefined, start = undefined, duration = undefined,
              detail = undefined) {
    if (token !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super(token, name, 'measure', start, duration, detail);
  }

  get detail() { return detailOf(this, 'PerformanceMeasure'); }

  toJSON() {
    return { ...super.toJSON(), detail: this.detail };
  }
}

for (let i = 0, list = [PerformanceMark, PerformanceMeasure]; i < list.length; i++) {
  const Interface = list[i];
  hideDetailedEntry(Interface);
  finishInterface(Interface);
  ObjectDefineProperty(Interface.prototype, 'toJSON', { __proto__: null, enumerable: false });
}

// A time given as a number, or as the name of a mark or of a milestone of the runtime.
function timeOf(markOrTime) {
  if (typeof markOrTime === 'number') {
    if (markOrTime < 0) throw new ERR_PERFORMANCE_INVALID_TIMESTAMP(markOrTime);
    return markOrTime;
  }
  const name = `${markOrTime}`;
  if (RESERVED.has(name)) return nodeTiming[name];
  const time = lastMarks.get(name);
  if (time === undefined)
    throw new DOMException(`The "${name}" performance mark has not been set`, 'SyntaxError');
  return time;
}

function spanOf(startOrOptions, endMark) {
  const isDictionary = typeof startOrOptions === 'object' && startOrOptions !== null;
  const { start, end, duration } = isDictionary ? startOrOptions : {};
  const hasOptions = start !== undefined || end !== undefined;
  const invalid = (reason) => new ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS(reason);
  if (hasOptions && endMark !== undefined) throw invalid('endMark must not be specified');
  if (start !== undefined && end !== undefined && duration !== undefined)
    throw invalid('Must not have options.start, options.end, and options.duration specified');

  let to;
  if (endMark !== undefined) to = timeOf(endMark);
  else if (end !== undefined) to = timeOf(end);
  else if (start !== undefined && duration !== undefined) to = timeOf(start) + timeOf(duration);
  else to = now();

  let from;
  if (typeof startOrOptions === 'string') from = timeOf(startOrOptions);
  else if (start !== undefined) from = timeOf(start);
  else if (end !== undefined && duration !== undefined) from = to - timeOf(duration);
  else from = 0;

  return { start: from, duration: to - from };
}

function mark(name, options) {
  const entry = new PerformanceMark(name, options);
  enqueue(entry);
  bufferUserTiming(entry);
  return entry;
}

function measure(name, startOrOptions, endMark) {
  validateString(name, 'name');
  const { start, duration } = spanOf(startOrOptions, endMark);
  const detail = cloneOf(startOrOptions?.detail);
  const entry = new PerformanceMeasure(kConstruct, name, start, duration, detail);
  enqueue(entry);
  bufferUserTiming(entry);
  return entry;
}

function forgetMarks(name) {
  if (name === undefined) {
    lastMarks.clear();
    return;
  }
  if (RESERVED.has(name)) throw new ERR_INVALID_ARG_VALUE('name', name);
  lastMarks.delete(name);
}

module.exports = { PerformanceMark, PerformanceMeasure, forgetMarks, mark, measure };
