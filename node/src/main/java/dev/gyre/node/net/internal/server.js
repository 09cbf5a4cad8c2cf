'use strict';

// Server: listens, and creates a Socket for every connection.

const {
  ArrayPrototypeFind, ArrayPrototypeIndexOf, ArrayPrototypeMap, ArrayPrototypePush, Boolean, FunctionPrototypeCall, MathMax,
  Number, ObjectAssign, ObjectDefineProperty, ObjectHasOwn, ObjectSetPrototypeOf, RegExpPrototypeExec, StringPrototypeEndsWith,
  SymbolAsyncDispose, SymbolDispose, removeAt,
} = require('internal/primordials');
const EventEmitter = require('events');
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_SERVER_ALREADY_LISTEN, ERR_SERVER_NOT_RUNNING },
  ErrnoException, ExceptionWithHostPort, UVExceptionWithHostPort,
} = require('internal/errors');
const { addAbortListener } = require('internal/events/abort_listener');
const asyncIds = require('internal/async_ids');
const { promisify } = require('internal/util');
const { validateAbortSignal, validateNumber, validatePort } = require('internal/validators');
const { isIP } = require('internal/net/ip');
const { isPath, normalizeArgs } = require('internal/net/arguments');
const { ANY, IPV6_ONLY, REUSE_PORT, kAdopt } = require('internal/net/local_address');
const { UV_EADDRINUSE, UV_EINVAL } = require('internal/errno');
const { channel, tracingChannel } = require('diagnostics_channel');
const { Socket, kOptions } = require('internal/net/socket');
const { workerCluster } = require('internal/cluster/role');
const active = require('internal/process/active');

const BACKLOG = 511; // Linux rounds it to 512

const socketChannel = channel('net.server.socket');
const listenChannel = tracingChannel('net.server.listen');

