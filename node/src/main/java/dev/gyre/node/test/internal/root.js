'use strict';

// The test that represents the whole process. It starts with the first call of node:test and ends when the loop is empty;
// then it reports the totals and sets the exit code. It also gets uncaught errors: they fail the test whose code threw them.

const {
  ArrayPrototypePush, Promise, PromiseAll, PromisePrototypeThen, PromiseResolve, itemsOf, joinLists,
} = require('internal/primordials');
const { setInterval, clearInterval } = require('timers');
const { types, failure } = require('internal/test/failures');
const scope = require('internal/test/scope');
const { Test } = require('internal/test/test');
const { publisher } = require('internal/test/channel');
const { TestsStream } = require('internal/test/event_stream');
const { connectReporters } = require('internal/test/config');
const { TIMEOUT_MAX } = require('internal/test/plan');

class Counters {
  tests = 0;
  suites = 0;
  passed = 0;
  failed = 0;
  cancelled = 0;
  skipped = 0;
  todo = 0;
  topLevel = 0;
  success = true;

  count(test) {
    if (test.nesting === 0) this.topLevel++;
    if (test.type === 'suite') {
      this.suites++;
      if (!test.passed && !test.isTodo) this.success = false;
      return;
    }
    this.tests++;
    if (test.skipped) {
      this.skipped++;
    } else if (test.isTodo) {
      this.todo++;
    } else if (test.cancelled) {
      this.cancelled++;
      this.success = false;
    } else if (!test.passed) {
      this.failed++;
      this.success = false;
    } else {
      this.passed++;
    }
  }

  // In the form of the event 'test:summary'.
  get public() {
    const { tests, failed, passed, cancelled, skipped, todo, topLevel, suites } = this;
    return { __proto__: null, tests, failed, passed, cancelled, skipped, todo, topLevel, suites };
  }
}

class Root extends Test {
  nextTestId = 1;
  counters = new Counters();
  stream = new TestsStream();
  #destinations;
  #connected;
  #isReady = false;
  #reported = false;
  #ran;
  #suites = [];
  #collected;
  #listeners = {
    uncaughtException: (error) => this.#onStrayError('uncaughtException', error),
    unhandledRejection: (error) => this.#onStrayError('unhandledRejection', error),
    beforeExit: () => this.#onBeforeExit(),
  };

  constructor(config, filePath) {
    super(null, { name: '<root>', config, filePath },
          filePath && { __proto__: null, line: 1, column: 1, file: filePath });
    this.only = config.only;
    this.runOnly = config.only;
    // After the script, as in Node: the output of its first tests comes before their results.
    this.#connected = PromisePrototypeThen(PromiseResolve(), () => { this.#destinations = connectReporters(config, this.stream); });
    this.startTime = process.hrtime.bigint();
    for (const event in this.#listeners) process.on(event, this.#listeners[event]);
  }

  /**
   * Starts a test of the top level: after the current script, when the suites created by then have collected their tests.
   */
  async startWhenCollected(test) {
    if (this.#collected !== true) {
      await this.#connected;
      this.#isReady = true;
      if (test.built) ArrayPrototypePush(this.#suites, test.built);
      this.#collected ??= PromisePrototypeThen(PromiseResolve(), () => PromiseAll(this.#suites));
      await this.#collected;
      this.#collected = true;
    }
    await test.start();
  }

  // Runs after the last of its tests; it may run again when more tests are added later.
  onReported() {
    if (this.subtests.allReported) this.run();
  }

  run() {
    return this.#ran ??= this.#run();
  }

  async #run() {
    const publish = publisher(this);
    try {
      await publish?.wrap(() => {})();
      if (this.subtests.ended !== null) await this.subtests.ended;
      this.pass();
      await this.hooks.run('after', this.context);
    } catch (error) {
      publish?.error(error);
      this.fail(error);
    }
    publish?.end();
    if (this.config.forceExit) await this.#forceExit();
  }

  hookFailed({ kind, error, location }, durationMs) {
    if (kind !== 'after') return;
    error.failureType = types.HOOK;
    this.emit('test:fail', {
      name: location?.file, nesting: 0, testNumber: this.subtests.all.length + 1, testId: undefined, parentId: undefined,
      details: { __proto__: null, duration_ms: durationMs, error }, tags: [], ...location,
    });
  }

  #onStrayError(event, error) {
    if (!this.#isReady) throw error; // an error of the script itself, which nobody could report
    const owner = scope.owner();
    if (owner instanceof Test && owner !== this && !owner.finished) {
      owner.fail(failure(error, event));
      owner.controller.abort();
      return;
    }
    this.diagnostic(this.#describeStray(event, error, owner));
    this.counters.success = false;
    process.exitCode = 1;
  }

  #describeStray(event, error, owner) {
    if (owner === undefined || owner === this) {
      return 'Error: A resource generated asynchronous activity after the test ended. This activity created the error ' +
        `"${error}" which triggered an ${event} event, caught by the test runner.`;
    }
    const { location } = owner;
    const name = owner instanceof Test ? `Test "${owner.name}"` : `Test hook "${owner.kind}"`;
    const at = location === undefined ? '' :
      ` at ${require('path').relative(this.config.cwd, location.file)}:${location.line}:${location.column}`;
    return `Error: ${name}${at} generated asynchronous activity after the test ended. This activity created the error ` +
      `"${error}" and would have caused the test to fail, but instead triggered an ${event} event.`;
  }

  async #onBeforeExit() {
    const { before, after } = this.hooks;
    if (this.subtests.all.length === 0 && before.length + after.length > 0) await this.run();
    if (this.subtests.ended !== null) {
      // Tests may wait for something that doesn't keep the loop running.
      const keepAlive = setInterval(() => {}, TIMEOUT_MAX);
      await this.subtests.ended;
      clearInterval(keepAlive);
      await this.#ran;
    }
    this.#conclude();
  }

  #conclude() {
    this.end(failure('Promise resolution is still pending but the event loop has already resolved', types.CANCELLED));
    if (!this.#reported) {
      this.#reported = true;
      this.#reportTotals();
    }
    for (const event in this.#listeners) process.removeListener(event, this.#listeners[event]);
  }

  #reportTotals() {
    const { counters, durationMs, location, nesting } = this;
    const { tests, suites, passed, failed, cancelled, skipped, todo } = counters;
    this.emit('test:plan', { nesting, count: counters.topLevel, ...location });
    require('internal/test/snapshots').writeFiles();
    const lines = joinLists(
      this.diagnostics,
      [`tests ${tests}`, `suites ${suites}`, `pass ${passed}`, `fail ${failed}`,
      `cancelled ${cancelled}`, `skipped ${skipped}`, `todo ${todo}`, `duration_ms ${durationMs}`],
    );
    for (const message of itemsOf(lines)) this.emit('test:diagnostic', { nesting, message, level: 'info', ...location });
    if (!counters.success) process.exitCode = 1;
    this.emit('test:summary', {
      success: counters.success, counts: counters.public, duration_ms: durationMs, file: location?.file,
    });
    this.stream.end();
  }

  // --test-force-exit: ends although the loop is still alive, but only after the report is written.
  async #forceExit() {
    const written = this.#destinations.map((destination) => new Promise((resolve) => {
      destination.on('unpipe', () => {
        if (destination.closed || typeof destination.close !== 'function') resolve();
        else destination.close(resolve);
      });
    }));
    this.#conclude();
    await PromiseAll(written);
    process.exit();
  }
}

module.exports = { Root };
