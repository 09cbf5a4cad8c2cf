'use strict';

// Puts the runtime together: globals, phases, the start. Runs at build time, and its result is the snapshot; `start`
// is what Java calls in the process.

const { SymbolFor } = require('internal/primordials');
const core = require('internal/core');
require('internal/primordials');
const bridge = require('internal/bridge');
const { onPhase, PHASES } = bridge;

require('internal/globals').install();
require('process');
require('timers');
require('internal/process/fatal');
require('internal/gc');
require('internal/wasm');
const { onReject } = require('internal/process/promises');
const { processTicksAndRejections } = require('internal/process/task_queues');

onPhase(PHASES.MAIN, () => {
  process[SymbolFor('gyre.boot')]();
  delete process[SymbolFor('gyre.boot')];
  require('internal/main').run();
});

onPhase(PHASES.TICKS, processTicksAndRejections);

// What a usual start touches is in the snapshot, loaded and compiled.
for (let i = 0, list = ['util', 'console', 'buffer', 'path', 'fs', 'url', 'module', 'stream', 'internal/main']; i < list.length; i++) require(list[i]);

// The core's WebAssembly is assembled before a program can have a hand in it.
require('internal/net/socket_memory_code');
require('internal/fs/records');

// Files with natives syntax can be compiled only now.
require('internal/util/script_lines');

require('internal/globals').installMore();

require('internal/originals').noteAll();

module.exports = { start: bridge.start, onReject, leaveOut: core.leaveOut, maker: core.maker };
