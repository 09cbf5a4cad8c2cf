'use strict';

// Promises that wait for their turn.

const { PromiseWithResolvers } = require('internal/primordials');
const { lazyDOMException } = require('internal/util');

class Pending {
  #entries = [];

  get length() { return this.#entries.length; }

  get first() { return this.#entries[0].item; }

  // A promise that resolves or rejects when taken; with a signal it can leave the queue before.
  add(item, signal) {
    const { promise, resolve, reject } = PromiseWithResolvers();
    const entry = { item, resolve, reject };
    this.#entries.push(entry);
    if (signal) {
      const abort = () => {
        const at = this.#entries.indexOf(entry);
        if (at !== -1) this.#entries.splice(at, 1);
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

  resolveFirst(value) { this.#entries.shift().resolve(value); }

  rejectFirst(error) { this.#entries.shift().reject(error); }

  resolveAll(value) {
    for (const { resolve } of this.#entries.splice(0)) resolve(value);
  }

  rejectAll(error) {
    for (const { reject } of this.#entries.splice(0)) reject(error);
  }
}

module.exports = { Pending };
