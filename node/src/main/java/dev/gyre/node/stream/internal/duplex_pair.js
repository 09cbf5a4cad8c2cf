'use strict';

// duplexPair(): two streams; what is written into one is read from the other. A write completes when the other side reads
// again.

const { Duplex } = require('internal/stream/duplex');

class PairSide extends Duplex {
  #other = null;
  #unanswered = null; // callback of the other side's pending write

  static connect(a, b) {
    a.#other = b;
    b.#other = a;
  }

  _read() {
    const callback = this.#unanswered;
    if (callback === null) return;
    this.#unanswered = null;
    callback();
  }

  _write(chunk, encoding, callback) {
    if (chunk.length === 0) {
      process.nextTick(callback);
      return;
    }
    this.#other.push(chunk);
    this.#other.#unanswered = callback;
  }

  _final(callback) {
    this.#other.on('end', callback);
    this.#other.push(null);
  }

  // The other side ends too; an error stays on this side.
  _destroy(error, callback) {
    const other = this.#other;
    if (other !== null && !other.destroyed) {
      process.nextTick(() => {
        if (other.destroyed) return;
        if (error) other.destroy();
        else other.push(null);
      });
    }
    callback(error);
  }
}

module.exports = function duplexPair(options) {
  const pair = [new PairSide(options), new PairSide(options)];
  PairSide.connect(pair[0], pair[1]);
  return pair;
};
