'use strict';

// What opendir() returns: the entries of a folder one by one.

const { SymbolAsyncDispose, SymbolAsyncIterator, SymbolDispose } = require('internal/primordials');
const { codes: { ERR_DIR_CLOSED } } = require('internal/errors');

class VirtualDir {
  #path;
  #entries;
  #next = 0;
  #isClosed = false;

  constructor(path, entries) {
    this.#path = path;
    this.#entries = entries;
  }

  get path() { return this.#path; }

  #checkOpen() {
    if (this.#isClosed) throw new ERR_DIR_CLOSED();
  }

  readSync() {
    this.#checkOpen();
    return this.#next < this.#entries.length ? this.#entries[this.#next++] : null;
  }

  async read(callback) {
    if (typeof callback !== 'function') return this.readSync();
    let entry;
    try {
      entry = this.readSync();
    } catch (error) {
      process.nextTick(callback, error);
      return undefined;
    }
    process.nextTick(callback, null, entry);
    return undefined;
  }

  closeSync() {
    this.#checkOpen();
    this.#isClosed = true;
  }

  async close(callback) {
    this.closeSync();
    if (typeof callback === 'function') process.nextTick(callback, null);
  }

  async* entries() {
    this.#checkOpen();
    try {
      for (let entry = this.readSync(); entry !== null; entry = this.readSync()) yield entry;
    } finally {
      this[SymbolDispose]();
    }
  }

  [SymbolDispose]() { this.#isClosed = true; }
  async [SymbolAsyncDispose]() { this.#isClosed = true; }
}

VirtualDir.prototype[SymbolAsyncIterator] = VirtualDir.prototype.entries;

module.exports = { VirtualDir };
