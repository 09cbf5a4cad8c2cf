'use strict';

// The clock of the performance timeline: milliseconds since the runtime started, monotonic, and the
// wall-clock time at which that zero lies. The origin is asked once.

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

// now(), to the millisecond and from V8's own clock: a native call costs more than most uses of the
// result are worth. Never ahead of now() but for a change of the system's clock, and never going back.
let lastCoarseMs = 0;

function coarseNow() {
  const ms = DateNow() - timeOrigin();
  if (ms > lastCoarseMs) lastCoarseMs = ms;
  return lastCoarseMs;
}

// [nodeStart, v8Start, environment, bootstrapComplete, loopStart, loopExit], -1 for what is to come.
function milestones() {
  return binding('performance').milestones();
}

function loopIdleTime() {
  return binding('performance').loopIdleTime();
}

module.exports = { coarseNow, loopIdleTime, milestones, now, timeOrigin };
