'use strict';

// What Node puts on globalThis, with Node's attributes: most of it not enumerable, some made on first use.

const writable = (value, enumerable = false) => ({ value, enumerable, writable: true, configurable: true });

// The module is loaded when the name is first read.
function lazy(name, id, pick = (exports) => exports[name]) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    enumerable: false,
    get() {
      const value = pick(require(id));
      Object.defineProperty(globalThis, name, writable(value));
      return value;
    },
    set(value) { Object.defineProperty(globalThis, name, writable(value)); },
  });
}

function define(names, id) {
  for (const name of names) lazy(name, id);
}

function install() {
  delete Intl.v8BreakIterator; // V8's own, in no standard
  // The global object itself is made anew at the start.
  require('internal/start').atStart(() => { Object.getPrototypeOf(globalThis).constructor = Object; });
  Object.defineProperty(globalThis, Symbol.toStringTag, { value: 'global', configurable: true });
  Object.defineProperty(globalThis, 'global', writable(globalThis));
  Object.defineProperty(Error, 'prepareStackTrace', writable(require('internal/errors').ErrorPrepareStackTrace));
  Object.defineProperty(globalThis, 'process', {
    configurable: true,
    enumerable: false,
    get: () => process,
    set(value) { Object.defineProperty(globalThis, 'process', writable(value)); },
  });
  lazy('Buffer', 'buffer');
  lazy('console', 'console', (exports) => exports);

  const timers = require('timers');
  for (const name of ['clearImmediate', 'setImmediate', 'clearInterval', 'clearTimeout', 'setInterval', 'setTimeout']) {
    Object.defineProperty(globalThis, name, writable(timers[name], true));
  }
  const { queueMicrotask } = require('internal/process/task_queues');
  Object.defineProperty(globalThis, 'queueMicrotask', writable(queueMicrotask, true));
  lazyEnumerable('structuredClone', 'internal/structured_clone');
  lazyEnumerable('atob', 'buffer');
  lazyEnumerable('btoa', 'buffer');
  lazyEnumerable('performance', 'perf_hooks');
  lazyEnumerable('fetch', 'internal/fetch');

  Object.defineProperty(globalThis, 'URL', writable(require('internal/url/url').URL));
  Object.defineProperty(globalThis, 'URLSearchParams',
                        writable(require('internal/url/search_params').URLSearchParams));
  define(['URLPattern'], 'url');
  define(['Blob', 'File'], 'buffer');
  define(['MessageChannel', 'MessagePort'], 'internal/worker_threads/message_port');
  define(['MessageEvent'], 'internal/worker_threads/message_event');
  define(['TextEncoder', 'TextDecoder'], 'internal/encoding');
  define(['Event', 'EventTarget', 'CustomEvent'], 'internal/events/event_target');
  define(['AbortController', 'AbortSignal'], 'internal/events/abort_controller');
  define(['DOMException', 'QuotaExceededError'], 'internal/dom_exception');
  define(['PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceObserver',
    'PerformanceObserverEntryList', 'PerformanceResourceTiming', 'Performance'], 'perf_hooks');
}

function lazyEnumerable(name, id) {
  lazy(name, id);
  Object.defineProperty(globalThis, name, { enumerable: true });
}

module.exports = { install };
