'use strict';

// Atomics.waitAsync() and Atomics.notify(). V8 settles the promise of a wait by a task for the waiting thread, and a loop
// that sleeps does not look for tasks. So Java knows which loops have such waits, and a notify() that has found somebody
// wakes them. The timer is for what can't be seen here: waits with a timeout, and WebAssembly's instructions.
//
// A wait does not keep the process alive, as in Node.

const { ObjectDefineProperty, PromisePrototypeThen, ReflectApply } = require('internal/primordials');
const { atStart } = require('internal/start');
const { clearInterval, setInterval, setTimeout } = require('timers');

const { Atomics } = globalThis;

const LOOK_EVERY_MS = 50;
const MOST_MS = 2 ** 31 - 1;

let waits = 0;
let timer;

function begin(promise, timeoutMs) {
  const native = binding('bridge');
  const settled = () => {
    if (--waits > 0) return;
    native.endAsyncWaits();
    clearInterval(timer);
  };
  if (waits++ === 0) {
    native.beginAsyncWaits();
    timer = setInterval(native.pump, LOOK_EVERY_MS);
    timer.unref();
  }
  if (typeof timeoutMs === 'number' && timeoutMs < MOST_MS) setTimeout(native.pump, timeoutMs + 1).unref();
  PromisePrototypeThen(promise, settled, settled);
}

function replace(name, make) {
  const original = Atomics[name];
  const method = make(original);
  ObjectDefineProperty(method, 'length', { __proto__: null, value: original.length, configurable: true });
  ObjectDefineProperty(Atomics, name, { __proto__: null, value: method, writable: true, configurable: true });
}

atStart(() => {
  replace('waitAsync', (original) => ({
    waitAsync(...args) {
      const result = ReflectApply(original, this, args);
      if (result.async) begin(result.value, args[3]);
      return result;
    },
  }.waitAsync));
  replace('notify', (original) => ({
    notify(...args) {
      const woken = ReflectApply(original, this, args);
      if (woken > 0) binding('bridge').wakeAsyncWaits();
      return woken;
    },
  }.notify));
});
