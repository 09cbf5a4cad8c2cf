'use strict';

// postMessageToThread. Every worker has a port to the main thread, which passes messages on to the thread that they are for.
// The receiver answers through a port that came with the message.

const { Promise, SafeMap, joinLists } = require('internal/primordials');
const { MessageChannel } = require('internal/worker_threads/message_port');
const {
  codes: {
    ERR_WORKER_MESSAGING_ERRORED, ERR_WORKER_MESSAGING_FAILED, ERR_WORKER_MESSAGING_SAME_THREAD,
    ERR_WORKER_MESSAGING_TIMEOUT,
  },
} = require('internal/errors');
const { validateNumber } = require('internal/validators');
const { clearTimeout, setTimeout } = require('timers');
const thread = require('internal/worker_threads/thread');

const DELIVERED = 0;
const NO_LISTENER = 1;
const LISTENER_THREW = 2;

const portsOfThreads = new SafeMap(); // the main thread's; empty in workers
let portToMain; // a worker's

function onRequest(request) {
  switch (request.type) {
    case 'register':
      portsOfThreads.set(request.threadId, request.port);
      request.port.on('message', onRequest);
      request.port.unref();
      break;
    case 'unregister':
      portsOfThreads.get(request.threadId)?.close();
      portsOfThreads.delete(request.threadId);
      break;
    default:
      passOn(request);
  }
}

function passOn(request) {
  const { source, destination, value, transferList, reply } = request;
  if (destination === 0) {
    receive(request);
    return;
  }
  const port = portsOfThreads.get(destination);
  if (port === undefined) answer(reply, NO_LISTENER);
  else port.postMessage({ source, value, reply }, joinLists([reply], transferList));
}

function receive({ source, value, reply }) {
  let result = NO_LISTENER;
  try {
    if (process.emit('workerMessage', value, source)) result = DELIVERED;
  } catch {
    result = LISTENER_THREW;
  }
  answer(reply, result);
}

function answer(reply, result) {
  reply.postMessage(result);
  reply.close();
}

// The worker's end of its port to the main thread. It goes with the worker's script.
function registerThread(threadId) {
  const { port1, port2 } = new MessageChannel();
  const request = { type: 'register', threadId, port: port1 };
  if (thread.isMainThread) onRequest(request);
  else portToMain.postMessage(request, [port1]);
  return port2;
}

function unregisterThread(threadId) {
  const request = { type: 'unregister', threadId };
  if (thread.isMainThread) onRequest(request);
  else portToMain.postMessage(request);
}

function listenToMain(port) {
  portToMain = port;
  port.on('message', receive);
  port.unref();
}

// The receiver's answer; undefined after the timeout.
function answerOf(port, timeoutMs) {
  return new Promise((resolve) => {
    let timer;
    const settle = (result) => {
      if (timer !== undefined) clearTimeout(timer);
      port.close();
      resolve(result);
    };
    port.on('message', settle);
    port.on('close', () => settle(NO_LISTENER)); // the receiver has ended before it answered
    if (timeoutMs !== undefined) timer = setTimeout(() => settle(undefined), timeoutMs);
  });
}

async function postMessageToThread(threadId, value, transferList, timeout) {
  if (typeof transferList === 'number' && timeout === undefined) {
    timeout = transferList;
    transferList = [];
  }
  if (timeout !== undefined) validateNumber(timeout, 'timeout', 0);
  if (threadId === thread.threadId) throw new ERR_WORKER_MESSAGING_SAME_THREAD();
  const { port1, port2 } = new MessageChannel();
  const list = transferList ?? [];
  const request = { type: 'send', source: thread.threadId, destination: threadId, value, transferList: list, reply: port2 };
  const answered = answerOf(port1, timeout);
  try {
    if (thread.isMainThread) onRequest(request);
    else portToMain.postMessage(request, joinLists([port2], list));
  } catch (error) {
    port1.close();
    throw error;
  }
  const result = await answered;
  if (result === undefined) throw new ERR_WORKER_MESSAGING_TIMEOUT();
  if (result === NO_LISTENER) throw new ERR_WORKER_MESSAGING_FAILED();
  if (result === LISTENER_THREW) throw new ERR_WORKER_MESSAGING_ERRORED();
}

module.exports = { listenToMain, postMessageToThread, registerThread, unregisterThread };
