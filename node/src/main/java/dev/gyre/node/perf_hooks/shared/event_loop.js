'use strict';

// The load of the event loop: the share of time it wasn't waiting, and the delay of its timers.

const { ArrayPrototypePush, Symbol, SymbolDispose } = require('internal/primordials');
const {
  codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS },
} = require('internal/errors');
const { validateBoolean, validateInteger, validateObject } = require('internal/validators');
const { Histogram, kConstruct } = require('internal/perf_hooks/histogram');
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
const kStart = Symbol('kStart');

const sampled = []; // shared memory that LoopDelay.java writes into, as long as the runtime lives

// LoopDelay.java samples, in the loop and without entering JavaScript; who looks at the histogram gets what came so far. Once
// the histogram was sent to another thread, each sample goes into its memory at once.
class ELDHistogram extends Histogram {
  #delay;
  #isEnabled = false;

  constructor(token = undefined, delay = undefined) {
    if (token !== kStart) throw new ERR_ILLEGAL_CONSTRUCTOR();
    const figures = new Hdr(1, HOUR_NS, 3);
    const native = binding('performance');
    figures.source = {
      isShared: false,
      take() { return native.takeDelay(delay); },
      reset() { native.resetDelay(delay); },
      share(memory) {
        ArrayPrototypePush(sampled, memory);
        native.shareDelay(delay, memory);
        this.isShared = true;
      },
    };
    super(kConstruct, figures);
    this.#delay = delay;
  }

  static #check(value) {
    if (!(#delay in value)) throw new ERR_INVALID_THIS('ELDHistogram');
  }

  enable() {
    ELDHistogram.#check(this);
    if (this.#isEnabled) return false;
    binding('performance').startDelay(this.#delay);
    return this.#isEnabled = true;
  }

  disable() {
    ELDHistogram.#check(this);
    if (!this.#isEnabled) return false;
    binding('performance').stopDelay(this.#delay);
    this.#isEnabled = false;
    return true;
  }

  [SymbolDispose]() { this.disable(); }
}

function monitorEventLoopDelay(options = {}) {
  validateObject(options, 'options');
  const { resolution = 10, samplePerIteration = false } = options;
  validateBoolean(samplePerIteration, 'options.samplePerIteration');
  validateInteger(resolution, 'options.resolution', 1);
  return new ELDHistogram(kStart, binding('performance').openDelay(resolution, samplePerIteration));
}

module.exports = { eventLoopUtilization, utilizationBetween, monitorEventLoopDelay };
