'use strict';

// Rejected promises without a handler. V8 reports when a promise is rejected without one, and when a handler is added later.
// Promises that are still unhandled after the microtasks of a callback are reported as --unhandled-rejections=MODE says.

const { Error, SafeMap, SafeWeakMap, hasOwn, push, shift } = require('internal/primordials');
const context = require('internal/async_context');
const asyncIds = require('internal/async_ids');
const { onEnded } = require('internal/repairs');
const { describe } = require('internal/process/describe');
const { isMereCopy, promiseResult } = require('internal/util/v8');
const { GROUPS, emit: emitTrace, isOn } = require('internal/trace_events/tracing');

const REJECTED = 0;
const HANDLED_LATER = 1;

const unhandled = new SafeMap(); // promise -> info, in order of rejection
const reported = new SafeWeakMap();
const handledLater = []; // { promise, warning }
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

function addUnhandled(info) {
  unhandled.set(info.promise, info);
}

let handledAfter = 0; // as trace events count it

function countRejections() {
  emitTrace('C', GROUPS.rejections, 'rejections', undefined, { unhandled: unhandled.size, handledAfter });
}

function onReject(event, promise, value) {
  changeRejections(event, promise, value);
  if (isOn.rejections && event <= HANDLED_LATER) countRejections();
}

function changeRejections(event, promise, value) {
  if (event === REJECTED) {
    addUnhandled({ promise, reason: value, id: ++lastId, warned: false, frame: context.get(), domain: process.domain });
  } else if (event === HANDLED_LATER && !unhandled.delete(promise)) {
    const info = reported.get(promise);
    if (info === undefined) return;
    handledAfter++;
    reported.delete(promise);
    // Created now, so that its stack shows who added the handler.
    if (info.warned) push(handledLater, { promise, warning: new PromiseRejectionHandledWarning(info.id) });
  }
}

const any = () => unhandled.size !== 0 || handledLater.length !== 0;

// Reports unhandled rejections. Returns true if that may have queued more work.
function processRejections() {
  if (!any()) return false;
  while (handledLater.length > 0) {
    const { promise, warning } = shift(handledLater);
    if (!process.emit('rejectionHandled', promise)) process.emitWarning(warning);
  }
  pending = [];
  unhandled.forEach((info) => { push(pending, info); });
  unhandled.clear();
  const report = modes[require('internal/options').get('--unhandled-rejections') ?? 'throw'];
  const outer = context.get();
  try {
    while (pending.length > 0) {
      const info = shift(pending);
      const { promise } = info;
      reported.set(promise, info);
      if (isMereCopy(info.reason)) info.reason = promiseResult(promise);
      info.warned = true;
      context.set(info.frame);
      asyncIds.runWithIdsOf(promise, () => report(promise, info));
    }
  } finally {
    context.set(outer);
    addPending(); // a listener threw: the rest is reported later
  }
  return true;
}

let pending = []; // what is being reported

function addPending() {
  while (pending.length > 0) addUnhandled(shift(pending));
}

onEnded(addPending);

function emit(promise, { reason, domain }) {
  if (domain) return domain.emit('error', reason);
  return process.emit('unhandledRejection', reason, promise);
}

const isErrorLike = (value) => typeof value === 'object' && value !== null && hasOwn(value, 'stack');

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
    // The stack may be no string, or a getter that throws.
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
