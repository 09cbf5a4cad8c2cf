'use strict';

// One test: created, queued by its parent, run, ended, reported.
//
//   start()   assigns a number and adds it to the parent's queue
//   run()     hooks, the function, its subtests and its plan; the first failure counts
//   end()     cancels open subtests, and notifies the parent, which reports when it is the test's turn

const { Boolean, MathMax, Number, copyList, itemsOf } = require('internal/primordials');
const { AbortController } = require('internal/events/abort_controller');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateString, validateUint32 } = require('internal/validators');
const { types, failure, isFailure, asFailure } = require('internal/test/failures');
const { Scope } = require('internal/test/scope');
const { callUser, Limit } = require('internal/test/call');
const { Hook, HookList } = require('internal/test/hooks');
const { Subtests } = require('internal/test/subtests');
const { timeLimit, abortError, onOuterAbort } = require('internal/test/limits');
const { parseExpectation, mismatch } = require('internal/test/expect_failure');
const { tagsOf } = require('internal/test/tags');
const filters = require('internal/test/filters');
const { publisher } = require('internal/test/channel');

const nothing = () => {};
const now = () => process.hrtime.bigint();
const isSet = (option) => option !== undefined && option !== false;

const unlimited = () => Infinity;
const allButOneCore = () => MathMax(require('os').availableParallelism() - 1, 1);

function concurrencyOf(option, inherited, all) {
  if (option === undefined || option === null) return inherited;
  if (typeof option === 'boolean') return option ? all() : 1;
  if (typeof option !== 'number') throw new ERR_INVALID_ARG_TYPE('options.concurrency', ['boolean', 'number'], option);
  validateUint32(option, 'options.concurrency', true);
  return option;
}

class Test {
  startTime = null;
  endTime = null;
  finished = false; // and reported
  passed = false;
  error = null;
  cancelled = false;
  filtered = false;
  mock = null;
  plan = null;
  diagnostics = [];
  hooks = new HookList();
  testNumber = 0;
  controller = new AbortController();
  #context;
  #scope;
  #fn;
  #timeout;
  #outerSignal;
  #stopListening;
  #expectation;
  #plannedAssertions;
  #startReported = false;
  #passedOnAttempt;
  #replayedMs;

  constructor(parent, options, location) {
    const { fn, name, skip, todo } = options;
    this.name = typeof name === 'string' && name !== '' ? name : fn?.name || '<anonymous>';
    this.location = location;
    this.parent = parent;
    this.root = parent?.root ?? this;
    this.config = parent?.config ?? options.config;
    this.filePath = parent === null ? options.filePath : parent.filePath;
    this.nesting = parent === null || parent === this.root ? 0 : parent.nesting + 1;
    this.testId = parent === null ? 0 : this.root.nextTestId++;
    this.tags = tagsOf(options.tags, parent);
    this.subtests = new Subtests(this, concurrencyOf(
      options.concurrency, parent?.subtests.concurrency ?? 1, parent === null ? allButOneCore : unlimited));
    this.#timeout = options.hasNoLimit ? null : timeLimit(options.timeout, parent === null ? null : parent.timeout, this.config);
    this.#plannedAssertions = options.plan;
    this.#expectation = parseExpectation(options.expectFailure) || (parent === null ? false : parent.expectation);
    this.skipped = isSet(skip);
    this.isTodo = isSet(todo) || Boolean(parent?.isTodo);
    this.message = typeof skip === 'string' ? skip : typeof todo === 'string' ? todo : null;
    this.only = options.only;
    this.#fn = typeof fn === 'function' && !skip && options.only !== false ? fn : nothing;
    if (this.root.previousRuns !== undefined && location !== undefined) this.#replay(this.root.previousRuns, location);
    this.#scope = new Scope(this);
    this.#outerSignal = options.signal;
    this.#stopListening = onOuterAbort(options.signal, (error) => this.#cancel(error));
    if (parent !== null) filters.place(this);
  }

