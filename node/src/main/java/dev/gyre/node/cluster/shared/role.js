'use strict';

// Whether this process or thread is a worker of a cluster: net and dgram ask before they bind an address.

let cluster;

function startWorker() {
  cluster = require('cluster');
  cluster._setupWorker();
  delete process.env.NODE_UNIQUE_ID; // it is not inherited by the worker's own child processes
}

module.exports = {
  // The module `cluster` in a worker, undefined elsewhere. A program that is no worker does not load it.
  workerCluster: () => cluster,

  // Called at the start of the program, if there is a NODE_UNIQUE_ID.
  start() {
    if (process.argv[1]) startWorker();
  },

  // Called at the start of a thread that is a worker.
  startThread() {
    startWorker();
    require('internal/cluster/thread_signals').start();
  },
};
