'use strict';

// Assembles the runtime: globals, phases, start. It runs at build time, and its result is the snapshot. Java calls `start`
// in the process.

const { ArrayPrototypeFilter, ArrayPrototypeIncludes, ArrayPrototypeJoin, SymbolFor } = require('internal/primordials');
const core = require('internal/core');
require('internal/primordials');
const bridge = require('internal/bridge');
const { turnOff } = require('internal/v8internals/capabilities');
const { onPhase } = bridge;
const { Kind, TurnPhase } = require('internal/layout');
const callbacks = require('internal/callbacks');

require('internal/globals').install();
require('process');
require('timers');
require('internal/process/fatal');
require('internal/gc');
require('internal/wasm');
require('internal/atomic_waits');
require('internal/json_calls');
const { isUserCode } = require('internal/process/callback_limit');
const { onReject } = require('internal/process/promises');
const { sampleStack } = require('internal/stack_sample');
const { processTicksAndRejections } = require('internal/process/task_queues');

const kBoot = SymbolFor('gyre.boot');
let isBooted = false;

// What a runtime that waits for its worker can do before it knows which (SpareWorker.java). No code of a program runs.
function startAhead() {
  isBooted = true;
  process[kBoot].boot();
  require('internal/main').warmUp();
}

onPhase(TurnPhase.MAIN, () => {
  callbacks.begin(Kind.MAIN_SCRIPT, 0);
  if (isBooted) process[kBoot].bootAgain();
  else process[kBoot].boot();
  delete process[kBoot];
  if (isInspected) prepareForClients();
  require('internal/main').run();
});

onPhase(TurnPhase.TICKS, processTicksAndRejections);

let isInspected = false; // before the program has started

function prepareForClients() {
  require('internal/inspector/clients').prepareForClients();
  require('internal/trace_events/tracing').followClients();
}

onPhase(TurnPhase.INSPECTED, () => {
  if (process[kBoot] === undefined) prepareForClients();
  else isInspected = true;
});

// The modules that a usual start uses are in the snapshot, loaded and compiled. In that of workers there are only those that
// every worker uses: there may be many of them, and each has all of it in its heap.
load(core.isForWorkers ?
  ['worker_threads', 'internal/process/embedded', 'internal/worker_threads/worker_main', 'internal/main'] :
  ['util', 'internal/util/format', 'console', 'buffer', 'path', 'fs', 'url', 'module', 'stream', 'internal/main']);

// The core's WebAssembly is assembled before a program can replace the built-ins used for it.
require('internal/net/socket_memory_code');
require('internal/fs/records');

require('internal/v8internals/script_lines'); // with natives syntax, which can be compiled only now

require('internal/globals').installMore();

require('internal/originals').noteAll();

// The modules that servers and many programs use. Reading them with the snapshot takes a fraction of the time of loading
// them later. They are separate because V8 can't read back every heap that it has written; ImageBuilder leaves them out in
// that case.
function loadMore() {
  load(['http', 'tty', 'os', 'async_hooks', 'querystring', 'diagnostics_channel', 'worker_threads']);
}

function load(ids) {
  for (let i = 0; i < ids.length; i++) require(ids[i]);
}

// They assemble WebAssembly. Their results are kept, not they: half a megabyte of lists of bytes, and the functions for it.
const BUILD_ONLY = ['internal/buffer/wasm_asm', 'internal/buffer/wasm_bytes', 'internal/buffer/wasm_text_code',
  'internal/buffer/wasm_utf8', 'internal/fs/records_wasm', 'internal/v8internals/heap_strings_code'];

const leaveOut = () => core.leaveOut(BUILD_ONLY);

// For the build, which compiles the modules that are not in the snapshot. Some can be loaded only in a process that has
// started; of these it has what was compiled until they failed.
const missing = () => ArrayPrototypeJoin(ArrayPrototypeFilter(core.ids(), (id) => !core.isLoaded(id) && !ArrayPrototypeIncludes(BUILD_ONLY, id)), ' ');

function loadModule(id) {
  try {
    require(id);
  } catch {
    // it makes a native call
  }
}

module.exports = {
  loadMore, start: bridge.start, startAhead, isUserCode, onReject, sampleStack, leaveOut, maker: core.maker, turnOff, define: core.define, missing, loadModule,
};
