'use strict';

// What happens to an error that nobody caught: the capture callback, the 'uncaughtException' listeners, or the end of
// the process with Node's report of it.

const { thrown, onPhase, PHASES } = require('internal/bridge');
const asyncIds = require('internal/async_ids');
const context = require('internal/async_context');

const EXIT_UNCAUGHT = 1;
const EXIT_HANDLER_THREW = 7;

const capture = { callback: null, extra: [] };

// Emits the events; true where somebody took care of the error.
function handled(error, fromPromise) {
  const origin = fromPromise ? 'unhandledRejection' : 'uncaughtException';
  process.emit('uncaughtExceptionMonitor', error, origin);
  for (const callback of capture.extra) {
    if (callback(error) === true) return true;
  }
  if (capture.callback !== null) {
    capture.callback(error);
    return true;
  }
  return process.emit('uncaughtException', error, origin);
}

// `where` is what V8 knew of the throw, undefined where only the error itself is left to ask.
function trigger(error, fromPromise, where) {
  asyncIds.reset();
  context.set(undefined);
  let code = EXIT_UNCAUGHT;
  try {
    if (handled(error, fromPromise)) {
      // The queue of ticks was cut short; this turn of the loop picks it up again.
      require('timers').setImmediate(() => {});
      return;
    }
  } catch (second) {
    error = second;
    where = undefined;
    code = EXIT_HANDLER_THREW;
  }
  end(error, where, code);
}

function end(error, where, code) {
  try {
    if (!process._exiting) {
      process._exiting = true;
      process.exitCode = code;
      process.emit('exit', code);
    }
  } catch {
    // Node ignores what exit listeners throw while the process dies of something else.
  }
  const { report } = require('internal/process/fatal_report');
  report(error, where);
  const last = process.exitCode;
  binding('process').reallyExit(Number.isInteger(last) && last !== 0 ? last : code);
}

onPhase(PHASES.UNCAUGHT, () => {
  const error = thrown.value;
  thrown.value = undefined;
  trigger(error, false, binding('bridge').whereThrown());
});

module.exports = { trigger, capture };
