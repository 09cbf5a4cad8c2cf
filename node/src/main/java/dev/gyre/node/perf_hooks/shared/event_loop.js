'use strict';

// The load of the event loop: the share of time it wasn't waiting, and the delay of its timers.

const { MathRound, Symbol, SymbolDispose } = require('internal/primordials');
const {
  codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS, ERR_METHOD_NOT_IMPLEMENTED },
} = require('internal/errors');
const { validateBoolean, validateInteger, validateObject } = require('internal/validators');
const { kClone } = require('internal/structured_clone');
const { kSend } = require('internal/message_types');
const { Histogram, kConstruct, sent } = require('internal/perf_hooks/histogram');
const { Hdr } = require('internal/perf_hooks/hdr');
const clock = require('internal/perf_hooks/clock');

const LOOP_START = 4; // index in clock.milestones()

function eventLoopUtilization(later, earlier) {
  const loopStartMs = clock.milestones()[LOOP_START];
  if (loopStartMs <= 0) return { idle: 0, active: 0, utilization: 0 };
  const idle = clock.loopIdleTime();
  return utilizationBetween(idle, clock.now() - loopStartMs - idle, later, earlier);
}

// Of this loop or a worker's: `idle` and `active` are its milliseconds so far.
function utilizationBetween(idle, active, later, earlier) {
  if (earlier) return utilizationOf(later.idle - earlier.idle, later.active - earlier.active);
  return later ? utilizationOf(idle - later.idle, active - later.active) : utilizationOf(idle, active);
}

function utilizationOf(idle, active) {
  return { idle, active, utilization: active / (idle + active) };
}

const HOUR_NS = 3.6e12;
const NS_PER_MS = 1e6;
const kStart = Symbol('kStart');

// Records the time from one tick of a timer to the next, in nanoseconds: a loop without delays shows the resolution itself.
class ELDHistogram extends Histogram {
  #figures;
  #resolutionMs;
  #timer;

  constructor(token = undefined, figures = undefined, resolutionMs = undefined) {
    if (token !== kStart) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super(kConstruct, figures);
    this.#figures = figures;
    this.#resolutionMs = resolutionMs;
  }

  static #check(value) {
    if (!(#timer in value)) throw new ERR_INVALID_THIS('ELDHistogram');
  }

  enable() {
    ELDHistogram.#check(this);
    if (this.#timer !== undefined) return false;
    const figures = this.#figures;
    let lastMs;
    this.#timer = require('timers').setInterval(() => {
      const nowMs = clock.now();
      if (lastMs !== undefined && !figures.record(MathRound((nowMs - lastMs) * NS_PER_MS)))
        figures.exceeds++;
      lastMs = nowMs;
    }, this.#resolutionMs);
    this.#timer.unref();
    return true;
  }

  disable() {
    ELDHistogram.#check(this);
    if (this.#timer === undefined) return false;
    require('timers').clearInterval(this.#timer);
    this.#timer = undefined;
    return true;
  }

  [SymbolDispose]() { this.disable(); }

  [kClone]() {
    return new Histogram(kConstruct, this.#figures);
  }

  [kSend](message) { return sent(this.#figures, false, message); }
}

function monitorEventLoopDelay(options = {}) {
  validateObject(options, 'options');
  const { resolution = 10, samplePerIteration = false } = options;
  validateBoolean(samplePerIteration, 'options.samplePerIteration');
  validateInteger(resolution, 'options.resolution', 1);
  if (samplePerIteration)
    throw new ERR_METHOD_NOT_IMPLEMENTED('monitorEventLoopDelay({ samplePerIteration: true })');
  return new ELDHistogram(kStart, new Hdr(1, HOUR_NS, 3), resolution);
}

module.exports = { eventLoopUtilization, utilizationBetween, monitorEventLoopDelay };
