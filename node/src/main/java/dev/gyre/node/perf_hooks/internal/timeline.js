'use strict';

// The timeline: the buffers of marks, measures and resources, and the observers of new entries. Observers are called back
// together, by an immediate.

const {
  ArrayIsArray, ArrayPrototypeFilter, ArrayPrototypeIncludes, ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeSort,
  ArrayPrototypeSplice, Error, FunctionPrototypeCall, MathMax, ObjectFreeze, SafeSet, Symbol, copyList, itemsOf, joinLists,
  pushAll,
} = require('internal/primordials');
const {
  codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS,
           ERR_MISSING_ARGS },
} = require('internal/errors');
const { validateFunction, validateObject } = require('internal/validators');
const { customInspectSymbol } = require('internal/util');
const { DOMException } = require('internal/dom_exception');
const { finishInterface } = require('internal/events/event');
const { createNodeEntry, inspectAs, isPerformanceEntry } = require('internal/perf_hooks/entry');
const { now } = require('internal/perf_hooks/clock');
const core = require('internal/core');

const kConstruct = Symbol('kConstruct');
const ENTRY_TYPES = ObjectFreeze([
  'dns', 'function', 'gc', 'http', 'http2', 'mark', 'measure', 'net', 'quic', 'resource',
]);
const BUFFER_WARNING_AT = 1e6;

const buffers = { __proto__: null, mark: [], measure: [], resource: [] };
const clearedBy = {
  __proto__: null, mark: 'performance.clearMarks', measure: 'performance.clearMeasures',
};
const warnedOf = new SafeSet();

const byStartTime = (a, b) => a.startTime - b.startTime;

function bufferUserTiming(entry) {
  const type = entry.entryType;
  const buffer = buffers[type];
  ArrayPrototypePush(buffer, entry);
  if (buffer.length <= BUFFER_WARNING_AT || warnedOf.has(type)) return;
  warnedOf.add(type);
  const warning = new Error(
    `Possible perf_hooks memory leak detected. ${buffer.length} ${type} entries added to the ` +
    `global performance entry buffer. Use ${clearedBy[type]} to clear the buffer.`);
  warning.name = 'MaxPerformanceEntryBufferExceededWarning';
  warning.entryType = type;
  warning.count = buffer.length;
  process.emitWarning(warning);
}

function clearEntries(type, name) {
  buffers[type] = name === undefined ? [] : ArrayPrototypeFilter(buffers[type], (entry) => entry.name !== name);
}

function entriesBy(name, type) {
  let entries;
  if (type === undefined) entries = joinLists(buffers.mark, buffers.measure, buffers.resource);
  else entries = copyList(buffers[type] ?? []);
  if (name !== undefined) entries = ArrayPrototypeFilter(entries, (entry) => entry.name === name);
  return ArrayPrototypeSort(entries, byStartTime);
}

// ---- resources: a bounded buffer, with an event when it is full

let resourceLimit = 250;
let overflow = [];
let overflowPending = false;

function setResourceTimingBufferSize(size) {
  resourceLimit = size;
}

function bufferResourceTiming(entry, onFull) {
  if (buffers.resource.length < resourceLimit && !overflowPending) {
    ArrayPrototypePush(buffers.resource, entry);
    return;
  }
  ArrayPrototypePush(overflow, entry);
  if (overflowPending) return;
  overflowPending = true;
  require('timers').setImmediate(() => {
    // The listener may make room, or add entries.
    while (overflow.length > 0) {
      const before = overflow.length;
      onFull();
      const room = MathMax(0, resourceLimit - buffers.resource.length);
      pushAll(buffers.resource, ArrayPrototypeSplice(overflow, 0, room));
      if (overflow.length >= before) overflow = [];
    }
    overflowPending = false;
  });
}

// ---- observers

const observers = new SafeSet();
const pending = new SafeSet();
let dispatchQueued = false;
let offer;
let dispatch;

function queueDispatch(observer) {
  pending.add(observer);
  if (dispatchQueued) return;
  dispatchQueued = true;
  require('timers').setImmediate(() => {
    dispatchQueued = false;
    const told = copyList(pending);
    pending.clear();
    for (let i = 0; i < told.length; i++) dispatch(told[i]);
  });
}

class PerformanceObserverEntryList {
  #entries;

