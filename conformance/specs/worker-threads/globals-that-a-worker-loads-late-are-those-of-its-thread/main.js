'use strict';
// In a worker several globals come into being when they are first used: they must look and behave like others, also if the
// program replaced built-ins before, and in contexts of node:vm.
const { Worker, isMainThread, parentPort } = require('node:worker_threads');

function uses() {
  const { createContext, runInContext } = require('node:vm');
  const context = createContext({ a: 1 });
  const inContext = runInContext('[a + 1, typeof console, typeof performance, typeof URLPattern]', context);
  const replaced = Array.prototype.map;
  Array.prototype.map = () => { throw new Error('replaced'); };
  console.log('%s %o', 'a text', { list: [1, 2] });
  const { now } = performance;
  Array.prototype.map = replaced;
  globalThis.PerformanceEntry = 'mine';
  return {
    inContext,
    isFunction: typeof now,
    names: ['console', 'performance', 'URLPattern', 'PerformanceObserver', 'URL'].map((name) => [name, typeof globalThis[name], Object.keys(globalThis).includes(name)]),
    mine: PerformanceEntry,
    pattern: new URLPattern({ pathname: '/:id' }).test('https://example.org/1'),
    observer: PerformanceObserver === require('node:perf_hooks').PerformanceObserver,
    util: require('node:util').inspect(new Map([[1, { a: 1 }]])),
    isSame: console === require('node:console'),
  };
}

if (isMainThread) {
  new Worker(__filename).on('message', (value) => console.log(value)).on('exit', (code) => console.log(code));
} else {
  parentPort.postMessage(uses());
}
