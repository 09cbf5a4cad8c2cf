'use strict';

// The channel between a forked process and its parent. `setup` adds send(), disconnect() and the events of messages to the
// ChildProcess, or in the child to the process object.
//
// Messages whose `cmd` begins with NODE_ are for the runtime and are emitted as 'internalMessage'. A message without a
// listener waits for the first one.
//
// Handles are sent one at a time. A message with a handle is wrapped in NODE_HANDLE; the other side replies NODE_HANDLE_ACK,
// or NODE_HANDLE_NACK if the descriptor did not arrive. Until then all further messages wait in `_handleQueue`.

const {
  ArrayPrototypeIncludes, ArrayPrototypePush, NumberParseInt, ReflectApply, StringPrototypeStartsWith, Symbol, itemsOf,
} = require('internal/primordials');
const EventEmitter = require('events');
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_IPC_CHANNEL_CLOSED, ERR_IPC_DISCONNECTED, ERR_MISSING_ARGS },
  ErrnoException,
} = require('internal/errors');
const { validateObject } = require('internal/validators');
const { MessagePipe } = require('internal/child_process/message_pipe');

const native = binding('net');
const kPending = Symbol('kPending');
const INTERNAL_PREFIX = 'NODE_';
const MAX_QUEUED_BYTES = 2 * 64 * 1024; // send() returns false above this
const MAX_RETRANSMISSIONS = 3;

// What users see as `channel`. Listeners and writes keep the loop running unless the user calls unref().
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

const isAnswerToHandle = (message) => message?.cmd === 'NODE_HANDLE_ACK' || message?.cmd === 'NODE_HANDLE_NACK';

const isInternal = (message) => typeof message?.cmd === 'string' &&
  message.cmd.length > INTERNAL_PREFIX.length && StringPrototypeStartsWith(message.cmd, INTERNAL_PREFIX);

const SENDABLE_TYPES = ['string', 'object', 'number', 'boolean'];

function checkMessage(message) {
  if (message === undefined) throw new ERR_MISSING_ARGS('message');
  if (!ArrayPrototypeIncludes(SENDABLE_TYPES, typeof message)) {
    throw new ERR_INVALID_ARG_TYPE('message', SENDABLE_TYPES, message);
  }
}

const LOUD = { __proto__: null, swallowErrors: false };

// A message on its way, with the handle that goes with it.
class Request {
  kind = undefined;
  handle = undefined;
  retransmissions = 0;

  constructor(message, options, callback) {
    this.message = message;
    this.options = options;
    this.callback = callback;
  }
}

