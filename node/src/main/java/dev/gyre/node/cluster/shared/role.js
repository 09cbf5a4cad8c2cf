'use strict';

// Whether this process is a worker of a cluster: net and dgram ask before they bind an address.

let cluster;

module.exports = {
  // The module `cluster` in a worker, undefined elsewhere. A program that is no worker does not load it.
  workerCluster: () => cluster,

  // Called at the start of the program.
  start() {
    if (!process.argv[1] || !process.env.NODE_UNIQUE_ID) return;
    cluster = require('cluster');
    cluster._setupWorker();
    delete process.env.NODE_UNIQUE_ID; // it is not inherited by the worker's own child processes
  },
};
