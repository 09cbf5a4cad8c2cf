'use strict';

// console.time and related methods: durations by label.

const {
  MathFloor, Number, NumberPrototypeToFixed, StringPrototypePadStart, StringPrototypeSplit,
} = require('internal/primordials');

const { GROUPS, emit, isOn } = require('internal/trace_events/tracing');

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const twoDigits = (number) => StringPrototypePadStart(`${number}`, 2, '0');

// 3.5ms, 1.234s, 1:05.000 (m:ss.mmm), 2:01:05.000 (h:mm:ss.mmm)
function formatTime(ms) {
  if (ms < second) return `${Number(NumberPrototypeToFixed(ms, 3))}ms`;
  if (ms < minute) return `${NumberPrototypeToFixed(ms / second, 3)}s`;
  const hours = MathFloor(ms / hour);
  const minutes = MathFloor((ms % hour) / minute);
  const { 0: seconds, 1: fraction } = StringPrototypeSplit(NumberPrototypeToFixed((ms % minute) / second, 3), '.');
  const rest = `${twoDigits(seconds)}.${fraction}`;
  return hours === 0 ? `${minutes}:${rest} (m:ss.mmm)` : `${hours}:${twoDigits(minutes)}:${rest} (h:mm:ss.mmm)`;
}

// The phase of trace events: a label ends, or is read meanwhile.
const PHASES = { '__proto__': null, 'console.timeEnd()': 'e', 'console.timeLog()': 'n' };

// Each gets the labels' start times and the name of the method for warnings.

function start(times, label, method) {
  if (times.has(label)) process.emitWarning(`Label '${label}' already exists for ${method}`);
  else times.set(label, process.hrtime());
  if (isOn.console) emit('b', GROUPS.console, `time::${label}`, 0);
}

// Returns undefined, after a warning, if nothing was started under this label.
function read(times, label, method) {
  const started = times.get(label);
  if (started === undefined) {
    process.emitWarning(`No such label '${label}' for ${method}`);
    return undefined;
  }
  const { 0: seconds, 1: nanoseconds } = process.hrtime(started);
  if (isOn.console) emit(PHASES[method], GROUPS.console, `time::${label}`, 0);
  return formatTime(seconds * 1000 + nanoseconds / 1e6);
}

module.exports = { formatTime, read, start };
