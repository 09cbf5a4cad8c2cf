'use strict';

// What a parent asks a running worker: figures of its heap and its thread, heap snapshots, profiles.

const {
  ArrayPrototypePush, Error, NumberMAX_SAFE_INTEGER, Promise, SafeWeakMap, SafeWeakSet, SymbolAsyncDispose,
} = require('internal/primordials');
const { closeChannel, openChannel } = require('internal/bridge');
const { codes: { ERR_HEAP_PROFILE_HAVE_BEEN_STARTED, ERR_WORKER_NOT_RUNNING } } = require('internal/errors');
const { validateNumber, validateObject } = require('internal/validators');

const MAX_INTERVAL_MS = 0x7fffffff / 1000;
const MAX_SAMPLES = 0xffffffff;

// `onPart` gets the parts of a long answer.
function answerOf(handle, question, onPart) {
  return new Promise((resolve, reject) => {
    if (handle === null) {
      reject(new ERR_WORKER_NOT_RUNNING());
      return;
    }
    const channel = openChannel((message) => {
      if (typeof message === 'string') {
        onPart(message);
        return;
      }
      closeChannel(channel);
      const { 0: isAnswered, 1: value } = message;
      if (isAnswered) resolve(value);
      else reject(value === undefined || value === null ? new ERR_WORKER_NOT_RUNNING() : new Error(value));
    });
    if (!handle.ask(question, channel)) {
      closeChannel(channel);
      reject(new ERR_WORKER_NOT_RUNNING());
    }
  });
}

async function heapStatistics(handle) {
  return require('internal/v8/heap').statisticsOf(await answerOf(handle, 'heapStatistics'));
}

function checkUsage(previous) {
  if (!previous) return;
  validateObject(previous, 'prev');
  validateNumber(previous.user, 'prev.user', 0, NumberMAX_SAFE_INTEGER);
  validateNumber(previous.system, 'prev.system', 0, NumberMAX_SAFE_INTEGER);
}

async function cpuUsage(handle, previous) {
  const { 0: user, 1: system } = await answerOf(handle, 'cpuUsage');
  return previous ? { user: user - previous.user, system: system - previous.system } : { user, system };
}

async function heapSnapshot(handle) {
  const parts = [];
  await answerOf(handle, 'heapSnapshot', (part) => { ArrayPrototypePush(parts, part); });
  const { HeapSnapshotStream } = require('internal/v8/heap_snapshot');
  return new HeapSnapshotStream(parts);
}

// The number of profiles of a worker that were started and not stopped. V8 makes one at a time: if another one is still
// wanted when it is stopped, the next one begins at once.
const profiles = new SafeWeakMap();

const countOf = (handle) => profiles.get(handle) ?? 0;

class CPUProfileHandle {
  #handleOf;
  #profile = null;

  // handleOf: the handle of the worker at the time of the call, null after its end
  constructor(handleOf) { this.#handleOf = handleOf; }

  stop() { return this.#profile ??= this.#stop(this.#handleOf()); }

  async #stop(handle) {
    const answer = answerOf(handle, 'stopCpuProfile');
    if (handle !== null) {
      profiles.set(handle, countOf(handle) - 1);
      if (countOf(handle) > 0) await answerOf(handle, 'startCpuProfile');
    }
    return answer;
  }

  async [SymbolAsyncDispose]() { await this.stop(); }
}

function checkProfileOptions(options = { __proto__: null }) {
  validateObject(options, 'options');
  const { sampleInterval, maxBufferSize } = options;
  if (sampleInterval !== undefined) validateNumber(sampleInterval, 'options.sampleInterval', 0, MAX_INTERVAL_MS);
  if (maxBufferSize !== undefined) validateNumber(maxBufferSize, 'options.maxBufferSize', 1, MAX_SAMPLES);
}

async function startCpuProfile(handleOf) {
  const handle = handleOf();
  if (handle !== null) profiles.set(handle, countOf(handle) + 1);
  if (handle === null || countOf(handle) === 1) await answerOf(handle, 'startCpuProfile');
  return new CPUProfileHandle(handleOf);
}

const heapProfiled = new SafeWeakSet(); // handles of workers

class HeapProfileHandle {
  #handleOf;
  #profile = null;

  constructor(handleOf) { this.#handleOf = handleOf; }

  stop() {
    if (this.#profile === null) {
      const handle = this.#handleOf();
      this.#profile = answerOf(handle, 'stopHeapProfile');
      if (handle !== null) heapProfiled.delete(handle);
    }
    return this.#profile;
  }

  async [SymbolAsyncDispose]() { await this.stop(); }
}

// `options` is the JSON of internal/v8/profiles.
async function startHeapProfile(handleOf, options) {
  const handle = handleOf();
  if (handle !== null) {
    if (heapProfiled.has(handle)) throw new ERR_HEAP_PROFILE_HAVE_BEEN_STARTED();
    heapProfiled.add(handle);
  }
  await answerOf(handle, `startHeapProfile ${options}`);
  return new HeapProfileHandle(handleOf);
}

module.exports = {
  checkProfileOptions, checkUsage, cpuUsage, heapSnapshot, heapStatistics, startCpuProfile,
  startHeapProfile,
};
