'use strict';

// setTimeout of sockets. Activity only records the current turn; the timer is not touched. Each socket has one timer, which
// does not keep the loop running. When it fires, it compares the recorded time, and either emits 'timeout' or is armed for
// the remaining time. Servers switch the timeout on and off with every request: when it is switched off, the timer keeps
// running and is reused.

const { MathMin, NumberIsFinite, Symbol } = require('internal/primordials');
const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateFunction, validateNumber } = require('internal/validators');
const { clearTimeout, setTimeout } = require('timers');
const { now, thisTurn } = require('internal/bridge');

const MAX_MS = 2 ** 31 - 1;

const kTimeout = Symbol('timeout'); // the timer, or null if none is armed
const kIdleMs = Symbol('idleMs'); // 0 means no timeout
const kAlive = Symbol('alive'); // the turn of the last activity

function durationOf(msecs, name = 'msecs') {
  validateNumber(msecs, name);
  if (msecs < 0 || !NumberIsFinite(msecs)) throw new ERR_OUT_OF_RANGE(name, 'a non-negative finite number', msecs);
  if (msecs <= MAX_MS) return msecs;
  process.emitWarning(`${msecs} does not fit into a 32-bit signed integer.\nTimer duration was truncated to ${MAX_MS}.`,
    'TimeoutOverflowWarning');
  return MAX_MS;
}

function begin(stream) {
  stream[kTimeout] = null;
  stream[kIdleMs] = 0;
  stream[kAlive] = thisTurn();
}

function touch(stream) {
  stream[kAlive] = thisTurn();
  if (stream[kTimeout] === null && stream[kIdleMs] !== 0) set(stream, stream[kIdleMs]);
}

function set(stream, ms) {
  stream[kTimeout] = setTimeout(ring, ms, stream).unref();
}

function ring(stream) {
  stream[kTimeout] = null;
  const duration = stream[kIdleMs];
  if (duration === 0) return;
  const left = MathMin(duration, stream[kAlive].endMs + duration - now());
  if (left > 0) set(stream, left);
  else stream._onTimeout();
}

function stop(stream) {
  clearTimeout(stream[kTimeout]);
  stream[kTimeout] = null;
  stream[kIdleMs] = 0;
}

function setStreamTimeout(msecs, callback) {
  if (this.destroyed) return this;
  this.timeout = msecs;
  const duration = durationOf(msecs);
  if (callback !== undefined) validateFunction(callback, 'callback');
  this[kIdleMs] = duration;
  if (duration === 0) {
    if (callback !== undefined) this.removeListener('timeout', callback);
    return this;
  }
  const timer = this[kTimeout];
  if (timer !== null && timer._idleTimeout <= duration) {
    this[kAlive] = thisTurn();
  } else {
    if (timer !== null) clearTimeout(timer);
    this[kAlive] = { endMs: now() };
    set(this, duration);
  }
  if (callback !== undefined) this.once('timeout', callback);
  return this;
}

module.exports = { begin, durationOf, setStreamTimeout, stop, touch };
