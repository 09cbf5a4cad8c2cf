'use strict';

// The stack of a program that is busy, for the report on a blocked loop. Java calls `sampleStack` in the middle of whatever
// runs: at an interrupt of V8, before a garbage collection, or in a native call that blocks. So it calls nothing of the
// program's, and leaves everything as it was.
//
// Its text begins with a count: of the promise jobs of this file. Each sample adds a job: if it has run when the next sample is
// taken, the program does not hang in one job, but in jobs that add others. Then comes a line for each frame, innermost first:
// its text, file, line and column, with NUL between them.

const {
  ArrayPrototypeJoin, Error, ErrorCaptureStackTrace, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ReflectDeleteProperty,
  WeakMapPrototypeSet,
} = require('internal/primordials');
const { ErrorPrepareStackTrace, overrideStackTrace } = require('internal/errors');
const { enqueueMicrotask } = require('internal/v8internals/natives');

const MAX_FRAMES = 60;

let taken = null;
let jobs = 0;
let isJobWaiting = false;

function job() {
  isJobWaiting = false;
  jobs++;
}

function keep(error, sites) {
  taken = sites;
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
  ErrorCaptureStackTrace(holder, sampleStack);
  putBack('stackTraceLimit', limit);
  if (ObjectGetOwnPropertyDescriptor(Error, 'prepareStackTrace')?.value === ErrorPrepareStackTrace) {
    WeakMapPrototypeSet(overrideStackTrace, holder, keep);
    holder.stack;
    return;
  }
  const prepare = exchange('prepareStackTrace', keep);
  if (prepare === null) return; // frozen by the program: its function would be called
  holder.stack;
  putBack('prepareStackTrace', prepare);
}

function frameText(site) {
  const file = site.getFileName() ?? site.getScriptNameOrSourceURL() ?? '';
  return `${site}\0${file}\0${site.getLineNumber() ?? 0}\0${site.getColumnNumber() ?? 0}`;
}

function sampleStack() {
  taken = null;
  capture({});
  const sites = taken;
  taken = null;
  const lines = [`${jobs}`];
  if (!isJobWaiting) {
    isJobWaiting = true;
    enqueueMicrotask(job);
  }
  if (sites !== null) {
    for (let i = 0; i < sites.length; i++) lines[i + 1] = frameText(sites[i]);
  }
  return ArrayPrototypeJoin(lines, '\n');
}

module.exports = { sampleStack };