  get type() { return 'test'; }
  get test() { return this; }
  get signal() { return this.controller.signal; }
  get timeout() { return this.#timeout; }
  get expectation() { return this.#expectation; }
  get fn() { return this.#fn; }
  get scope() { return this.#scope; }
  get outerSignal() { return this.#outerSignal; }

  get context() {
    const { TestContext } = require('internal/test/contexts');
    return this.#context ??= new TestContext(this);
  }

  // The argument of this test's hooks.
  get hookContext() { return this.context; }

  get fullName() {
    return this.parent === null || this.parent === this.root ? this.name : `${this.parent.fullName} > ${this.name}`;
  }

  // The names of its ancestors, for JUnit reports.
  get className() {
    if (this.parent === null || this.parent === this.root) return '';
    const above = this.parent.className;
    return above === '' ? this.parent.name : `${above}.${this.parent.name}`;
  }

  createSubtest(Kind, name, options, fn, location, keyword) {
    if (typeof name === 'function') {
      fn = name;
    } else if (name !== null && typeof name === 'object') {
      fn = options;
      options = name;
    } else if (typeof options === 'function') {
      fn = options;
    }
    if (options === null || typeof options !== 'object') options = undefined;
    const tooLate = this.finished || this.isBuilt;
    const parent = tooLate ? this.root : this;
    const test = new Kind(parent, { __proto__: null, fn, name, ...options, ...keyword }, location);
    if (tooLate) test.fail(failure('test could not be started because its parent finished', types.PARENT_FINISHED));
    parent.subtests.add(test);
    return test;
  }

  createHook(kind, fn, options, location) {
    const hook = new Hook(this, kind, fn, options, location);
    if (kind === 'before' && this.startTime !== null) {
      hook.run(this.hookContext).then(() => {
        if (hook.error !== null) this.fail(hook.error);
      });
    }
    this.hooks.add(hook);
  }

  start() {
    filters.apply(this);
    if (!this.filtered) this.testNumber = ++this.parent.subtests.reportedCount;
    return this.parent.subtests.start(this);
  }

  // A test that passed in the last run (--test-rerun-failures) only reports this again, with its subtests.
  #replay(previousRuns, location) {
    this.attempt = previousRuns.attempt;
    const passed = previousRuns.passed(location);
    if (passed === undefined || passed === null) return;
    this.#passedOnAttempt = passed.passed_on_attempt;
    this.#replayedMs = passed.duration_ms;
    this.#fn = () => {
      for (const { name, file, line, column } of itemsOf(passed.children ?? [])) {
        const child = this.createSubtest(Test, name, {}, nothing, { __proto__: null, line, column, file });
        if (this.type !== 'suite') child.start();
      }
    };
  }

  // One function instead of several: every frame here displaces one of the stack of a user's error.
  async run() {
    if (this.filtered) return this.runFiltered();
    const { context, hooks, parent: { subtests: siblings, hooks: around, hookContext } } = this;
    siblings.active++;
    hooks.inherit(around);
    this.startTime ??= now();
    if (this.isAborted()) return this.end();
    if (this.#plannedAssertions && this.plan === null) context.plan(this.#plannedAssertions);
    const publish = publisher(this);
    let wantsAfterEach = !this.skipped && around.afterEach.length > 0;
    let limit;
    try {
      if (around.before.length > 0) await around.run('before', hookContext);
      if (around.beforeEach.length > 0 && !this.skipped) await around.run('beforeEach', context);
      limit = new Limit(this.#timeout, this.signal);
      const fn = publish?.wrap(this.#fn) ?? this.#fn;
      await limit.race(callUser(this.#scope, fn, context, (error) => this.fail(error)));
      this.isAborted();
      if (this.subtests.ended !== null) await limit.race(this.subtests.ended);
      const planMet = this.plan?.check();
      if (planMet !== undefined) await limit.race(planMet);
      this.pass();
      if (wantsAfterEach) {
        wantsAfterEach = false;
        await around.run('afterEach', context);
      }
      if (hooks.after.length > 0) await hooks.run('after', context);
    } catch (error) {
      publish?.error(error);
      if (isFailure(error) && error.failureType === types.TIMEOUT) this.#cancel(error);
      else this.fail(asFailure(error));
      // The test fails already: errors of its hooks are not reported.
      if (wantsAfterEach) await around.run('afterEach', context).catch(nothing);
      // One tick at least, but fewer than a test that passes takes: tests that run side by side end in Node's order.
      await (hooks.after.length > 0 ? hooks.run('after', context).catch(nothing) : undefined);
    } finally {
      limit?.end();
      this.controller.abort();
      publish?.end();
    }
    this.end();
  }

  async runFiltered() {
    this.pass();
    this.subtests.all = [];
    queueMicrotask(() => this.end());
  }

  /**
   * A cancelled test may come here a second time, when its function returns later. @param openError for the subtests that
   * haven't ended
   */
  end(openError) {
    if (this.endTime !== null && this.parent !== null) return;
    this.endTime ??= now();
    this.startTime ??= this.endTime;
    this.subtests.dropQueue();
    this.#judgeSubtests(openError);
    this.#stopListening();
    this.mock?.reset();
    if (this.parent === null) return;
    if (!this.filtered) {
      this.testNumber ||= ++this.parent.subtests.reportedCount;
      const { details, directive } = this.#verdict();
      details.passed = this.passed;
      this.#emitResult('test:complete', details, directive);
      this.parent.subtests.active--;
    }
    this.parent.subtests.onEnd(this);
  }

  #judgeSubtests(openError) {
    let failed = 0;
    for (const test of itemsOf(this.subtests.all)) {
      if (!test.finished) {
        test.#cancel(openError);
        test.end(openError);
      }
      if (!test.passed && !test.isTodo) failed++;
    }
    if (failed > 0 && (this.passed || this.parent === null))
      this.fail(failure(`${failed} subtest${failed > 1 ? 's' : ''} failed`, types.SUBTESTS));
  }

  // ---- the result

  fail(error) {
    if (this.error !== null) return;
    this.error = mismatch(this.#expectation, error) ?? error;
    this.passed = Boolean(this.#expectation) && this.error === error;
  }

  pass() {
    if (this.error !== null) return;
    if (this.#expectation && !this.skipped) {
      this.error = failure('test was expected to fail but passed', types.EXPECTED);
      return;
    }
    this.passed = true;
  }

  isAborted() {
    if (!this.signal.aborted && !this.#outerSignal?.aborted) return false;
    this.#cancel(abortError(this.#outerSignal));
    return true;
  }

  #cancel(error) {
    if (this.endTime !== null || this.error !== null) return;
    this.fail(error || failure('test did not finish before its parent and was cancelled', types.CANCELLED));
    this.cancelled = true;
    this.controller.abort();
  }

  skip(message) {
    this.skipped = true;
    this.message = message;
  }

  todo(message) {
    this.isTodo = true;
    this.message = message;
  }

  diagnostic(message) {
    this.diagnostics.push(message);
  }

  log(message, data) {
    validateString(message, 'message');
    const { name, nesting, testId, parent } = this;
    this.emit('test:log', { name, nesting, testId, parentId: parent?.testId, message, data, ...this.location });
  }

  // ---- reports

  emit(type, data) {
    if (!this.filtered) this.root.stream.report(type, { __proto__: null, ...data });
  }

  announce(event, more) {
    const { nesting, name, testId, parent, tags } = this;
    this.emit(event, { nesting, name, ...more, testId, parentId: parent?.testId, tags: copyList(tags), ...this.location });
  }

  isTurn() {
    return this.parent === null || this.parent.subtests.isTurnOf(this);
  }

  get durationMs() {
    if (this.#replayedMs !== undefined && this.type !== 'suite') return this.#replayedMs;
    return Number(this.endTime - this.startTime) / 1e6;
  }

  #verdict() {
    const details = { __proto__: null, duration_ms: this.durationMs, type: this.type };
    if (!this.passed) details.error = this.error;
    if (this.attempt !== undefined) details.attempt = this.attempt;
    if (this.#passedOnAttempt !== undefined) details.passed_on_attempt = this.#passedOnAttempt;
    if (this.className !== '') details.classname = this.className;
    if (this.skipped) return { details, directive: { skip: this.message ?? true } };
    if (this.isTodo) return { details, directive: { todo: this.message ?? true } };
    if (this.#expectation) return { details, directive: { expectFailure: this.#expectation.label ?? true } };
    return { details };
  }

  #emitResult(event, details, directive) {
    const { name, nesting, testNumber, testId, parent, tags } = this;
    const named = event !== 'test:complete' && this.className !== '' ? { classname: this.className } : undefined;
    this.emit(event, {
      name, nesting, testNumber, testId, parentId: parent?.testId, details, tags: copyList(tags), ...named, ...this.location,
      ...directive,
    });
  }

  reportStart() {
    if (this.#startReported || this.parent === null) return;
    this.#startReported = true;
    this.parent.reportStart();
    this.announce('test:start');
  }

  report() {
    this.subtests.report(true);
    if (this.filtered) return;
    this.root.counters.count(this);
    if (this.subtests.reportedCount > 0) {
      this.emit('test:plan', { nesting: this.subtests.all[0].nesting, count: this.subtests.reportedCount, ...this.location });
    } else {
      this.reportStart();
    }
    const { details, directive } = this.#verdict();
    this.#emitResult(this.passed ? 'test:pass' : 'test:fail', details, directive);
    for (const message of itemsOf(this.diagnostics)) {
      this.emit('test:diagnostic', { nesting: this.nesting, message, level: 'info', ...this.location });
    }
  }
}

module.exports = { Test };
