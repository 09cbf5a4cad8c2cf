'use strict';

// Reads and waits that end when a signal aborts.

const {
  Promise, PromisePrototypeThen, PromiseReject, PromiseResolve, SymbolAsyncIterator,
} = require('internal/primordials');

function onAbort(signal, listener) {
  if (signal.aborted) listener();
  else signal.addEventListener('abort', listener, { __proto__: null, once: true });
}

// Resolves as the promise does, or rejects with the signal's reason if that comes first.
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

// Yields the same batches. The abort also ends a pending read and a pending return() of the source.
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
          if (wasAborted) PromisePrototypeThen(PromiseResolve(result), undefined, () => {}); // the abort is reported instead
          else await result;
        }
      }
    },
  };
}

module.exports = { abortable, onAbort, orAborted };
