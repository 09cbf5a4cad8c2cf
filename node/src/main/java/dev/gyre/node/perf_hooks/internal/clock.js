'use strict';

// The clock of the performance timeline: monotonic milliseconds since the runtime started, and the wall-clock time of that
// zero. The origin is read once.

const { DateNow } = require('internal/primordials');

let performanceBinding;
let originMs;

function now() {
  performanceBinding ??= binding('performance');
  return performanceBinding.now();
}

function timeOrigin() {
  return originMs ??= binding('performance').timeOrigin();
}

// now(), in whole milliseconds and from V8's own clock: a native call costs more than most uses of the result justify. Never
// ahead of now() except after a change of the system's clock, and never going back.
let lastCoarseMs = 0;

function coarseNow() {
  const ms = DateNow() - timeOrigin();
  if (ms > lastCoarseMs) lastCoarseMs = ms;
  return lastCoarseMs;
}

// [nodeStart, v8Start, environment, bootstrapComplete, loopStart, loopExit], -1 if not reached yet.
function milestones() {
  return binding('performance').milestones();
}

function loopIdleTime() {
  return binding('performance').loopIdleTime();
}

module.exports = { coarseNow, loopIdleTime, milestones, now, timeOrigin };
