'use strict';

// Messages between the primary and a worker, both ways: { cmd: 'NODE_CLUSTER', act, seq, ... }. A reply has `ack`, the number
// (seq) of the message that it answers.

const { FunctionPrototypeCall, SafeMap } = require('internal/primordials');

// The other side may have died: its end is reported as such.
const QUIET = { __proto__: null, swallowErrors: true };

const waiting = new SafeMap(); // callbacks of messages that wait for a reply, by number
let sequence = 0;

// Returns the message's number, or -1 if the other side is not connected. onReply(reply, handle) is called at most once.
function send(target, message, handle, onReply) {
  if (!target.connected) return -1;
  const seq = sequence++;
  if (onReply !== undefined) waiting.set(seq, onReply);
  target.send({ cmd: 'NODE_CLUSTER', ...message, seq }, handle, QUIET);
  return seq;
}

// The reply will not come any more.
function forget(seq) {
  waiting.delete(seq);
}

// A listener for 'internalMessage' that calls onMessage(message, handle) for everything that is no reply.
function receiver(worker, onMessage) {
  return (message, handle) => {
    if (message.cmd !== 'NODE_CLUSTER') return;
    const onReply = message.ack === undefined ? undefined : waiting.get(message.ack);
    if (onReply === undefined) {
      FunctionPrototypeCall(onMessage, worker, message, handle);
    } else {
      waiting.delete(message.ack);
      onReply(message, handle);
    }
  };
}

module.exports = { forget, receiver, send };
