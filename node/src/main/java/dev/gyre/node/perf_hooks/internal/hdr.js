'use strict';

// A histogram with a fixed number of significant figures, as HdrHistogram defines it.
//
// Values are counted in buckets, each twice as wide as the one before. Every bucket is divided into the same number of
// slots, so many that a slot is narrower than the last significant figure of its values. Only the upper half of a bucket's
// slots is new, the lower half is the bucket before:
//
//   bucket 0   |................|    slots of width 1
//   bucket 1           |........|    slots of width 2
//   bucket 2           |........|    slots of width 4
//
// Recording is O(1) in time, and the memory depends only on the range and the figures. The counts are allocated with the
// first value, because most histograms of a program never get one. All numbers are at most 2^53.

const {
  ArrayPrototypePush, BigInt, Float64Array, MathCeil, MathClz32, MathFloor, MathLog2, MathMax, MathSqrt, itemsOf,
} = require('internal/primordials');

const NO_MIN = 2n ** 63n - 1n;

const TWO_32 = 2 ** 32;

const bitsOf = (value) =>
  (value < TWO_32 ? 32 - MathClz32(value) : 64 - MathClz32(MathFloor(value / TWO_32)));

class Hdr {
  #unitMagnitude;
  #halfMagnitude;
  #halfCount;
  #slots;
  #counts;

  total = 0;
  exceeds = 0;
  source = undefined; // where somebody else samples: take() and reset(), see event_loop.js
  #min = Infinity;
  #max = 0;

  constructor(lowest, highest, figures) {
    this.#unitMagnitude = MathFloor(MathLog2(lowest));
    const magnitude = MathCeil(MathLog2(2 * 10 ** figures));
    this.#halfMagnitude = MathMax(magnitude, 1) - 1;
    this.#halfCount = 2 ** this.#halfMagnitude;
    let buckets = 1;
    let untrackable = 2 * this.#halfCount * 2 ** this.#unitMagnitude;
    for (; untrackable <= highest; untrackable *= 2) buckets++;
    this.#slots = (buckets + 1) * this.#halfCount;
  }

  #bucketOf(value) {
    const inFirst = this.#unitMagnitude + this.#halfMagnitude + 1; // number of bits of the values in bucket 0
    return MathMax(0, bitsOf(value) - inFirst);
  }

  #indexOf(value) {
    const bucket = this.#bucketOf(value);
    const sub = MathFloor(value / 2 ** (bucket + this.#unitMagnitude));
    return (bucket + 1) * this.#halfCount + sub - this.#halfCount;
  }

  #valueAt(index) {
    let bucket = MathFloor(index / this.#halfCount) - 1;
    let sub = (index % this.#halfCount) + this.#halfCount;
    if (bucket < 0) {
      sub -= this.#halfCount;
      bucket = 0;
    }
    return sub * 2 ** (bucket + this.#unitMagnitude);
  }

  #widthAt(value) {
    return 2 ** (this.#unitMagnitude + this.#bucketOf(value));
  }

  #lowestLike(value) {
    const width = this.#widthAt(value);
    return MathFloor(value / width) * width;
  }

  #highestLike(value) {
    return this.#lowestLike(value) + this.#widthAt(value) - 1;
  }

  #middleOf(value) {
    return this.#lowestLike(value) + MathFloor(this.#widthAt(value) / 2);
  }

  // Returns false if the value is beyond the range.
  record(value, times = 1) {
    const index = this.#indexOf(value);
    if (index >= this.#slots) return false;
    this.#counts ??= new Float64Array(this.#slots);
    this.#counts[index] += times;
    this.total += times;
    if (value !== 0 && value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
    return true;
  }

  // Records what the source has sampled since the last call.
  refresh() {
    const samples = this.source.take();
    if (samples == null) return;
    this.exceeds += samples[0];
    for (let i = 1; i < samples.length; i += 2) {
      if (!this.record(samples[i], samples[i + 1])) this.exceeds += samples[i + 1];
    }
  }

  add(other) {
    for (const { 0: value, 1: times } of itemsOf(other.recorded())) this.record(value, times);
    this.exceeds += other.exceeds;
  }

  // [value of the slot, count], for slots that have one.
  * recorded() {
    if (this.#counts === undefined) return;
    for (let index = 0, left = this.total; left > 0; index++) {
      const times = this.#counts[index];
      if (times === 0) continue;
      left -= times;
      yield [this.#valueAt(index), times];
    }
  }

  // All of it as a value that can be sent, and a histogram made of it.
  get state() {
    return {
      unitMagnitude: this.#unitMagnitude, halfMagnitude: this.#halfMagnitude, slots: this.#slots, counts: this.#counts,
      total: this.total, exceeds: this.exceeds, min: this.#min, max: this.#max,
    };
  }

  static of({ unitMagnitude, halfMagnitude, slots, counts, total, exceeds, min, max }) {
    const hdr = new Hdr(1, 2, 1);
    hdr.#unitMagnitude = unitMagnitude;
    hdr.#halfMagnitude = halfMagnitude;
    hdr.#halfCount = 2 ** halfMagnitude;
    hdr.#slots = slots;
    hdr.#counts = counts;
    hdr.total = total;
    hdr.exceeds = exceeds;
    hdr.#min = min;
    hdr.#max = max;
    return hdr;
  }

  reset() {
    this.source?.reset();
    this.#counts = undefined;
    this.total = 0;
    this.exceeds = 0;
    this.#min = Infinity;
    this.#max = 0;
  }

  // A BigInt, because it is the largest 64-bit integer while nothing was recorded.
  get min() {
    if (this.#counts?.[0] > 0) return 0n;
    return this.#min === Infinity ? NO_MIN : BigInt(this.#lowestLike(this.#min));
  }

  get max() { return this.#highestLike(this.#max); }

  // The mean of f over all values; NaN without values.
  #average(f) {
    let sum = 0;
    for (const { 0: value, 1: times } of itemsOf(this.recorded())) sum += f(this.#middleOf(value)) * times;
    return sum / this.total;
  }

  get mean() { return this.#average((value) => value); }

  #moment(power) {
    const { mean } = this;
    return this.#average((value) => (value - mean) ** power);
  }

  get stddev() { return MathSqrt(this.#moment(2)); }

  get skewness() {
    const variance = this.total < 3 ? 0 : this.#moment(2);
    return variance === 0 ? 0 : this.#moment(3) / variance ** 1.5;
  }

  get kurtosis() {
    const variance = this.total < 4 ? 0 : this.#moment(2);
    return variance === 0 ? 0 : this.#moment(4) / variance ** 2 - 3;
  }

  percentile(percentile) {
    const wanted = MathMax(1, MathFloor((percentile / 100) * this.total + 0.5));
    let seen = 0;
    for (const { 0: value, 1: times } of itemsOf(this.recorded())) {
      seen += times;
      if (seen >= wanted) return this.#highestLike(value);
    }
    return 0;
  }

  // Steps that halve the distance to 100 % each time, as long as there are values: [[percentile, value]].
  percentiles() {
    const steps = [];
    let next = 0;
    let seen = 0;
    let last = 0;
    for (const { 0: value, 1: times } of itemsOf(this.recorded())) {
      seen += times;
      last = value;
      const reached = (100 * seen) / this.total;
      while (next <= reached) {
        ArrayPrototypePush(steps, [next, value]);
        next += 100 / 2 ** (MathFloor(MathLog2(100 / (100 - next))) + 1);
        if (seen === this.total) break;
      }
    }
    ArrayPrototypePush(steps, [100, last]);
    return steps;
  }
}

module.exports = { Hdr };
