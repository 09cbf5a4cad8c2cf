'use strict';

// The clock of the performance timeline: milliseconds since the process started, monotonic, and the
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

module.exports = { now, timeOrigin };
