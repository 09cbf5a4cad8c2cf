'use strict';

// The buffer of several readers: the batches that the slowest of them has not read yet. Each reader has a cursor, which
// counts from the very first batch.

const { ArrayPrototypePush, ArrayPrototypeShift, MathMax, MathMin, SafeSet, itemsOf } = require('internal/primordials');
const { sizeOf } = require('internal/stream/iter/bytes');

class Log {
  readers = new SafeSet(); // { cursor, … }
  bytes = 0;
  onTrim = () => {};
  #batches = [];
  #start = 0; // the cursor of the first batch

  constructor(budget) { this.budget = budget; }

  get isFull() { return this.bytes >= this.budget; }

  addReader(state) {
    const reader = { cursor: this.#start, detached: false, ...state };
    this.readers.add(reader);
    return reader;
  }

  removeReader(reader) {
    reader.detached = true;
    if (this.readers.delete(reader)) this.#trim();
  }

  append(batch) {
    ArrayPrototypePush(this.#batches, batch);
    this.bytes += sizeOf(batch);
  }

  // The reader's next batch, or undefined.
  read(reader) {
    const batch = this.#batches[reader.cursor - this.#start];
    if (batch === undefined) return undefined;
    reader.cursor++;
    this.#trim();
    return batch;
  }

  dropOldest() {
    while (this.isFull && this.#batches.length > 0) this.#dropFirst();
    for (const reader of itemsOf(this.readers)) reader.cursor = MathMax(reader.cursor, this.#start);
  }

  #dropFirst() {
    this.bytes -= sizeOf(ArrayPrototypeShift(this.#batches));
    this.#start++;
  }

  #trim() {
    let first = this.#start + this.#batches.length;
    for (const { cursor } of itemsOf(this.readers)) first = MathMin(first, cursor);
    if (first === this.#start) return;
    while (this.#start < first) this.#dropFirst();
    this.onTrim();
  }
}

module.exports = { Log };
