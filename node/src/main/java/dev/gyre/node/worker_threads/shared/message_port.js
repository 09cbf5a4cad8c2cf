'use strict';

// MessagePort and MessageChannel. A port is a number, by which Java knows a queue of messages (Port.java); whether the other
// end is in this thread or in another makes no difference.
//
// Messages are delivered in poll, by one event for all ports that have some: its handler takes one message, calls back, and
// is run again for the next (`repeatEvent`), after the nextTicks and microtasks. Which message comes next, Ports.java says.

const {
  ArrayIsArray, ArrayPrototypeFilter, ArrayPrototypePush, ObjectAssign, ReflectApply, SafeMap, SafeSet, Symbol, SymbolFor,
  SymbolIterator, TypeError, copyList, itemsOf,
} = require('internal/primordials');
const bridge = require('internal/bridge');
const { hadNoCallback, repeatEvent } = require('internal/bridge/dispatch');
const { codes: { ERR_CLOSED_MESSAGE_PORT, ERR_CONSTRUCT_CALL_INVALID } } = require('internal/errors');
const { Event } = require('internal/events/event');
const { defineEventHandler, kCreateEvent, kHybridDispatch, kNewListener, kRemoveListener } =
  require('internal/events/event_target');
const { NodeEventTarget, initNodeEventTarget } = require('internal/events/node_event_target');
const { checkTransferred, dataCloneError, kTransfer } = require('internal/structured_clone');
const { kSend, onReceive } = require('internal/message_types');
const { customInspectSymbol } = require('internal/util');
const { AsyncScope } = require('internal/async_scope');
const messages = require('internal/worker_threads/messages');
const { EventType } = require('internal/layout');

const { native } = messages;

const handles = new SafeMap(); // number -> port
const kInside = Symbol('kInside');
const kPorts = SymbolFor('nodejs.internal.kCurrentlyReceivingPorts');

let isListening = false;
let posts = 0;

// How many messages this thread has posted.
const postCount = () => posts;

function listen() {
  if (isListening) return;
  isListening = true;
  messages.start();
  bridge.onEvent(EventType.PORTS, deliverNext);
}

function deliverNext() {
  const { port: number, isClose } = messages.take(0);
  if (number === 0) {
    hadNoCallback();
    return;
  }
  repeatEvent();
  const port = handles.get(number);
  if (isClose) port.close();
  else if (isMessagePort(port)) deliver(port);
  else port.deliver(); // in a context of node:vm
}

class MessagePort extends NodeEventTarget {
  #number;
  #isClosing = false; // it does nothing more
  #isClosed = false; // its event 'close' was emitted
  #isMade = false;
  #isReferenced = false;
  #scope; // of the port's creation; it calls back in this scope

  constructor(key, number) {
    if (key !== kInside) throw new ERR_CONSTRUCT_CALL_INVALID();
    super();
    initNodeEventTarget(this);
    this[kPorts] = undefined;
    this.#number = number;
    this.#scope = new AsyncScope(this, 'MESSAGEPORT');
    handles.set(number, this);
    this.#isMade = true;
  }

  static deliver(port) {
    port.#scope.enter();
    let type = 'message';
    let data;
    const hosts = [];
    try {
      data = messages.read(hosts);
    } catch (error) {
      type = 'messageerror';
      data = error;
    }
    port[kPorts] = hosts.length === 0 ? [] : ArrayPrototypeFilter(hosts, isMessagePort);
    port[kHybridDispatch](data, type, undefined);
    port.#scope.leave();
  }

  // The port's number, or 0 if it is closing.
  static numberOf(port) {
    return port.#isClosing ? 0 : port.#number;
  }

  static isMessagePort(value) {
    return typeof value === 'object' && value !== null && #number in value;
  }

