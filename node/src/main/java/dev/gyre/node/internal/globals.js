'use strict';

// The properties that Node adds to globalThis, with Node's attributes: most are not enumerable. A name whose core module
// does not exist is not defined.

const {
  ArrayPrototypeForEach, ArrayPrototypeIncludes, Error, Object, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf,
  ObjectKeys, SafeMap, SymbolToStringTag, itemsOf,
} = require('internal/primordials');
const core = require('internal/core');

const data = (value, enumerable = false) => ({ __proto__: null, value, enumerable, writable: true, configurable: true });

// Loaded when the name is first read, replaceable by assignment.
const LAZY = {
  'buffer': ['Buffer', 'Blob'],
  'internal/events/abort_controller': ['AbortController', 'AbortSignal'],
};

// Plain properties: their modules are loaded while the snapshot is made.
const PLAIN = {
  'buffer': ['File'],
  'internal/dom_exception': ['DOMException', 'QuotaExceededError'],
  'internal/encoding': ['TextDecoder', 'TextEncoder'],
  'internal/events/event_target': ['CustomEvent', 'Event', 'EventTarget'],
  'internal/navigator': ['Navigator'],
  'internal/url/search_params': ['URLSearchParams'],
  'internal/url/url': ['URL'],
  'internal/worker_threads/broadcast_channel': ['BroadcastChannel'],
  'internal/worker_threads/message_event': ['MessageEvent'],
  'internal/worker_threads/message_port': ['MessageChannel', 'MessagePort'],
  'perf_hooks': ['Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceObserver',
    'PerformanceObserverEntryList', 'PerformanceResourceTiming'],
  'url': ['URLPattern'],
};

// Plain properties too, but their module is loaded when the first of them is read.
const PLAIN_LATE = {
  'internal/fetch/close_events': ['CloseEvent', 'ErrorEvent'],
  'internal/fetch/form_data': ['FormData'],
  'internal/fetch/headers': ['Headers'],
  'internal/fetch/request': ['Request'],
  'internal/fetch/response': ['Response'],
  'internal/fetch/websocket': ['WebSocket'],
  'stream/web': ['ByteLengthQueuingStrategy', 'CompressionStream', 'CountQueuingStrategy', 'DecompressionStream',
    'ReadableByteStreamController', 'ReadableStream', 'ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest',
    'ReadableStreamDefaultController', 'ReadableStreamDefaultReader', 'TextDecoderStream', 'TextEncoderStream',
    'TransformStream', 'TransformStreamDefaultController', 'WritableStream', 'WritableStreamDefaultController',
    'WritableStreamDefaultWriter'],
};

// Of PLAIN, those whose modules are not in the snapshot of workers.
const LATE_IN_WORKERS = ['perf_hooks', 'url'];

const PLAIN_ENUMERABLE = {
  'internal/structured_clone': ['structuredClone'],
  'buffer': ['atob', 'btoa'],
};

function eachName(table, run) {
  for (let i = 0, list = ObjectKeys(table); i < list.length; i++) {
    const id = list[i];
    if (core.has(id)) ArrayPrototypeForEach(table[id], (name) => run(name, id));
  }
}

const lazy = (name, id, enumerable = false) => late(name, () => require(id)[name], enumerable);

function late(name, load, enumerable = false) {
  ObjectDefineProperty(globalThis, name, {
    __proto__: null,
    configurable: true,
    enumerable,
    get() {
      const value = load();
      ObjectDefineProperty(globalThis, name, data(value, enumerable));
      return value;
    },
    set(value) { ObjectDefineProperty(globalThis, name, data(value, enumerable)); },
  });
}

// The first read replaces all accessors that the program has not replaced by plain properties.
function lazyTogether(names, id) {
  const getters = new SafeMap();
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const get = () => {
      const values = require(id);
      for (const { 0: each, 1: getter } of itemsOf(getters)) {
        const isUntouched = ObjectGetOwnPropertyDescriptor(globalThis, each)?.get === getter;
        if (isUntouched) ObjectDefineProperty(globalThis, each, data(values[each]));
      }
      return values[name];
    };
    getters.set(name, get);
    ObjectDefineProperty(globalThis, name, {
      __proto__: null,
      configurable: true,
      enumerable: false,
      get,
      set(value) { ObjectDefineProperty(globalThis, name, data(value)); },
    });
  }
}

// Stays an accessor when a program assigns another value.
function replaceable(name, first) {
  let value;
  let isReplaced = false;
  ObjectDefineProperty(globalThis, name, {
    __proto__: null,
    configurable: true,
    enumerable: false,
    get() { return isReplaced ? value : first(); },
    set(other) {
      isReplaced = true;
      value = other;
    },
  });
}

