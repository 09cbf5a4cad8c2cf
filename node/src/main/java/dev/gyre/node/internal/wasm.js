'use strict';

// WebAssembly compiles on threads of V8's own and is done when V8's tasks are next run. Nothing wakes the loop for
// that, so while a compilation is under way a timer keeps it turning, and alive, as Node's loop is.

const { afterStart, atStart } = require('internal/start');
const { setInterval, clearInterval } = require('timers');
const { apply, defineProperty, promiseThen } = require('internal/primordials');

let underWay = 0;
let timer;

function watch(promise) {
  if (underWay++ === 0) timer = setInterval(() => binding('bridge').pump(), 1);
  const done = () => {
    if (--underWay === 0) clearInterval(timer);
  };
  promiseThen(promise, done, done);
  return promise;
}

atStart(() => {
  for (let i = 0, list = ['compile', 'instantiate']; i < list.length; i++) {
    const name = list[i];
    const original = WebAssembly[name];
    const wrapped = { [name](...args) { return watch(apply(original, this, args)); } }[name];
    defineProperty(wrapped, 'length', { __proto__: null, value: original.length, configurable: true });
    defineProperty(WebAssembly, name, { __proto__: null, value: wrapped, writable: true, enumerable: true, configurable: true });
  }
});

// The core keeps its own: see V8Flags.takeJitless.
afterStart(() => {
  if (require('internal/options').get('--jitless')) delete globalThis.WebAssembly;
});
