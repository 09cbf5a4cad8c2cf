'use strict';

// The main thread's view. Ports work within the thread; starting a Worker is not implemented and throws.

const { SafeMap, SymbolFor } = require('internal/primordials');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { isMarkedAsUntransferable, markAsUncloneable, markAsUntransferable } = require('internal/structured_clone');
const { BroadcastChannel } = require('internal/worker_threads/broadcast_channel');
const { MessageChannel, MessagePort, receiveMessageOnPort } = require('internal/worker_threads/message_port');

const missing = (name) => { throw new ERR_METHOD_NOT_IMPLEMENTED(name); };

class Worker {
  constructor() { missing('worker_threads.Worker'); }
}

const environmentData = new SafeMap();

module.exports = {
  BroadcastChannel,
  MessageChannel,
  MessagePort,
  SHARE_ENV: SymbolFor('nodejs.worker_threads.SHARE_ENV'),
  Worker,
  getEnvironmentData: (key) => environmentData.get(key),
  isInternalThread: false,
  isMainThread: true,
  isMarkedAsUntransferable,
  locks: { query: async () => missing('locks.query'), request: async () => missing('locks.request') },
  markAsUncloneable,
  markAsUntransferable,
  moveMessagePortToContext: () => missing('worker_threads.moveMessagePortToContext'),
  parentPort: null,
  postMessageToThread: () => missing('worker_threads.postMessageToThread'),
  receiveMessageOnPort,
  resourceLimits: {},
  setEnvironmentData(key, value) {
    if (value === undefined) environmentData.delete(key);
    else environmentData.set(key, value);
  },
  threadId: 0,
  threadName: '',
  workerData: null,
};
