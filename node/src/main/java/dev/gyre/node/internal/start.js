'use strict';

// What has to wait for the process: a snapshot can't hold everything (SharedArrayBuffer, WebAssembly and Temporal do
// not exist while it is made). A core file that needs such a thing from its beginning says atStart(() => ...).

const waiting = [];
let started = false;

module.exports = {
  atStart(run) {
    if (started) run();
    else waiting.push(run);
  },
  start() {
    started = true; // no code of the program's has run yet
    for (const run of waiting) run();
    waiting.length = 0;
  },
};
