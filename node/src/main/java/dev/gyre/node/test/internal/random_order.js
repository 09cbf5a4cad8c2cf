'use strict';

// --test-randomize: the order of tests is random but repeatable, by a generator (Mulberry32) that starts at the seed.

const { MathFloor, MathImul, removeAt } = require('internal/primordials');

const GOLDEN = 0x6d2b79f5;

class RandomOrder {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  #next() {
    this.#state = (this.#state + GOLDEN) | 0;
    const mixed = MathImul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    const value = mixed ^ (mixed + MathImul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Takes one of the items out of the list. */
  take(list) {
    const at = list.length < 2 ? 0 : MathFloor(this.#next() * list.length);
    const item = list[at];
    removeAt(list, at);
    return item;
  }
}

module.exports = { RandomOrder };
