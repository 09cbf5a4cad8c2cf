'use strict';

// The subtests of a test: which of them run, and the order in which they are reported.
//
// At most `concurrency` run at a time, the others are queued. Results are reported in the order in which the tests were
// started: a result waits until all before it are reported, and until its parent may report.
//
//   started:   a (reported)   b (runs: its turn)   c (ended, waits for b)   d (runs)
//                             ^ turn


const {
  ArrayPrototypeIncludes, ArrayPrototypePush, ArrayPrototypeShift, Promise, PromiseWithResolvers, SafeSet,
} = require('internal/primordials');
const { queueMicrotask } = require('internal/process/task_queues');
const { RandomOrder } = require('internal/test/random_order');

class Subtests {
  all = [];
  active = 0; // running
  reportedCount = 0; // those that have or will have a number
  #owner;
  #concurrency;
  #queue = [];
  #open = new SafeSet(); // started or queued, and not ended
  #ended = null;
  #started = [];
  #turn = 0;
  #order;

  constructor(owner, concurrency) {
    this.#owner = owner;
    this.#concurrency = concurrency;
    const { randomize, randomSeed } = owner.config;
    if (randomize) this.#order = new RandomOrder(randomSeed);
  }

  get concurrency() { return this.#concurrency; }

  /** Resolves when all that were started so far have ended for the first time; null without subtests. */
  get ended() { return this.#ended?.promise ?? null; }

  add(test) {
    this.#ended ??= PromiseWithResolvers();
    this.all.push(test);
  }

  start(test) {
    this.#open.add(test);
    test.announce('test:enqueue', { type: test.type });
    if (this.#order !== undefined && this.#concurrency > this.active) queueMicrotask(() => this.#runQueued());
    if (this.#order !== undefined || this.#concurrency <= this.active) {
      return new Promise((resolve) => { ArrayPrototypePush(this.#queue, { test, resolve }); });
    }
    this.#dequeue(test);
    return test.run();
  }

  #dequeue(test) {
    this.#takeTurn(test);
    test.announce('test:dequeue', { type: test.type });
  }

  async #runQueued() {
    while (this.#queue.length > 0 && this.#concurrency > this.active) {
      const { test, resolve } = this.#order === undefined ? ArrayPrototypeShift(this.#queue) : this.#order.take(this.#queue);
      this.#dequeue(test);
      await test.run();
      resolve();
    }
  }

  #takeTurn(test) {
    if (!ArrayPrototypeIncludes(this.#started, test, this.#turn)) ArrayPrototypePush(this.#started, test);
  }

  dropQueue() {
    this.#queue = [];
  }

  onEnd(test) {
    this.#takeTurn(test); // those that were cancelled before they started are reported last
    if (this.#open.delete(test) && this.#open.size === 0) this.#ended.resolve();
    this.report(false);
    this.#runQueued();
  }

  isTurnOf(test) {
    return this.#started[this.#turn] === test && this.#owner.isTurn();
  }

  report(isTurn) {
    while (this.#started[this.#turn]?.endTime) {
      isTurn ||= this.#owner.isTurn();
      if (!isTurn) return;
      const test = this.#started[this.#turn];
      test.report();
      this.#turn++;
      test.finished = true;
      this.#owner.onReported?.();
    }
  }

  get allReported() { return this.#turn === this.all.length; }
}

module.exports = { Subtests };
