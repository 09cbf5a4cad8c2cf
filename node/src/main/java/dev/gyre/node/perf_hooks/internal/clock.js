'use strict';

// The clock of the performance timeline: milliseconds since the runtime started, monotonic, and the
// wall-clock time at which that zero lies. The origin is asked once.

let performanceBinding;
let originMs;

function now() {
  performanceBinding ??= binding('performance');
  return performanceBinding.now();
}

function timeOrigin() {
  return originMs ??= binding('performance').timeOrigin();
}

// [nodeStart, v8Start, environment, bootstrapComplete, loopStart, loopExit], -1 for what is to come.
function milestones() {
  return binding('performance').milestones();
}

function loopIdleTime() {
  return binding('performance').loopIdleTime();
}

module.exports = { loopIdleTime, milestones, now, timeOrigin };
