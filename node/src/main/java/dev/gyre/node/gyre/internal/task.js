'use strict';

// A value on its way to a worker, and the promise of what becomes of it.

const { PromiseWithResolvers, isolated } = require('internal/primordials');

const Task = isolated(class Task {
  // Its place in the queue.
  bucket = undefined;
  previous = undefined;
  next = undefined;

  member = undefined; // who runs it
  startedAt = 0;
  signal = undefined;
  onAbort = undefined;

  constructor(id, value, transferList, priority, retries, now) {
    const { promise, resolve, reject } = PromiseWithResolvers();
    this.id = id;
    this.value = value;
    this.transferList = transferList;
    this.priority = priority;
    this.retries = retries;
    this.submittedAt = now;
    this.promise = promise;
    this.resolve = resolve;
    this.reject = reject;
  }

  // Calls back when the signal aborts while the task waits or runs.
  listen(signal, onAbort) {
    const { kResistStopPropagation } = require('internal/events/event_target');
    this.signal = signal;
    this.onAbort = onAbort;
    signal.addEventListener('abort', onAbort, { __proto__: null, once: true, [kResistStopPropagation]: true });
  }

  stopListening() {
    if (this.onAbort === undefined) return;
    this.signal.removeEventListener('abort', this.onAbort);
    this.onAbort = undefined;
  }
});

module.exports = { Task };
