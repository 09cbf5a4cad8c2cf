'use strict';

// How a dgram Socket gets its own address, and that of its peer.

const { ArrayPrototypePush, FunctionPrototypeCall, StringPrototypeToLowerCase, itemsOf } = require('internal/primordials');
const { errorMonitor } = require('events');
const {
  ErrnoException,
  ExceptionWithHostPort,
  codes: {
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_FD_TYPE,
    ERR_IP_BLOCKED,
    ERR_SOCKET_ALREADY_BOUND,
    ERR_SOCKET_DGRAM_IS_CONNECTED,
    ERR_SOCKET_DGRAM_NOT_CONNECTED,
  },
} = require('internal/errors');
const { isInt32, validateObject, validatePort, validateString } = require('internal/validators');
const { kEmptyObject } = require('internal/util');
const active = require('internal/process/active');
const { workerCluster } = require('internal/cluster/role');
const { isIP } = require('internal/net/ip');
const {
  ANY, BINDING, BOUND, CONNECTED, CONNECTING, DISCONNECTED, UNBOUND, checkRunning, isBlocked, kState,
} = require('internal/dgram/state');
const { UdpHandle } = require('internal/dgram/handle');

const { IPV6_ONLY, REUSE_ADDRESS, REUSE_PORT } = require('internal/layout').DatagramBindFlags;

const bindFlags = ({ reuseAddr, ipv6Only, reusePort }) =>
  (reuseAddr ? REUSE_ADDRESS : 0) | (ipv6Only ? IPV6_ONLY : 0) | (reusePort ? REUSE_PORT : 0);

// ---- tasks that wait until the socket is bound

function flush() {
  const state = this[kState];
  const { queue } = state;
  state.queue = undefined;
  for (const task of itemsOf(queue)) task();
}

// Runs the task when the socket is bound. If binding fails, the error is reported and the task is dropped.
function enqueue(socket, task) {
  const state = socket[kState];
  if (state.queue === undefined) {
    state.queue = [];
    const onListening = () => {
      socket.removeListener(errorMonitor, onError);
      FunctionPrototypeCall(flush, socket);
    };
    const onError = () => {
      socket.removeListener('listening', onListening);
      state.queue = undefined;
    };
    socket.once(errorMonitor, onError);
    socket.once('listening', onListening);
  }
  ArrayPrototypePush(state.queue, task);
}

// ---- bind

function startReceiving(socket) {
  const state = socket[kState];
  const { handle, recvBufferSize, sendBufferSize, receiveBlockList } = state;
  handle.onerror = (errno) => socket.emit('error', new ErrnoException(errno, 'recvmsg'));
  handle.onmessage = (message, sender) => {
    if (receiveBlockList !== undefined && receiveBlockList.check(sender.address, StringPrototypeToLowerCase(sender.family))) return;
    sender.size = message.length;
    socket.emit('message', message, sender);
  };
  handle.recvStart();
  state.receiving = true;
  state.bindState = BOUND;
  if (recvBufferSize) socket.setRecvBufferSize(recvBufferSize);
  if (sendBufferSize) socket.setSendBufferSize(sendBufferSize);
}

function onceListening(socket, callback) {
  const forget = () => {
    socket.removeListener('error', forget);
    socket.removeListener('listening', onListening);
  };
  const onListening = () => {
    forget();
    FunctionPrototypeCall(callback, socket);
  };
  socket.on('error', forget);
  socket.on('listening', onListening);
}

// The handle continues the life of the one that the socket was created with.
function replaceHandle(socket, handle) {
  const state = socket[kState];
  const { handle: old } = state;
  if (!old.hasRef()) handle.unref();
  handle.lookup = old.lookup;
  handle.owner = socket;
  active.add(handle, 'UDPWrap', socket);
  old.close();
  state.handle = handle;
}

// In a worker of a cluster the primary binds. makeError(errno)
function bindInPrimary(cluster, socket, query, makeError) {
  const state = socket[kState];
  cluster._getServer(socket, query, (errno, handle) => {
    if (state.handle === null) { // closed meanwhile
      if (!errno) handle.close();
      return;
    }
    if (errno) {
      state.bindState = UNBOUND;
      socket.emit('error', makeError(errno));
      return;
    }
    replaceHandle(socket, handle);
    startReceiving(socket);
    socket.emit('listening');
  });
}

function bindDescriptor(socket, fd, exclusive) {
  const cluster = workerCluster();
  if (cluster !== undefined && !exclusive) {
    const query = { address: null, port: null, addressType: socket.type, fd, flags: null };
    bindInPrimary(cluster, socket, query, (errno) => new ErrnoException(errno, 'open'));
    return;
  }
  const kind = binding('descriptor').kindOf(fd);
  if (kind !== 'UDP') throw new ERR_INVALID_FD_TYPE(kind);
  const error = socket[kState].handle.open(fd);
  if (error) throw new ErrnoException(error, 'open');
  startReceiving(socket);
  socket.emit('listening');
}

function bindAddress(socket, address, port, exclusive) {
  const state = socket[kState];
  state.handle.lookup(address || ANY[socket.type], (lookupError, ip) => {
    if (state.handle === null) return; // closed meanwhile
    let error = lookupError;
    const cluster = workerCluster();
    if (!error && cluster !== undefined && !exclusive && !state.reusePort) {
      const query = { address: ip, port, addressType: socket.type, fd: -1, flags: bindFlags(state) };
      bindInPrimary(cluster, socket, query, (errno) => new ExceptionWithHostPort(errno, 'bind', ip, port));
      return;
    }
    if (!error) {
      const errno = state.handle.bindAddress(ip, port || 0, bindFlags(state));
      if (errno) error = new ExceptionWithHostPort(errno, 'bind', ip, port);
    }
    if (error) {
      state.bindState = UNBOUND;
      socket.emit('error', error);
    } else {
      startReceiving(socket);
      socket.emit('listening');
    }
  });
}

