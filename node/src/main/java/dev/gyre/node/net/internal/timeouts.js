'use strict';

// setTimeout of sockets. A sign of life is no more than a note of the turn it came in; the timer, one a socket, which does
// not keep the loop running, is left alone. When it rings, it looks at the note, and either tells the socket or is set
// for the time that is left. Servers switch the timeout on and off with every request: switched off, the timer is left to
// run out, and used again.

const { MathMin, NumberIsFinite, Symbol } = require('internal/primordials');
const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateFunction, validateNumber } = require('internal/validators');
const { clearTimeout, setTimeout } = require('timers');
const { now, thisTurn } = require('internal/bridge');

const MAX_MS = 2 ** 31 - 1;

const kTimeout = Symbol('timeout'); // the timer, null where none will ring
const kIdleMs = Symbol('idleMs'); // 0 is for ever
const kAlive = Symbol('alive'); // the turn of the last sign of life

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
