'use strict';

// Promises that were rejected with nobody to handle it. V8 tells when that happens and when a handler comes later
// after all; what is still unhandled after the microtasks of a callback is reported, by --unhandled-rejections=MODE.

const context = require('internal/async_context');
const { describe } = require('internal/process/describe');
const { isMereCopy, promiseResult } = require('internal/util/v8');

const REJECTED = 0;
const HANDLED_LATER = 1;

const unhandled = new Map(); // promise -> info, in order of rejection
const reported = new WeakMap();
let handledLater = []; // [promise, warning]
let lastId = 0;

class UnhandledPromiseRejection extends Error {
  code = 'ERR_UNHANDLED_REJECTION';
  name = 'UnhandledPromiseRejection';

  constructor(reason) {
    super('This error originated either by throwing inside of an async function without a catch block, or by ' +
      `rejecting a promise which was not handled with .catch(). The promise rejected with the reason "${describe(reason)}".`);
  }
}

class UnhandledPromiseRejectionWarning extends Error {
  name = 'UnhandledPromiseRejectionWarning';

  constructor(id) {
    super('Unhandled promise rejection. This error originated either by throwing inside of an async function without ' +
      'a catch block, or by rejecting a promise which was not handled with .catch(). To terminate the node process on ' +
      'unhandled promise rejection, use the CLI flag `--unhandled-rejections=strict` (see ' +
      `https://nodejs.org/api/cli.html#cli_unhandled_rejections_mode). (rejection id: ${id})`);
  }
}

class PromiseRejectionHandledWarning extends Error {
  name = 'PromiseRejectionHandledWarning';

  constructor(id) {
    super(`Promise rejection was handled asynchronously (rejection id: ${id})`);
    this.id = id;
  }
}

function onReject(event, promise, value) {
  if (event === REJECTED) {
    unhandled.set(promise, { reason: value, id: ++lastId, warned: false, frame: context.get(), domain: process.domain });
  } else if (event === HANDLED_LATER && !unhandled.delete(promise)) {
    const info = reported.get(promise);
    if (info === undefined) return;
    reported.delete(promise);
    // Made now, so that its stack tells who handled it.
    if (info.warned) handledLater.push([promise, new PromiseRejectionHandledWarning(info.id)]);
  }
}

const any = () => unhandled.size !== 0 || handledLater.length !== 0;

// Reports what was left alone. True where that may have queued more work.
function processRejections() {
  if (!any()) return false;
  while (handledLater.length > 0) {
    const [promise, warning] = handledLater.shift();
    if (!process.emit('rejectionHandled', promise)) process.emitWarning(warning);
  }
  const pending = [...unhandled];
  unhandled.clear();
  const report = modes[require('internal/options').get('--unhandled-rejections') ?? 'throw'];
  const outer = context.get();
  try {
    while (pending.length > 0) {
      const [promise, info] = pending.shift();
      reported.set(promise, info);
      if (isMereCopy(info.reason)) info.reason = promiseResult(promise);
      info.warned = true;
      context.set(info.frame);
      report(promise, info);
    }
  } finally {
    context.set(outer);
    for (const [promise, info] of pending) unhandled.set(promise, info); // one threw: the rest has its turn later
  }
  return true;
}

function emit(promise, { reason, domain }) {
  if (domain) return domain.emit('error', reason);
  return process.emit('unhandledRejection', reason, promise);
}

const isErrorLike = (value) => typeof value === 'object' && value !== null && Object.hasOwn(value, 'stack');

function raise({ reason }) {
  const error = isErrorLike(reason) ? reason : new UnhandledPromiseRejection(reason);
  require('internal/process/fatal').trigger(error, true);
}

function warn({ reason, id }) {
  const warning = new UnhandledPromiseRejectionWarning(id);
  const { name } = warning;
  try {
    if (isErrorLike(reason)) {
      warning.stack = reason.stack;
      process.emitWarning(reason.stack, name);
    } else {
      process.emitWarning(describe(reason), name);
    }
  } catch {
    // A stack that is no string, or a getter that throws.
    process.emitWarning(describe(reason), name);
  }
  process.emitWarning(warning);
}

const modes = {
  __proto__: null,
  throw(promise, info) {
    if (!emit(promise, info)) raise(info);
  },
  strict(promise, info) {
    raise(info);
    if (!emit(promise, info)) warn(info);
  },
  warn(promise, info) {
    emit(promise, info);
    warn(info);
  },
  none(promise, info) {
    emit(promise, info);
  },
  'warn-with-error-code'(promise, info) {
    if (!emit(promise, info)) {
      warn(info);
      process.exitCode = 1;
    }
  },
};

module.exports = { onReject, any, process: processRejections };
