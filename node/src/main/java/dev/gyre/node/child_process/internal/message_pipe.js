'use strict';

// Messages between two processes over a pair of connected Unix sockets, in order. A message may carry a descriptor.

const { ArrayPrototypePush } = require('internal/primordials');
const { Buffer } = require('buffer');
const { StreamHandle } = require('internal/net/stream_handle');
const { codecOf } = require('internal/child_process/serialization');
const context = require('internal/async_context');

class MessagePipe {
  #handle;
  #codec;
  #isOver = false;
  #unsent = []; // { done, frame } of the messages that the kernel has not accepted yet
  queuedBytes = 0;

  // onMessage(message), onEnd()
  constructor(fd, serialization, onMessage, onEnd) {
    this.#codec = codecOf(serialization);
    const end = () => {
      if (this.#isOver) return;
      this.#isOver = true;
      onEnd();
    };
    const handle = StreamHandle.adopt('PIPE', fd);
    handle.passDescriptors();
    handle.owner = this;
    handle.readsLines = this.#codec.decodeText !== undefined;
    handle.listener = {
      __proto__: null,
      data: (_pipe, bytes) => this.#codec.decode(bytes, onMessage),
      lines: (_pipe, text) => this.#codec.decodeText(text, onMessage),
      end,
      readError: end, // for example a reset
      flushed: () => this.#sent(),
      writeError() {},
      closed: () => this.#sent(),
    };
    this.#handle = handle;
    handle.readStart();
  }

  get fd() { return this.#handle.fd; }

  // A message that was cut off by the end is dropped.
  get isInMessage() { return !this.#isOver && this.#codec.isInMessage; }

  // Returns 0 if the kernel has the message, 1 if it waits and `done` will be called, or a negative errno.
  write(message, descriptor, done) {
    const data = this.#codec.encode(message);
    const isText = typeof data === 'string';
    const status = isText && descriptor === undefined ? this.#handle.writeTextAtOnce(data) :
      this.#handle.writeAtOnce(isText ? Buffer.from(data) : data, descriptor);
    if (status === 1) {
      this.queuedBytes += isText ? Buffer.byteLength(data) : data.length;
      ArrayPrototypePush(this.#unsent, { __proto__: null, done, frame: context.get() });
    }
    return status;
  }

  // `done` runs in the async context in which its message was sent.
  #sent() {
    const all = this.#unsent;
    this.#unsent = [];
    this.queuedBytes = 0;
    const outer = context.get();
    for (let i = 0; i < all.length; i++) {
      context.set(all[i].frame);
      all[i].done();
    }
    context.set(outer);
  }

  // The descriptor that came with the last received message, or -1; the caller owns it.
  takeDescriptor() { return this.#handle.takeDescriptor(); }

  readStart() { this.#handle.readStart(); }

  readStop() { this.#handle.readStop(); }

  close() {
    this.#isOver = true;
    this.#handle.close();
  }

  ref() { this.#handle.ref(); }

  unref() { this.#handle.unref(); }
}

module.exports = { MessagePipe };
