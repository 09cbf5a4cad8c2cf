'use strict';

// UDP sockets. The native half is in internal/dgram/handle; dns looks up names that are no IP addresses.

const {
  ArrayPrototypePush, Boolean, FunctionPrototypeCall, ObjectAssign, ObjectSetPrototypeOf, Promise, SymbolAsyncDispose,
  SymbolDispose,
} = require('internal/primordials');
const EventEmitter = require('events');
const {
  ErrnoException,
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_MISSING_ARGS,
    ERR_SOCKET_BAD_BUFFER_SIZE,
    ERR_SOCKET_BUFFER_SIZE,
    ERR_SOCKET_DGRAM_NOT_CONNECTED,
  },
} = require('internal/errors');
const { validateAbortSignal, validateNumber, validateString, validateUint32 } = require('internal/validators');
const { UV_EINVAL, uvErrmapGet } = require('internal/errno');
const { CONNECTED, DISCONNECTED, UNBOUND, checkRunning, createHandle, kState } = require('internal/dgram/state');
const { bind, bindSync, connect, connectSync, disconnect } = require('internal/dgram/bind');
const { send, sendto } = require('internal/dgram/send');

const INT32_MAX = 2 ** 31 - 1;

const created = require('diagnostics_channel').channel('udp.socket');

function blockListOf(options, name) {
  const list = options[name];
  if (!list) return undefined;
  if (!require('internal/net/block_list').BlockList.isBlockList(list)) {
    throw new ERR_INVALID_ARG_TYPE(`options.${name}`, 'net.BlockList', list);
  }
  return list;
}

function closeOnAbort(socket, signal) {
  validateAbortSignal(signal, 'options.signal');
  const close = () => {
    if (socket[kState].handle !== null) socket.close();
  };
  if (signal.aborted) {
    close();
  } else {
    const { addAbortListener } = require('internal/events/abort_listener');
    socket.once('close', addAbortListener(signal, close)[SymbolDispose]);
  }
}

function Socket(type, listener) {
  FunctionPrototypeCall(EventEmitter, this);
  const options = type !== null && typeof type === 'object' ? type : { __proto__: null, type };
  const { recvBufferSize, sendBufferSize, reuseAddr, reusePort, ipv6Only, signal } = options;
  if (recvBufferSize) validateUint32(recvBufferSize, 'options.recvBufferSize');
  if (sendBufferSize) validateUint32(sendBufferSize, 'options.sendBufferSize');
  const receiveBlockList = blockListOf(options, 'receiveBlockList');
  const sendBlockList = blockListOf(options, 'sendBlockList');
  const handle = createHandle(this, options.type, options.lookup);
  this.type = options.type;
  if (typeof listener === 'function') this.on('message', listener);
  this[kState] = {
    handle,
    receiving: false,
    bindState: UNBOUND,
    connectState: DISCONNECTED,
    queue: undefined,
    reuseAddr,
    reusePort,
    ipv6Only,
    recvBufferSize,
    sendBufferSize,
    receiveBlockList,
    sendBlockList,
  };
  if (signal !== undefined) closeOnAbort(this, signal);
  if (created.hasSubscribers) created.publish({ socket: this });
}

ObjectSetPrototypeOf(Socket.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Socket, EventEmitter);

const createSocket = (type, listener) => new Socket(type, listener);

// Throws a failure under the name of the method.
function checked(errno, syscall) {
  if (errno) throw new ErrnoException(errno, syscall);
}

function addressOf(handle, ask) {
  const out = {};
  checked(handle[ask](out), ask);
  return out;
}

function bufferSize(socket, size, ofReceiver) {
  if (size >>> 0 !== size) throw new ERR_SOCKET_BAD_BUFFER_SIZE();
  const { handle } = socket[kState];
  const result = size > INT32_MAX ? UV_EINVAL : handle.bufferSize(size, ofReceiver);
  if (result >= 0) return result;
  const { 0: code, 1: message } = uvErrmapGet(result);
  const syscall = ofReceiver ? 'uv_recv_buffer_size' : 'uv_send_buffer_size';
  throw new ERR_SOCKET_BUFFER_SIZE({ errno: result, code, message, syscall });
}