function setup(target, fd, serialization, onEnd = () => {}) {
  const pipe = new MessagePipe(fd, serialization, receive, () => {
    pipe.close();
    const isWaiting = target._handleQueue !== null; // for a reply that will not come any more
    target._handleQueue = null;
    if (target.connected) target.disconnect();
    else if (isWaiting && target.channel) target._disconnect();
    target.channel = null;
    onEnd();
  });
  const control = new Control(pipe);
  let lists; // lists of the sockets that were sent and received
  target.channel = control;
  target.connected = true;
  target._handleQueue = null;
  target._pendingMessage = null; // its handle is closed when it has arrived

  // ---- receiving

  function receive(message) {
    if (!isInternal(message)) emitLater('message', message, undefined);
    else emitLater('internalMessage', message, message.cmd === 'NODE_HANDLE' ? pipe.takeDescriptor() : undefined);
  }

  function emitLater(event, message, handle) {
    if (target.channel) process.nextTick(deliver, event, message, handle);
    else if (event === 'internalMessage' && handle >= 0) native.closeDescriptor(handle);
  }

  function deliver(event, message, handle) {
    if (event === 'internalMessage' || target.listenerCount('message') > 0) target.emit(event, message, handle);
    else ArrayPrototypePush(control[kPending], [event, message, handle]);
  }

  target.on('internalMessage', (message, descriptor) => {
    if (message.cmd === 'NODE_HANDLE_ACK' || message.cmd === 'NODE_HANDLE_NACK') {
      handleAnswered(message.cmd === 'NODE_HANDLE_ACK');
    } else if (message.cmd === 'NODE_HANDLE') {
      receiveHandle(message, descriptor);
    }
  });

  function receiveHandle(message, descriptor) {
    const hasCome = descriptor >= 0;
    target._send({ cmd: hasCome ? 'NODE_HANDLE_ACK' : 'NODE_HANDLE_NACK' }, null, true);
    if (!hasCome) return;
    const { SocketLists, kinds } = require('internal/child_process/handles');
    lists ??= new SocketLists(target);
    kinds[message.type].receive(message, descriptor, lists, (object) => {
      emitLater(isInternal(message.msg) ? 'internalMessage' : 'message', message.msg, object);
    });
  }

  function handleAnswered(hasCome) {
    const pending = target._pendingMessage;
    if (pending !== null) {
      const isGivenUp = !hasCome && pending.retransmissions++ === MAX_RETRANSMISSIONS;
      if (hasCome || isGivenUp) closePending();
      if (isGivenUp) {
        process.emitWarning('Handle did not reach the receiving process correctly', 'SentHandleNotReceivedWarning');
      }
    }
    const queue = target._handleQueue ?? [];
    target._handleQueue = null;
    if (target._pendingMessage !== null) transmit(pending.message, pending);
    for (const { message, handle, options, callback } of itemsOf(queue)) target._send(message, handle, options, callback);
    if (!target.connected && target.channel && target._handleQueue === null) target._disconnect();
  }

  function closePending() {
    const { kind, handle, options } = target._pendingMessage;
    target._pendingMessage = null;
    kind.sent(handle, options);
  }

  target.on('newListener', () => {
    process.nextTick(() => {
      if (!target.channel || target.listenerCount('message') === 0) return;
      const waiting = control[kPending];
      control[kPending] = [];
      for (let i = 0; i < waiting.length; i++) ReflectApply(target.emit, target, waiting[i]);
    });
  });

  // ---- sending

  function report(error, callback) {
    if (typeof callback === 'function') process.nextTick(callback, error);
    else process.nextTick(() => target.emit('error', error));
  }

  target.send = function send(message, handle, options, callback) {
    if (typeof handle === 'function') ({ 0: callback, 1: handle, 2: options } = [handle, undefined, undefined]);
    else if (typeof options === 'function') ({ 0: callback, 1: options } = [options, undefined]);
    else if (options !== undefined) validateObject(options, 'options');
    if (this.connected) {
      return this._send(message, handle, options === undefined ? LOUD : { swallowErrors: false, ...options }, callback);
    }
    report(new ERR_IPC_CHANNEL_CLOSED(), callback);
    return false;
  };

  target._send = function _send(message, handle, options, callback) {
    checkMessage(message);
    options = typeof options === 'boolean' ? { swallowErrors: options } : options ?? {};
    const handles = handle ? require('internal/child_process/handles') : undefined;
    const type = handles?.kindOf(handle);
    if (this._handleQueue !== null && !isAnswerToHandle(message)) {
      ArrayPrototypePush(this._handleQueue, { message, handle, options, callback });
      return this._handleQueue.length === 1;
    }
    const request = new Request(message, options, callback);
    if (type === undefined) return transmit(message, request);
    const packed = { cmd: 'NODE_HANDLE', type, msg: message };
    request.kind = handles.kinds[type];
    lists ??= new handles.SocketLists(target);
    request.handle = request.kind.send(packed, handle, options, lists) ?? undefined;
    // A socket that was sent before has no native handle any more: the message is sent without it.
    if (request.handle === undefined) return transmit(message, request);
    request.message = packed;
    return transmit(packed, request);
  };

  // Writes a message to the pipe; with a handle, also when it is sent again.
  function transmit(message, request) {
    const { options, callback, kind, handle } = request;
    const status = pipe.write(message, handle?.fd, () => {
      control.unrefCounted();
      if (typeof callback === 'function') callback(null);
    });
    if (status < 0) {
      if (handle !== undefined) kind.sent?.(handle, options);
      if (!options.swallowErrors) report(new ErrnoException(status, 'write'), callback);
    } else {
      if (handle !== undefined) {
        target._handleQueue ??= [];
        if (kind.sent !== undefined) target._pendingMessage = request;
      }
      if (status === 1) control.refCounted();
      else if (typeof callback === 'function') process.nextTick(callback, null);
    }
    return pipe.queuedBytes < MAX_QUEUED_BYTES;
  }

  // ---- the end

  target.disconnect = function disconnect() {
    if (!this.connected) {
      this.emit('error', new ERR_IPC_DISCONNECTED());
      return;
    }
    this.connected = false;
    if (this._handleQueue === null) this._disconnect(); // otherwise after the waiting messages are sent
  };

  target._disconnect = function _disconnect() {
    this.channel = null;
    if (this._pendingMessage !== null) closePending();
    let isOver = false;
    const finish = () => {
      if (isOver) return;
      isOver = true;
      pipe.close();
      target.emit('disconnect');
    };
    if (pipe.isInMessage) { // a message is incomplete: wait for the rest
      this.once('message', finish);
      this.once('internalMessage', finish);
    } else {
      process.nextTick(finish);
    }
  };

  return control;
}

// In the child the channel keeps the loop running only while it has listeners.
function setupInChild(fd, serialization) {
  const control = setup(process, fd, serialization);
  control.refCounted();
  control.unrefCounted();
  const counts = (name) => name === 'message' || name === 'disconnect';
  process.on('newListener', (name) => { if (counts(name)) control.refCounted(); });
  process.on('removeListener', (name) => { if (counts(name)) control.unrefCounted(); });
}

// Called at the start of a forked process.
function openInherited() {
  const { NODE_CHANNEL_FD, NODE_CHANNEL_SERIALIZATION_MODE } = process.env;
  delete process.env.NODE_CHANNEL_FD;
  delete process.env.NODE_CHANNEL_SERIALIZATION_MODE;
  setupInChild(NumberParseInt(NODE_CHANNEL_FD, 10), NODE_CHANNEL_SERIALIZATION_MODE || 'json');
}

module.exports = { openInherited, setup, setupInChild };
