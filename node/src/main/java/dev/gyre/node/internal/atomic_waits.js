'use strict';

// Atomics.waitAsync: V8 settles its promise by a task, which runs when the loop next lets V8 run tasks. Nothing wakes the
// loop for that. So Atomics.notify wakes every loop of the program that has such a promise, and a timer does at the end of
// the waiting time.
//
// The instruction of WebAssembly that notifies can't be replaced. Memory that it may be used on has whole pages of 64 KiB:
// while somebody waits on such memory, the loop looks for tasks a hundred times a second.

const primordials = require('internal/primordials');
const { bufferOf, defineProperty, promiseThen } = primordials;
const { atStart } = require('internal/start');
const { clearTimeout, setTimeout } = require('timers');

const { Atomics: atomics } = globalThis;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const WASM_PAGE_BYTES = 65536;

let pending = 0;
let pendingOnPages = 0;

function watch(promise, timeoutMs, hasPages) {
  if (pending++ === 0) binding('atomics').setWaiting(true);
  if (hasPages && pendingOnPages++ === 0) binding('atomics').setLooking(true);
  let timer;
  if (timeoutMs <= LONGEST_TIMER_MS) timer = setTimeout(() => binding('bridge').pump(), timeoutMs + 1).unref();
  const done = () => {
    clearTimeout(timer);
    if (--pending === 0) binding('atomics').setWaiting(false);
    if (hasPages && --pendingOnPages === 0) binding('atomics').setLooking(false);
  };
  promiseThen(promise, done, done);
}

function replace(name, length, value) {
  defineProperty(value, 'length', { __proto__: null, value: length, configurable: true });
  defineProperty(atomics, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

atStart(() => {
  const { notify: notifyWaiters, waitAsync: waitInV8 } = atomics;
  const methods = {
    notify(array, index, count) {
      const woken = notifyWaiters(array, index, count);
      if (woken > 0) binding('atomics').notified();
      return woken;
    },
    waitAsync(array, index, value, timeout) {
      const result = waitInV8(array, index, value, timeout);
      // NaN and infinity: without end
      if (result.async) watch(result.value, +timeout, primordials.sharedBufferByteLength(bufferOf(array)) % WASM_PAGE_BYTES === 0);
      return result;
    },
  };
  replace('notify', 3, methods.notify);
  replace('waitAsync', 4, methods.waitAsync);
});
