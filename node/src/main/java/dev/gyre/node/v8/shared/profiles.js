'use strict';

// CPU and heap profiles of this thread. V8's inspector makes one of each kind at a time: if another CPU profile is still
// wanted when one is stopped, the next one begins at once.

const { JSONStringify, MathFloor, MathMax, SymbolDispose } = require('internal/primordials');
const { codes: { ERR_HEAP_PROFILE_HAVE_BEEN_STARTED } } = require('internal/errors');
const { validateBoolean, validateInt32, validateInteger, validateNumber, validateObject } = require('internal/validators');

const MICROS_PER_MS = 1000;
const MAX_INTERVAL_MS = 0x7fffffff / MICROS_PER_MS;
const MAX_SAMPLES = 0xffffffff;

let cpuProfiles = 0;
let hasHeapProfile = false;

class SyncCPUProfileHandle {
  #isStopped = false;
  #intervalMicros;

  constructor(intervalMicros) { this.#intervalMicros = intervalMicros; }

  stop() {
    if (this.#isStopped) return undefined;
    this.#isStopped = true;
    const { startCpuProfile: start, stopCpuProfile: stop } = binding('v8');
    const profile = stop();
    if (--cpuProfiles > 0) start(this.#intervalMicros);
    return profile;
  }

  [SymbolDispose]() { this.stop(); }
}

class SyncHeapProfileHandle {
  #isStopped = false;

  stop() {
    if (this.#isStopped) return undefined;
    this.#isStopped = true;
    hasHeapProfile = false;
    return binding('v8').stopHeapProfile();
  }

  [SymbolDispose]() { this.stop(); }
}

// In microseconds, 0 for V8's own.
function intervalOf(options = { __proto__: null }) {
  validateObject(options, 'options');
  const { sampleInterval, maxBufferSize } = options;
  if (sampleInterval !== undefined) validateNumber(sampleInterval, 'options.sampleInterval', 0, MAX_INTERVAL_MS);
  if (maxBufferSize !== undefined) validateNumber(maxBufferSize, 'options.maxBufferSize', 1, MAX_SAMPLES);
  return sampleInterval > 0 ? MathMax(1, MathFloor(sampleInterval * MICROS_PER_MS)) : 0;
}

function startCpuProfile(options) {
  const intervalMicros = intervalOf(options);
  if (cpuProfiles++ === 0) binding('v8').startCpuProfile(intervalMicros);
  return new SyncCPUProfileHandle(intervalMicros);
}

// The inspector's parameters. It collects garbage before it answers in any case, so forceGC changes nothing.
function heapOptions(options = { __proto__: null }) {
  validateObject(options, 'options');
  const {
    sampleInterval = 512 * 1024, stackDepth = 16, forceGC = false,
    includeObjectsCollectedByMajorGC = false, includeObjectsCollectedByMinorGC = false,
  } = options;
  validateInteger(sampleInterval, 'options.sampleInterval', 1);
  validateInt32(stackDepth, 'options.stackDepth', 0);
  validateBoolean(forceGC, 'options.forceGC');
  validateBoolean(includeObjectsCollectedByMajorGC, 'options.includeObjectsCollectedByMajorGC');
  validateBoolean(includeObjectsCollectedByMinorGC, 'options.includeObjectsCollectedByMinorGC');
  return JSONStringify({
    __proto__: null, samplingInterval: sampleInterval, stackDepth, includeObjectsCollectedByMajorGC, includeObjectsCollectedByMinorGC,
  });
}

function startHeapProfile(options) {
  const wanted = heapOptions(options);
  if (hasHeapProfile) throw new ERR_HEAP_PROFILE_HAVE_BEEN_STARTED();
  binding('v8').startHeapProfile(wanted);
  hasHeapProfile = true;
  return new SyncHeapProfileHandle();
}

module.exports = { heapOptions, startCpuProfile, startHeapProfile };
