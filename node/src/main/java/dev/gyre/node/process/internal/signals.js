'use strict';

// Signals as events: Java watches a signal while it has listeners and sends one event per delivery.

const { onEvent, EVENT_SIGNAL } = require('internal/bridge');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_SIGNAL } } = require('internal/errors');
const { ErrnoException } = require('internal/errors');
const { signals, namesByNumber } = require('internal/signals');

const native = binding('process');
const watched = new Set();

const isSignal = (name) => typeof name === 'string' && name in signals;

function onNewListener(name) {
  if (!isSignal(name) || watched.has(name)) return;
  native.watchSignal(name, signals[name]);
  watched.add(name);
}

function onRemoveListener(name) {
  if (watched.has(name) && process.listenerCount(name) === 0) {
    watched.delete(name);
    native.unwatchSignal(name, signals[name]);
  }
}

onEvent(EVENT_SIGNAL, (number) => {
  const name = namesByNumber.get?.(number) ?? namesByNumber[number];
  process.emit(name, name, number);
});

function kill(pid, signal) {
  // A string of digits is as good as a number here, in Node too.
  if (pid != (pid | 0)) throw new ERR_INVALID_ARG_TYPE('pid', 'number', pid);
  let error;
  if (typeof signal === 'number') {
    error = process._kill(pid, signal);
  } else {
    const name = signal || 'SIGTERM';
    if (!isSignal(name)) throw new ERR_UNKNOWN_SIGNAL(name);
    error = process._kill(pid, signals[name]);
  }
  if (error) throw new ErrnoException(error, 'kill');
  return true;
}

module.exports = { onNewListener, onRemoveListener, kill };
