'use strict';

// What happens to an error that nobody caught: the capture callbacks, the 'uncaughtException' listeners, or the end of
// the process with Node's report of it.
//
// Whatever a program has done to the built-ins, its error is printed: up to the report nothing is used that it can replace,
// and before the report they are put back.

const { thrown, onPhase } = require('internal/bridge');
const { TurnPhase } = require('internal/layout');
const { apply } = require('internal/primordials');
const { restore } = require('internal/originals');
const asyncIds = require('internal/async_ids');
const context = require('internal/async_context');

const EXIT_UNCAUGHT = 1;
const EXIT_NO_HANDLER = 6;
const EXIT_HANDLER_THREW = 7;

// `domain` is set by node:domain: it takes errors while a domain that wants them is entered.
const capture = { callback: null, extra: [], domain: null };

const isCaptured = () => capture.callback !== null || capture.domain?.active() === true;

// While this is set, an error that comes up was thrown by a handler of another one.
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

// The first value of process._fatalException, which programs may replace. False where nobody took care of the error:
// the process is to end then, and has said so by its 'exit' event.
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
      // What exit listeners throw while the process dies of something else goes unheard, in Node too.
    }
    return false;
  }
  // The queue of ticks was cut short; this turn of the loop picks it up again.
  require('timers').setImmediate(() => {});
  asyncIds.unwind();
  context.set(undefined);
  return true;
}

// `where` is what V8 knew of the throw, undefined where only the error itself is left to ask. What a handler throws
// leaves this function, and comes back by the UNCAUGHT phase.
function trigger(error, fromPromise, where) {
  if (aborts() && !fromPromise && !isCaptured()) end(error, where);
  const { _fatalException: handler } = process;
  if (typeof handler !== 'function') end(error, where, EXIT_NO_HANDLER);
  handling = true;
  const handled = apply(handler, process, [error, fromPromise]);
  handling = false;
  if (handled === false) end(error, where, require('internal/process/exit').codeOr(EXIT_UNCAUGHT));
}

// For who must not throw: a microtask's exception would be lost in V8. As in Node, its domain was left before.
function triggerHere(error, fromPromise = false) {
  capture.domain?.leave();
  try {
    trigger(error, fromPromise);
  } catch (second) {
    end(second, undefined, EXIT_HANDLER_THREW);
  }
}

// With this, the process ends where the error came up: what only listens to 'uncaughtException' isn't asked.
const aborts = () => require('internal/options').get('--abort-on-uncaught-exception') === true;

function end(error, where, code) {
  restore();
  const native = binding('process');
  try {
    require('internal/process/fatal_report').report(error, where);
  } catch {
    // What can't be put back, or is no built-in, is against it.
    native.writeStderr(shortText(error));
  }
  if (aborts()) process.abort();
  native.reallyExit(code);
}

// As much of the error as can be had.
function shortText(error) {
  try {
    const text = typeof error === 'object' && error !== null ? error.stack ?? error.message : error;
    return `Uncaught:\n${typeof text === 'symbol' ? 'a symbol' : text}\n`;
  } catch {
    return 'Uncaught error without a text\n';
  }
}

onPhase(TurnPhase.UNCAUGHT, () => {
  const where = binding('bridge').whereThrown();
  const { value: error } = thrown;
  thrown.value = undefined;
  if (handling) end(error, where, EXIT_HANDLER_THREW);
  else trigger(error, false, where);
});

module.exports = { onUncaughtException, trigger, triggerHere, capture, isCaptured };