function Server(options, onConnection) {
  if (!(this instanceof Server)) return new Server(options, onConnection);
  FunctionPrototypeCall(EventEmitter, this);
  if (typeof options === 'function') {
    onConnection = options;
    options = {};
  } else if (options == null || typeof options === 'object') {
    options = { ...options };
  } else {
    throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  if (typeof onConnection === 'function') this.on('connection', onConnection);
  const { keepAliveInitialDelay, highWaterMark, blockList } = options;
  if (keepAliveInitialDelay !== undefined) validateNumber(keepAliveInitialDelay, 'options.keepAliveInitialDelay');
  if (highWaterMark !== undefined) validateNumber(highWaterMark, 'options.highWaterMark');
  this._connections = 0;
  this._handle = null;
  this._usingWorkers = false;
  this._workers = [];
  this._unref = false;
  this._listeningId = 1;
  this.allowHalfOpen = options.allowHalfOpen || false;
  this.pauseOnConnect = Boolean(options.pauseOnConnect);
  this.noDelay = Boolean(options.noDelay);
  this.keepAlive = Boolean(options.keepAlive);
  this.keepAliveInitialDelay = ~~(MathMax(0, keepAliveInitialDelay ?? 0) / 1000);
  this.highWaterMark = highWaterMark >= 0 ? highWaterMark : require('stream').getDefaultHighWaterMark();
  if (blockList) {
    const { BlockList } = require('internal/net/block_list');
    if (!BlockList.isBlockList(blockList)) throw new ERR_INVALID_ARG_TYPE('options.blockList', 'net.BlockList', blockList);
    this.blockList = blockList;
  }
}
ObjectSetPrototypeOf(Server.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Server, EventEmitter);

const { prototype } = Server;

// ---- listening

const backlogIn = (args) => ArrayPrototypeFind(ArrayPrototypeMap([args[1], args[2]], Number), (number) => number > 0);

prototype.listen = function listen(...args) {
  const normalized = normalizeArgs(args);
  const { 0: given, 1: callback } = normalized;
  if (this._handle) throw new ERR_SERVER_ALREADY_LISTEN();
  if (listenChannel.hasSubscribers) listenChannel.asyncStart.publish({ server: this, options: given });
  if (callback !== null) this.once('listening', callback);
  const backlog = backlogIn(args);
  this._listeningId++;
  const bound = given[kAdopt] ? given : given.handle;
  if (bound?.[kAdopt]) {
    const { handle, path } = bound[kAdopt]();
    handle.kind += 'SERVER';
    this._handle = handle;
    this._pipeName = path;
    this._listen2(null, -1, -1, backlog);
    return this;
  }
  const options = given._handle || given.handle || given;
  const { StreamHandle } = require('internal/net/stream_handle');
  if (options instanceof StreamHandle) {
    if (!StringPrototypeEndsWith(options.kind, 'SERVER')) options.kind += 'SERVER';
    this._handle = options;
    this._listen2(null, -1, -1, backlog);
    return this;
  }
  closeOnAbort(this, options);
  if (typeof options.fd === 'number' && options.fd >= 0) {
    listenInCluster(this, null, null, null, backlog, options.fd);
    return this;
  }
  if (args.length === 0 || typeof args[0] === 'function' || (options.port === undefined && 'port' in options) ||
      options.port === null) {
    options.port = 0;
  }
  if (typeof options.port === 'number' || typeof options.port === 'string') {
    validatePort(options.port, 'options.port');
    listenOnPort(this, options, options.backlog || backlog);
    return this;
  }
  if (options.path && isPath(options.path)) {
    listenOnPath(this, options, options.backlog || backlog);
    return this;
  }
  if (!('port' in options) && !('path' in options)) {
    throw new ERR_INVALID_ARG_VALUE('options', options, 'must have the property "port" or "path"');
  }
  throw new ERR_INVALID_ARG_VALUE('options', options);
};

function closeOnAbort(server, { signal }) {
  if (signal === undefined) return;
  validateAbortSignal(signal, 'options.signal');
  const close = () => server.close();
  if (signal.aborted) process.nextTick(close);
  else server.once('close', addAbortListener(signal, close)[SymbolDispose]);
}

function listenOnPort(server, options, backlog) {
  const { port, host, ipv6Only, reusePort } = options;
  const flags = (ipv6Only === true ? IPV6_ONLY : 0) | (reusePort === true ? REUSE_PORT : 0);
  if (reusePort === true) options.exclusive = true;
  const { exclusive } = options;
  if (!host) {
    listenInCluster(server, null, port | 0, 4, backlog, undefined, exclusive, flags);
    return;
  }
  const id = server._listeningId;
  require('dns').lookup(host, { all: true }, (error, addresses) => {
    if (id !== server._listeningId) return; // the server was closed or listens to something else
    if (error) {
      server.emit('error', error);
      return;
    }
    const { address, family } = ArrayPrototypeFind(addresses, (one) => !isLinkLocal(one)) ?? addresses[0];
    listenInCluster(server, address, port | 0, family || 4, backlog, undefined, exclusive, flags);
  });
}

// In a worker of a cluster the primary has the address, unless it is exclusive.
function listenInCluster(server, address, port, family, backlog, fd, exclusive, flags, more) {
  const cluster = workerCluster();
  if (cluster === undefined || exclusive) {
    server._listen2(address, port, family, backlog, fd, flags);
    return;
  }
  const id = server._listeningId;
  cluster._getServer(server, { address, port, addressType: family, fd, flags, backlog, ...more }, (errno, handle) => {
    if (id !== server._listeningId) { // the server was closed meanwhile
      handle?.close();
      return;
    }
    errno ||= portError(handle, port);
    if (errno) {
      server.emit('error', new ExceptionWithHostPort(errno, 'bind', address, port));
      return;
    }
    if (!StringPrototypeEndsWith(handle.kind, 'SERVER')) handle.kind += 'SERVER';
    server._handle?.close();
    server._handle = handle;
    server._listen2(address, port, family, backlog, fd, flags);
  });
}

// A handle whose bind() failed is not at the port that was asked for.
function portError(handle, port) {
  return port > 0 && handle.kind !== 'PIPESERVER' && handle.ownName().port !== port ? UV_EADDRINUSE : 0;
}

const isLinkLocal = ({ address }) => isIP(address) === 6 && RegExpPrototypeExec(/^fe[89ab][0-9a-f]:/i, address) !== null;

function listenOnPath(server, options, backlog) {
  const { path, readableAll, writableAll, exclusive } = options;
  if (path[0] === '\0' && (readableAll || writableAll)) {
    throw new ERR_INVALID_ARG_VALUE('options', options,
      'can not set readableAll or writableAllt to true when path is abstract unix socket');
  }
  server._pipeName = path;
  listenInCluster(server, path, -1, -1, backlog, undefined, exclusive, undefined, { readableAll, writableAll });
  if (!server._handle || !(readableAll === true || writableAll === true)) return;
  const fs = require('fs');
  const bits = (readableAll === true ? 0o444 : 0) | (writableAll === true ? 0o222 : 0);
  fs.chmodSync(path, fs.statSync(path).mode | bits);
}

// Returns the handle or a negative errno.
function createServerHandle(address, port, family, fd, flags = 0) {
  const { StreamHandle } = require('internal/net/stream_handle');
  if (typeof fd === 'number' && fd >= 0) {
    const { kindOfSocket } = require('internal/net/descriptors');
    try {
      return StreamHandle.adopt(`${kindOfSocket(fd)}SERVER`, fd);
    } catch {
      return UV_EINVAL; // nothing to listen on; the caller reports it
    }
  }
  const isPipe = port === -1 && family === -1;
  const handle = new StreamHandle(isPipe ? 'PIPESERVER' : 'TCPSERVER');
  const errno = isPipe ? handle.bindPath(address) : handle.bind(address || ANY[6], port, flags);
  if (errno === 0) return handle;
  handle.listener = { closed() {} };
  handle.close();
  return !isPipe && !address && errno !== UV_EADDRINUSE ? createServerHandle(ANY[4], port, 4, undefined, flags) : errno;
}

prototype._listen2 = function setupListenHandle(address, port, family, backlog, fd, flags) {
  if (!this._handle) {
    let handle;
    if (!address && typeof fd !== 'number') {
      ({ 0: address, 1: family } = [ANY[6], 6]);
      handle = createServerHandle(address, port, family, fd, flags);
      // Fallback for systems without IPv6. (As in Node, a port in use is an error of the IPv6 address.)
      if (typeof handle === 'number' && handle !== UV_EADDRINUSE) {
        ({ 0: address, 1: family } = [ANY[4], 4]);
        handle = undefined;
      }
    }
    handle ??= createServerHandle(address, port, family, fd, flags);
    if (typeof handle === 'number') {
      reportLater(this, new UVExceptionWithHostPort(handle, 'listen', address, port));
      return;
    }
    this._handle = handle;
  }
  const handle = this._handle;
  handle.owner = this;
  handle.listener = listener;
  const errno = handle.listen((backlog || BACKLOG) | 0);
  if (errno < 0) {
    handle.close();
    this._handle = null;
    reportLater(this, new UVExceptionWithHostPort(errno, 'listen', address, port));
    return;
  }
  // What the listening socket has, the kernel gives every connection: a system call less for each.
  if (this.noDelay && handle.kind === 'TCPSERVER') handle.givesNoDelay = handle.setNoDelay?.(true) === 0;
  active.add(handle, handle.kind === 'PIPESERVER' ? 'PipeServerWrap' : 'TCPServerWrap', this);
  if (listenChannel.hasSubscribers) listenChannel.asyncEnd.publish({ server: this });
  this._connectionKey = `${family}:${address}:${port}`;
  if (this._unref) this.unref();
  asyncIds.triggeredBy(this._handle?.asyncId ?? asyncIds.current(), process.nextTick, emitListening, this);
};

function reportLater(server, error) {
  if (listenChannel.hasSubscribers) listenChannel.error.publish({ server, error });
  process.nextTick((one) => one.emit('error', error), server);
}

function emitListening(server) {
  if (server._handle) server.emit('listening');
}

ObjectDefineProperty(prototype, 'listening', {
  __proto__: null, get() { return Boolean(this._handle); }, configurable: true, enumerable: true,
});

prototype.address = function address() {
  const handle = this._handle;
  if (handle?.kind === 'TCPSERVER') {
    const name = handle.ownName();
    if (typeof name === 'number') throw new ErrnoException(name, 'address');
    return name;
  }
  return this._pipeName || null;
};

// ---- connections

const listener = {
  connection(server, handle, errno) {
    if (handle === undefined) {
      server.emit('error', new ErrnoException(errno, 'accept'));
      return;
    }
    if (isUnwanted(server, handle)) {
      handle.listener = { closed() {} };
      handle.close();
      return;
    }
    const { allowHalfOpen, pauseOnConnect, highWaterMark, noDelay, keepAlive, keepAliveInitialDelay } = server;
    const socket = new Socket({
      handle, allowHalfOpen, pauseOnCreate: pauseOnConnect,
      readableHighWaterMark: highWaterMark, writableHighWaterMark: highWaterMark,
    });
    const hasNoDelay = server._handle?.givesNoDelay === true;
    if (noDelay) socket[kOptions].noDelay = true;
    // A program may have put a function of its own on the handle.
    if (Boolean(noDelay) !== hasNoDelay || ObjectHasOwn(handle, 'setNoDelay')) handle.setNoDelay(Boolean(noDelay));
    if (keepAlive) {
      ObjectAssign(socket[kOptions], { keepAlive, idleSeconds: keepAliveInitialDelay });
      handle.setKeepAlive(true, keepAliveInitialDelay);
    }
    server._connections++;
    socket.server = server;
    socket._server = server;
    server.emit('connection', socket);
    if (socketChannel.hasSubscribers) socketChannel.publish({ socket });
  },

  closed() {},
};

function isUnwanted(server, handle) {
  const { maxConnections, blockList } = server;
  if (maxConnections != null && server._connections >= maxConnections) {
    if (handle.kind === 'PIPE') {
      server.emit('drop');
      return true;
    }
    const own = handle.ownName();
    const peer = handle.peerName();
    server.emit('drop', {
      __proto__: null,
      localAddress: own.address, localPort: own.port, localFamily: own.family,
      remoteAddress: peer.address, remotePort: peer.port, remoteFamily: peer.family,
    });
    return true;
  }
  if (!blockList || handle.kind === 'PIPE') return false;
  const { address } = handle.peerName();
  const family = isIP(address);
  return family !== 0 && blockList.check(address, `ipv${family}`);
}

prototype.getConnections = function getConnections(callback) {
  if (!this._usingWorkers) {
    process.nextTick(callback, null, this._connections);
    return this;
  }
  let left = this._workers.length;
  let total = this._connections;
  const count = (error, more) => {
    if (left < 0) return;
    if (error) {
      left = -1;
      process.nextTick(callback, error);
      return;
    }
    total += more;
    if (--left === 0) process.nextTick(callback, null, total);
  };
  for (let i = 0, list = this._workers; i < list.length; i++) list[i].getConnections(count);
  return this;
};

// ---- the end

prototype.close = function close(callback) {
  this._listeningId++;
  if (typeof callback === 'function') {
    const wasRunning = Boolean(this._handle);
    this.once('close', wasRunning ? callback : () => callback(new ERR_SERVER_NOT_RUNNING()));
  }
  if (this._handle) {
    active.remove(this._handle);
    this._handle.close();
    this._handle = null;
  }
  if (!this._usingWorkers) {
    this._emitCloseIfDrained();
    return this;
  }
  let left = this._workers.length;
  this._connections++; // 'close' is emitted once, after all of them have replied
  for (let i = 0, list = this._workers; i < list.length; i++) {
    const worker = list[i];
    worker.close(() => {
      if (--left > 0) return;
      this._connections = 0;
      this._emitCloseIfDrained();
    });
  }
  return this;
};

prototype._emitCloseIfDrained = function _emitCloseIfDrained() {
  if (!this._handle && this._connections === 0) process.nextTick((server) => server.emit('close'), this);
};

prototype._setupWorker = function _setupWorker(worker) {
  this._usingWorkers = true;
  ArrayPrototypePush(this._workers, worker);
  worker.once('exit', (gone) => { removeAt(this._workers, ArrayPrototypeIndexOf(this._workers, gone)); });
};

prototype[SymbolAsyncDispose] = async function asyncDispose() {
  if (this._handle) await FunctionPrototypeCall(promisify(this.close), this);
};

prototype[EventEmitter.captureRejectionSymbol] = function onRejection(error, event, socket) {
  if (event === 'connection') socket.destroy(error);
  else this.emit('error', error);
};

prototype.ref = function ref() {
  this._unref = false;
  this._handle?.ref();
  return this;
};

prototype.unref = function unref() {
  this._unref = true;
  this._handle?.unref();
  return this;
};

module.exports = { Server, createServerHandle };
