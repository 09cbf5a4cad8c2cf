'use strict';

// What setTimeout and setInterval return.

const { now, words } = require('internal/bridge');
const { TIMERS_REF } = require('internal/layout').Control;
const { MAX_TIMEOUT, insert, remove } = require('internal/timers/lists');
const { customInspectSymbol } = require('internal/util');
const { NumberIsNaN, SafeMap, Symbol, SymbolDispose, SymbolToPrimitive, apply } = require('internal/primordials');
const { onEnded, safePoint } = require('internal/repairs');
const context = require('internal/async_context');
const asyncIds = require('internal/async_ids');

const kRefed = Symbol('refed');
const kHasPrimitive = Symbol('kHasPrimitive');
const kAsyncId = Symbol('asyncId');
const kTriggerId = Symbol('triggerId');
const kFrame = Symbol('kAsyncContextFrame');

const byPrimitive = new SafeMap(); // timers that were converted to a number, by that number
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
  } else if (NumberIsNaN(after) && !warnedNaN) {
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
    this[kHasPrimitive] = false;
    this[kAsyncId] = asyncIds.create(this, 'Timeout');
    this[kTriggerId] = asyncIds.current();
    this[kFrame] = context.get();
  }

  // Inspection hides the links to the neighbours in the list.
  [customInspectSymbol](_, options) {
    const { inspect } = require('internal/util/inspect');
    return inspect(this, { ...options, depth: 0, customInspect: false });
  }

  refresh() {
    if (this._idleTimeout < 0) return this; // cleared
    safePoint();
    insert(this, now());
    if (this._destroyed) {
      this._destroyed = false;
      if (this[kRefed]) words.i32[TIMERS_REF]++;
      this[kAsyncId] = asyncIds.create(this, 'Timeout');
      this[kTriggerId] = asyncIds.current();
      this[kFrame] = context.get();
    }
    return this;
  }

  unref() {
    if (this[kRefed]) {
      this[kRefed] = false;
      if (!this._destroyed) words.i32[TIMERS_REF]--;
    }
    return this;
  }

  ref() {
    if (!this[kRefed]) {
      this[kRefed] = true;
      if (!this._destroyed) words.i32[TIMERS_REF]++;
    }
    return this;
  }

  hasRef() { return this[kRefed]; }

  close() {
    clear(this);
    return this;
  }

  [SymbolDispose]() { clear(this); }

  [SymbolToPrimitive]() {
    const id = this[kAsyncId];
    if (!this[kHasPrimitive]) {
      this[kHasPrimitive] = true;
      byPrimitive.set(`${id}`, this);
    }
    return id;
  }
}

function start(callback, after, args, repeats) {
  safePoint();
  const timeout = new Timeout(callback, after, args.length === 0 ? undefined : args, repeats, true);
  insert(timeout, now());
  words.i32[TIMERS_REF]++; // last, so that a call that failed before keeps nothing alive
  return timeout;
}

function destroy(timer) {
  timer._destroyed = true;
  if (timer[kRefed]) words.i32[TIMERS_REF]--;
  if (timer[kHasPrimitive]) byPrimitive.delete(`${timer[kAsyncId]}`);
  asyncIds.destroy(timer[kAsyncId]);
}

// Drops the references, so that callback and arguments can be collected even if the program keeps the timer.
function empty(timer) {
  timer._onTimeout = undefined;
  timer._timerArgs = undefined;
  if (timer[kFrame] !== undefined) timer[kFrame] = undefined;
}

// Values that are not our timers are ignored, as in browsers.
function clear(timer) {
  safePoint();
  if (typeof timer === 'number' || typeof timer === 'string') timer = byPrimitive.get(`${timer}`);
  if (!timer?._onTimeout) return;
  timer._onTimeout = null;
  if (!(kAsyncId in timer)) return;
  if (timer._destroyed) {
    empty(timer);
    return;
  }
  const waits = timer._idleNext !== null;
  remove(timer);
  destroy(timer);
  timer._idleTimeout = -1;
  if (waits) empty(timer);
}

function fire(timer) {
  const id = timer[kAsyncId];
  if (!timer._onTimeout) {
    if (!timer._destroyed) destroy(timer);
    return;
  }
  const begun = timer._repeat ? now() : 0;
  fired = timer;
  firedMs = begun;
  context.set(timer[kFrame]);
  asyncIds.enter(id, timer[kTriggerId], timer);
  try {
    const args = timer._timerArgs;
    if (args === undefined) timer._onTimeout();
    else apply(timer._onTimeout, timer, args);
  } finally {
    finish(timer, begun);
  }
  asyncIds.leave(id);
  context.set(undefined);
}

// The timer whose callback runs, and when that began.
let fired = null;
let firedMs = 0;

function finish(timer, begun) {
  if (timer._repeat && timer._idleTimeout !== -1) {
    timer._idleTimeout = timer._repeat;
    insert(timer, begun);
  } else if (timer._idleNext === null) {
    if (timer._destroyed) empty(timer);
    else destroy(timer);
  }
  fired = null;
}

onEnded(() => {
  if (fired !== null) finish(fired, firedMs);
});

module.exports = { start, clear, fire };
