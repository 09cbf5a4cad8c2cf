'use strict';

// The primary's view of a cluster without workers: starting one is still to come and throws.

const { ObjectAssign } = require('internal/primordials');
const EventEmitter = require('events');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

const SCHED_NONE = 1;
const SCHED_RR = 2;

class Worker extends EventEmitter {
  constructor() {
    super();
    throw new ERR_METHOD_NOT_IMPLEMENTED('cluster.Worker');
  }
}

const missing = (name) => { throw new ERR_METHOD_NOT_IMPLEMENTED(name); };

module.exports = ObjectAssign(new EventEmitter(), {
  SCHED_NONE,
  SCHED_RR,
  Worker,
  disconnect: () => missing('cluster.disconnect'),
  fork: () => missing('cluster.fork'),
  isMaster: true,
  isPrimary: true,
  isWorker: false,
  schedulingPolicy: SCHED_RR,
  settings: {},
  setupMaster: () => missing('cluster.setupMaster'),
  setupPrimary: () => missing('cluster.setupPrimary'),
  workers: {},
});
