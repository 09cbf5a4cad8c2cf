'use strict';

// Histogram and RecordableHistogram. Clones share the counts, in whatever thread they are.

const {
  ArrayPrototypeMap, BigInt, Map, MathRound, Number, NumberMAX_SAFE_INTEGER, ObjectFromEntries, RangeError, Symbol,
} = require('internal/primordials');
const {
  codes: {
    ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_OUT_OF_RANGE,
  },
} = require('internal/errors');
const { validateInteger, validateNumber, validateObject } = require('internal/validators');
const { customInspectSymbol } = require('internal/util');
const { kClone } = require('internal/structured_clone');
const { kSend, onReceive } = require('internal/message_types');
const { inspectAs } = require('internal/perf_hooks/entry');
const { Hdr } = require('internal/perf_hooks/hdr');
const { now } = require('internal/perf_hooks/clock');

const kConstruct = Symbol('kConstruct');
const LARGEST = 2n ** 63n;
const NS_PER_MS = 1e6;

let isHistogram;
let figuresOf;

class Histogram {
  #figures;

  static {
    isHistogram = (value) => value !== null && typeof value === 'object' && #figures in value;
    figuresOf = (histogram) => {
      if (!isHistogram(histogram)) throw new ERR_INVALID_THIS('Histogram');
      const figures = histogram.#figures;
      if (figures.source?.isShared === false) figures.refresh();
      return figures;
    };
  }

  constructor(token = undefined, figures = undefined) {
    if (token !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#figures = figures;
  }

  get count() { return figuresOf(this).total; }

  get countBigInt() { return BigInt(figuresOf(this).total); }

  get min() { return Number(figuresOf(this).min); }

  get minBigInt() { return figuresOf(this).min; }

  get max() { return figuresOf(this).max; }

  get maxBigInt() { return BigInt(figuresOf(this).max); }

  get mean() { return figuresOf(this).mean; }

  get stddev() { return figuresOf(this).stddev; }

  get skewness() { return figuresOf(this).skewness; }

  get kurtosis() { return figuresOf(this).kurtosis; }

  get exceeds() { return figuresOf(this).exceeds; }

  get exceedsBigInt() { return BigInt(figuresOf(this).exceeds); }

  percentile(percentile) {
    const figures = figuresOf(this);
    validatePercentile(percentile);
    return figures.percentile(percentile);
  }

  percentileBigInt(percentile) {
    const figures = figuresOf(this);
    validatePercentile(percentile);
    return BigInt(figures.percentile(percentile));
  }

  get percentiles() {
    return new Map(figuresOf(this).percentiles());
  }

  get percentilesBigInt() {
    const steps = figuresOf(this).percentiles();
    return new Map(ArrayPrototypeMap(steps, ({ 0: percentile, 1: value }) => [percentile, BigInt(value)]));
  }

  reset() { figuresOf(this).reset(); }

  toJSON() {
    return {
      count: this.count,
      min: this.min,
      max: this.max,
      mean: this.mean,
      exceeds: this.exceeds,
      stddev: this.stddev,
      skewness: this.skewness,
      kurtosis: this.kurtosis,
      percentiles: ObjectFromEntries(this.percentiles),
    };
  }

  [kClone]() {
    return new Histogram(kConstruct, figuresOf(this));
  }

  [kSend]() { return sent(figuresOf(this), false); }

  [customInspectSymbol](depth, options) {
    return inspectAs(this, 'Histogram', () => ({
      min: this.min,
      max: this.max,
      mean: this.mean,
      exceeds: this.exceeds,
      stddev: this.stddev,
      skewness: this.skewness,
      kurtosis: this.kurtosis,
      count: this.count,
      percentiles: this.percentiles,
    }), depth, options);
  }
}

function validatePercentile(percentile) {
  validateNumber(percentile, 'percentile');
  if (!(percentile > 0 && percentile <= 100))
    throw new ERR_OUT_OF_RANGE('percentile', '> 0 && <= 100', percentile);
}

class RecordableHistogram extends Histogram {
  #lastDeltaMs;

  constructor(token = undefined, figures = undefined) {
    super(token, figures);
  }

  static #of(histogram) {
    if (!(#lastDeltaMs in histogram)) throw new ERR_INVALID_THIS('RecordableHistogram');
    return figuresOf(histogram);
  }

  record(value) {
    const figures = RecordableHistogram.#of(this);
    if (typeof value === 'bigint') {
      if (value < 1n || value >= LARGEST) {
        const err = new RangeError('value is out of range');
        err.code = 'ERR_OUT_OF_RANGE';
        throw err;
      }
      value = Number(value);
    } else {
      validateInteger(value, 'val', 1);
    }
    if (!figures.record(value)) figures.exceed();
  }

  // The nanoseconds since the last call; the first call records nothing.
  recordDelta() {
    const figures = RecordableHistogram.#of(this);
    const nowMs = now();
    const lastMs = this.#lastDeltaMs;
    this.#lastDeltaMs = nowMs;
    if (lastMs === undefined) return;
    const deltaNs = MathRound((nowMs - lastMs) * NS_PER_MS);
    if (!figures.record(deltaNs)) figures.exceed();
  }

  add(other) {
    const figures = RecordableHistogram.#of(this);
    if (typeof other !== 'object' || other === null || !(#lastDeltaMs in other))
      throw new ERR_INVALID_ARG_TYPE('other', 'RecordableHistogram', other);
    figures.add(figuresOf(other));
  }

  [kClone]() {
    return new RecordableHistogram(kConstruct, figuresOf(this));
  }

  [kSend]() { return sent(figuresOf(this), true); }
}

const sent = (figures, isRecordable) => ({ deserializeInfo: 'Histogram', data: { figures: figures.share(), isRecordable } });

onReceive('Histogram', ({ figures, isRecordable }) =>
  (isRecordable ? new RecordableHistogram(kConstruct, Hdr.of(figures)) : new Histogram(kConstruct, Hdr.of(figures))));

function createHistogram(options = {}) {
  validateObject(options, 'options');
  const { lowest = 1, highest = NumberMAX_SAFE_INTEGER, figures = 3 } = options;
  if (typeof lowest !== 'bigint')
    validateInteger(lowest, 'options.lowest', 1, NumberMAX_SAFE_INTEGER);
  if (typeof highest !== 'bigint')
    validateInteger(highest, 'options.highest', 2 * Number(lowest), NumberMAX_SAFE_INTEGER);
  else if (highest < 2n * BigInt(lowest))
    throw new ERR_OUT_OF_RANGE('options.highest', `>= ${2n * BigInt(lowest)}`, highest);
  validateInteger(figures, 'options.figures', 1, 5);
  return new RecordableHistogram(kConstruct, new Hdr(Number(lowest), Number(highest), figures));
}

module.exports = { Histogram, RecordableHistogram, createHistogram, isHistogram, kConstruct };