// bind([port][, address][, callback]), bind(options[, callback])
function bind(port, address) {
  checkRunning(this);
  const state = this[kState];
  if (state.bindState !== UNBOUND) throw new ERR_SOCKET_ALREADY_BOUND();
  state.bindState = BINDING;
  const last = arguments[arguments.length - 1];
  if (typeof last === 'function') onceListening(this, last);

  if (port === null || typeof port !== 'object') {
    bindAddress(this, typeof address === 'function' ? '' : address, port);
  } else if (port instanceof UdpHandle) {
    replaceHandle(this, port);
    startReceiving(this);
    this.emit('listening');
  } else if (isInt32(port.fd) && port.fd > 0) {
    bindDescriptor(this, port.fd, port.exclusive);
  } else {
    bindAddress(this, port.address, port.port, port.exclusive);
  }
  return this;
}

const mustBeNumeric = (name, address, method) => {
  validateString(address, name);
  if (isIP(address) === 0) {
    throw new ERR_INVALID_ARG_VALUE(name, address,
                                    `must be a numeric IP address; ${method} does not perform DNS resolution`);
  }
};

// Returns the bound address; failures throw. 'listening' is emitted on the next tick.
function bindSync(options = kEmptyObject) {
  checkRunning(this);
  validateObject(options, 'options');
  const state = this[kState];
  if (state.bindState !== UNBOUND) throw new ERR_SOCKET_ALREADY_BOUND();
  const port = validatePort(options.port ?? 0, 'options.port');
  const address = options.address || ANY[this.type];
  if (options.address) mustBeNumeric('options.address', address, 'bindSync');

  const error = state.handle.bindAddress(address, port, bindFlags(state));
  if (error) throw new ExceptionWithHostPort(error, 'bind', address, port);
  startReceiving(this);
  process.nextTick(emitIfRunning, this, 'listening');
  return this.address();
}

function emitIfRunning(socket, event) {
  if (socket[kState].handle !== null) socket.emit(event);
}

// ---- connect

function bindForSending(socket) {
  if (socket[kState].bindState === UNBOUND) socket.bind({ port: 0, exclusive: true }, null);
}

function connectNow(socket, port, address, callback) {
  const state = socket[kState];
  if (callback) socket.once('connect', callback);
  state.handle.lookup(address, (lookupError, ip) => {
    if (state.handle === null) return;
    let error = lookupError;
    if (!error && isBlocked(state.sendBlockList, ip)) error = new ERR_IP_BLOCKED(ip);
    if (!error) {
      const errno = state.handle.connect(ip, port);
      if (errno) error = new ExceptionWithHostPort(errno, 'connect', address, port);
    }
    if (!error) {
      state.connectState = CONNECTED;
      process.nextTick(() => socket.emit('connect'));
      return;
    }
    state.connectState = DISCONNECTED;
    process.nextTick(() => {
      if (!callback) {
        socket.emit('error', error);
        return;
      }
      socket.removeListener('connect', callback);
      callback(error);
    });
  });
}

function connect(portGiven, addressGiven, callbackGiven) {
  const port = validatePort(portGiven, 'Port', false);
  const isShort = typeof addressGiven === 'function';
  const address = isShort || addressGiven === undefined ? '' : addressGiven;
  const callback = isShort ? addressGiven : callbackGiven;
  validateString(address, 'address');
  const state = this[kState];
  if (state.connectState !== DISCONNECTED) throw new ERR_SOCKET_DGRAM_IS_CONNECTED();
  state.connectState = CONNECTING;
  bindForSending(this);
  if (state.bindState === BOUND) connectNow(this, port, address, callback);
  else enqueue(this, () => connectNow(this, port, address, callback));
}

function connectSync(portGiven, addressGiven) {
  checkRunning(this);
  const port = validatePort(portGiven, 'Port', false);
  const state = this[kState];
  if (state.connectState !== DISCONNECTED) throw new ERR_SOCKET_DGRAM_IS_CONNECTED();
  let address = addressGiven;
  if (address == null || address === '') address = this.type === 'udp4' ? '127.0.0.1' : '::1';
  else mustBeNumeric('address', address, 'connectSync');

  if (state.bindState === UNBOUND) this.bindSync();
  else if (state.bindState !== BOUND) throw new ERR_SOCKET_ALREADY_BOUND();
  if (isBlocked(state.sendBlockList, address)) throw new ERR_IP_BLOCKED(address);
  const error = state.handle.connect(address, port);
  if (error) throw new ExceptionWithHostPort(error, 'connect', address, port);
  state.connectState = CONNECTED;
  process.nextTick(emitIfRunning, this, 'connect');
}

function disconnect() {
  const state = this[kState];
  if (state.connectState !== CONNECTED) throw new ERR_SOCKET_DGRAM_NOT_CONNECTED();
  const error = state.handle.disconnect();
  if (error) throw new ErrnoException(error, 'connect');
  state.connectState = DISCONNECTED;
}

module.exports = { bind, bindForSending, bindSync, connect, connectSync, disconnect, enqueue };
