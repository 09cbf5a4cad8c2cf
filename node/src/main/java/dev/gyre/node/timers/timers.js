'use strict';

const { now, onPhase, PHASES, words, runEvents, IMMEDIATES, IMMEDIATES_REF } = require('internal/bridge');
const { MAX_TIMEOUT, insert, remove, countRef, runDue } = require('internal/timers/lists');
const { runNextTicks } = require('internal/process/task_queues');
const { validateFunction } = require('internal/validators');
const { customInspectSymbol, kCustomPromisifiedSymbol } = require('internal/util');
const context = require('internal/async_context');
const asyncIds = require('internal/async_ids');

const kRefed = Symbol('refed');
const kHasPrimitive = Symbol('kHasPrimitive');
const kAsyncId = Symbol('asyncId');
const kTriggerId = Symbol('triggerId');
const kFrame = Symbol('kAsyncContextFrame');

const timeoutsByPrimitive = new Map();
let warnedNegative = false;
let warnedNaN = false;

function warnOfDelay(name, text) {
  process.emitWarning(`${text}\nTimeout duration was set to 1.`, name);
}

function toDelay(after) {
  if (after === undefined) return 1;
  after *= 1;
  if (after >= 1 && after <= MAX_TIMEOUT) return after;
  if (after > MAX_TIMEOUT) {
    warnOfDelay('TimeoutOverflowWarning', `${after} does not fit into a 32-bit signed integer.`);
  } else if (after < 0 && !warnedNegative) {
    warnedNegative = true;
    warnOfDelay('TimeoutNegativeWarning', `${after} is a negative number.`);
  } else if (Number.isNaN(after) && !warnedNaN) {
    warnedNaN = true;
    warnOfDelay('TimeoutNaNWarning', `${after} is not a number.`);
  }
  return 1;
}

class Timeout {
  constructor(callback, after, args, repeats, refed) {
    const delay = toDelay(after);
    this._idleTimeout = delay;
    this._idlePrev = null;
    this._idleNext = null;
    this._idleStart = null;
    this._onTimeout = callback;
    this._timerArgs = args;
    this._repeat = repeats ? delay : null;
    this._destroyed = false;
    this[kRefed] = refed;
    if (refed) countRef(1);
    this[kHasPrimitive] = false;
    this[kAsyncId] = asyncIds.create(this, 'Timeout');
    this[kTriggerId] = asyncIds.current();
    this[kFrame] = context.get();
  }

  // The list it stands in is of no interest to who looks at a timer.
  [customInspectSymbol](depth, options) {
    return require('internal/util/inspect').inspect(this, { ...options, depth: 0, customInspect: false });
  }

  refresh() {
    if (this[kRefed] !== null) {
      remove(this);
      insert(this, now());
      if (this._destroyed) revive(this);
    }
    return this;
  }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      if (!this._destroyed) countRef(1);
    }
    return this;
  }

  unref() {
    if (this[kRefed] === true) {
      this[kRefed] = false;
      if (!this._destroyed) countRef(-1);
    }
    return this;
  }

  hasRef() { return this[kRefed]; }

  close() {
    clearTimeout(this);
    return this;
  }

  [Symbol.dispose]() { clearTimeout(this); }

  [Symbol.toPrimitive]() {
    const id = this[kAsyncId];
    if (!this[kHasPrimitive]) {
      this[kHasPrimitive] = true;
      timeoutsByPrimitive.set(id, this);
    }
    return id;
  }
}

function revive(timer) {
  timer._destroyed = false;
  if (timer[kRefed]) countRef(1);
  timer[kAsyncId] = asyncIds.create(timer, 'Timeout');
}

function destroy(timer) {
  if (timer._destroyed) return;
  timer._destroyed = true;
  if (timer[kHasPrimitive]) timeoutsByPrimitive.delete(timer[kAsyncId]);
  if (timer[kRefed]) countRef(-1);
  asyncIds.destroy(timer[kAsyncId]);
}

function fire(timer) {
  const callback = timer._onTimeout;
  if (!callback) {
    destroy(timer);
    return;
  }
  const start = timer._repeat ? now() : 0;
  const id = timer[kAsyncId];
  const outer = context.get();
  context.set(timer[kFrame]);
  asyncIds.before(id, timer[kTriggerId], timer);
  try {
    const args = timer._timerArgs;
    if (args === undefined) timer._onTimeout();
    else Reflect.apply(callback, timer, args);
  } finally {
    asyncIds.after(id);
    context.set(outer);
    if (timer._repeat && timer._idleTimeout !== -1) {
      timer._idleTimeout = timer._repeat;
      insert(timer, start);
    } else if (timer._idleNext === null && !timer._destroyed) {
      destroy(timer);
    }
  }
}

function setTimeout(callback, after, ...args) {
  validateFunction(callback, 'callback');
  const timeout = new Timeout(callback, after, args.length === 0 ? undefined : args, false, true);
  insert(timeout, now());
  return timeout;
}

function setInterval(callback, repeat, ...args) {
  validateFunction(callback, 'callback');
  const timeout = new Timeout(callback, repeat, args.length === 0 ? undefined : args, true, true);
  insert(timeout, now());
  return timeout;
}

