'use strict';

// A test file that runs in a process of its own. Its events are reported as if its tests ran here, in the order of the files:
// they wait until the files before it are reported. Events that tell what happens (and not what came of it) don't wait.

const {
  ArrayPrototypeIncludes, ArrayPrototypePush, ObjectAssign, ObjectHasOwn, ObjectSetPrototypeOf, PromiseAll, RegExpPrototypeExec, SafeSet,
  String, itemsOf,
} = require('internal/primordials');
const { types, failure } = require('internal/test/failures');
const { Test } = require('internal/test/test');
const { EventReader } = require('internal/test/event_bytes');
const { argumentsFor } = require('internal/test/child_arguments');

const AT_ONCE = new SafeSet(['test:enqueue', 'test:dequeue', 'test:complete', 'test:log']);
const CANCELLED = [types.CANCELLED, types.ABORTED, types.TIMEOUT];
const TOTALS = /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \S*$/;

const isResult = (type) => type === 'test:pass' || type === 'test:fail';

// What arrives has the prototype of objects, and a program may have put anything there.
function withoutPrototypes(data) {
  const { details } = data;
  if (ObjectHasOwn(data, 'details') && details !== null && typeof details === 'object') ObjectSetPrototypeOf(details, null);
  return ObjectSetPrototypeOf(data, null);
}

class FileTest extends Test {
  hasFailed = false; // one of its tests at the top level
  #waiting = [];
  #results = 0;
  #reader = new EventReader(
    (message) => this.tell('test:stdout', { __proto__: null, file: this.name, message }),
    ({ type, data }) => this.tell(type, withoutPrototypes(data)),
  );

  constructor(parent, options, location) {
    super(parent, { __proto__: null, ...options, hasNoLimit: true }, location);
  }

  read(bytes) {
    this.#reader.take(bytes);
  }

  tell(type, data) {
    if (AT_ONCE.has(type)) {
      this.#report(type, data);
      return;
    }
    if (isResult(type)) {
      this.#results++;
      if (data.nesting === 0 && type === 'test:fail') this.hasFailed = true;
    }
    if (this.isTurn()) {
      this.#reportWaiting();
      this.#report(type, data);
    } else {
      ArrayPrototypePush(this.#waiting, { type, data });
    }
  }

  #reportWaiting() {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { type, data } of itemsOf(waiting)) this.#report(type, data);
  }

  // Nothing is reported of the file itself if its tests tell everything.
  get #isTold() {
    return this.#results > 0 && (this.error === null || this.error.failureType === types.SUBTESTS);
  }

  #report(type, data) {
    data.entryFile = this.location.file;
    const isTop = data.nesting === 0;
    if (isTop && type === 'test:plan' && this.#isTold) return;
    if (isTop && type === 'test:diagnostic' && RegExpPrototypeExec(TOTALS, data.message) !== null) return;
    if (isResult(type)) {
      const { counters } = this.root;
      if (isTop) data.testNumber = counters.topLevel + 1;
      counters.count({
        nesting: data.nesting,
        type: data.details?.type,
        skipped: data.skip !== undefined,
        isTodo: data.todo !== undefined,
        passed: type === 'test:pass',
        cancelled: ArrayPrototypeIncludes(CANCELLED, data.details?.error?.failureType),
      });
    }
    this.root.stream.report(type, data);
  }

  reportStart() {}

  report() {
    this.#reader.end();
    this.#reportWaiting();
    if (this.#isTold) return;
    super.reportStart();
    super.report();
  }
}

function environment(run) {
  const env = { __proto__: null, NODE_TEST_CONTEXT: 'child-v8', ...(run.env ?? process.env) };
  if (run.isolation === 'process') env.NODE_TEST_WORKER_ID = String(run.nextWorkerId());
  if (run.watched) env.WATCH_REPORT_DEPENDENCIES = '1';
  if (run.showsColors) env.FORCE_COLOR = '1';
  return env;
}

const isOfInspector = (line) =>
  RegExpPrototypeExec(/^(?:Debugger listening on ws:\/\/|For help, see: https:\/\/nodejs\.org\/|Debugger attached|Waiting for the debugger to disconnect)/, line) !== null;

async function runProcess(test, path, run, signal) {
  const child = require('child_process').spawn(process.execPath, argumentsFor(path, run), {
    __proto__: null,
    signal,
    env: environment(run),
    stdio: run.watched ? ['pipe', 'pipe', 'pipe', 'ipc'] : ['pipe', 'pipe', 'pipe'],
    cwd: run.cwd,
  });
  run.watched?.started(path, child);
  let error;
  child.on('error', (failed) => { error = failed; });
  child.stdout.on('data', (bytes) => test.read(bytes));
  const lines = require('readline').createInterface({ __proto__: null, input: child.stderr });
  lines.on('line', (line) => {
    if (isOfInspector(line)) process.stderr.write(`${line}\n`);
    else test.tell('test:stderr', { __proto__: null, file: path, message: `${line}\n` });
  });
  const { once } = require('events');
  const { 0: { 0: exitCode, 1: exitSignal } } = await PromiseAll([
    once(child, 'exit', { __proto__: null, signal }),
    require('stream/promises').finished(child.stdout, { __proto__: null, signal }),
  ]);
  lines.close();
  run.watched?.ended(path, test);
  if (exitCode === 0 && exitSignal === null) return;
  throw error ?? ObjectAssign(failure('test failed', test.hasFailed ? types.SUBTESTS : types.CODE), {
    exitCode, signal: exitSignal,
    stack: undefined, // it would show nothing of the test
  });
}

/** Runs a file, or all files if there is no path. Resolves when it has ended. */
function runFile(path, run) {
  const name = path ?? '';
  const location = { __proto__: null, line: 1, column: 1, file: require('path').resolve(name === '' ? '<anonymous>' : name) };
  const test = run.root.createSubtest(
    FileTest, name, { __proto__: null, signal: run.signal }, async ({ signal }) => runProcess(test, path, run, signal), location);
  return test.start();
}

module.exports = { runFile };
