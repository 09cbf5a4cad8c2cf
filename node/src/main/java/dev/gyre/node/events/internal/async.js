'use strict';

// events.once() and events.on(): one event as a promise, many as an async iterator. Both take an EventEmitter or an
// EventTarget.
//
// on() has two queues, of which at most one is non-empty: events without a next() call, and next() calls without an event.
// With a highWaterMark the emitter is paused while more than that many events wait, and resumed when fewer than lowWaterMark
// are left.

const {
  ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeSlice, Error, NumberMAX_SAFE_INTEGER, ObjectFreeze,
  ObjectGetPrototypeOf, Promise, PromiseReject, PromiseResolve, Symbol, SymbolAsyncIterator, SymbolDispose, SymbolFor,
  itemsOf,
} = require('internal/primordials');
const { AbortError, codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const {
  validateAbortSignal, validateInteger, validateObject,
} = require('internal/validators');
const { addAbortListener } = require('internal/events/abort_listener');

const kFirstEventParam = Symbol('kFirstEventParam');
const kWatermarkData = SymbolFor('nodejs.watermarkData');
const NO_OPTIONS = ObjectFreeze({ __proto__: null });
const AsyncIteratorPrototype =
  ObjectGetPrototypeOf(ObjectGetPrototypeOf(async function* () {}).prototype);

const abortErrorOf = (signal) => new AbortError(undefined, { cause: signal?.reason });

function addListener(emitter, name, listener, options) {
  if (typeof emitter.on === 'function') {
    if (options?.once) emitter.once(name, listener);
    else emitter.on(name, listener);
  } else if (typeof emitter.addEventListener === 'function') {
    emitter.addEventListener(name, listener, options);
  } else {
    throw new ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', emitter);
  }
}

function removeListener(emitter, name, listener, options) {
  if (typeof emitter.removeListener === 'function') {
    emitter.removeListener(name, listener);
  } else if (typeof emitter.removeEventListener === 'function') {
    emitter.removeEventListener(name, listener, options);
  } else {
    throw new ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', emitter);
  }
}

async function once(emitter, name, options = NO_OPTIONS) {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw abortErrorOf(signal);

  const { kResistStopPropagation } = require('internal/events/event_target');
  const onceOptions = { __proto__: null, once: true, [kResistStopPropagation]: true };

  return new Promise((resolve, reject) => {
    const onEvent = (...args) => {
      if (typeof emitter.removeListener === 'function') emitter.removeListener('error', onError);
      stopWaitingForAbort();
      resolve(args);
    };
    const onError = (err) => {
      emitter.removeListener(name, onEvent);
      stopWaitingForAbort();
      reject(err);
    };
    const onAbort = () => {
      removeListener(emitter, name, onEvent);
      removeListener(emitter, 'error', onError);
      reject(abortErrorOf(signal));
    };
    const stopWaitingForAbort = () => {
      if (signal != null) removeListener(signal, 'abort', onAbort);
    };

    addListener(emitter, name, onEvent, onceOptions);
    // Only emitters treat 'error' specially; an EventTarget doesn't.
    if (name !== 'error' && typeof emitter.once === 'function') emitter.once('error', onError);
    if (signal != null) addListener(signal, 'abort', onAbort, onceOptions);
  });
}

class Queue {
  #items = [];
  #head = 0;

  get size() { return this.#items.length - this.#head; }

  push(item) { ArrayPrototypePush(this.#items, item); }

  shift() {
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    // Drops the taken half of the array. Each item is moved at most once on average.
    if (this.#head > 32 && this.#head * 2 > this.#items.length) {
      this.#items = ArrayPrototypeSlice(this.#items, this.#head);
      this.#head = 0;
    }
    return item;
  }
}

function on(emitter, event, options = NO_OPTIONS) {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw abortErrorOf(signal);
  const high = options.highWaterMark ?? options.highWatermark ?? NumberMAX_SAFE_INTEGER;
  validateInteger(high, 'options.highWaterMark', 1);
  const low = options.lowWaterMark ?? options.lowWatermark ?? 1;
  validateInteger(low, 'options.lowWaterMark', 1);

  const events = new Queue();
  const waiting = new Queue();
  const added = [];
  let paused = false;
  let finished = false;
  let failed = false;
  let error;

  const listen = (name, listener) => {
    addListener(emitter, name, listener);
    ArrayPrototypePush(added, [name, listener]);
  };

  const onEvent = (value) => {
    if (waiting.size > 0) {
      waiting.shift().resolve({ done: false, value });
      return;
    }
    events.push(value);
    if (!paused && events.size > high) {
      paused = true;
      emitter.pause();
    }
  };

  const onError = (err) => {
    if (waiting.size > 0) {
      waiting.shift().reject(err);
    } else {
      failed = true;
      error = err;
    }
    finish();
  };

  const finish = () => {
    abortListener?.[SymbolDispose]();
    while (added.length > 0) {
      const { 0: name, 1: listener } = ArrayPrototypePop(added);
      removeListener(emitter, name, listener);
    }
    finished = true;
    paused = false;
    while (waiting.size > 0) waiting.shift().resolve({ done: true, value: undefined });
    return PromiseResolve({ done: true, value: undefined });
  };

  const iterator = {
    __proto__: AsyncIteratorPrototype,

    next() {
      if (events.size > 0) {
        const value = events.shift();
        if (paused && events.size < low) {
          emitter.resume();
          paused = false;
        }
        return PromiseResolve({ done: false, value });
      }
      if (failed) {
        failed = false;
        return PromiseReject(error);
      }
      if (finished) return finish();
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },

    return() { return finish(); },

    throw(err) {
      if (!(err instanceof Error))
        throw new ERR_INVALID_ARG_TYPE('EventEmitter.AsyncIterator', 'Error', err);
      onError(err);
    },

    [SymbolAsyncIterator]() { return this; },

    [kWatermarkData]: {
      get size() { return events.size; },
      get low() { return low; },
      get high() { return high; },
      get isPaused() { return paused; },
    },
  };

  listen(event, options[kFirstEventParam] ? onEvent : (...args) => onEvent(args));
  if (event !== 'error' && typeof emitter.on === 'function') listen('error', onError);
  for (const name of itemsOf(options.close ?? [])) listen(name, finish);
  const abortListener = signal ? addAbortListener(signal, () => onError(abortErrorOf(signal))) : null;

  return iterator;
}

module.exports = { kFirstEventParam, on, once };
