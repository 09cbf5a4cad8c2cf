'use strict';

// The channel between a forked process and its parent: messages over a pair of sockets. `setup` gives the ChildProcess,
// or in the child the process object, its send(), disconnect() and messages.
//
// Messages whose `cmd` begins with NODE_ are for the runtime and come as 'internalMessage'. A message that nobody
// listens for waits for the first listener.

const EventEmitter = require('events');
const {
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_INVALID_HANDLE_TYPE, ERR_IPC_CHANNEL_CLOSED, ERR_IPC_DISCONNECTED,
    ERR_METHOD_NOT_IMPLEMENTED, ERR_MISSING_ARGS,
  },
  ErrnoException,
} = require('internal/errors');
const { validateObject } = require('internal/validators');
const { DescriptorHandle } = require('internal/descriptor/handle');
const { codecOf } = require('internal/child_process/serialization');
const context = require('internal/async_context');

const kPending = Symbol('kPending');
const INTERNAL_PREFIX = 'NODE_';
const MAX_QUEUED_BYTES = 2 * 64 * 1024; // more, and send() says that it is enough for now

// Messages out, in order, and messages in.
class MessagePipe {
  #handle;
  #codec;
  #isOver = false;
  #queue = [];
  #writing = false;
  queuedBytes = 0;

