'use strict';

// A suite: its function runs at once to collect tests, which run when it is the suite's turn.

const { PromiseAll } = require('internal/primordials');
const { failure, types, asFailure } = require('internal/test/failures');
const { Limit } = require('internal/test/call');
const { SuiteContext } = require('internal/test/contexts');
const { publisher } = require('internal/test/channel');
const { Test } = require('internal/test/test');

class Suite extends Test {
  #suiteContext;
  #timeout;
  #publish;

  constructor(parent, options, location) {
    super(parent, options, location);
    // Only its own limit: an inherited one applies to each of its tests.
    this.#timeout = options.timeout === undefined || options.timeout === null ? null : super.timeout;
    this.built = this.#build();
  }

  get type() { return 'suite'; }
  get timeout() { return this.#timeout; }

  get hookContext() {
    return this.#suiteContext ??= new SuiteContext(this);
  }

  async #build() {
    this.#publish = publisher(this);
    const fn = this.#publish?.wrap(this.fn) ?? this.fn;
    const context = this.hookContext;
    try {
      await this.scope.run(fn, context, [context]);
    } catch (error) {
      this.#publish?.error(error);
      this.fail(failure(error, types.CODE));
    }
    this.isBuilt = true;
  }

  async runFiltered() {
    await this.built;
    return super.runFiltered();
  }

  async run() {
    this.hooks.inherit(this.parent.hooks);
    if (this.filtered) return this.runFiltered();
    this.parent.subtests.active++;
    await this.built;
    this.startTime = process.hrtime.bigint();
    if (this.isAborted()) {
      this.subtests.all = [];
      return this.end();
    }
    let limit;
    try {
      const { hooks, hookContext } = this.parent;
      if (hooks.before.length > 0) await hooks.run('before', hookContext);
      await this.hooks.run('before', this.hookContext);
      limit = new Limit(this.#timeout, this.signal);
      const tests = this.skipped || this.error !== null ? [] : this.subtests.all;
      await limit.race(PromiseAll(tests.map((test) => test.start())));
      await this.hooks.run('after', this.hookContext);
      this.pass();
    } catch (error) {
      // Tests that haven't run. The suite fails already, whatever their results.
      await this.hooks.run('after', this.hookContext).catch(() => {});
      this.fail(asFailure(error));
    } finally {
      limit?.end();
      this.#publish?.end();
    }
    this.end();
  }
}

module.exports = { Suite };
