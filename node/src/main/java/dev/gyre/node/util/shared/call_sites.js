'use strict';

// Structured stack frames. V8 passes them to `Error.prepareStackTrace`; a function that the user has set there is replaced
// during the capture.

const {
  ArrayIsArray, ArrayPrototypeFind, ArrayPrototypeMap, ArrayPrototypeSlice, Error, ErrorCaptureStackTrace,
  RegExpPrototypeExec,
} = require('internal/primordials');
const { ErrorPrepareStackTrace, overrideStackTrace, isErrorStackTraceLimitWritable } = require('internal/errors');

function framesOf(holder) {
  const keep = (error, frames) => frames;
  const { prepareStackTrace } = Error;
  if (prepareStackTrace === ErrorPrepareStackTrace) {
    overrideStackTrace.set(holder, keep);
    return holder.stack;
  }
  Error.prepareStackTrace = keep;
  try {
    return holder.stack;
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}

/** The callers of the function `below`, nearest first, at most `count` of them. */
function callSites(count, below) {
  const holder = {};
  const limit = Error.stackTraceLimit;
  const writable = isErrorStackTraceLimitWritable();
  if (writable) Error.stackTraceLimit = count;
  ErrorCaptureStackTrace(holder, below);
  if (writable) Error.stackTraceLimit = limit;
  const frames = framesOf(holder);
  return ArrayIsArray(frames) ? ArrayPrototypeSlice(frames, 0, count) : [];
}

const noFile = /^(?!file:)[\w-]{2,}:/; // node:, and what bundlers call the parts that they evaluate

// Code run by vm has its name as source URL only.
function fileOf(site) {
  const name = site.getFileName() ?? site.getScriptNameOrSourceURL();
  return typeof name === 'string' && RegExpPrototypeExec(noFile, name) === null ? name : undefined;
}

const MAX_FRAMES = 10;

/** Whether the nearest file above the function `below` belongs to a package, which the user can't change. */
function isInsideNodeModules(below) {
  const { isUnderNodeModules } = require('internal/util');
  return isUnderNodeModules(ArrayPrototypeFind(ArrayPrototypeMap(callSites(MAX_FRAMES, below), fileOf), (file) => file !== undefined));
}

module.exports = { callSites, isInsideNodeModules };
