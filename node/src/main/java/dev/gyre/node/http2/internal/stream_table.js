'use strict';

// The streams of a connection by their numbers. A Map would do, but it is a burden for the collector here: streams come and go
// by the thousand, so V8 makes a new table for the Map every few hundred of them, and each table that it leaves keeps its last
// contents and refers to the next one. If one of them has grown old before it is collected, all streams since then survive
// every collection of young objects.
//
// Open addressing with linear probing; no entry is ever marked as deleted, the ones behind it move up. The other side chooses
// the numbers, so where they are placed depends on a random factor.

const { ArrayPrototypePush, ArrayPrototypeSort, Float64Array, Int32Array, MathImul, MathRandom, emptyList } = require('internal/primordials');

const MIN_BITS = 3;
const MAX_KEPT = 256; // tables up to this length don't shrink

class StreamTable {
  #ids = new Int32Array(1 << MIN_BITS); // 0 is free
  #values = emptyList(1 << MIN_BITS);
  #orders = new Float64Array(1 << MIN_BITS); // when they came
  #shift = 32 - MIN_BITS;
  #mask = (1 << MIN_BITS) - 1;
  #factor = MathRandom() * 2 ** 32 | 1;
  #lastOrder = 0;
  #size = 0;

  get size() { return this.#size; }

  // The place of the number, or the free one where it would be.
  #placeOf(id) {
    const ids = this.#ids;
    const mask = this.#mask;
    let at = MathImul(id, this.#factor) >>> this.#shift;
    while (ids[at] !== 0 && ids[at] !== id) at = (at + 1) & mask;
    return at;
  }

  lookUp(id) { return id === 0 ? undefined : this.#values[this.#placeOf(id)]; }

  put(id, value) {
    if (this.#size * 2 > this.#mask) this.#resize(this.#shift - 1);
    const at = this.#placeOf(id);
    if (this.#ids[at] === 0) {
      this.#ids[at] = id;
      this.#orders[at] = ++this.#lastOrder;
      this.#size++;
    }
    this.#values[at] = value;
  }

  remove(id) {
    const ids = this.#ids;
    const values = this.#values;
    const mask = this.#mask;
    let free = this.#placeOf(id);
    if (id === 0 || ids[free] === 0) return;
    for (let at = (free + 1) & mask; ids[at] !== 0; at = (at + 1) & mask) {
      const wanted = MathImul(ids[at], this.#factor) >>> this.#shift;
      if (((at - wanted) & mask) < ((at - free) & mask)) continue; // its own place is behind the free one
      ids[free] = ids[at];
      values[free] = values[at];
      this.#orders[free] = this.#orders[at];
      free = at;
    }
    ids[free] = 0;
    values[free] = undefined;
    this.#size--;
    if (this.#size * 16 < mask && mask >= MAX_KEPT) this.#resize(this.#shift + 1);
  }

  #resize(shift) {
    const ids = this.#ids;
    const values = this.#values;
    const orders = this.#orders;
    const length = 2 ** (32 - shift);
    this.#ids = new Int32Array(length);
    this.#values = emptyList(length);
    this.#orders = new Float64Array(length);
    this.#shift = shift;
    this.#mask = length - 1;
    for (let i = 0; i < ids.length; i++) {
      if (ids[i] === 0) continue;
      const at = this.#placeOf(ids[i]);
      this.#ids[at] = ids[i];
      this.#values[at] = values[i];
      this.#orders[at] = orders[i];
    }
  }

  // In the order in which they came. Streams that the call removes are told, too, those that it adds are not.
  each(call) {
    const found = [];
    for (let i = 0; i < this.#ids.length; i++) {
      if (this.#ids[i] !== 0) ArrayPrototypePush(found, { order: this.#orders[i], value: this.#values[i] });
    }
    ArrayPrototypeSort(found, (a, b) => a.order - b.order);
    for (let i = 0; i < found.length; i++) call(found[i].value);
  }
}

module.exports = { StreamTable };
