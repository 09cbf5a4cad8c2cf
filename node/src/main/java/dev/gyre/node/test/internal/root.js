'use strict';

// The test that represents the whole process, or a call of run(). It starts with the first call of node:test and ends when the
// loop is empty; then it reports the totals and sets the exit code. It also gets uncaught errors: they fail the test whose code threw them.

const {
  ArrayIsArray, ArrayPrototypeMap, ArrayPrototypePush, Promise, PromiseAll, PromisePrototypeThen, PromiseResolve, itemsOf, joinLists,
} = require('internal/primordials');
const { setImmediate, setInterval, clearInterval } = require('timers');
const { types, failure } = require('internal/test/failures');
const scope = require('internal/test/scope');
const { Test } = require('internal/test/test');
const { publisher } = require('internal/test/channel');
const { TestsStream } = require('internal/test/event_stream');
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
  previousRuns;
  isReady = false; // errors that nobody caught can be reported
  isWatching = false;
  #destinations;
  #reports;
  #boot;
  #reported = false;
  #ran;
  #suites = [];
  #collected;
  #coverage;
  #globalTeardown;
  #listeners = {
    __proto__: null,
    uncaughtException: (error) => this.#onStrayError('uncaughtException', error),
    unhandledRejection: (error) => this.#onStrayError('unhandledRejection', error),
    beforeExit: () => this.teardown(),
  };

  /** @param options filePath; reports: with the reporters of the command line; concurrency, timeout and signal of run() */
  constructor(config, options) {
    const { filePath, reports } = options;
    super(null, { ...options, name: '<root>', config }, filePath && { __proto__: null, line: 1, column: 1, file: filePath });
    this.#reports = reports;
    this.only = config.only;
    this.runOnly = config.only;
    // After the script, as in Node: the output of its first tests comes before their results.
    this.#boot = PromisePrototypeThen(PromiseResolve(), () => this.#start(reports));
    this.startTime = process.hrtime.bigint();
    if (config.isRunner) {
      this.#listeners.SIGINT = () => this.#interrupt();
      this.#listeners.SIGTERM = () => this.#interrupt();
    }
    for (const event in this.#listeners) process.on(event, this.#listeners[event]);
    if (config.coverage) this.#coverage = this.#attempt('Code coverage could not be enabled', () => startCoverage(config));
    if (config.rerunFailuresFilePath) this.#readPreviousRuns();
  }

  #start(reports) {
    const { config } = this;
    const setUp = require('internal/test/global_setup').begin(config);
    const connected = reports ? require('internal/test/reporting').connectReporters(config.reporters, this.stream) : [];
    if (setUp === undefined && ArrayIsArray(connected)) {
      this.#destinations = connected;
      return undefined;
    }
    return PromisePrototypeThen(PromiseAll([connected, setUp]), ({ 0: destinations, 1: globalTeardown }) => {
      this.#destinations = destinations;
      this.#globalTeardown = globalTeardown;
    });
  }

  /** Tests wait for the promise, too, before they start. */
  hold(promise) {
    this.#boot = PromiseAll([this.#boot, promise]);
  }

  booted() {
    return this.#boot;
  }

  /**
   * Starts a test of the top level: after the current script, when the suites created by then have collected their tests.
   */
  async startWhenCollected(test) {
    if (this.#collected !== true) {
      await this.#boot;
      this.isReady = true;
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

  // ---- errors

  #fails() {
    this.counters.success = false;
    process.exitCode = 1;
  }

  // Something that helps the tests and must not end them.
  #attempt(problem, act) {
    try {
      return act();
    } catch (error) {
      this.diagnostic(`Warning: ${problem}. ${error}`);
      this.#fails();
      return undefined;
    }
  }

  #onStrayError(event, error) {
    if (!this.isReady) throw error; // an error of the script itself, which nobody could report
    const owner = scope.owner();
    if (owner === scope.REPORTER) throw error;
    if (owner instanceof Test && owner !== this && !owner.finished) {
      owner.fail(failure(error, event));
      owner.controller.abort();
      return;
    }
    this.diagnostic(this.#describeStray(event, error, owner));
    this.#fails();
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

  #readPreviousRuns() {
    const { config } = this;
    const previousRuns = new (require('internal/test/rerun').PreviousRuns)(config);
    if (!previousRuns.isValid) {
      this.diagnostic(`Warning: The rerun failures file at ${config.rerunFailuresFilePath} is not a valid rerun file. ` +
        'The test runner will not be able to rerun failed tests.');
      this.#fails();
      return;
    }
    this.previousRuns = previousRuns;
    if (process.env.NODE_TEST_CONTEXT) return; // the process that runs the files records them
    const { PassThrough, compose } = require('stream');
    compose(this.stream, previousRuns.recorder(config)).pipe(new PassThrough());
  }

  // ---- the end

  /** The loop is empty, or all files have run. */
  async teardown(isInterrupted) {
    const { before, after } = this.hooks;
    if (this.subtests.all.length === 0 && before.length + after.length > 0) await this.run();
    if (!isInterrupted && this.subtests.ended !== null) {
      // Tests may wait for something that doesn't keep the loop running.
      const keepAlive = setInterval(() => {}, TIMEOUT_MAX);
      await this.subtests.ended;
      clearInterval(keepAlive);
      await this.#ran;
    }
    this.finish();
    const globalTeardown = this.#globalTeardown;
    this.#globalTeardown = undefined;
    if (globalTeardown !== undefined) await globalTeardown();
    for (const event in this.#listeners) process.removeListener(event, this.#listeners[event]);
  }

  /** Reports the totals. What has not ended by now is cancelled. */
  finish() {
    this.end(failure('Promise resolution is still pending but the event loop has already resolved', types.CANCELLED));
    if (this.#reported) return;
    this.#reported = true;
    this.#reportTotals();
    if (!this.isWatching) {
      this.stream.end();
      return;
    }
    this.#reported = false;
    this.counters = new Counters();
  }

  /** Watched files run again: the next report is about them. */
  restart() {
    this.startTime = process.hrtime.bigint();
    this.endTime = null;
  }

  #reportTotals() {
    const { config, counters, durationMs, location, nesting } = this;
    const { tests, suites, passed, failed, cancelled, skipped, todo } = counters;
    this.emit('test:plan', { nesting, count: counters.topLevel, ...location });
    const coverage = this.#takeCoverage();
    require('internal/test/snapshots').writeFiles();
    const lines = joinLists(
      this.diagnostics,
      [`tests ${tests}`, `suites ${suites}`, `pass ${passed}`, `fail ${failed}`,
      `cancelled ${cancelled}`, `skipped ${skipped}`, `todo ${todo}`, `duration_ms ${durationMs}`],
    );
    const tell = (message, level) => this.emit('test:diagnostic', { nesting, message, level, ...location });
    for (const message of itemsOf(lines)) tell(message, 'info');
    if (coverage !== undefined) {
      for (const message of itemsOf(require('internal/test/coverage').missed(coverage, config))) {
        this.#fails();
        tell(message, 'error');
      }
      this.emit('test:coverage', { nesting, summary: coverage, ...location });
    }
    if (!counters.success && this.#reports) process.exitCode = 1;
    this.emit('test:summary', {
      success: counters.success, counts: counters.public, duration_ms: durationMs, file: location?.file,
    });
  }

  #takeCoverage() {
    const coverage = this.#coverage;
    if (coverage === undefined) return undefined;
    this.#coverage = undefined;
    const summary = this.#attempt('Could not report code coverage', () => coverage.summary());
    this.#attempt('Could not clean up code coverage', () => coverage.end());
    return summary;
  }

  // --test-force-exit: ends although the loop is still alive, but only after the report is written.
  async #forceExit() {
    const written = ArrayPrototypeMap(this.#destinations, (destination) => new Promise((resolve) => {
      destination.on('unpipe', () => {
        if (destination.closed || typeof destination.close !== 'function') resolve();
        else destination.close(resolve);
      });
    }));
    this.finish();
    await PromiseAll(written);
    process.exit();
  }

  // ---- SIGINT and SIGTERM

  async #interrupt() {
    const tests = [];
    listRunning(this, tests);
    if (tests.length > 0) {
      this.emit('test:interrupted', { tests });
      await new Promise((resolve) => { setImmediate(resolve); });
    }
    await this.teardown(true);
    process.exit();
  }
}

function startCoverage(config) {
  return new (require('internal/test/coverage').Coverage)(config);
}

// The innermost tests that have started and not ended.
function listRunning(test, list) {
  if (test.startTime === null || test.finished) return;
  for (const subtest of itemsOf(test.subtests.all)) listRunning(subtest, list);
  if (test.subtests.active > 0 || test.parent === null) return;
  const { name, nesting, location } = test;
  ArrayPrototypePush(list, { __proto__: null, name, nesting, file: location?.file, line: location?.line, column: location?.column });
}

module.exports = { Root };