  constructor(fd, codec, onMessage, onEnd) {
    this.#codec = codec;
    this.#handle = new DescriptorHandle(fd, (bytes) => {
      if (bytes === null || bytes === undefined) { // an error, such as a reset, is the end as well
        this.#isOver = true;
        onEnd();
        return;
      }
      for (const message of codec.decode(bytes)) onMessage(message);
      this.#handle.readStart();
    });
    this.#handle.readStart();
  }

  get fd() { return this.#handle.fd; }

  // Of a message that was cut off by the end nothing more will come.
  get isInMessage() { return !this.#isOver && this.#codec.isInMessage; }

  // done(status), at once where the socket takes it
  write(message, done) {
    const bytes = this.#codec.encode(message);
    this.queuedBytes += bytes.length;
    this.#queue.push([bytes, done, context.get()]);
    if (!this.#writing) this.#writeNext();
  }

  #writeNext() {
    const [bytes, done, frame] = this.#queue.shift();
    const outer = context.get();
    context.set(frame); // a message is told to be sent in the async context it was sent in
    this.#writing = true;
    this.#handle.write(bytes, (status) => {
      this.#writing = false;
      this.queuedBytes -= bytes.length;
      if (this.#queue.length > 0) this.#writeNext();
      done(status);
    });
    context.set(outer);
  }

  close() { this.#handle.close(); }

  ref() { this.#handle.ref(); }

  unref() { this.#handle.unref(); }
}

// What users see as `channel`. Listeners and writes keep the loop running until somebody says otherwise.
class Control extends EventEmitter {
  #pipe;
  #references = 0;
  #isExplicit = false;

  constructor(pipe) {
    super();
    this.#pipe = pipe;
    this[kPending] = [];
  }

  refCounted() {
    if (++this.#references === 1 && !this.#isExplicit) this.#pipe.ref();
  }

  unrefCounted() {
    if (--this.#references === 0 && !this.#isExplicit) this.#pipe.unref();
  }

  ref() {
    this.#isExplicit = true;
    this.#pipe.ref();
  }

  unref() {
    this.#isExplicit = true;
    this.#pipe.unref();
  }

  get fd() { return this.#pipe.fd; }
}

const isInternal = (message) => typeof message?.cmd === 'string' &&
  message.cmd.length > INTERNAL_PREFIX.length && message.cmd.startsWith(INTERNAL_PREFIX);

function checkMessage(message) {
  if (message === undefined) throw new ERR_MISSING_ARGS('message');
  if (!['string', 'object', 'number', 'boolean'].includes(typeof message)) {
    throw new ERR_INVALID_ARG_TYPE('message', ['string', 'object', 'number', 'boolean'], message);
  }
}

// Sockets can't be sent yet.
function checkHandle(handle) {
  if (!handle) return;
  const net = require('net');
  if (handle instanceof net.Socket || handle instanceof net.Server) {
    throw new ERR_METHOD_NOT_IMPLEMENTED('subprocess.send with a handle');
  }
  throw new ERR_INVALID_HANDLE_TYPE();
}

function setup(target, fd, serialization, onEnd = () => {}) {
  const pipe = new MessagePipe(fd, codecOf(serialization), receive, () => {
    pipe.close();
    if (target.connected) target.disconnect();
    target.channel = null;
    onEnd();
  });
  const control = new Control(pipe);
  target.channel = control;
  target.connected = true;
  target._handleQueue = null;
  target._pendingMessage = null;

  function receive(message) {
    if (target.channel) process.nextTick(deliver, isInternal(message) ? 'internalMessage' : 'message', message);
  }

  function deliver(event, message) {
    if (event === 'internalMessage' || target.listenerCount('message') > 0) target.emit(event, message, undefined);
    else control[kPending].push([event, message, undefined]);
  }

  target.on('newListener', () => {
    process.nextTick(() => {
      if (!target.channel || target.listenerCount('message') === 0) return;
      const waiting = control[kPending];
      control[kPending] = [];
      for (const [event, ...args] of waiting) target.emit(event, ...args);
    });
  });

  function report(error, callback) {
    if (typeof callback === 'function') process.nextTick(callback, error);
    else process.nextTick(() => target.emit('error', error));
  }

  target.send = function send(message, handle, options, callback) {
    if (typeof handle === 'function') [callback, handle, options] = [handle, undefined, undefined];
    else if (typeof options === 'function') [callback, options] = [options, undefined];
    else if (options !== undefined) validateObject(options, 'options');
    if (this.connected) return this._send(message, handle, { swallowErrors: false, ...options }, callback);
    report(new ERR_IPC_CHANNEL_CLOSED(), callback);
    return false;
  };

  target._send = function _send(message, handle, options, callback) {
    checkMessage(message);
    checkHandle(handle);
    const swallowErrors = typeof options === 'boolean' ? options : options?.swallowErrors;
    let isAsync = false;
    pipe.write(message, (status) => {
      if (isAsync) control.unrefCounted();
      if (status < 0) {
        if (!swallowErrors) report(new ErrnoException(status, 'write'), callback);
      } else if (typeof callback === 'function') {
        if (isAsync) callback(null);
        else process.nextTick(callback, null);
      }
    });
    if (pipe.queuedBytes > 0) {
      isAsync = true;
      control.refCounted();
    }
    return pipe.queuedBytes < MAX_QUEUED_BYTES;
  };

  target.disconnect = function disconnect() {
    if (!this.connected) {
      this.emit('error', new ERR_IPC_DISCONNECTED());
      return;
    }
    this.connected = false;
    this._disconnect();
  };

  target._disconnect = function _disconnect() {
    this.channel = null;
    let isOver = false;
    const finish = () => {
      if (isOver) return;
      isOver = true;
      pipe.close();
      target.emit('disconnect');
    };
    if (pipe.isInMessage) { // half a message came: wait for the rest
      this.once('message', finish);
      this.once('internalMessage', finish);
    } else {
      process.nextTick(finish);
    }
  };

  return control;
}

// In the child the channel keeps the loop running only while there are listeners for it.
function setupInChild(fd, serialization) {
  const control = setup(process, fd, serialization);
  control.refCounted();
  control.unrefCounted();
  const counts = (name) => name === 'message' || name === 'disconnect';
  process.on('newListener', (name) => { if (counts(name)) control.refCounted(); });
  process.on('removeListener', (name) => { if (counts(name)) control.unrefCounted(); });
}

// At the start of a forked process.
function openInherited() {
  const { NODE_CHANNEL_FD, NODE_CHANNEL_SERIALIZATION_MODE } = process.env;
  delete process.env.NODE_CHANNEL_FD;
  delete process.env.NODE_CHANNEL_SERIALIZATION_MODE;
  setupInChild(Number.parseInt(NODE_CHANNEL_FD, 10), NODE_CHANNEL_SERIALIZATION_MODE || 'json');
}

module.exports = { openInherited, setup, setupInChild };
