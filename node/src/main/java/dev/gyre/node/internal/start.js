'use strict';

// What has to wait for the process: a snapshot can't hold everything (SharedArrayBuffer, WebAssembly and Temporal do
// not exist while it is made). A core file that needs such a thing from its beginning says atStart(() => ...).

const { ArrayPrototypePush } = require('internal/primordials');

const waiting = [];
const waitingToTheEnd = [];
let started = false;

module.exports = {
  atStart(run) {
    if (started) run();
    else ArrayPrototypePush(waiting, run);
  },
  // Behind everything that atStart runs.
  afterStart(run) {
    ArrayPrototypePush(waitingToTheEnd, run);
  },
  start() {
    started = true; // no code of the program's has run yet
    for (let i = 0; i < waiting.length; i++) waiting[i]();
    for (let j = 0; j < waitingToTheEnd.length; j++) waitingToTheEnd[j]();
    waiting.length = waitingToTheEnd.length = 0;
  },
};
