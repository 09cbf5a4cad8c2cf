'use strict';

// Two ports within one thread. A message is cloned when it is posted and waits in the other port's queue until that port is
// started; then each is delivered by an immediate of its own.
//
// A port's state (queue, peer) is a separate object, because transferring a port moves the state to a new port and leaves
// the old one empty.

const {
  ArrayIsArray, ArrayPrototypePush, ArrayPrototypeShift, ObjectDefineProperty, Symbol, SymbolToStringTag, itemsOf,
} = require('internal/primordials');
const { clearInterval, setInterval } = require('timers');
const { codes: { ERR_CONSTRUCT_CALL_INVALID, ERR_MISSING_ARGS } } = require('internal/errors');
const { defineEventHandler, kCreateEvent, kHybridDispatch, kNewListener, kRemoveListener } =
  require('internal/events/event_target');
const { NodeEventTarget, initNodeEventTarget } = require('internal/events/node_event_target');
const { kTransfer, structuredClone } = require('internal/structured_clone');
const { AsyncScope } = require('internal/async_scope');

const kState = Symbol('kState');
const FOREVER_MS = 2 ** 31 - 1;

class PortState {
  peer = null;
  port = null;
  queue = [];
  started = false;
  closed = false;
  referenced = false;
  scheduled = false;
  alive = undefined; // a timer whose only purpose is to keep the loop running
  scope = undefined; // of the port's creation; it calls back in this scope

  push(message) {
    ArrayPrototypePush(this.queue, message);
    this.schedule();
  }

  schedule() {
    if (this.scheduled || !this.started || this.queue.length === 0) return;
    this.scheduled = true;
    this.scope.soon(() => this.deliver());
  }

  deliver() {
    this.scheduled = false;
    if (!this.started || this.port === null || this.queue.length === 0) return;
    const message = ArrayPrototypeShift(this.queue);
    this.schedule();
    if (message.close) this.close();
    else this.port[kHybridDispatch](message.data, 'message', undefined);
  }

  hold() {
    const wanted = this.referenced && this.started && !this.closed;
    if (wanted && this.alive === undefined) this.alive = setInterval(() => {}, FOREVER_MS);
    if (!wanted && this.alive !== undefined) {
      clearInterval(this.alive);
      this.alive = undefined;
    }
  }

  close() {
    if (this.closed) return;
    this.closed = true;
    this.hold();
    const { peer, port } = this;
    this.peer = null;
    if (peer !== null) {
      peer.peer = null;
      peer.started ? peer.push({ __proto__: null, close: true }) : peer.scope.soon(() => peer.close());
    }
    this.scope.soon(() => port?.[kHybridDispatch](undefined, 'close', undefined));
  }
}

const kInside = Symbol('kInside');

class MessagePort extends NodeEventTarget {
  constructor(key, state) {
    if (key !== kInside) throw new ERR_CONSTRUCT_CALL_INVALID();
    super();
    initNodeEventTarget(this);
    this[kState] = state;
    state.port = this;
    state.scope = new AsyncScope(this, 'MESSAGEPORT');
  }

  postMessage(message, transfer) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('message');
    const options = ArrayIsArray(transfer) ? { __proto__: null, transfer } : transfer;
    const data = structuredClone(message, options);
    this[kState]?.peer?.push({ __proto__: null, data });
  }

  start() {
    const state = this[kState];
    if (state === null || state.closed) return;
    state.started = true;
    state.hold();
    state.schedule();
  }

  close(callback) {
    if (callback !== undefined) this.once('close', callback);
    this[kState]?.close();
  }

  ref() { setReferenced(this, true); }

  unref() { setReferenced(this, false); }

  hasRef() { return this[kState] !== null && this[kState].referenced && !this[kState].closed; }

  [kCreateEvent](data, type) {
    if (type !== 'message' && type !== 'messageerror') return new (require('internal/events/event').Event)(type);
    const { MessageEvent } = require('internal/worker_threads/message_event');
    return new MessageEvent(type, { data });
  }

  [kNewListener](size, type, ...rest) {
    super[kNewListener](size, type, ...itemsOf(rest));
    if (type === 'message' && size === 1) {
      this.ref();
      this.start();
    }
  }

  [kRemoveListener](size, type, ...rest) {
    super[kRemoveListener](size, type, ...itemsOf(rest));
    if (type === 'message' && size === 0) this.unref();
  }

  [kTransfer]() {
    const state = this[kState];
    this[kState] = null;
    state.started = false;
    state.referenced = false;
    state.hold();
    return new MessagePort(kInside, state);
  }
}

function setReferenced(port, referenced) {
  const state = port[kState];
  if (state === null) return;
  state.referenced = referenced;
  state.hold();
}

ObjectDefineProperty(MessagePort.prototype, SymbolToStringTag, { __proto__: null, value: 'MessagePort', configurable: true });
for (let i = 0, list = ['message', 'messageerror']; i < list.length; i++) defineEventHandler(MessagePort.prototype, list[i]);

class MessageChannel {
  constructor() {
    const states = [new PortState(), new PortState()];
    states[0].peer = states[1];
    states[1].peer = states[0];
    this.port1 = new MessagePort(kInside, states[0]);
    this.port2 = new MessagePort(kInside, states[1]);
  }
}

function receiveMessageOnPort(port) {
  const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
  if (!(port instanceof MessagePort)) throw new ERR_INVALID_ARG_TYPE('port', 'MessagePort', port);
  const queue = port[kState]?.queue ?? [];
  if (queue.length === 0 || queue[0].close) return undefined;
  return { message: ArrayPrototypeShift(queue).data };
}

module.exports = { MessageChannel, MessagePort, receiveMessageOnPort };
