'use strict';

// A process that is started ahead (see internal/watch_mode/main) waits here, before anything of the program runs, until the
// one that it replaces has ended. It waits for a byte from a pipe; if the pipe ends instead, nobody needs the process.

const VARIABLE = 'GYRE_START_GATE';

function wait() {
  const fs = require('fs');
  const fd = process.env[VARIABLE] | 0;
  delete process.env[VARIABLE];
  let count = 0;
  try {
    count = fs.readSync(fd, require('buffer').Buffer.alloc(1));
    fs.closeSync(fd);
  } catch {
    // The pipe is gone.
  }
  if (count !== 1) binding('process').reallyExit(0);
}

module.exports = { VARIABLE, wait };
