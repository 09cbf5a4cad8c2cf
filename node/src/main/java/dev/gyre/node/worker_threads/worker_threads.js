'use strict';

// The module as programs see it. internal/worker_threads/worker_main sets what is different in a worker.

const { isMarkedAsUntransferable, markAsUncloneable, markAsUntransferable } = require('internal/structured_clone');
const { BroadcastChannel } = require('internal/worker_threads/broadcast_channel');
const { MessageChannel, MessagePort, moveMessagePortToContext, receiveMessageOnPort } = require('internal/worker_threads/message_port');
const { locks } = require('internal/worker_threads/locks');
const { SHARE_ENV, Worker } = require('internal/worker_threads/worker');
const { getEnvironmentData, setEnvironmentData } = require('internal/worker_threads/environment_data');
const { postMessageToThread } = require('internal/worker_threads/thread_messages');
const thread = require('internal/worker_threads/thread');

module.exports = {
  isInternalThread: false,
  isMainThread: thread.isMainThread,
  MessagePort,
  MessageChannel,
  markAsUncloneable,
  markAsUntransferable,
  isMarkedAsUntransferable,
  moveMessagePortToContext,
  receiveMessageOnPort,
  resourceLimits: thread.resourceLimits,
  postMessageToThread,
  threadId: thread.threadId,
  threadName: thread.threadName,
  SHARE_ENV,
  Worker,
  parentPort: null,
  workerData: null,
  BroadcastChannel,
  setEnvironmentData,
  getEnvironmentData,
  locks,
};