  constructor(token = undefined, entries = []) {
    if (token !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#entries = ArrayPrototypeSort(entries, byStartTime);
  }

  static #of(list) {
    if (!(#entries in list)) throw new ERR_INVALID_THIS('PerformanceObserverEntryList');
    return list.#entries;
  }

  getEntries() {
    return ArrayPrototypeSlice(PerformanceObserverEntryList.#of(this));
  }

  getEntriesByType(type) {
    const entries = PerformanceObserverEntryList.#of(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    type = `${type}`;
    return ArrayPrototypeFilter(entries, (entry) => entry.entryType === type);
  }

  getEntriesByName(name, type = undefined) {
    const entries = PerformanceObserverEntryList.#of(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    name = `${name}`;
    return ArrayPrototypeFilter(entries, (entry) => entry.name === name && (type == null || entry.entryType === type));
  }

  [customInspectSymbol](depth, options) {
    return inspectAs(this, 'PerformanceObserverEntryList', () => this.#entries, depth, options);
  }
}

finishInterface(PerformanceObserverEntryList);

class PerformanceObserver {
  #callback;
  #buffer = [];
  #types = new SafeSet();
  #mode; // 'single' or 'multiple', fixed by the first observe()

  static {
    offer = (observer, entry) => {
      if (!observer.#types.has(entry.entryType)) return;
      ArrayPrototypePush(observer.#buffer, entry);
      queueDispatch(observer);
    };
    dispatch = (observer) => {
      const callback = observer.#callback;
      FunctionPrototypeCall(callback, observer, new PerformanceObserverEntryList(kConstruct, observer.takeRecords()),
                    observer);
    };
  }

  constructor(callback) {
    validateFunction(callback, 'callback');
    this.#callback = callback;
  }

  observe(options = {}) {
    validateObject(options, 'options');
    const { entryTypes, type, buffered } = options;
    if (entryTypes === undefined && type === undefined)
      throw new ERR_MISSING_ARGS('options.entryTypes', 'options.type');
    if (entryTypes != null && type != null) {
      throw new ERR_INVALID_ARG_VALUE('options.entryTypes', entryTypes,
                                      'options.entryTypes can not set with options.type together');
    }
    const mode = type === undefined ? 'multiple' : 'single';
    this.#mode ??= mode;
    if (this.#mode !== mode) {
      throw new DOMException(mode === 'multiple' ?
        'PerformanceObserver can not change to multiple observations' :
        'PerformanceObserver can not change to single observation', 'InvalidModificationError');
    }

    if (mode === 'multiple') {
      if (!ArrayIsArray(entryTypes))
        throw new ERR_INVALID_ARG_TYPE('options.entryTypes', 'string[]', entryTypes);
      this.#types = new SafeSet(ArrayPrototypeFilter(entryTypes, (name) => ArrayPrototypeIncludes(ENTRY_TYPES, name)));
    } else {
      if (!ArrayPrototypeIncludes(ENTRY_TYPES, type)) return;
      this.#types.add(type);
      if (buffered) {
        pushAll(this.#buffer, entriesBy(undefined, type));
        queueDispatch(this);
      }
    }
    if (this.#types.size > 0) observers.add(this);
    else this.disconnect();
    watchSources();
  }

  disconnect() {
    observers.delete(this);
    pending.delete(this);
    this.#buffer = [];
    this.#types.clear();
    this.#mode = undefined;
    watchSources();
  }

  takeRecords() {
    const records = this.#buffer;
    this.#buffer = [];
    return records;
  }

  static get supportedEntryTypes() { return ENTRY_TYPES; }

  static isObserved(type) {
    for (const observer of itemsOf(observers)) {
      if (observer.#types.has(type)) return true;
    }
    return false;
  }

  [customInspectSymbol](depth, options) {
    return inspectAs(this, 'PerformanceObserver', () => ({
      connected: observers.has(this),
      pending: pending.has(this),
      entryTypes: copyList(this.#types),
      buffer: this.#buffer,
    }), depth, options);
  }
}

const hasObserver = PerformanceObserver.isObserved;
delete PerformanceObserver.isObserved;
finishInterface(PerformanceObserver);

// A source that makes entries from other events listens only while its type is observed.
const SOURCES = { __proto__: null, http: 'internal/perf_hooks/http_entries', gc: 'internal/perf_hooks/gc_entries' };

function watchSources() {
  for (const type in SOURCES) {
    const isWanted = hasObserver(type);
    const source = SOURCES[type];
    if (isWanted || core.isLoaded(source)) require(source).watch(isWanted);
  }
}

function enqueue(entry) {
  if (!isPerformanceEntry(entry)) throw new ERR_INVALID_ARG_TYPE('entry', 'PerformanceEntry', entry);
  for (const observer of itemsOf(observers)) offer(observer, entry);
}

// For core modules: the time between the two calls is an entry of type context.type.
function startPerf(target, key, context) {
  target[key] = { ...context, startTime: now() };
}

function stopPerf(target, key, context = {}) {
  const begun = target[key];
  if (!begun) return;
  const { name, type, startTime, detail } = begun;
  enqueue(createNodeEntry(name, type, startTime, now() - startTime, { ...detail, ...context.detail }));
}

module.exports = {
  PerformanceObserver,
  PerformanceObserverEntryList,
  bufferResourceTiming,
  bufferUserTiming,
  clearEntries,
  enqueue,
  entriesBy,
  hasObserver,
  setResourceTimingBufferSize,
  startPerf,
  stopPerf,
};