function clearTimeout(timer) {
  if (typeof timer === 'number' || typeof timer === 'string') {
    timer = timeoutsByPrimitive.get(Number(timer));
  }
  // Whatever is no timer of ours is passed over, as in browsers.
  if (timer?._onTimeout) {
    timer._onTimeout = null;
    if (!(timer instanceof Timeout)) return;
    remove(timer);
    destroy(timer);
    timer._idleTimeout = -1;
  }
}

function clearInterval(timer) {
  clearTimeout(timer);
}

// ---- immediates: a list; what is added while it runs waits for the next turn

const immediates = { head: null, tail: null };
const outstanding = { head: null, tail: null }; // left over when one threw: they still belong to this turn

class Immediate {
  constructor(callback, args) {
    this._idleNext = null;
    this._idlePrev = null;
    this._onImmediate = callback;
    this._argv = args;
    this._destroyed = false;
    this[kRefed] = true;
    this[kAsyncId] = asyncIds.create(this, 'Immediate');
    this[kTriggerId] = asyncIds.current();
    this[kFrame] = context.get();
    const { i32 } = words;
    i32[IMMEDIATES]++;
    i32[IMMEDIATES_REF]++;
    if (immediates.tail === null) immediates.head = this;
    else {
      immediates.tail._idleNext = this;
      this._idlePrev = immediates.tail;
    }
    immediates.tail = this;
  }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      words.i32[IMMEDIATES_REF]++;
    }
    return this;
  }

  unref() {
    if (this[kRefed] === true) {
      this[kRefed] = false;
      words.i32[IMMEDIATES_REF]--;
    }
    return this;
  }

  hasRef() { return !!this[kRefed]; }

  [Symbol.dispose]() { clearImmediate(this); }
}

function setImmediate(callback, ...args) {
  validateFunction(callback, 'callback');
  return new Immediate(callback, args.length === 0 ? undefined : args);
}

function retire(immediate) {
  const { i32 } = words;
  immediate._destroyed = true;
  i32[IMMEDIATES]--;
  if (immediate[kRefed]) i32[IMMEDIATES_REF]--;
  immediate[kRefed] = null;
  asyncIds.destroy(immediate[kAsyncId]);
}

function clearImmediate(immediate) {
  if (!immediate?._onImmediate || immediate._destroyed) return;
  retire(immediate);
  immediate._onImmediate = null;
  const { _idlePrev: previous, _idleNext: next } = immediate;
  const queue = outstanding.head === immediate || outstanding.tail === immediate ? outstanding : immediates;
  if (previous !== null) previous._idleNext = next;
  if (next !== null) next._idlePrev = previous;
  if (queue.head === immediate) queue.head = next;
  if (queue.tail === immediate) queue.tail = previous;
  // While it is being run over, the runner still needs the way on; it finds it here.
  immediate._idlePrev = null;
}

function runImmediates() {
  const queue = outstanding.head === null ? immediates : outstanding;
  let immediate = queue.head;
  queue.head = queue.tail = null;
  let previous;
  let ranOne = false;
  let threw = true;
  try {
    while (immediate !== null) {
      if (ranOne) runNextTicks();
      else ranOne = true;
      // A tick, or the immediate before, may have cleared this one.
      if (immediate._destroyed) {
        immediate = immediate._idleNext;
        continue;
      }
      retire(immediate);
      previous = immediate;
      immediate = runImmediate(immediate);
    }
    threw = false;
  } finally {
    if (threw && previous !== undefined) {
      outstanding.head = previous._idleNext;
      if (outstanding.head === null) outstanding.tail = null;
      else {
        outstanding.head._idlePrev = null;
        let last = outstanding.head;
        while (last._idleNext !== null) last = last._idleNext;
        outstanding.tail = last;
      }
    }
  }
}

function runImmediate(immediate) {
  const outer = context.get();
  context.set(immediate[kFrame]);
  const id = immediate[kAsyncId];
  asyncIds.before(id, immediate[kTriggerId], immediate);
  try {
    const args = immediate._argv;
    if (args === undefined) immediate._onImmediate();
    else immediate._onImmediate(...args);
  } finally {
    immediate._onImmediate = null;
    asyncIds.after(id);
    context.set(outer);
  }
  return immediate._idleNext;
}

// ---- the phases

onPhase(PHASES.TIMERS, () => {
  runDue(fire, runNextTicks);
  runNextTicks();
});

onPhase(PHASES.EVENTS, () => runEvents(runNextTicks));

// The poll phase's events and the check phase's immediates come with one crossing.
onPhase(PHASES.CHECK, () => {
  runEvents(runNextTicks);
  do {
    runImmediates();
    runNextTicks();
  } while (outstanding.head !== null);
});

function lazyPromises(name) {
  return {
    enumerable: true,
    get() { return require('timers/promises')[name]; },
  };
}

Object.defineProperty(setTimeout, kCustomPromisifiedSymbol, lazyPromises('setTimeout'));
Object.defineProperty(setImmediate, kCustomPromisifiedSymbol, lazyPromises('setImmediate'));

module.exports = {
  setTimeout,
  clearTimeout,
  setImmediate,
  clearImmediate,
  setInterval,
  clearInterval,
};
Object.defineProperty(module.exports, 'promises', {
  configurable: true,
  enumerable: true,
  get() { return require('timers/promises'); },
});
