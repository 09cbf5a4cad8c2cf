'use strict';

// A transferred stream: the old one is piped into a pair of ports and so stays locked; the new one, which may be in another
// thread, is fed from the other end. Messages are { type, value }: "pull" goes towards the source, "chunk" and "close" away
// from it, "error" both ways.

const { PromiseReject } = require('internal/primordials');
const { DOMException } = require('internal/dom_exception');
const { Deferred, nothing, then } = require('internal/webstreams/util');

const cloneError = (message) => new DOMException(message, 'DataCloneError');

// The channel itself must not keep the process running. The stream that was received does, once it is used, as in Node.
function listen(port, onMessage, onFailure) {
  port.onmessage = ({ data }) => onMessage(data.type, data.value);
  port.onmessageerror = () => {
    const error = cloneError('Internal transferred value could not be deserialized');
    post(port, 'error', error);
    onFailure(error);
    port.close();
  };
  port.unref();
}

function post(port, type, value) {
  port.postMessage({ type, value });
}

// A value that can't be cloned is an error on the other side too.
function postOrFail(port, type, value) {
  try {
    post(port, type, value);
    return undefined;
  } catch (error) {
    post(port, 'error', error);
    port.close();
    return PromiseReject(error);
  }
}

// `isReceived`: whether it is the end in which a transferred stream goes on.
function readableFromPort(port, isReceived) {
  const { createReadable, publicReadable } = require('internal/webstreams/readable');
  const core = createReadable(undefined, {
    pull() {
      if (isReceived) port.ref();
      post(port, 'pull');
    },
    cancel(reason) {
      const failed = postOrFail(port, 'error', reason);
      port.close();
      return failed;
    },
  }, 0);
  const { controller } = core;
  listen(port, (type, value) => {
    if (type === 'chunk') {
      controller.enqueue(value);
      return;
    }
    if (type === 'close') controller.close();
    else if (type === 'error') controller.error(value);
    port.close();
  }, (error) => controller.error(error));
  return publicReadable(core);
}

function writableToPort(port, isReceived) {
  const { createWritable } = require('internal/webstreams/writable');
  let wanted = new Deferred();
  const want = () => wanted.resolve();
  const core = createWritable(undefined, {
    write(chunk) {
      if (isReceived) port.ref();
      return then(wanted.promise, () => {
        wanted = new Deferred();
        return postOrFail(port, 'chunk', chunk);
      });
    },
    close() {
      post(port, 'close');
      port.close();
    },
    abort(reason) {
      const failed = postOrFail(port, 'error', reason);
      port.close();
      return failed;
    },
  });
  const fail = (error) => {
    core.controller.errorIfNeeded(error);
    want();
  };
  listen(port, (type, value) => {
    if (type === 'pull') want();
    else if (type === 'error') fail(value);
  }, fail);
  return core;
}

function channel() {
  const { MessageChannel } = require('internal/worker_threads/message_port');
  return new MessageChannel();
}

// Pipes the stream into a channel; returns the port at which it continues.
function sendReadable(core) {
  if (core.isLocked) throw cloneError('Cannot transfer a locked ReadableStream');
  const { port1, port2 } = channel();
  const { pipe } = require('internal/webstreams/pipe');
  then(pipe(core, writableToPort(port1, false), {}), undefined, nothing);
  return port2;
}

function sendWritable(core) {
  if (core.isLocked) throw cloneError('Cannot transfer a locked WritableStream');
  const { port1, port2 } = channel();
  const { pipe } = require('internal/webstreams/pipe');
  const { coreOfReadable } = require('internal/webstreams/readable');
  then(pipe(coreOfReadable(readableFromPort(port1, false)), core, {}), undefined, nothing);
  return port2;
}

function writableFromPort(port) {
  return require('internal/webstreams/writable').publicWritable(writableToPort(port, true));
}

const moveReadable = (core) => readableFromPort(sendReadable(core), true);
const moveWritable = (core) => writableFromPort(sendWritable(core));

function checkTransform({ readable, writable }) {
  if (readable.isLocked) throw cloneError('Cannot transfer a locked ReadableStream');
  if (writable.isLocked) throw cloneError('Cannot transfer a locked WritableStream');
}

function moveTransform(core) {
  checkTransform(core);
  return transformOfPublic(moveReadable(core.readable), moveWritable(core.writable));
}

function transformOfPublic(readable, writable) {
  const { coreOfReadable } = require('internal/webstreams/readable');
  const { coreOfWritable } = require('internal/webstreams/writable');
  const { transformOf } = require('internal/webstreams/transform');
  return transformOf(coreOfReadable(readable), coreOfWritable(writable));
}

// In messages a stream is a port, a transform stream two of them.
const sentReadable = (core, message) => ({ deserializeInfo: 'ReadableStream', data: message.transferring(sendReadable(core)) });
const sentWritable = (core, message) => ({ deserializeInfo: 'WritableStream', data: message.transferring(sendWritable(core)) });

function sentTransform(core, message) {
  checkTransform(core);
  const data = [message.transferring(sendReadable(core.readable)), message.transferring(sendWritable(core.writable))];
  return { deserializeInfo: 'TransformStream', data };
}

module.exports = {
  moveReadable, moveTransform, moveWritable, readableFromPort, sentReadable, sentTransform, sentWritable, transformOfPublic,
  writableFromPort,
};
