'use strict';

// mock.timers: timers and Date with a clock that only tick() advances. Enabling replaces properties of globalThis,
// node:timers, node:timers/promises and AbortSignal; reset() restores them.

const {
  ArrayPrototypeAt, ArrayPrototypeFind, ArrayPrototypeFindIndex, ArrayPrototypeIncludes, ArrayPrototypeIndexOf,
  ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSplice, Number, NumberIsNaN, ObjectAssign,
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, PromiseWithResolvers, ReflectApply, SymbolDispose,
  itemsOf, removeAt,
} = require('internal/primordials');
const { AbortError, codes: { ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE } } = require('internal/errors');
const {
  validateAbortSignal, validateNumber, validateStringArray, validateUint32,
} = require('internal/validators');
const { isDate } = require('util/types');
const { addAbortListener } = require('internal/events/abort_listener');
const { mockDate } = require('internal/test/mock_date');
const { TIMEOUT_MAX } = require('internal/test/plan');

const APIS = ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'scheduler.wait', 'AbortSignal.timeout'];
const BEFORE_ALL_TIMERS = -1; // the delay of immediates

const abortErrorOf = ({ reason }) => new AbortError(undefined, { __proto__: null, cause: reason });

class Timeout {
  #clear;

  constructor(properties, clear) {
    ObjectAssign(this, properties); // id, callback, runAt, interval, args
    this.#clear = clear;
  }

  hasRef() { return true; }
  ref() { return this; }
  unref() { return this; }
  refresh() { return this; }

  close() {
    this.#clear(this);
    return this;
  }

  [SymbolDispose]() { this.#clear(this); }
}

class MockTimers {
  #enabled = false;
  #now = 0;
  #lastId = 0;
  #queue = []; // by runAt, then by id
  #restorers = [];

  #clear = (timer) => {
    if (timer === null || timer === undefined) return;
    const index = ArrayPrototypeIndexOf(this.#queue, typeof timer === 'object' ? timer : ArrayPrototypeFind(this.#queue, ({ id }) => id === Number(timer)));
    if (index !== -1) removeAt(this.#queue, index);
    if (typeof timer === 'object') timer.interval = undefined; // its callback is running right now
  };

  #setTimeout = (callback, delay, ...args) => this.#create(callback, delay, args, false);
  #setInterval = (callback, delay, ...args) => this.#create(callback, delay, args, true);
  #setImmediate = (callback, ...args) => this.#create(callback, BEFORE_ALL_TIMERS, args, false);

  #create(callback, delay, args, repeats) {
    const after = delay > TIMEOUT_MAX ? 1 : delay;
    const timer = new Timeout({
      id: ++this.#lastId, callback, runAt: this.#now + after, interval: repeats ? after : undefined, args,
    }, this.#clear);
    this.#insert(timer);
    return timer;
  }

  #insert(timer) {
    const at = ArrayPrototypeFindIndex(this.#queue, ({ runAt, id }) => runAt > timer.runAt || (runAt === timer.runAt && id > timer.id));
    ArrayPrototypeSplice(this.#queue, at === -1 ? this.#queue.length : at, 0, timer);
  }

  // ---- promises

  async #wait(delay, result, signal) {
    const { promise, resolve, reject } = PromiseWithResolvers();
    let listener;
    if (signal) {
      validateAbortSignal(signal, 'options.signal');
      if (signal.aborted) throw abortErrorOf(signal);
      listener = addAbortListener(signal, () => reject(abortErrorOf(signal)));
    }
    const timer = this.#setTimeout(resolve, delay);
    try {
      await promise;
      return result;
    } finally {
      listener?.[SymbolDispose]();
      this.#clear(timer);
    }
  }

  async * #everyInterval(interval, result, options) {
    const { EventEmitter } = require('events');
    const ticks = new EventEmitter();
    const signal = options?.signal;
    let listener;
    if (signal) {
      validateAbortSignal(signal, 'options.signal');
      if (signal.aborted) throw abortErrorOf(signal);
      listener = addAbortListener(signal, () => ticks.emit('error', abortErrorOf(signal)));
    }
    const events = EventEmitter.on(ticks, 'tick');
    const timer = this.#setInterval(() => ticks.emit('tick'), interval);
    try {
      while (!(await events.next()).done) yield result;
    } finally {
      listener?.[SymbolDispose]();
      this.#clear(timer);
    }
  }

