'use strict';

// Handling of an error that nobody caught: the capture callbacks, the 'uncaughtException' listeners, or Node's report and
// the end of the process.
//
// The error is printed whatever a program has done to the built-ins: the code before the report uses nothing that a program
// can replace, and the built-ins are restored before the report.

const { isLateError, onPhase, thrown } = require('internal/bridge');
const { Kind, TurnPhase } = require('internal/layout');
const { beginPart } = require('internal/callbacks');
const { apply } = require('internal/primordials');
const atExit = require('internal/process/at_exit');
const { restore } = require('internal/originals');
const asyncIds = require('internal/async_ids');
const context = require('internal/async_context');

const EXIT_UNCAUGHT = 1;
const EXIT_NO_HANDLER = 6;
const EXIT_HANDLER_THREW = 7;

// `domain` is set by node:domain. It receives errors while a domain that handles them is entered.
const capture = { callback: null, extra: [], domain: null };

const isCaptured = () => capture.callback !== null || capture.domain?.active() === true;

// Set where process.report is to tell of such errors.
const reports = { ofUncaught: null };

// Where the error was thrown that is being handled, as far as V8 knows.
let place;

// While this is set, a new error was thrown by a handler of another one.
let handling = false;

// The callbacks of process.addUncaughtExceptionCaptureCallback, the last one first.
function isTakenByExtra(error) {
  const { extra } = capture;
  for (let i = extra.length - 1; i >= 0; i--) {
    const callback = extra[i];
    if (callback(error) === true) return true;
  }
  return false;
}

// The initial value of process._fatalException, which programs may replace. Returns false if nobody handled the error: then
// the process has to end, and its 'exit' event was emitted.
function onUncaughtException(error, fromPromise) {
  const origin = fromPromise ? 'unhandledRejection' : 'uncaughtException';
  process.emit('uncaughtExceptionMonitor', error, origin);
  if (capture.domain?.active()) {
    capture.domain.handle(error);
  } else if (capture.callback !== null) {
    capture.callback(error);
  } else if (!isTakenByExtra(error) && !process.emit('uncaughtException', error, origin)) {
    try {
      if (!process._exiting) {
        process._exiting = true;
        process.exitCode = EXIT_UNCAUGHT;
        process.emit('exit', EXIT_UNCAUGHT);
      }
    } catch {
      // As in Node, errors of exit listeners are ignored while the process ends because of another error.
    }
    return false;
  }
  // The nextTick queue was interrupted; this turn of the loop continues it.
  require('timers').setImmediate(() => {});
  asyncIds.unwind();
  context.set(undefined);
  return true;
}

// `where` is V8's location of the throw, or undefined if only the error itself is known. An error that a handler throws
// leaves this function and comes back in the UNCAUGHT phase.
function trigger(error, fromPromise, where) {
  if (aborts() && !fromPromise && !isCaptured()) end(error, where);
  const { _fatalException: handler } = process;
  if (typeof handler !== 'function') end(error, where, EXIT_NO_HANDLER);
  handling = true;
  place = where;
  const handled = apply(handler, process, [error, fromPromise]);
  handling = false;
  if (handled === false) end(error, where, require('internal/process/exit').codeOr(EXIT_UNCAUGHT));
}

// For callers that must not throw: V8 would drop the exception of a microtask. As in Node, its domain was left before.
function triggerHere(error, fromPromise = false) {
  capture.domain?.leave();
  try {
    trigger(error, fromPromise);
  } catch (second) {
    end(second, undefined, EXIT_HANDLER_THREW);
  }
}

// With this option the process ends where the error occurred; 'uncaughtException' listeners are not called.
const aborts = () => require('internal/options').get('--abort-on-uncaught-exception') === true;

function end(error, where, code) {
  restore();
  const native = binding('process');
  try {
    const { report, reportVersion } = require('internal/process/fatal_report');
    report(error, where);
    writeReport(error);
    reportVersion();
  } catch {
    // Built-ins that can't be restored, and replaced values that are no built-ins, prevent this.
    native.writeStderr(shortText(error));
    writeReport(error);
  }
  tellClients(error, where);
  if (aborts()) process.abort();
  if (atExit.flushCompileCache !== undefined) atExit.flushCompileCache();
  native.reallyExit(code);
}

// Clients of the debugging protocol.
function tellClients(error, where) {
  try {
    require('internal/inspector/clients').exceptionThrown(error, where);
  } catch {
    binding('process').writeStderr('Debuggers can\'t be told of the error\n'); // its stack can't be read
  }
}

// The diagnostic report, with --report-uncaught-exception. It must not keep the process from ending.
function writeReport(error) {
  if (reports.ofUncaught === null) return;
  try {
    reports.ofUncaught(error);
  } catch {
    binding('process').writeStderr('The report can\'t be written\n');
  }
}

// As much of the error as can be read.
function shortText(error) {
  try {
    const text = typeof error === 'object' && error !== null ? error.stack ?? error.message : error;
    return `Uncaught:\n${typeof text === 'symbol' ? 'a symbol' : text}\n`;
  } catch {
    return 'Uncaught error without a text\n';
  }
}

onPhase(TurnPhase.UNCAUGHT, () => {
  beginPart(Kind.UNCAUGHT);
  const where = binding('bridge').whereThrown();
  const { value: error } = thrown;
  thrown.value = undefined;
  if (handling) end(error, where, EXIT_HANDLER_THREW);
  else if (!isLateError(error) || !require('internal/process/callback_limit').isTaken(error)) trigger(error, false, where);
});

// A callback was ended from outside. If that was a handler of another error, it counts as having thrown.
function triggerEnded(error) {
  if (handling) end(error, undefined, EXIT_HANDLER_THREW);
  else trigger(error, false, undefined);
}

module.exports = { currentPlace: () => place, onUncaughtException, trigger, triggerEnded, triggerHere, capture, isCaptured, isHandling: () => handling, reports };