// Their order is the order of Object.keys(globalThis).
function install() {
  delete Intl.v8BreakIterator; // specific to V8, in no standard
  // The global object itself is created again at the start.
  require('internal/start').atStart(() => { ObjectGetPrototypeOf(globalThis).constructor = Object; });
  ObjectDefineProperty(globalThis, SymbolToStringTag, { __proto__: null, value: 'global', configurable: true });
  ObjectDefineProperty(globalThis, 'global', data(globalThis, true));
  ObjectDefineProperty(Error, 'prepareStackTrace', data(require('internal/errors').ErrorPrepareStackTrace));
  replaceable('process', () => process);
  eachName(LAZY, lazy);

  const timers = require('timers');
  for (let i = 0, list = ['clearImmediate', 'setImmediate', 'clearInterval', 'clearTimeout', 'setInterval', 'setTimeout']; i < list.length; i++) {
    const name = list[i];
    ObjectDefineProperty(globalThis, name, data(timers[name], true));
  }
  const { queueMicrotask } = require('internal/process/task_queues');
  ObjectDefineProperty(globalThis, 'queueMicrotask', data(queueMicrotask, true));
}

// Called when the rest of the core is loaded.
function installMore() {
  require('internal/console/of_v8'); // V8's own, which is replaced next
  if (core.isForWorkers) late('console', () => require('console'));
  else ObjectDefineProperty(globalThis, 'console', data(require('console')));
  eachName(PLAIN_ENUMERABLE, (name, id) => {
    ObjectDefineProperty(globalThis, name, data(require(id)[name], true));
  });
  lazy('performance', 'perf_hooks', true);
  ObjectDefineProperty(globalThis, 'fetch', data(require('internal/fetch/fetch').fetch, true));
  if (core.has('internal/crypto/webcrypto')) installCrypto();
  if (core.has('internal/sqlite/web_storage')) installStorage();
  for (let i = 0, list = LATE_IN_WORKERS; core.isForWorkers && i < list.length; i++) lazyTogether(PLAIN[list[i]], list[i]);
  eachName(PLAIN, (name, id) => {
    if (core.isForWorkers && ArrayPrototypeIncludes(LATE_IN_WORKERS, id)) return;
    const value = require(id)[name];
    if (value !== undefined) ObjectDefineProperty(globalThis, name, data(value));
  });
  for (let i = 0, list = ObjectKeys(PLAIN_LATE); i < list.length; i++) {
    const id = list[i];
    lazyTogether(PLAIN_LATE[id], id);
  }
  // Modules in the snapshot need no accessor; in Node, only Buffer is one.
  eachName(LAZY, (name, id) => {
    if (name === 'Buffer') replaceable(name, () => require(id)[name]);
    else if (core.isLoaded(id)) ObjectDefineProperty(globalThis, name, data(require(id)[name]));
  });
  ObjectDefineProperty(globalThis, 'navigator', {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get: ObjectGetOwnPropertyDescriptor({ get navigator() { return require('internal/navigator').navigator; } }, 'navigator').get,
    set: undefined,
  });
}

// Loaded when the name is first read, because few programs need them.
function installCrypto() {
  const id = 'internal/crypto/webcrypto';
  ObjectDefineProperty(globalThis, 'crypto', {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get: ObjectGetOwnPropertyDescriptor({ get crypto() { return require(id).crypto; } }, 'crypto').get,
    set: undefined,
  });
  for (let i = 0, list = ['Crypto', 'CryptoKey', 'SubtleCrypto']; i < list.length; i++) lazy(list[i], id);
}

// Web storage; loaded when a name is first read.
function installStorage() {
  const accessors = {
    get localStorage() { return require('internal/sqlite/web_storage').getLocalStorage(); },
    set localStorage(value) { ObjectDefineProperty(globalThis, 'localStorage', data(value)); },
    get sessionStorage() { return require('internal/sqlite/web_storage').getSessionStorage(); },
    set sessionStorage(value) { ObjectDefineProperty(globalThis, 'sessionStorage', data(value)); },
  };
  for (let i = 0, names = ['localStorage', 'sessionStorage']; i < names.length; i++) {
    const { get, set } = ObjectGetOwnPropertyDescriptor(accessors, names[i]);
    ObjectDefineProperty(globalThis, names[i], { __proto__: null, configurable: true, enumerable: i === 1, get, set });
  }
  lazyTogether(['Storage'], 'internal/sqlite/web_storage');
}

// Exists with --experimental-eventsource only.
function installEventSource() {
  lazyTogether(['EventSource'], 'internal/fetch/event_source');
}

module.exports = { install, installEventSource, installMore, installStorage };
