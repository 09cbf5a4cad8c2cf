'use strict';

// How the primary of a cluster starts a worker as a thread: `new Worker(file, { [kChannel]: { fd, serialization } })`. The
// thread gets the descriptor for process.send(), and is a worker of the cluster before its script runs.

const { Symbol } = require('internal/primordials');

const native = binding('worker');

// In the new thread.
function open(serialization) {
  require('internal/child_process/channel').setupInChild(native.takeChannel(), serialization);
  require('internal/cluster/role').startThread();
}

module.exports = {
  kChannel: Symbol('kChannel'),
  give: (threadId, fd) => native.giveChannel(threadId, fd),
  open,
};
