'use strict';

// The end of the process and its exit code.

const {
  ErrorCaptureStackTrace, Number, NumberIsNaN, ObjectDefineProperty, StringPrototypeIndexOf, StringPrototypeSlice,
} = require('internal/primordials');
const { onPhase } = require('internal/bridge');
const { Kind, TurnPhase } = require('internal/layout');
const { begin } = require('internal/callbacks');
const { validateInteger } = require('internal/validators');
const atExit = require('internal/process/at_exit');
const { processTicksAndRejections, runMicrotasks } = require('internal/process/task_queues');

const native = binding('process');
let exitCode;

// Integers, and strings that contain integers. Anything else is refused, as in Node.
function toExitCode(value) {
  if (value === undefined || value === null) return undefined;
  let number = value;
  if (typeof value === 'string' && value !== '') {
    number = Number(value);
    if (NumberIsNaN(number)) number = value; // the message shows the original text
  }
  validateInteger(number, 'code');
  return number;
}

const codeOr = (fallback) => exitCode ?? fallback;

function exit(code) {
  if (arguments.length !== 0) process.exitCode = code;
  if (!process._exiting) {
    process._exiting = true;
    process.emit('exit', process.exitCode || 0);
  }
  // A listener may have set another code. The call goes through `process`, because tests and tools replace reallyExit.
  process.reallyExit(process.exitCode || 0);
}

function install(process) {
  ObjectDefineProperty(process, 'exitCode', {
    __proto__: null,
    configurable: false,
    enumerable: true,
    get: () => exitCode,
    set(value) { exitCode = toExitCode(value); },
  });
  process.exit = exit;
  process.reallyExit = function reallyExit(code) {
    if (require('internal/options').get('--trace-exit')) traceExit(code);
    if (atExit.passSourceMaps !== undefined) atExit.passSourceMaps();
    native.reallyExit(code | 0);
    // Only the command's process ends in that call. In another host the runtime is being terminated, which V8 does at its
    // next interrupt check. The loop triggers one, so that nothing after process.exit() runs.
    for (;;);
  };
}

function traceExit(code) {
  const where = {};
  ErrorCaptureStackTrace(where, process.reallyExit);
  const frames = StringPrototypeSlice(where.stack, StringPrototypeIndexOf(where.stack, '\n') + 1);
  const { isMainThread, threadId } = require('internal/worker_threads/thread');
  const thread = isMainThread ? '' : `, thread:${threadId}`;
  native.writeStderr(
    `(node:${process.pid}${thread}) WARNING: Exited the environment with code ${code}\n${frames}\n`);
}

onPhase(TurnPhase.BEFORE_EXIT, () => {
  begin(Kind.EXIT, 0);
  process.emit('beforeExit', process.exitCode || 0);
  processTicksAndRejections();
});

// The loop is empty. Unlike after exit(), microtasks that listeners queue still run.
onPhase(TurnPhase.EXIT, () => {
  begin(Kind.EXIT, 0);
  const { exitCode: codeOfMain, warnOfUnsettled, EXIT_UNSETTLED } = require('internal/module/esm_main');
  const fallback = codeOfMain();
  if (!process._exiting) {
    process._exiting = true;
    process.emit('exit', codeOr(fallback));
  }
  runMicrotasks();
  if (fallback === EXIT_UNSETTLED && codeOr(fallback) === EXIT_UNSETTLED) warnOfUnsettled();
  if (atExit.endAddons !== undefined) atExit.endAddons();
  if (atExit.passSourceMaps !== undefined) atExit.passSourceMaps();
  native.reallyExit(codeOr(fallback) | 0);
});

module.exports = { install, codeOr };
