'use strict';

// In a process that is watched (--watch): tells the watching process which files the program loads, and which it looked for in
// vain. The messages are Node's. A worker tells its parent thread, which passes it on.

let isWatched;
let sendToParent; // in a worker

function report(kind, names) {
  isWatched ??= process.env.WATCH_REPORT_DEPENDENCIES !== undefined;
  if (!isWatched) return;
  if (sendToParent !== undefined) sendToParent(kind, names);
  else if (process.send !== undefined && process.connected) process.send({ [kind]: names });
}

function reportBy(send) {
  sendToParent = send;
}

/** @param files file names */
const required = (...files) => report('watch:require', files);

/** @param url of a file; others can't be watched */
function imported(url) {
  report('watch:import', [url]);
}

module.exports = { imported, report, reportBy, required };