  static receive(port, isReceiving) {
    if (port.#isClosing) return;
    native.receive(port.#number, isReceiving);
  }

  postMessage(message, transfer) {
    const { length } = arguments;
    if (length === 0) throw missingMessage();
    posts++;
    const list = transfer === undefined || transfer === null ? undefined : transferList(transfer);
    if (list === undefined || list.length === 0) return this.#posted(messages.post(this.#openNumber(), message));
    const { buffers, hosts } = split(list, this);
    return this.#posted(messages.post(this.#openNumber(), message, buffers, hosts));
  }

  #openNumber() { return this.#isClosing ? 0 : this.#number; }

  #posted(result) { return this.#isClosing ? undefined : posted(result); }

  start() { receive(this, true); }

  close(callback) {
    if (typeof callback === 'function') this.once('close', callback);
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#scope.soon(() => {
      handles.delete(this.#number);
      native.close(this.#number);
      this.#isClosed = true;
      this.dispatchEvent(new MessagePortCloseEvent());
    });
  }

  ref() { this.#setReferenced(true); }

  unref() { this.#setReferenced(false); }

  hasRef() { return this.#isReferenced && !this.#isClosed; }

  #setReferenced(isReferenced) {
    if (this.#isClosing || this.#isReferenced === isReferenced) return;
    this.#isReferenced = isReferenced;
    native.setReferenced(this.#number, isReferenced);
  }

  [kCreateEvent](data, type) {
    if (type !== 'message' && type !== 'messageerror') return super[kCreateEvent](data, type);
    const { MessageEvent } = require('internal/worker_threads/message_event');
    const ports = this[kPorts];
    this[kPorts] = undefined;
    return new MessageEvent(type, { __proto__: null, data, ports });
  }

  [kNewListener](size, type, ...rest) {
    if (type === 'message' && size === 1) {
      this.ref();
      this.start();
    }
    super[kNewListener](size, type, ...itemsOf(rest));
  }

  [kRemoveListener](size, type, ...rest) {
    if (type === 'message' && size === 0) {
      receive(this, false);
      this.unref();
    }
    super[kRemoveListener](size, type, ...itemsOf(rest));
  }

  // This object is of no use any more, but the port goes on under another one: the result is its number.
  static leave(port) {
    port.unref();
    receive(port, false);
    port.#isClosing = true;
    handles.delete(port.#number);
    return port.#number;
  }

  // The same for a port that goes away, to another object or to Java: this one is closed.
  static giveUp(port) {
    leave(port);
    port.#scope.soon(() => {
      port.#isClosed = true;
      port.dispatchEvent(new MessagePortCloseEvent());
    });
    return port.#number;
  }

  [kTransfer]() { return new MessagePort(kInside, giveUp(this)); }

  [kSend](message) {
    return { deserializeInfo: 'MessagePort', data: message.attach(() => native.attachPort(giveUp(this))) };
  }

  [customInspectSymbol]() {
    if (!isMessagePort(this)) return this;
    const state = this.#isClosed ? { active: false } : { active: true, refed: this.#isReferenced };
    return ObjectAssign({ __proto__: MessagePort.prototype }, state, this.#isMade ? this : undefined);
  }
}

const { deliver, giveUp, isMessagePort, leave, numberOf, receive } = MessagePort;
delete MessagePort.deliver;
delete MessagePort.giveUp;
delete MessagePort.isMessagePort;
delete MessagePort.leave;
delete MessagePort.numberOf;
delete MessagePort.receive;

onReceive('MessagePort', (index, incoming) => openPort(incoming.port(index)));

for (let i = 0, list = ['message', 'messageerror']; i < list.length; i++) defineEventHandler(MessagePort.prototype, list[i]);

class MessagePortCloseEvent extends Event {
  constructor() { super('close'); }
}

const missingMessage = () => codedTypeError('ERR_MISSING_ARGS', 'Not enough arguments to MessagePort.postMessage');

function posted(result) {
  if (result === messages.TO_ITSELF) {
    process.emitWarning('The target port was posted to itself, and the communication channel was lost');
    return true;
  }
  return result === messages.SEVERAL_RECEIVERS ? undefined : result === messages.DELIVERED;
}

// ---- transfer lists

const codedTypeError = (code, message) => ObjectAssign(new TypeError(message), { __proto__: null, code });

// The items of an array or of anything iterable, otherwise undefined. Each step is checked, as in Node.
function listOf(value) {
  if (!isObject(value)) return undefined;
  if (ArrayIsArray(value)) return copyList(value);
  const method = value[SymbolIterator];
  if (typeof method !== 'function') return undefined;
  const iterator = ReflectApply(method, value, []);
  if (!isObject(iterator)) return undefined;
  const { next } = iterator;
  if (typeof next !== 'function') return undefined;
  const list = [];
  for (;;) {
    const step = ReflectApply(next, iterator, []);
    if (!isObject(step)) return undefined;
    if (step.done) return list;
    ArrayPrototypePush(list, step.value);
  }
}

function transferList(value) {
  if (!isObject(value)) {
    throw codedTypeError('ERR_INVALID_ARG_TYPE', 'Optional transferList argument must be an iterable');
  }
  const list = listOf(value);
  if (list !== undefined) return list;
  const { transfer } = value;
  if (transfer === undefined) return undefined;
  const inner = listOf(transfer);
  if (inner === undefined) {
    throw codedTypeError('ERR_INVALID_ARG_TYPE', 'Optional options.transfer argument must be an iterable');
  }
  return inner;
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

// The objects of a transfer list: memory, and those of the runtime's classes.
function split(list, source) {
  const known = new SafeSet();
  const buffers = [];
  const hosts = [];
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (!isObject(item)) throw dataCloneError('Found invalid value in transferList.');
    if (item === source) throw dataCloneError('Transfer list contains source port');
    if (isMessagePort(item) && numberOf(item) === 0) {
      throw dataCloneError('MessagePort in transfer list is already detached');
    }
    ArrayPrototypePush(checkTransferred(item, known.has(item)) ? buffers : hosts, item);
    known.add(item);
  }
  return { buffers, hosts };
}

// ---- making ports

// The port that Java has given to this runtime under a number.
function openPort(number) {
  listen();
  return new MessagePort(kInside, number);
}

class MessageChannel {
  constructor() {
    listen();
    const { 0: first, 1: second } = native.openChannel();
    this.port1 = new MessagePort(kInside, first);
    this.port2 = new MessagePort(kInside, second);
  }
}

// A port of the broadcast channel of this name.
function openBroadcastPort(name) {
  listen();
  return new MessagePort(kInside, native.openBroadcast(name));
}

const noPort = () => codedTypeError('ERR_INVALID_ARG_TYPE', 'The "port" argument must be a MessagePort instance');

// ---- ports in contexts of node:vm

let moved; // internal/worker_threads/moved_port, once there is one

// What it needs of this file.
const portsForMoved = {
  __proto__: null,
  keep(number, port) { handles.set(number, port); },
  forget(number) { handles.delete(number); },
  open: openPort,
  post(openNumber, source, args, count) {
    if (count === 0) throw missingMessage();
    const { 0: message, 1: transfer } = args;
    const list = transfer === undefined || transfer === null ? undefined : transferList(transfer);
    const { buffers, hosts } = list === undefined || list.length === 0 ? { buffers: undefined, hosts: undefined } : split(list, source);
    const result = messages.post(openNumber(), message, buffers, hosts);
    return openNumber() === 0 ? undefined : posted(result);
  },
};

const movedPortOf = (port) => (moved !== undefined && isObject(port) ? moved.movedPortOf(port) : undefined);

function moveMessagePortToContext(port, context) {
  const inner = movedPortOf(port);
  if (inner === undefined && !isMessagePort(port)) throw noPort();
  if ((inner === undefined ? numberOf(port) : inner.number) === 0) throw new ERR_CLOSED_MESSAGE_PORT();
  const target = isObject(context) ? require('internal/vm/context').contextOf(context) : undefined;
  if (target === undefined) throw codedTypeError('ERR_INVALID_ARG_TYPE', 'Invalid context argument');
  moved ??= require('internal/worker_threads/moved_port');
  return moved.openMoved(inner === undefined ? leave(port) : inner.giveUp(), target, portsForMoved);
}

function receiveMessageOnPort(port) {
  const inner = movedPortOf(port);
  if (inner === undefined && !isMessagePort(port)) throw noPort();
  const number = inner === undefined ? numberOf(port) : inner.number;
  if (number === 0) return undefined;
  const taken = messages.take(number);
  if (taken.port === 0) return undefined;
  if (taken.isClose) {
    (inner ?? port).close();
    return undefined;
  }
  return { message: inner === undefined ? messages.read([]) : inner.readNow() };
}

// One message there and back, with a port like that of a worker's start; nothing is left of it.
function warmUp(message) {
  const { port1, port2 } = new MessageChannel();
  const { port1: sent, port2: kept } = new MessageChannel();
  sent[kSend] = (writer) => ({ deserializeInfo: 'MessagePort', data: writer.attach(() => native.attachPort(leave(sent))) });
  port1.postMessage({ ...message, port: sent }, [sent]);
  const { message: { port: received } } = receiveMessageOnPort(port2);
  received.on('message', () => {});
  received.unref();
  const all = [port1, port2, kept, received];
  for (let i = 0; i < all.length; i++) native.close(leave(all[i]));
}

module.exports = {
  MessageChannel, MessagePort, giveUp, isMessagePort, moveMessagePortToContext, numberOf, openBroadcastPort, openPort, postCount, receiveMessageOnPort,
  setReceiving: receive, warmUp,
};