  // ---- replaced properties

  #replace(object, name, value) {
    const original = ObjectGetOwnPropertyDescriptor(object, name);
    ArrayPrototypePush(this.#restorers, () => ObjectDefineProperty(object, name, { __proto__: null, ...original }));
    ObjectDefineProperty(object, name, {
      __proto__: null, configurable: true, enumerable: original.enumerable, writable: true, value,
    });
  }

  #replaceTimer(name, setter, promised) {
    const clearName = name.replace('set', 'clear');
    for (const holder of itemsOf([globalThis, require('timers')])) {
      this.#replace(holder, name, setter);
      this.#replace(holder, clearName, this.#clear);
    }
    this.#replace(require('timers/promises'), name, promised);
  }

  #replacers = {
    'setTimeout': () => this.#replaceTimer('setTimeout', this.#setTimeout,
                                           (delay, result, options) => this.#wait(delay, result, options?.signal)),
    'setInterval': () => this.#replaceTimer('setInterval', this.#setInterval,
                                            (interval, result, options) => this.#everyInterval(interval, result, options)),
    'setImmediate': () => this.#replaceTimer('setImmediate', this.#setImmediate,
                                             (result, options) => this.#wait(BEFORE_ALL_TIMERS, result, options?.signal)),
    'Date': () => this.#replace(globalThis, 'Date', mockDate(globalThis.Date, () => this.#now)),
    'scheduler.wait': () => {
      const { scheduler } = require('timers/promises');
      const { wait } = scheduler;
      ArrayPrototypePush(this.#restorers, () => { scheduler.wait = wait; });
      scheduler.wait = (delay, options) => this.#wait(delay, undefined, options?.signal);
    },
    'AbortSignal.timeout': () => this.#replace(AbortSignal, 'timeout', (delay) => {
      validateUint32(delay, 'delay', false);
      const controller = new AbortController();
      this.#setTimeout(() => controller.abort(), delay);
      return controller.signal;
    }),
  };

  // ---- the interface

  enable(options = undefined) {
    let { apis, now } = options ?? {};
    if (this.#enabled) throw new ERR_INVALID_STATE('MockTimers is already enabled!');
    if (NumberIsNaN(now))
      throw new ERR_INVALID_ARG_VALUE('now', now, `epoch must be a positive integer received ${now}`);
    now ||= 0;
    apis ||= APIS;
    validateStringArray(apis, 'options.apis');
    for (const api of itemsOf(apis)) {
      if (!ArrayPrototypeIncludes(APIS, api)) throw new ERR_INVALID_ARG_VALUE('options.apis', api, `option ${api} is not supported`);
    }
    if (isDate(now)) {
      this.#now = now.getTime();
    } else {
      validateNumber(now, 'initialTime');
      validateTime(now);
      this.#now = now;
    }
    for (const api of itemsOf(apis)) this.#replacers[api]();
    this.#enabled = true;
  }

  tick(time = 1) {
    this.#requireEnabled();
    validateTime(time);
    this.#now += time;
    while (this.#queue.length > 0 && this.#queue[0].runAt <= this.#now) {
      const timer = ArrayPrototypeShift(this.#queue);
      ReflectApply(timer.callback, undefined, timer.args);
      if (timer.interval !== undefined) {
        timer.runAt += timer.interval;
        this.#insert(timer);
      }
    }
  }

  runAll() {
    this.#requireEnabled();
    const last = ArrayPrototypeAt(this.#queue, -1);
    if (last !== undefined) this.tick(last.runAt - this.#now);
  }

  setTime(time = 0) {
    validateNumber(time, 'time');
    validateTime(time);
    this.#requireEnabled();
    this.#now = time;
  }

  reset() {
    if (!this.#enabled) return;
    while (this.#restorers.length > 0) ArrayPrototypePop(this.#restorers)();
    this.#enabled = false;
    this.#now = 0;
    this.#queue = [];
  }

  [SymbolDispose]() {
    this.reset();
  }

  #requireEnabled() {
    if (!this.#enabled)
      throw new ERR_INVALID_STATE('You should enable MockTimers first by calling the .enable function');
  }
}

function validateTime(time) {
  if (time < 0) throw new ERR_INVALID_ARG_VALUE('time', 'positive integer', time);
}

module.exports = { MockTimers };
