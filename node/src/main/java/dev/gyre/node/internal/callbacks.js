'use strict';

// Says which callback runs, in memory that any thread reads without a lock: see EmbeddedCallbacks.java. A watcher sees so
// what holds the loop while it is held. And finds the callbacks that were long.
//
// This is done before every callback, so it is a few stores, and a reading of the clock only where a turn has several
// callbacks. Nothing is formatted: what a callback is about (the URL of a request) is looked up when somebody asks.

const { CoreDoubles, CoreInts, Float64Array, Int32Array } = require('internal/primordials');
const { CallbackWords, Kind } = require('internal/layout');

const {
  AFTER, BUDGET, COUNTS, EVENT, KIND_MASK, LONG, LONG_LIST, MAX_LONG, RUNNING, SINCE_MS, TICKS, TICKS_BEFORE, USUAL_BUDGET,
} = CallbackWords;
const { NEXT_TICK, NONE } = Kind;

const LONG_MS = 2; // where the clock has moved by this, at least half of it has passed
const RELAX_AFTER = 64; // short callbacks
const RELAXED_BUDGET = 7; // then the clock is read for every eighth

const record = { i32: new Int32Array(256), f64: new Float64Array(256) };
let now;
let shortOnes = 0;

// `clock` is the loop's time in milliseconds.
function start(buffer, clock) {
  now = clock;
  record.i32 = new CoreInts(buffer);
  record.f64 = new CoreDoubles(buffer);
}

// A callback of this kind begins. While the other words change, there is no kind: so a reader who finds the same kind and
// number before and after he has read them knows that they belong to it.
function begin(kind, event) {
  const { i32 } = record;
  const last = i32[AFTER];
  if (--i32[BUDGET] < 0 || (last !== kind && last !== NONE)) readClock(last);
  const number = (i32[RUNNING] | KIND_MASK) + 1;
  i32[RUNNING] = number;
  i32[AFTER] = kind;
  i32[EVENT] = event;
  i32[TICKS_BEFORE] = i32[TICKS];
  i32[COUNTS + kind]++;
  i32[RUNNING] = number | kind;
}

// Finds whether the callbacks since the last reading, all of this kind, were short.
function readClock(kind) {
  const { i32, f64 } = record;
  const time = now();
  const ms = time - f64[SINCE_MS];
  f64[SINCE_MS] = time;
  if (ms >= LONG_MS) {
    shortOnes = 0;
    i32[USUAL_BUDGET] = 0;
    if (i32[LONG] < MAX_LONG) f64[LONG_LIST + i32[LONG]++] = ms * (KIND_MASK + 1) + kind;
  } else if (++shortOnes === RELAX_AFTER) {
    i32[USUAL_BUDGET] = RELAXED_BUDGET;
  }
  i32[BUDGET] = i32[USUAL_BUDGET];
}

// The callback turned out to be none.
function undoBegin() {
  const { i32 } = record;
  i32[COUNTS + i32[AFTER]]--;
  i32[RUNNING] = (i32[RUNNING] & ~KIND_MASK) - (KIND_MASK + 1);
}

// The callback that has begun is of this kind, as its handler knows.
function refine(kind) {
  const { i32 } = record;
  const before = i32[AFTER];
  if (before === NONE) return; // no callback has begun
  i32[COUNTS + before]--;
  i32[COUNTS + kind]++;
  i32[RUNNING] &= ~KIND_MASK;
  i32[AFTER] = kind;
  i32[RUNNING] |= kind;
}

// A part of the callback begins: promise jobs, the evaluation of a module, handlers of its error.
function beginPart(kind) {
  const { i32 } = record;
  i32[RUNNING] = (i32[RUNNING] & ~KIND_MASK) | kind;
}

function beginTick() {
  const { i32 } = record;
  i32[TICKS]++;
  i32[RUNNING] = (i32[RUNNING] & ~KIND_MASK) | NEXT_TICK;
}

// What runs now has no callback that it follows: V8's own tasks have queued it.
function beginNothing() {
  const { i32 } = record;
  i32[RUNNING] &= ~KIND_MASK;
  i32[AFTER] = NONE;
  i32[EVENT] = 0;
  i32[TICKS_BEFORE] = i32[TICKS];
}

// The kind of what runs now.
function current() {
  return record.i32[RUNNING] & KIND_MASK;
}

// The kind of the callback that what runs now is a part of.
function after() {
  return record.i32[AFTER];
}

module.exports = { after, begin, beginNothing, beginPart, beginTick, current, refine, start, undoBegin };
