'use strict';

// The argument of a test's function: TestContext; and of a suite's: SuiteContext.

const { Boolean, Error, Number, ObjectFreeze, Promise } = require('internal/primordials');
const { validateFunction, validateNumber, validateObject } = require('internal/validators');
const { setTimeout, clearTimeout } = require('timers');
const { types, failure } = require('internal/test/failures');
const { Plan, TIMEOUT_MAX } = require('internal/test/plan');
const { callerLocation } = require('internal/test/location');
const { Test } = require('internal/test/test');

const NO_OPTIONS = ObjectFreeze({ __proto__: null });

class TestContext {
  #assert;
  #test;

  constructor(test) {
    this.#test = test;
  }

  get signal() { return this.#test.signal; }
  get name() { return this.#test.name; }
  get filePath() { return this.#test.filePath; }
  get fullName() { return this.#test.fullName; }
  get error() { return this.#test.error; }
  get passed() { return this.#test.passed; }
  get attempt() { return this.#test.attempt ?? 0; }
  get tags() { return this.#test.tags; }
  get workerId() { return Number(process.env.NODE_TEST_WORKER_ID) || undefined; }

  diagnostic(message) {
    this.#test.diagnostic(message);
  }

  log(message, data) {
    this.#test.log(message, data);
  }

  plan(count, options = NO_OPTIONS) {
    if (this.#test.plan !== null) throw failure('cannot set plan more than once', types.CODE);
    this.#test.plan = new Plan(count, options);
  }

  get assert() {
    return this.#assert ??= require('internal/test/assertions').forContext(this, this.#test);
  }

  get mock() {
    return this.#test.mock ??= require('internal/test/mock_tracker').makeTracker();
  }

  runOnly(value) {
    this.#test.runOnly = Boolean(value);
  }

  skip(message) {
    this.#test.skip(message);
  }

  todo(message) {
    this.#test.todo(message);
  }

  test(name, options, fn) {
    this.#test.plan?.count();
    return this.#test.createSubtest(Test, name, options, fn, callerLocation(this.test)).start();
  }

  before(fn, options) {
    this.#test.createHook('before', fn, options, callerLocation(this.before));
  }

  after(fn, options) {
    this.#test.createHook('after', fn, options, callerLocation(this.after));
  }

  beforeEach(fn, options) {
    this.#test.createHook('beforeEach', fn, options, callerLocation(this.beforeEach));
  }

  afterEach(fn, options) {
    this.#test.createHook('afterEach', fn, options, callerLocation(this.afterEach));
  }

  // Calls `condition` every `interval` ms until it neither throws nor rejects.
  waitFor(condition, options = NO_OPTIONS) {
    validateFunction(condition, 'condition');
    validateObject(options, 'options');
    const { interval = 50, timeout = 1000 } = options;
    validateNumber(interval, 'options.interval', 0, TIMEOUT_MAX);
    validateNumber(timeout, 'options.timeout', 0, TIMEOUT_MAX);

    return new Promise((resolve, reject) => {
      let lastError;
      let poller;
      const limit = setTimeout(() => {
        clearTimeout(poller);
        const error = new Error('waitFor() timed out');
        if (lastError !== undefined) error.cause = lastError.value;
        reject(error);
      }, timeout);
      const poll = async () => {
        try {
          const result = await condition();
          clearTimeout(poller);
          clearTimeout(limit);
          resolve(result);
        } catch (error) {
          lastError = { value: error };
          poller = setTimeout(poll, interval);
        }
      };
      poll();
    });
  }
}

class SuiteContext {
  #suite;

  constructor(suite) {
    this.#suite = suite;
  }

  get signal() { return this.#suite.signal; }
  get name() { return this.#suite.name; }
  get filePath() { return this.#suite.filePath; }
  get fullName() { return this.#suite.fullName; }
  get passed() { return this.#suite.passed; }
  get attempt() { return this.#suite.attempt ?? 0; }

  diagnostic(message) {
    this.#suite.diagnostic(message);
  }

  log(message, data) {
    this.#suite.log(message, data);
  }
}

module.exports = { TestContext, SuiteContext };
