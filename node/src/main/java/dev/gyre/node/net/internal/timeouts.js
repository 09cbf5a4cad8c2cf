'use strict';

// setTimeout of sockets: one timer a socket, which does not keep the loop running, started anew at every sign of life.
// Servers switch it on and off with every request: switched off, the timer is left to run out, and used again.

const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateFunction, validateNumber } = require('internal/validators');

const MAX_MS = 2 ** 31 - 1;

const kTimeout = Symbol('timeout');

const kIsArmed = Symbol('isArmed');

const onTimeout = (stream) => {
  if (stream[kIsArmed]) stream._onTimeout();
};

function durationOf(msecs, name = 'msecs') {
  validateNumber(msecs, name);
  if (msecs < 0 || !Number.isFinite(msecs)) throw new ERR_OUT_OF_RANGE(name, 'a non-negative finite number', msecs);
  if (msecs <= MAX_MS) return msecs;
  process.emitWarning(`${msecs} does not fit into a 32-bit signed integer.\nTimer duration was truncated to ${MAX_MS}.`,
    'TimeoutOverflowWarning');
  return MAX_MS;
}

function setStreamTimeout(msecs, callback) {
  if (this.destroyed) return this;
  this.timeout = msecs;
  const duration = durationOf(msecs);
  if (callback !== undefined) validateFunction(callback, 'callback');
  this[kIsArmed] = duration !== 0;
  if (duration === 0) {
    if (callback !== undefined) this.removeListener('timeout', callback);
    return this;
  }
  const timer = this[kTimeout];
  if (timer && timer._idleTimeout === duration && !timer._destroyed) {
    timer.refresh();
  } else {
    clearTimeout(timer);
    this[kTimeout] = setTimeout(onTimeout, duration, this).unref();
  }
  if (callback !== undefined) this.once('timeout', callback);
  return this;
}

module.exports = { durationOf, kTimeout, setStreamTimeout };
