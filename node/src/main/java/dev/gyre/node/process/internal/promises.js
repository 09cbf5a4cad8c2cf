'use strict';

// Promises that were rejected with nobody to handle it. V8 tells when that happens and when a handler comes later
// after all; what is still unhandled after the microtasks of a callback is reported, by --unhandled-rejections=MODE.

const { noSideEffectsToString } = require('internal/util/v8');
const REJECTED = 0;
const HANDLED_LATER = 1;
const RESOLVED_AGAIN = 2;
const REJECTED_AGAIN = 3;

const context = require('internal/async_context');

const unhandled = new Map(); // promise -> info, in order of rejection
const reported = new WeakMap();
let handledLater = [];
let lastId = 0;

function onReject(event, promise, value) {
  switch (event) {
    case REJECTED:
      unhandled.set(promise, { reason: value, id: ++lastId, warned: false, frame: context.get() });
      break;
    case HANDLED_LATER:
      if (!unhandled.delete(promise)) {
        const info = reported.get(promise);
        if (info !== undefined) {
          reported.delete(promise);
          handledLater.push({ promise, info });
        }
      }
      break;
    case RESOLVED_AGAIN:
      multiple('resolve', promise, value);
      break;
    case REJECTED_AGAIN:
      multiple('reject', promise, value);
      break;
  }
}

function multiple(type, promise, value) {
  if (process.listenerCount('multipleResolves') > 0) process.emit('multipleResolves', type, promise, value);
}

const any = () => unhandled.size !== 0 || handledLater.length !== 0;

function mode() {
  return require('internal/options').get('--unhandled-rejections') ?? 'throw';
}

// Reports what was left alone. True where that queued more work.
function processRejections() {
  let busy = false;
  while (handledLater.length > 0) {
    const { promise, info } = handledLater.shift();
    if (info.warned) warnHandledLater(info);
    busy = true;
    process.emit('rejectionHandled', promise);
  }
  while (unhandled.size > 0) {
    const [[promise, info]] = unhandled;
    unhandled.delete(promise);
    reported.set(promise, info);
    busy = true;
    const outer = context.get();
    context.set(info.frame);
    try {
      report[mode()](promise, info);
    } finally {
      context.set(outer);
    }
  }
  return busy;
}

function warnHandledLater(info) {
  const warning = new Error(`Promise rejection was handled asynchronously (rejection id: ${info.id})`);
  warning.name = 'PromiseRejectionHandledWarning';
  warning.id = info.id;
  process.emitWarning(warning);
}

const emit = (promise, { reason }) => process.emit('unhandledRejection', reason, promise);

function raise({ reason }) {
  const { isErrorLike } = require('internal/errors');
  const error = isErrorLike(reason) ? reason : new UnhandledPromiseRejection(reason);
  require('internal/process/fatal').trigger(error, true);
}

class UnhandledPromiseRejection extends Error {
  code = 'ERR_UNHANDLED_REJECTION';

  constructor(reason) {
    super('This error originated either by throwing inside of an async function without a catch block, or by rejecting ' +
      'a promise which was not handled with .catch(). The promise rejected with the reason ' +
      `"${noSideEffectsToString(reason)}".`);
    this.name = 'UnhandledPromiseRejection';
  }
}

function describe(reason) {
  try {
    return require('internal/util/inspect').inspect(reason);
  } catch {
    return Object.prototype.toString.call(reason);
  }
}

function warn(promise, info) {
  info.warned = true;
  const { reason, id } = info;
  const warning = new Error(
    'Unhandled promise rejection. This error originated either by throwing inside of an async function without a ' +
    'catch block, or by rejecting a promise which was not handled with .catch(). To terminate the node process on ' +
    `unhandled promise rejection, use the CLI flag \`--unhandled-rejections=strict\` (see ` +
    `https://nodejs.org/api/cli.html#cli_unhandled_rejections_mode). (rejection id: ${id})`);
  warning.name = 'UnhandledPromiseRejectionWarning';
  const { isErrorLike } = require('internal/errors');
  if (isErrorLike(reason)) {
    warning.stack = reason.stack;
    process.emitWarning(reason.stack, 'UnhandledPromiseRejectionWarning');
  } else {
    process.emitWarning(describe(reason), 'UnhandledPromiseRejectionWarning');
  }
  process.emitWarning(warning);
}

const report = {
  __proto__: null,
  throw(promise, info) {
    if (!emit(promise, info)) raise(info);
  },
  strict(promise, info) {
    raise(info);
    emit(promise, info);
  },
  warn(promise, info) {
    emit(promise, info);
    warn(promise, info);
  },
  none(promise, info) {
    emit(promise, info);
  },
  'warn-with-error-code'(promise, info) {
    if (!emit(promise, info)) {
      warn(promise, info);
      process.exitCode = 1;
    }
  },
};

module.exports = { onReject, any, process: processRejections };
