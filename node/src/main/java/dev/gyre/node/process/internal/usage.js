'use strict';

// Time, memory and CPU use of the process.

const {
  ArrayPrototypeMap, BigInt, MathFloor, NumberMAX_SAFE_INTEGER, ObjectAssign, ObjectFromEntries,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateArray, validateObject } = require('internal/validators');

const native = binding('process');

// Nanoseconds of the system's monotonic clock, which all processes of the machine share.
function hrtime(time) {
  const ns = native.hrtime();
  const elapsed = [MathFloor(ns / 1e9), ns % 1e9];
  if (time !== undefined) {
    validateArray(time, 'time');
    if (time.length !== 2) throw new ERR_OUT_OF_RANGE('time', 2, time.length);
    let seconds = elapsed[0] - time[0];
    let nanos = elapsed[1] - time[1];
    if (nanos < 0) {
      seconds--;
      nanos += 1e9;
    }
    return [seconds, nanos];
  }
  return elapsed;
}

hrtime.bigint = function bigint() {
  return BigInt(native.hrtime());
};

function memoryUsage() {
  const heap = require('internal/v8/heap').statistics();
  return {
    rss: native.rss(),
    heapTotal: heap.total_heap_size,
    heapUsed: heap.used_heap_size,
    external: heap.external_memory,
    arrayBuffers: heap.external_memory, // V8's external memory consists of little else here
  };
}
memoryUsage.rss = () => native.rss();

function previousValue(previous, name) {
  const value = previous[name];
  if (typeof value !== 'number') {
    validateObject(previous, 'prevValue');
    throw new ERR_INVALID_ARG_TYPE(`prevValue.${name}`, 'number', value);
  }
  if (!(value >= 0 && value <= NumberMAX_SAFE_INTEGER)) {
    throw new ERR_INVALID_ARG_VALUE.RangeError(`prevValue.${name}`, value);
  }
  return value;
}

function cpuOf(read) {
  return (previous) => {
    let before;
    if (previous) {
      validateObject(previous, 'prevValue');
      before = [previousValue(previous, 'user'), previousValue(previous, 'system')];
    }
    const { 0: user, 1: system } = read();
    return before === undefined ? { user, system } : { user: user - before[0], system: system - before[1] };
  };
}

const RESOURCE_FIELDS = [
  'userCPUTime', 'systemCPUTime', 'maxRSS', 'sharedMemorySize', 'unsharedDataSize', 'unsharedStackSize',
  'minorPageFault', 'majorPageFault', 'swappedOut', 'fsRead', 'fsWrite', 'ipcSent', 'ipcReceived', 'signalsCount',
  'voluntaryContextSwitches', 'involuntaryContextSwitches',
];

function resourceUsage() {
  const values = native.resourceUsage();
  return ObjectFromEntries(ArrayPrototypeMap(RESOURCE_FIELDS, (name, i) => [name, values[i]]));
}

function install(process) {
  const cpuUsage = cpuOf(() => native.cpuUsage());
  const threadCpuUsage = cpuOf(() => native.threadCpuUsage());
  ObjectAssign(process, {
    hrtime,
    memoryUsage,
    cpuUsage: { cpuUsage(prevValue) { return cpuUsage(prevValue); } }.cpuUsage,
    threadCpuUsage: { threadCpuUsage(prevValue) { return threadCpuUsage(prevValue); } }.threadCpuUsage,
    resourceUsage,
    uptime: { uptime: () => native.uptime() }.uptime,
    constrainedMemory: { constrainedMemory: () => native.constrainedMemory() }.constrainedMemory,
    availableMemory: { availableMemory: () => native.availableMemory() }.availableMemory,
  });
}

module.exports = { install };
