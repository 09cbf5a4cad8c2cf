'use strict';

// setTimeout of sockets: one timer a socket, which does not keep the loop running, started anew at every sign of life.

const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateFunction, validateNumber } = require('internal/validators');

const MAX_MS = 2 ** 31 - 1;

const kTimeout = Symbol('timeout');

const onTimeout = (stream) => stream._onTimeout();

function durationOf(msecs) {
  validateNumber(msecs, 'msecs');
  if (msecs < 0 || !Number.isFinite(msecs)) throw new ERR_OUT_OF_RANGE('msecs', 'a non-negative finite number', msecs);
  if (msecs <= MAX_MS) return msecs;
  process.emitWarning(`${msecs} does not fit into a 32-bit signed integer.\nTimer duration was truncated to ${MAX_MS}.`,
    'TimeoutOverflowWarning');
  return MAX_MS;
}

function setStreamTimeout(msecs, callback) {
  if (this.destroyed) return this;
  this.timeout = msecs;
  const duration = durationOf(msecs);
  clearTimeout(this[kTimeout]);
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (duration === 0) {
    this[kTimeout] = null;
    if (callback !== undefined) this.removeListener('timeout', callback);
    return this;
  }
  this[kTimeout] = setTimeout(onTimeout, duration, this).unref();
  if (callback !== undefined) this.once('timeout', callback);
  return this;
}

module.exports = { kTimeout, setStreamTimeout };
