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
//
// A histogram that is sent to another thread is the same one there: its words move into a SharedArrayBuffer. From then on
// they are 64-bit integers, changed by Atomics alone, so that no value is lost and nobody waits for a thread that was ended.

const primordials = require('internal/primordials');
const {
  ArrayPrototypePush, AtomicsAdd, AtomicsCompareExchange, BigInt, BigInt64Array, Float64Array, MathCeil, MathClz32, MathFloor,
  MathLog2, MathMax, MathSqrt, Number, itemsOf,
} = primordials;
const { HistogramWord: { COUNTS, EXCEEDS, MAX, MIN, TOTAL } } = require('internal/layout');

const NO_MIN = 2n ** 63n - 1n;

const TWO_32 = 2 ** 32;
const WORD_BYTES = 8;

const bitsOf = (value) =>
  (value < TWO_32 ? 32 - MathClz32(value) : 64 - MathClz32(MathFloor(value / TWO_32)));

const isLess = (a, b) => a < b;
const isMore = (a, b) => a > b;

class Hdr {
  #unitMagnitude;
  #halfMagnitude;
  #halfCount;
  #slots;
  #words; // undefined while there is no value; a Float64Array, or a BigInt64Array in shared memory
  #shared; // that memory

  source = undefined; // where somebody else samples: take(), reset() and share(), see event_loop.js

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

  #word(at) { return this.#words === undefined ? 0 : Number(this.#words[at]); }

  get total() { return this.#word(TOTAL); }

  get exceeds() { return this.#word(EXCEEDS); }

  #count(at, times) {
    if (this.#shared === undefined) {
      this.#words ??= new Float64Array(COUNTS + this.#slots);
      this.#words[at] += times;
    } else {
      AtomicsAdd(this.#words, at, BigInt(times));
    }
  }

  // Writes the value in the place of one that is worse: of none (0), or by the comparison.
  #improve(at, value, isBetter) {
    const words = this.#words;
    if (this.#shared === undefined) {
      if (words[at] === 0 || isBetter(value, words[at])) words[at] = value;
      return;
    }
    const better = BigInt(value);
    for (let seen = words[at]; seen === 0n || isBetter(better, seen);) {
      const found = AtomicsCompareExchange(words, at, seen, better);
      if (found === seen) break;
      seen = found;
    }
  }

  // Returns false if the value is beyond the range.
  record(value, times = 1) {
    const index = this.#indexOf(value);
    if (index >= this.#slots) return false;
    this.#count(COUNTS + index, times);
    this.#count(TOTAL, times);
    if (value !== 0) {
      this.#improve(MIN, value, isLess);
      this.#improve(MAX, value, isMore);
    }
    return true;
  }

  // Counts values that are beyond the range.
  exceed(times = 1) { this.#count(EXCEEDS, times); }

  // Records what the source has sampled since the last call.
  refresh() {
    const samples = this.source.take();
    if (samples == null) return;
    if (samples[0] > 0) this.exceed(samples[0]);
    for (let i = 1; i < samples.length; i += 2) {
      if (!this.record(samples[i], samples[i + 1])) this.exceed(samples[i + 1]);
    }
  }

  add(other) {
    for (const { 0: value, 1: times } of itemsOf(other.recorded())) this.record(value, times);
    if (other.exceeds > 0) this.exceed(other.exceeds);
  }

  // [value of the slot, count], for slots that have one.
  * recorded() {
    if (this.#words === undefined) return;
    for (let index = 0, left = this.total; left > 0 && index < this.#slots; index++) {
      const times = this.#word(COUNTS + index);
      if (times === 0) continue;
      left -= times;
      yield [this.#valueAt(index), times];
    }
  }

  // What another thread makes the same histogram of, by `of`.
  share() {
    if (this.#shared === undefined) {
      const { SharedArrayBuffer } = primordials;
      const shared = new SharedArrayBuffer((COUNTS + this.#slots) * WORD_BYTES);
      const words = new BigInt64Array(shared);
      for (let at = 0; this.#words !== undefined && at < COUNTS + this.#slots; at++) words[at] = BigInt(this.#words[at]);
      this.#words = words;
      this.#shared = shared;
      this.source?.share(shared);
    }
    return { unitMagnitude: this.#unitMagnitude, halfMagnitude: this.#halfMagnitude, slots: this.#slots, shared: this.#shared };
  }

  static of({ unitMagnitude, halfMagnitude, slots, shared }) {
    const hdr = new Hdr(1, 2, 1);
    hdr.#unitMagnitude = unitMagnitude;
    hdr.#halfMagnitude = halfMagnitude;
    hdr.#halfCount = 2 ** halfMagnitude;
    hdr.#slots = slots;
    hdr.#words = new BigInt64Array(shared);
    hdr.#shared = shared;
    return hdr;
  }

  reset() {
    this.source?.reset();
    if (this.#shared === undefined) this.#words = undefined;
    else for (let at = 0; at < COUNTS + this.#slots; at++) this.#words[at] = 0n;
  }

  // A BigInt, because it is the largest 64-bit integer while nothing was recorded.
  get min() {
    if (this.#word(COUNTS) > 0) return 0n;
    const least = this.#word(MIN);
    return least === 0 ? NO_MIN : BigInt(this.#lowestLike(least));
  }

  get max() { return this.#highestLike(this.#word(MAX)); }

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
