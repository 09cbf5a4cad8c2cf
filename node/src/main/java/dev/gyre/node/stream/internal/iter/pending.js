'use strict';

// Queues of waiting promises.

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSplice, PromiseWithResolvers, removeAt,
} = require('internal/primordials');
const { lazyDOMException } = require('internal/util');

class Pending {
  #entries = [];

  get length() { return this.#entries.length; }

  get first() { return this.#entries[0].item; }

  // A promise that is settled when it is taken from the queue. With a signal, it can leave the queue earlier.
  add(item, signal) {
    const { promise, resolve, reject } = PromiseWithResolvers();
    const entry = { item, resolve, reject };
    ArrayPrototypePush(this.#entries, entry);
    if (signal) {
      const abort = () => {
        const at = ArrayPrototypeIndexOf(this.#entries, entry);
        if (at !== -1) removeAt(this.#entries, at);
        reject(signal.reason ?? lazyDOMException('Aborted', 'AbortError'));
      };
      const settle = (settled) => (value) => {
        signal.removeEventListener('abort', abort);
        settled(value);
      };
      entry.resolve = settle(resolve);
      entry.reject = settle(reject);
      signal.addEventListener('abort', abort, { __proto__: null, once: true });
    }
    return promise;
  }

  resolveFirst(value) { ArrayPrototypeShift(this.#entries).resolve(value); }

  rejectFirst(error) { ArrayPrototypeShift(this.#entries).reject(error); }

  resolveAll(value) {
    for (let i = 0, list = ArrayPrototypeSplice(this.#entries, 0); i < list.length; i++) {
      const { resolve } = list[i];
      resolve(value);
    }
  }

  rejectAll(error) {
    for (let i = 0, list = ArrayPrototypeSplice(this.#entries, 0); i < list.length; i++) {
      const { reject } = list[i];
      reject(error);
    }
  }
}

module.exports = { Pending };
