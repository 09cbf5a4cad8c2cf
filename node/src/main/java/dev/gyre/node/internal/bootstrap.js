'use strict';

// Puts the runtime together: globals, phases, the start. Runs at build time, and its result is the snapshot; `start`
// is what Java calls in the process.

const { SymbolFor } = require('internal/primordials');
const core = require('internal/core');
require('internal/primordials');
const bridge = require('internal/bridge');
const { turnOff } = require('internal/v8internals/capabilities');
const { onPhase } = bridge;
const { TurnPhase } = require('internal/layout');

require('internal/globals').install();
require('process');
require('timers');
require('internal/process/fatal');
require('internal/gc');
require('internal/wasm');
const { onReject } = require('internal/process/promises');
const { processTicksAndRejections } = require('internal/process/task_queues');

onPhase(TurnPhase.MAIN, () => {
  process[SymbolFor('gyre.boot')]();
  delete process[SymbolFor('gyre.boot')];
  require('internal/main').run();
});

onPhase(TurnPhase.TICKS, processTicksAndRejections);

// What a usual start touches is in the snapshot, loaded and compiled.
for (let i = 0, list = ['util', 'console', 'buffer', 'path', 'fs', 'url', 'module', 'stream', 'internal/main']; i < list.length; i++) require(list[i]);

// The core's WebAssembly is assembled before a program can have a hand in it.
require('internal/net/socket_memory_code');
require('internal/fs/records');

require('internal/v8internals/script_lines'); // with natives syntax, which can be compiled only now

require('internal/globals').installMore();

require('internal/originals').noteAll();

// What servers and many programs touch: a start takes little longer to read it, and loading it then takes many times that.
// Apart from the rest, because V8 can't read every heap back that it has written (ImageBuilder makes sure).
function loadMore() {
  const list = ['http', 'tty', 'os', 'async_hooks', 'querystring', 'diagnostics_channel'];
  for (let i = 0; i < list.length; i++) require(list[i]);
}

module.exports = { loadMore, start: bridge.start, onReject, leaveOut: core.leaveOut, maker: core.maker, turnOff };
