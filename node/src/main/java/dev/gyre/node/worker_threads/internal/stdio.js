'use strict';

// The standard streams of a worker. Both ends are streams of JavaScript: what one end writes goes as a message to the other,
// through the port between parent and worker. The reader asks for more when it has room, and only then the writer's next
// chunks follow: that is the backpressure.

const { ArrayPrototypePush, FunctionPrototypeCall, Symbol } = require('internal/primordials');
const { Readable, Writable } = require('stream');

const MessageType = { __proto__: null, LOAD_SCRIPT: 1, ONLINE: 2, ERROR: 3, LOST_ERROR: 4, CHUNKS: 5, WANTS_MORE: 6, LOADED: 7 };

const kPort = Symbol('kPort');
const kName = Symbol('kName');
const kCallback = Symbol('kWritableCallback');
const kStarted = Symbol('kStartedReading');
const kKeepsAlive = Symbol('kIncrementsPortRef');
const kWaiting = Symbol('kWaitingStreams');
const kWantsMore = Symbol('kStdioWantsMoreDataCallback');

// The port keeps the loop running while a stream waits for the other end.
function wait(port) {
  if (port[kWaiting]++ === 0) port.ref();
}

function waitNoMore(port) {
  if (--port[kWaiting] === 0) port.unref();
}

class ReadableWorkerStdio extends Readable {
  constructor(port, name) {
    super();
    this[kPort] = port;
    this[kName] = name;
    this[kKeepsAlive] = true;
    this[kStarted] = false;
    this.on('end', () => {
      if (this[kStarted] && this[kKeepsAlive]) waitNoMore(this[kPort]);
    });
  }

  _read() {
    if (!this[kStarted] && this[kKeepsAlive]) {
      this[kStarted] = true;
      wait(this[kPort]);
    }
    this[kPort].postMessage({ type: MessageType.WANTS_MORE, stream: this[kName] });
  }
}

class WritableWorkerStdio extends Writable {
  constructor(port, name) {
    super({ decodeStrings: false });
    this[kPort] = port;
    this[kName] = name;
    this[kCallback] = null;
  }

  _writev(chunks, callback) {
    const sent = [];
    for (let i = 0; i < chunks.length; i++) ArrayPrototypePush(sent, { chunk: chunks[i].chunk, encoding: chunks[i].encoding });
    this[kPort].postMessage({ type: MessageType.CHUNKS, stream: this[kName], chunks: sent });
    if (process._exiting) {
      callback(); // nobody will ask for more
      return;
    }
    this[kCallback] = callback;
    wait(this[kPort]);
  }

  _final(callback) {
    this[kPort].postMessage({ type: MessageType.CHUNKS, stream: this[kName], chunks: [{ chunk: null, encoding: '' }] });
    callback();
  }

  [kWantsMore]() {
    const callback = this[kCallback];
    if (callback === null) return;
    this[kCallback] = null;
    callback();
    waitNoMore(this[kPort]);
  }
}

const { push } = Readable.prototype;

function pushAll(readable, chunks) {
  for (let i = 0; i < chunks.length; i++) FunctionPrototypeCall(push, readable, chunks[i].chunk, chunks[i].encoding);
}

const end = (readable) => { FunctionPrototypeCall(push, readable, null); };

module.exports = { MessageType, ReadableWorkerStdio, WritableWorkerStdio, kKeepsAlive, kPort, kWaiting, kWantsMore, end, pushAll };
