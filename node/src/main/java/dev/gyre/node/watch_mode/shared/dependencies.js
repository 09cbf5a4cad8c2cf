'use strict';

// In a process that is watched (--watch): tells the watching process which files the program loads, and which it looked for in
// vain. The messages are Node's.

let isWatched;

function report(kind, names) {
  isWatched ??= process.env.WATCH_REPORT_DEPENDENCIES !== undefined;
  if (!isWatched) return;
  if (process.send !== undefined && process.connected) process.send({ [kind]: names });
}

/** @param files file names */
const required = (...files) => report('watch:require', files);

/** @param url of a file; others can't be watched */
function imported(url) {
  report('watch:import', [url]);
}

module.exports = { required, imported };
