'use strict';

// What a pool counts and measures.

const { MathMax, MathRound, isolated } = require('internal/primordials');
const { codes: { ERR_INTERNAL_ASSERTION } } = require('internal/errors');
const { createHistogram, performance } = require('perf_hooks');

const NS_PER_MS = 1e6;

const record = (histogram, ms) => histogram.record(MathMax(1, MathRound(ms * NS_PER_MS)));

const Figures = isolated(class Figures {
  submitted = 0;
  completed = 0;
  failed = 0;
  cancelled = 0;
  refused = 0;
  running = 0;
  started = 0; // workers
  died = 0;
  recycled = 0;
  // In nanoseconds.
  #queueWait = createHistogram();
  #runTime = createHistogram();

  // Times of one task, in milliseconds of this clock.
  now() {
    return performance.now();
  }

  taskStarted(submittedAt, now) {
    this.running++;
    record(this.#queueWait, now - submittedAt);
  }

  taskEnded(startedAt, outcome) {
    this.running--;
    this[outcome]++;
    record(this.#runTime, performance.now() - startedAt);
  }

  // Every task that was submitted is in exactly one state.
  report(waiting, workers) {
    const { submitted, completed, failed, cancelled, refused, running } = this;
    if (submitted !== completed + failed + cancelled + waiting + running) {
      throw new ERR_INTERNAL_ASSERTION(`a pool lost count of its tasks: ${submitted} submitted, ${completed} completed, ` +
        `${failed} failed, ${cancelled} cancelled, ${waiting} waiting, ${running} running`);
    }
    return {
      submitted, completed, failed, cancelled, waiting, running, refused,
      workers: { ...workers, started: this.started, died: this.died, recycled: this.recycled },
      queueWait: this.#queueWait,
      runTime: this.#runTime,
    };
  }
});

module.exports = { Figures };
