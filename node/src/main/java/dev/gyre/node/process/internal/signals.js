'use strict';

// Signals as events. Java watches a signal while it has listeners and sends one event per delivery. Watching does not keep
// the loop running.

const { ArrayFrom, ArrayPrototypeSome, SafeMap, copyList, itemsOf } = require('internal/primordials');
const { onEvent } = require('internal/bridge');
const { EventType } = require('internal/layout');
const { AsyncScope } = require('internal/async_scope');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_SIGNAL }, ErrnoException } = require('internal/errors');
const { signals } = require('internal/signals');

const native = binding('process');
const watched = new SafeMap(); // name -> AsyncScope of its first listener; two names may stand for the same signal

const isSignal = (name) => typeof name === 'string' && signals[name] !== undefined;

const isWatched = (number) => ArrayPrototypeSome(ArrayFrom(watched.keys()), (name) => signals[name] === number);

function onNewListener(name) {
  if (!isSignal(name) || watched.has(name)) return;
  const number = signals[name];
  if (name === 'SIGPROF' && binding('inspector').isOpen()) process.emitWarning('process.on(SIGPROF) is reserved while debugging');
  if (!isWatched(number)) {
    try {
      native.watchSignal(number);
    } catch (error) {
      throw new ErrnoException(error.errno, 'uv_signal_start');
    }
  }
  watched.set(name, new AsyncScope({ signal: name }, 'SIGNALWRAP'));
}

function onRemoveListener(name) {
  if (!watched.has(name) || process.listenerCount(name) > 0) return;
  watched.get(name).destroy();
  watched.delete(name);
  const number = signals[name];
  if (!isWatched(number)) native.unwatchSignal(number);
}

onEvent(EventType.SIGNAL, (number) => {
  // A copy: a listener that replaces itself must not hear of the same signal again.
  for (const { 0: name, 1: scope } of itemsOf(copyList(watched))) {
    if (signals[name] !== number) continue;
    scope.enter();
    process.emit(name, name, number);
    scope.leave();
  }
});

// What is most likely the process's end: nobody listens for a signal that it sends to itself.
function isOwnEnd(pid, number) {
  const own = process.pid;
  return number > 0 && (pid === 0 || pid === -1 || pid === own || pid === -own) && !isWatched(number);
}

function send(pid, number) {
  if (isOwnEnd(pid | 0, number)) binding('inspector').endProfiles();
  return process._kill(pid, number);
}

function kill(pid, signal) {
  // As in Node, a string of digits is accepted as a number.
  if (pid != (pid | 0)) throw new ERR_INVALID_ARG_TYPE('pid', 'number', pid);
  let error;
  if (signal === (signal | 0)) {
    error = send(pid, signal);
  } else {
    signal ||= 'SIGTERM';
    if (!signals[signal]) throw new ERR_UNKNOWN_SIGNAL(signal);
    error = send(pid, signals[signal]);
  }
  if (error) throw new ErrnoException(error, 'kill');
  return true;
}

module.exports = { onNewListener, onRemoveListener, kill };
