'use strict';

// Initialization that has to wait for the process: a snapshot can't contain everything (SharedArrayBuffer, WebAssembly and
// Temporal do not exist while it is made). A core file that needs such an object early calls atStart(() => ...).

const { ArrayPrototypePush } = require('internal/primordials');

const waiting = [];
const waitingToTheEnd = [];
let started = false;

module.exports = {
  atStart(run) {
    if (started) run();
    else ArrayPrototypePush(waiting, run);
  },
  // Runs after everything that atStart registered.
  afterStart(run) {
    ArrayPrototypePush(waitingToTheEnd, run);
  },
  start() {
    started = true; // no code of the program has run yet
    for (let i = 0; i < waiting.length; i++) waiting[i]();
    for (let j = 0; j < waitingToTheEnd.length; j++) waitingToTheEnd[j]();
    waiting.length = waitingToTheEnd.length = 0;
  },
};