function membership(socket, name, join, group, iface) {
  checkRunning(socket);
  if (!group) throw new ERR_MISSING_ARGS('multicastAddress');
  checked(socket[kState].handle.membership(join, group, iface), name);
}

function sourceMembership(socket, name, join, source, group, iface) {
  checkRunning(socket);
  validateString(source, 'sourceAddress');
  validateString(group, 'groupAddress');
  checked(socket[kState].handle.sourceMembership(join, source, group, iface), name);
}

const methods = {
  bind,
  bindSync,
  connect,
  connectSync,
  disconnect,
  sendto,
  send,

  close(callback) {
    const state = this[kState];
    if (typeof callback === 'function') this.on('close', callback);
    if (state.queue !== undefined) { // earlier sends go first
      ArrayPrototypePush(state.queue, () => this.close());
      return this;
    }
    checkRunning(this);
    const { handle } = state;
    if (state.receiving) handle.recvStop();
    state.receiving = false;
    handle.close();
    state.handle = null;
    process.nextTick(() => this.emit('close'));
    return this;
  },

  async [SymbolAsyncDispose]() {
    if (this[kState].handle === null) return;
    await new Promise((resolve) => { this.close(resolve); });
  },

  address() {
    checkRunning(this);
    return addressOf(this[kState].handle, 'getsockname');
  },

  remoteAddress() {
    checkRunning(this);
    const { handle, connectState } = this[kState];
    if (connectState !== CONNECTED) throw new ERR_SOCKET_DGRAM_NOT_CONNECTED();
    return addressOf(handle, 'getpeername');
  },

  setBroadcast(on) {
    checked(this[kState].handle.setBroadcast(Boolean(on)), 'setBroadcast');
  },

  setTTL(ttl) {
    validateNumber(ttl, 'ttl');
    checked(this[kState].handle.setTTL(ttl), 'setTTL');
    return ttl;
  },

  setMulticastTTL(ttl) {
    validateNumber(ttl, 'ttl');
    checked(this[kState].handle.setMulticastTTL(ttl), 'setMulticastTTL');
    return ttl;
  },

  setMulticastLoopback(on) {
    checked(this[kState].handle.setMulticastLoopback(Boolean(on)), 'setMulticastLoopback');
    return on;
  },

  setMulticastInterface(interfaceAddress) {
    checkRunning(this);
    validateString(interfaceAddress, 'interfaceAddress');
    checked(this[kState].handle.setMulticastInterface(interfaceAddress), 'setMulticastInterface');
  },

  addMembership(multicastAddress, interfaceAddress) {
    membership(this, 'addMembership', true, multicastAddress, interfaceAddress);
  },

  dropMembership(multicastAddress, interfaceAddress) {
    membership(this, 'dropMembership', false, multicastAddress, interfaceAddress);
  },

  addSourceSpecificMembership(sourceAddress, groupAddress, interfaceAddress) {
    sourceMembership(this, 'addSourceSpecificMembership', true, sourceAddress, groupAddress, interfaceAddress);
  },

  dropSourceSpecificMembership(sourceAddress, groupAddress, interfaceAddress) {
    sourceMembership(this, 'dropSourceSpecificMembership', false, sourceAddress, groupAddress, interfaceAddress);
  },

  ref() {
    this[kState].handle?.ref();
    return this;
  },

  unref() {
    this[kState].handle?.unref();
    return this;
  },

  setRecvBufferSize(size) { bufferSize(this, size, true); },

  setSendBufferSize(size) { bufferSize(this, size, false); },

  getRecvBufferSize() { return bufferSize(this, 0, true); },

  getSendBufferSize() { return bufferSize(this, 0, false); },

  getSendQueueSize() { return this[kState].handle.getSendQueueSize(); },

  getSendQueueCount() { return this[kState].handle.getSendQueueCount(); },
};

ObjectAssign(Socket.prototype, methods);

module.exports = { createSocket, Socket };
