'use strict';

// Reading and waiting that ends when a signal aborts.

const {
  Promise, PromisePrototypeThen, PromiseReject, PromiseResolve, SymbolAsyncIterator,
} = require('internal/primordials');

function onAbort(signal, listener) {
  if (signal.aborted) listener();
  else signal.addEventListener('abort', listener, { __proto__: null, once: true });
}

// The promise, or the rejection by the signal if that is earlier.
function orAborted(promise, signal) {
  if (signal === undefined) return promise;
  if (signal.aborted) return PromiseReject(signal.reason);
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { __proto__: null, once: true });
    const settle = (settled) => (value) => {
      signal.removeEventListener('abort', abort);
      settled(value);
    };
    PromisePrototypeThen(promise, settle(resolve), settle(reject));
  });
}

// The same batches; a read that waits doesn't outlive the signal, and neither does the source's return().
function abortable(source, signal) {
  if (signal === undefined) return source;
  return {
    __proto__: null,
    async* [SymbolAsyncIterator]() {
      const iterator = source[SymbolAsyncIterator]();
      let completed = false;
      let wasAborted = false;
      try {
        for (;;) {
          signal.throwIfAborted();
          const { done, value } = await orAborted(PromiseResolve(iterator.next()), signal);
          if (done) {
            completed = true;
            return;
          }
          signal.throwIfAborted();
          yield value;
        }
      } catch (error) {
        wasAborted = signal.aborted;
        throw error;
      } finally {
        if (!completed && typeof iterator.return === 'function') {
          const result = iterator.return();
          if (wasAborted) PromisePrototypeThen(PromiseResolve(result), undefined, () => {}); // the abort is what is told
          else await result;
        }
      }
    },
  };
}

module.exports = { abortable, onAbort, orAborted };
