'use strict';

// Work in slices: how long JavaScript has run since the loop last had a turn, and a queue of those that wait for the next one.
//
//   loop turn   poll ──> check: the first waiter goes on ──> … ──> poll ──> check: the next waiter goes on
//
// A slice is time of the loop, not of one task. It begins when the loop's turn began or when a waiter went on, whichever is
// later, so a task can't use up what others left and all tasks together hold the loop no longer than one slice. Waiters go on
// in the order they came, one for each turn of the loop. So a task that computes for a full slice at a time delays the
// loop's other callbacks by a slice, however many such tasks there are.
//
// The time comes from V8's clock and from the word where Java leaves the time when the turn began: no crossing.

const { DateNow, PromiseReject, PromiseWithResolvers, isolated } = require('internal/primordials');
const { words } = require('internal/bridge');
const { ControlTime: { WALL_NOW } } = require('internal/layout');
const { AbortError } = require('internal/errors');
const { setImmediate } = require('timers');

const DEFAULT_SLICE_MS = 5;

const Waiter = isolated(class Waiter {
  next = undefined;
  previous = undefined;
  isWaiting = true;

  constructor(resolve) {
    this.resolve = resolve;
  }
});

let first;
let last;
let isTurnAsked = false;
let resumedAtMs = 0;

function isUsedUp(sliceMs) {
  const now = DateNow();
  const turnBegan = words.f64[WALL_NOW];
  const used = now - (resumedAtMs > turnBegan ? resumedAtMs : turnBegan);
  return used >= sliceMs || used < 0; // below 0: the system's clock was put back
}

function askForTurn() {
  if (isTurnAsked || first === undefined) return;
  isTurnAsked = true;
  setImmediate(resumeFirst);
}

function resumeFirst() {
  isTurnAsked = false;
  const waiter = first;
  if (waiter === undefined) return;
  remove(waiter);
  askForTurn();
  resumedAtMs = DateNow();
  waiter.resolve();
}

function remove(waiter) {
  const { previous, next } = waiter;
  if (previous === undefined) first = next;
  else previous.next = next;
  if (next === undefined) last = previous;
  else next.previous = previous;
  waiter.isWaiting = false;
}

function add(resolve) {
  const waiter = new Waiter(resolve);
  askForTurnAfter(waiter);
  return waiter;
}

function askForTurnAfter(waiter) {
  waiter.previous = last;
  if (last === undefined) first = waiter;
  else last.next = waiter;
  last = waiter;
  askForTurn();
}

const abortErrorOf = (signal) => new AbortError(undefined, { cause: signal.reason });

// A promise that resolves when the loop has had a turn and all that came earlier have gone on.
function nextTurn(signal = undefined) {
  if (signal?.aborted) return PromiseReject(abortErrorOf(signal));
  const { promise, resolve, reject } = PromiseWithResolvers();
  if (signal === undefined) {
    add(resolve);
    return promise;
  }
  const { kResistStopPropagation } = require('internal/events/event_target');
  const waiter = add(() => {
    signal.removeEventListener('abort', onAbort);
    resolve();
  });
  const onAbort = () => {
    if (!waiter.isWaiting) return;
    remove(waiter);
    reject(abortErrorOf(signal));
  };
  signal.addEventListener('abort', onAbort, { __proto__: null, once: true, [kResistStopPropagation]: true });
  return promise;
}

module.exports = { DEFAULT_SLICE_MS, abortErrorOf, isUsedUp, nextTurn };
