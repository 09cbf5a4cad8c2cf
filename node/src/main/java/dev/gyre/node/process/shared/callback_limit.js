'use strict';

// The JavaScript half of --block-limit, and of the dashboard's button that ends a callback: CallbackLimit.java tells how that is
// done.
//
// Java calls `isUserCode` in the middle of whatever runs. So it calls nothing of the program's, and leaves everything as it
// was. What it finds is kept for the report. When V8 has unwound the callback, Java enters the phase ENDED: the core is put
// in order, and the callback becomes an error. If it ran for an HTTP request, that is answered with 503, or its connection is
// closed where an answer had begun. Otherwise the error is an uncaught one.

const {
  ArrayPrototypeJoin, Error, ErrorCaptureStackTrace, MapPrototypeGet, ObjectDefineProperty, ObjectEntries, ObjectGetOwnPropertyDescriptor,
  ReflectDeleteProperty, SafeMap, StringPrototypeReplaceAll, StringPrototypeStartsWith, StringPrototypeToLowerCase,
} = require('internal/primordials');
const { onPhase } = require('internal/bridge');
const { repairAll } = require('internal/repairs');
const { ErrorPrepareStackTrace, codes, overrideStack } = require('internal/errors');
const { Kind, TurnPhase } = require('internal/layout');
const asyncIds = require('internal/async_ids');
const callbacks = require('internal/callbacks');
const context = require('internal/async_context');
const fatal = require('internal/process/fatal');
const taskQueues = require('internal/process/task_queues');

const MAX_FRAMES = 40;

// What ran when it was looked at last: call sites, innermost first, the HTTP response that it worked for, and whether
// somebody wants it ended, whatever the limit is.
const found = { sites: null, response: undefined, isWanted: false };

// ---- looking

function keep(error, sites) {
  found.sites = sites;
  return '';
}

// What stands in the way is put aside, also if it is an accessor. Null where it can't be.
function exchange(key, value) {
  const before = ObjectGetOwnPropertyDescriptor(Error, key);
  if (before?.configurable === false) return null;
  ObjectDefineProperty(Error, key, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  return before;
}

function putBack(key, before) {
  if (before === undefined) ReflectDeleteProperty(Error, key);
  else if (before !== null) ObjectDefineProperty(Error, key, { __proto__: null, ...before });
}

function capture(holder) {
  const limit = exchange('stackTraceLimit', MAX_FRAMES);
  ErrorCaptureStackTrace(holder, isUserCode);
  putBack('stackTraceLimit', limit);
  if (ObjectGetOwnPropertyDescriptor(Error, 'prepareStackTrace')?.value === ErrorPrepareStackTrace) {
    overrideStack(holder, keep);
    holder.stack;
    return;
  }
  const prepare = exchange('prepareStackTrace', keep);
  if (prepare === null) return; // frozen by the program: its function would be called
  holder.stack;
  putBack('prepareStackTrace', prepare);
}

// Built-in functions and WebAssembly belong to who has called them.
function isUserCode(isWanted) {
  found.sites = null;
  found.isWanted = isWanted;
  found.response = currentResponse();
  capture({});
  const { sites } = found;
  if (sites === null) return false;
  for (let i = 0; i < sites.length; i++) {
    const file = fileOf(sites[i]);
    if (file !== '') return !isCore(file);
  }
  return false;
}

function fileOf(site) {
  const file = site.getFileName();
  return typeof file !== 'string' || StringPrototypeStartsWith(file, 'wasm:') ? '' : file;
}

const isCore = (file) => StringPrototypeStartsWith(file, 'node:');

// ---- which request a callback works for

const kResponse = { __proto__: null };
let isOn;

// The response is a part of the async context while callbacks may be ended, so that it is known in all that the request leads to.
function enterRequest(response) {
  isOn ??= limitMs() > 0 || require('internal/options').get('--dashboard') === true;
  if (!isOn) return;
  const frame = new SafeMap(context.get());
  frame.set(kResponse, response);
  context.set(frame);
}

const currentResponse = () => {
  const frame = context.get();
  return frame === undefined ? undefined : MapPrototypeGet(frame, kResponse);
};

const limitMs = () => +(require('internal/options').get('--block-limit') ?? 0);

// ---- reporting

const names = [];
for (let i = 0, list = ObjectEntries(Kind); i < list.length; i++) {
  const { 0: name, 1: kind } = list[i];
  names[kind] = StringPrototypeReplaceAll(StringPrototypeToLowerCase(name), '_', ' ');
}
names[Kind.HTTP_REQUEST] = 'HTTP request';
names[Kind.HTTP_RESPONSE] = 'HTTP response';
names[Kind.HTTP_BODY] = 'HTTP body';
names[Kind.NEXT_TICK] = 'nextTick';
names[Kind.DNS] = 'DNS';

function described(kind, after, response, sites) {
  const request = response === undefined ? '' : ` of ${response.req.method} ${response.req.url}`;
  return `${names[after]}${kind === after ? '' : `, ${names[kind]}`}${request}${placeOf(sites ?? [])}`;
}

function placeOf(sites) {
  for (let i = 0; i < sites.length; i++) {
    const file = fileOf(sites[i]);
    if (file !== '' && !isCore(file)) return `, in ${sites[i]}`;
  }
  return '';
}

function endedError(what, sites, isWanted) {
  const error = isWanted ? new codes.ERR_GYRE_CALLBACK_ENDED(what) : new codes.ERR_GYRE_CALLBACK_TIMEOUT(limitMs(), what);
  const lines = [`Error [${error.code}]: ${error.message}`];
  if (sites !== null) for (let i = 0; i < sites.length; i++) lines[i + 1] = `    at ${sites[i]}`;
  ObjectDefineProperty(error, 'stack', {
    __proto__: null, value: ArrayPrototypeJoin(lines, '\n'), writable: true, enumerable: false, configurable: true,
  });
  return error;
}

onPhase(TurnPhase.ENDED, () => {
  const kind = callbacks.current();
  const after = callbacks.after();
  callbacks.beginPart(Kind.UNCAUGHT);
  const { sites, response, isWanted } = found;
  found.sites = null;
  found.response = undefined;
  repairAll();
  taskQueues.goOnLater();
  const error = endedError(described(kind, after, response, sites), sites, isWanted);
  if (response === undefined || fatal.isHandling()) fatal.triggerEnded(error);
  else giveUp(response, error);
});

// The ticks and promise jobs that waited when the callback was ended: a callback of their own.
onPhase(TurnPhase.LEFT_TICKS, () => {
  callbacks.begin(Kind.NEXT_TICK, 0);
  taskQueues.processTicksAndRejections();
});

function giveUp(response, error) {
  fatal.capture.domain?.leave();
  asyncIds.unwind();
  context.set(undefined);
  require('internal/http/unanswered').giveUp(response);
  process.emitWarning(error);
}

// The error of a call that came back too late. If it was made for a request, nobody else hears of it.
function isTaken(error) {
  const response = currentResponse();
  if (response === undefined) return false;
  giveUp(response, error);
  return true;
}

module.exports = { enterRequest, isTaken, isUserCode };
