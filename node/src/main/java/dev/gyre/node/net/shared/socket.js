'use strict';

// Socket: a Duplex over a system handle. Connecting is in internal/net/connect.

const {
  ArrayIsArray, ArrayPrototypeUnshift, Boolean, FunctionPrototypeCall, MathMax, NumberIsNaN, ObjectAssign,
  ObjectDefineProperty, ObjectSetPrototypeOf, Symbol, SymbolDispose,
} = require('internal/primordials');
const { Duplex } = require('stream');
const { addAbortListener } = require('internal/events/abort_listener');
const {
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_HANDLE_TYPE, ERR_SOCKET_CLOSED,
    ERR_SOCKET_CLOSED_BEFORE_CONNECTION,
  },
  ErrnoException, genericNodeError,
} = require('internal/errors');
const { validateAbortSignal, validateFunction, validateInt32, validateNumber } = require('internal/validators');
const { isUint8Array } = require('util/types');
const { Buffer } = require('buffer');
const { UV_ECANCELED, UV_ENOTCONN } = require('internal/errno');
const { kAdopt } = require('internal/net/local_address');
const context = require('internal/async_context');
const timeouts = require('internal/net/timeouts');
const { MAX_COPIED } = require('internal/net/socket_memory');
const { StreamHandle } = require('internal/net/stream_handle');
const active = require('internal/process/active');

const kHandle = Symbol('kHandle');
const kBytesRead = Symbol('kBytesRead');
const kBytesWritten = Symbol('kBytesWritten');
const kWritten = Symbol('kWritten'); // the callback of a blocked write
const kEnded = Symbol('kEnded'); // the callback of a shutdown
const kException = Symbol('kException'); // the argument of 'close': whether there was an error
const kOptions = Symbol('kOptions'); // socket options to be set once there is a handle
const kBound = Symbol('kBound'); // { path } of the BoundSocket whose handle it took over
const kHandleClass = Symbol('kHandleClass'); // of a kind of socket that needs more than a StreamHandle
const kWriteGeneric = Symbol('kWriteGeneric'); // the class's own _writeGeneric
const kOnRead = Symbol('kOnRead'); // { buffer, next, callback } of the option onread

const WRAPS = { __proto__: null, PIPE: 'PipeWrap', TCP: 'TCPSocketWrap', TTY: 'TTYWrap' };

const { prototype: { readStart } } = StreamHandle;

class SystemOptions {
  noDelay = false;
  keepAlive = false;
  idleSeconds = 0;
  intervalSeconds = undefined;
  count = undefined;
  typeOfService = undefined;
}

function Socket(options) {
  if (!(this instanceof Socket)) return new Socket(options);
  for (let i = 0, list = ['objectMode', 'readableObjectMode', 'writableObjectMode']; i < list.length; i++) {
    const name = list[i];
    if (options?.[name]) throw new ERR_INVALID_ARG_VALUE(`options.${name}`, options[name], 'is not supported');
  }
  options = typeof options === 'number' ? { __proto__: null, fd: options } : { __proto__: null, ...options };
  this.connecting = false;
  this._hadError = false;
  this[kHandle] = null;
  this._parent = null;
  this._host = null;
  this._closeAfterHandlingError = false;
  timeouts.begin(this);
  this[kWritten] = undefined;
  this[kEnded] = undefined;
  this[kBytesRead] = 0;
  this[kBytesWritten] = 0;
  this[kOptions] = systemOptions(options);
  this[kOnRead] = readerOf(options.onread);
  options.allowHalfOpen = Boolean(options.allowHalfOpen);
  options.emitClose = false; // 'close' is emitted when the handle is closed
  options.autoDestroy = true;
  options.decodeStrings = false;
  const { signal } = options;
  FunctionPrototypeCall(Duplex, this, options);
  this[kBound] = options.handle?.[kAdopt]?.();
  if (options.handle) this._handle = this[kBound]?.handle ?? options.handle;
  else if (options.fd !== undefined) this._handle = handleOfDescriptor(options.fd);
  this.on('end', refuseToWrite);
  useHandle(this);
  this._pendingData = null;
  this._pendingEncoding = '';
  if (this._handle && options.readable !== false && this[kBound] === undefined) {
    if (options.pauseOnCreate) this.readableFlowing = false;
    else if (!options.manualStart) this.read(0);
  }
  if (signal) watchSignal(this, signal);
  this.server = null;
  this._server = null;
  if (options.blockList) {
    const { BlockList } = require('internal/net/block_list');
    if (!BlockList.isBlockList(options.blockList)) {
      throw new ERR_INVALID_ARG_TYPE('options.blockList', 'net.BlockList', options.blockList);
    }
    this.blockList = options.blockList;
  }
}
ObjectSetPrototypeOf(Socket.prototype, Duplex.prototype);
ObjectSetPrototypeOf(Socket, Duplex);

function systemOptions({ noDelay, keepAlive, keepAliveInitialDelay, typeOfService }) {
  if (keepAliveInitialDelay !== undefined) validateNumber(keepAliveInitialDelay, 'options.keepAliveInitialDelay');
  if (typeOfService !== undefined) validateInt32(typeOfService, 'options.typeOfService', 0, 255);
  const wanted = new SystemOptions();
  wanted.noDelay = Boolean(noDelay);
  wanted.keepAlive = Boolean(keepAlive);
  wanted.idleSeconds = wholeSeconds(MathMax(0, keepAliveInitialDelay ?? 0));
  wanted.typeOfService = typeOfService;
  return wanted;
}

const wholeSeconds = (ms) => ~~(ms / 1000);

function readerOf(onread) {
  if (onread === null || typeof onread !== 'object' || typeof onread.callback !== 'function') return undefined;
  const { buffer, callback } = onread;
  if (typeof buffer === 'function') return { buffer: undefined, next: buffer, callback };
  return isUint8Array(buffer) ? { buffer, next: undefined, callback } : undefined;
}

function handleOfDescriptor(fd) {
  validateInt32(fd, 'fd', 0);
  const { kindOfSocket } = require('internal/net/descriptors');
  return StreamHandle.adopt(kindOfSocket(fd), fd);
}

function watchSignal(socket, signal) {
  validateAbortSignal(signal, 'options.signal');
  process.nextTick(() => {
    const stop = signal.aborted ? undefined : addAbortListener(signal, () => { socket._aborted = true; });
    if (stop === undefined) socket._aborted = true;
    else socket.once('close', stop[SymbolDispose]);
  });
}

// ---- events of the handle

const listener = {
  data(socket, bytes) {
    socket._unrefTimer();
    socket[kBytesRead] += bytes.length;
    if (socket.destroyed) return;
    const reader = socket[kOnRead];
    if (reader !== undefined) readInto(socket, reader, bytes);
    else if (!socket.push(bytes) && !socket.destroyed) socket._handle?.readStop();
  },

  end(socket) {
    socket._unrefTimer();
    if (socket._readableState.endEmitted) return;
    socket.push(null);
    socket.read(0);
  },

  readError(socket, errno) {
    socket.destroy(new ErrnoException(errno, 'read'));
  },

  flushed(socket, errno) {
    const done = socket[kWritten];
    if (done === undefined) {
      if (errno < 0) socket.destroy(new ErrnoException(errno, 'write'));
      return;
    }
    socket[kWritten] = undefined;
    if (errno < 0) {
      done(new ErrnoException(errno, 'write'));
      return;
    }
    if (!socket.destroyed) socket._unrefTimer();
    done(null);
  },

  writeError(socket, errno) {
    socket.destroy(new ErrnoException(errno, 'write'));
  },

  ended(socket, errno) {
    const done = socket[kEnded];
    socket[kEnded] = undefined;
    if (errno < 0 && errno !== UV_ENOTCONN) done?.(new ErrnoException(errno, 'shutdown'));
    else done?.();
  },

  closed(socket, handle) {
    if (!handle.isOwnersClose) return;
    const done = socket[kWritten];
    socket[kWritten] = undefined;
    done?.(new ErrnoException(UV_ECANCELED, 'write')); // its bytes were not sent
    socket.emit('close', socket[kException]);
  },
};

// Option onread: the program gets the bytes in its own buffer, piece by piece. What it does not take yet stays in the
// handle.
function readInto(socket, reader, bytes) {
  const handle = socket._handle;
  for (let at = 0; at < bytes.length && !socket.destroyed;) {
    if (!handle.reading) {
      ArrayPrototypeUnshift(handle.held ??= [], bytes.subarray(at));
      return;
    }
    reader.buffer ??= FunctionPrototypeCall(reader.next, socket);
    const { buffer } = reader;
    const part = bytes.subarray(at, at + buffer.length);
    buffer.set(part);
    at += part.length;
    if (FunctionPrototypeCall(reader.callback, socket, part.length, buffer) === false) handle.readStop();
    if (reader.next !== undefined) {
      const next = FunctionPrototypeCall(reader.next, socket);
      if (isUint8Array(next)) reader.buffer = next;
    }
  }
}

function useHandle(socket) {
  socket._undestroy();
  takeOver(socket);
}

// The same for a socket that is in use: it may have been ended already.
function takeOver(socket) {
  socket._sockname = null;
  const handle = socket._handle;
  if (!handle) return;
  socket[kBytesRead] = 0;
  socket[kBytesWritten] = 0;
  handle.owner = socket;
  handle.listener = listener;
  active.add(handle, WRAPS[handle.kind], socket);
}

// ---- reading and writing

function refuseToWrite() {
  if (!this.allowHalfOpen) this.write = writeAfterEnd;
}

function writeAfterEnd(chunk, encoding, callback) {
  if (!this.writableEnded) return FunctionPrototypeCall(Duplex.prototype.write, this, chunk, encoding, callback);
  if (typeof encoding === 'function') callback = encoding;
  const error = genericNodeError('This socket has been ended by the other party', { code: 'EPIPE' });
  if (typeof callback === 'function') process.nextTick(callback, error);
  this.destroy(error);
  return false;
}

const { prototype } = Socket;

prototype._read = function _read(size) {
  if (this.connecting || !this._handle) this.once('connect', () => this._read(size));
  else this._handle.readStart();
};

// With a buffer of the program (onread), reading does not depend on the stream's buffer.
for (let j = 0, items = ['resume', 'read']; j < items.length; j++) {
  const name = items[j];
  const ofStream = Duplex.prototype[name];
  prototype[name] = { [name](size) {
    if (this[kOnRead] !== undefined && !this.connecting) this._handle?.readStart();
    return FunctionPrototypeCall(ofStream, this, size);
  } }[name];
}

prototype.pause = function pause() {
  if (this[kOnRead] !== undefined && !this.connecting && !this.destroyed) this._handle?.readStop();
  return FunctionPrototypeCall(Duplex.prototype.pause, this);
};

prototype.end = function end(chunk, encoding, callback) {
  FunctionPrototypeCall(Duplex.prototype.end, this, chunk, encoding, callback);
  return this;
};

prototype._write = function _write(chunk, encoding, callback) {
  this._writeGeneric(false, chunk, encoding, callback);
};

prototype._writev = function _writev(chunks, callback) {
  this._writeGeneric(true, chunks, '', callback);
};

prototype._writeGeneric = function _writeGeneric(isMany, data, encoding, callback) {
  if (this.connecting) {
    this._pendingData = data;
    this._pendingEncoding = encoding;
    const onClose = () => callback(new ERR_SOCKET_CLOSED_BEFORE_CONNECTION());
    this.once('close', onClose);
    this.once('connect', function connect() {
      this.off('close', onClose);
      this._writeGeneric(isMany, data, encoding, callback);
    });
    return;
  }
  this._pendingData = null;
  this._pendingEncoding = '';
  const handle = this._handle;
  if (!handle) {
    callback(new ERR_SOCKET_CLOSED());
    return false;
  }
  this._unrefTimer();
  const before = handle.bytesWritten;
  let status = 0;
  if (isMany) {
    for (let i = 0; i < data.length; i++) {
      const { chunk, encoding: ofChunk } = data[i];
      const result = write(handle, chunk, ofChunk);
      if (result !== 0) status = result;
      if (result < 0) break;
    }
  } else {
    status = write(handle, data, encoding);
  }
  this[kBytesWritten] += handle.bytesWritten - before;
  if (status < 0) callback(new ErrnoException(status, 'write'));
  else if (status === 1) writtenLater(this, handle, callback);
  else callback();
};

prototype[kWriteGeneric] = prototype._writeGeneric;

// The handle calls `flushed` in the async context of this write.
function writtenLater(socket, handle, callback) {
  socket[kWritten] = callback;
  handle.writeFrame = context.get();
}

// The following functions send one chunk on an idle socket, bypassing the stream's queue. They return whether it was sent or
// queued; if not, they have no effect. `done` is always called later.

function sendText(socket, text, done) {
  const handle = socket._handle;
  if (!isIdle(socket, handle)) return false;
  const before = handle.bytesWritten;
  return sent(socket, handle, before, handle.writeUtf8(text), done);
}

// A head in latin1, followed by bytes if there are any.
function sendBytes(socket, head, bytes, done) {
  const handle = socket._handle;
  if (!isIdle(socket, handle) || (bytes !== undefined && bytes.length > MAX_COPIED)) return false;
  const before = handle.bytesWritten;
  const status = handle.writeLatin1(head);
  return sent(socket, handle, before, status < 0 || bytes === undefined ? status : handle.writeBytes(bytes), done);
}

function isIdle(socket, handle) {
  const { length, corked, ending, destroyed } = socket._writableState;
  return handle !== null && !handle.isBlocked && !socket.connecting && length === 0 && corked === 0 && !ending && !destroyed &&
    socket.write === Duplex.prototype.write && socket._writeGeneric === socket[kWriteGeneric];
}

function sent(socket, handle, before, status, done) {
  if (status < 0) return false;
  socket._unrefTimer();
  socket[kBytesWritten] += handle.bytesWritten - before;
  if (status === 1) writtenLater(socket, handle, done);
  else process.nextTick(done);
  return true;
}

function write(handle, chunk, encoding) {
  if (typeof chunk !== 'string') return handle.writeBytes(chunk);
  switch (encoding) {
    case 'utf8':
    case 'utf-8':
      return handle.writeUtf8(chunk);
    case 'latin1':
    case 'binary':
    case 'ascii':
      return handle.writeLatin1(chunk);
    default:
      return handle.writeBytes(Buffer.from(chunk, encoding));
  }
}

prototype._final = function _final(callback) {
  if (this.connecting) {
    this.once('connect', () => this._final(callback));
    return;
  }
  if (!this._handle) {
    callback();
    return;
  }
  this[kEnded] = callback;
  this._handle.shutdown();
};

// ---- the end

prototype.destroySoon = function destroySoon() {
  if (this.writable) this.end();
  if (this.writableFinished) this.destroy();
  else this.once('finish', this.destroy);
};

prototype.resetAndDestroy = function resetAndDestroy() {
  if (!this._handle) {
    this.destroy(new ERR_SOCKET_CLOSED());
    return this;
  }
  if (this._handle.kind !== 'TCP') throw new ERR_INVALID_HANDLE_TYPE();
  if (this.connecting) this.once('connect', () => this._reset());
  else this._reset();
  return this;
};

prototype._reset = function _reset() {
  this.resetAndClosing = true;
  return this.destroy();
};

prototype._destroy = function _destroy(exception, callback) {
  this.connecting = false;
  for (let socket = this; socket != null; socket = socket._parent) timeouts.stop(socket);
  if (this._handle) {
    this[kException] = Boolean(exception);
    // A handler of the error may still inspect the socket.
    if (this._closeAfterHandlingError && !this.resetAndClosing) queueMicrotask(() => closeHandle(this));
    else closeHandle(this);
    callback(exception);
  } else {
    callback(exception);
    process.nextTick(emitClose, this);
  }
  const server = this._server;
  if (server) {
    server._connections--;
    server._emitCloseIfDrained?.();
  }
};

function closeHandle(socket) {
  const handle = socket._handle;
  if (!handle) return;
  const reset = socket.resetAndClosing === true;
  socket.resetAndClosing = false;
  active.remove(handle);
  handle.isOwnersClose = true;
  const errno = reset ? handle.reset() : handle.close();
  if (handle.hadParser) socket[kBytesRead] = handle.bytesRead;
  socket._handle = null;
  socket._sockname = null;
  if (errno < 0) socket.emit('error', new ErrnoException(errno, 'reset'));
}

function emitClose(socket) {
  socket.emit('close');
}

// ---- settings

prototype._unrefTimer = function _unrefTimer() {
  for (let socket = this; socket != null; socket = socket._parent) timeouts.touch(socket);
};

prototype.setTimeout = timeouts.setStreamTimeout;

// While queued bytes are being sent, the socket is not idle; the handle reports when all are sent.
prototype._onTimeout = function _onTimeout() {
  this.emit('timeout');
};

prototype.setNoDelay = function setNoDelay(enable = true) {
  const yes = Boolean(enable);
  const wanted = this[kOptions];
  if (this._handle?.setNoDelay && !this.connecting && yes !== wanted.noDelay) this._handle.setNoDelay(yes);
  wanted.noDelay = yes;
  return this;
};

prototype.setKeepAlive = function setKeepAlive(enable, initialDelay, interval, count) {
  if (enable !== null && typeof enable === 'object') ({ enable, initialDelay, interval, count } = enable);
  const yes = Boolean(enable);
  const idleSeconds = wholeSeconds(initialDelay);
  const intervalSeconds = interval === undefined ? undefined : wholeSeconds(interval);
  const wanted = this[kOptions];
  const isNew = yes !== wanted.keepAlive || (yes && (idleSeconds !== wanted.idleSeconds ||
    intervalSeconds !== wanted.intervalSeconds || count !== wanted.count));
  ObjectAssign(wanted, { keepAlive: yes, idleSeconds, intervalSeconds, count });
  if (isNew && !this.connecting) this._handle?.setKeepAlive?.(yes, idleSeconds, intervalSeconds, count);
  return this;
};

prototype.setTypeOfService = function setTypeOfService(value) {
  if (NumberIsNaN(value)) throw new ERR_INVALID_ARG_TYPE('tos', 'number', value);
  validateInt32(value, 'tos', 0, 255);
  const wanted = this[kOptions];
  if (this._handle?.setTypeOfService && !this.connecting && value !== wanted.typeOfService) {
    const errno = this._handle.setTypeOfService(value);
    if (errno < 0) throw new ErrnoException(errno, 'setTypeOfService');
  }
  wanted.typeOfService = value;
  return this;
};

prototype.getTypeOfService = function getTypeOfService() {
  if (!this._handle?.getTypeOfService || this.connecting) return this[kOptions].typeOfService ?? 0;
  const result = this._handle.getTypeOfService();
  if (result < 0) throw new ErrnoException(result, 'getTypeOfService');
  return result;
};

// Applies options that were set before there was a connection.
function applyOptions(socket) {
  const { noDelay, keepAlive, idleSeconds, intervalSeconds, count, typeOfService } = socket[kOptions];
  const handle = socket._handle;
  if (noDelay) handle.setNoDelay?.(true);
  if (keepAlive) handle.setKeepAlive?.(true, idleSeconds, intervalSeconds, count);
  if (typeOfService !== undefined) {
    const errno = handle.setTypeOfService?.(typeOfService);
    if (errno < 0) socket.emit('error', new ErrnoException(errno, 'setTypeOfService'));
  }
}

for (let k = 0, entries = ['ref', 'unref']; k < entries.length; k++) {
  const name = entries[k];
  prototype[name] = { [name]() {
    if (!this._handle) this.once('connect', this[name]);
    else this._handle[name]?.();
    return this;
  } }[name];
}

// ---- addresses and counters

prototype.address = function address() {
  return this._getsockname();
};

prototype._getpeername = function _getpeername() {
  if (!this._handle?.getpeername || this.connecting) return this._peername || {};
  if (!this._peername) {
    const name = {};
    if (this._handle.getpeername(name) !== 0) return {};
    this._peername = name;
  }
  return this._peername;
};

prototype._getsockname = function _getsockname() {
  if (this[kBound]?.path !== undefined) return { address: this[kBound].path };
  if (!this._handle?.getsockname) return {};
  if (!this._sockname) {
    this._sockname = {};
    this._handle.getsockname(this._sockname);
  }
  return this._sockname;
};

prototype.connect = function connect(...args) {
  return require('internal/net/connect').connect(this, args);
};

const getter = (name, get, flags) => ObjectDefineProperty(prototype, name, { __proto__: null, get, ...flags });
const SEEN = { enumerable: true };

getter('_connecting', function() { return this.connecting; });
getter('pending', function() { return !this._handle || this.connecting; }, { configurable: true });
getter('readyState', function() {
  if (this.connecting) return 'opening';
  if (this.readable) return this.writable ? 'open' : 'readOnly';
  return this.writable ? 'writeOnly' : 'closed';
});
getter('bufferSize', function() { return this._handle ? this.writableLength : undefined; });
getter('bytesRead', function bytesRead() {
  return this._handle?.hadParser ? this._handle.bytesRead : this[kBytesRead];
}, SEEN);
getter('remoteAddress', function remoteAddress() { return this._getpeername().address; }, SEEN);
getter('remoteFamily', function remoteFamily() { return this._getpeername().family; }, SEEN);
getter('remotePort', function remotePort() { return this._getpeername().port; }, SEEN);
getter('localAddress', function localAddress() { return this._getsockname().address; }, SEEN);
getter('localPort', function localPort() { return this._getsockname().port; }, SEEN);
getter('localFamily', function localFamily() { return this._getsockname().family; }, SEEN);
getter('_bytesDispatched', function _bytesDispatched() { return this[kBytesWritten]; }, SEEN);
getter('bytesWritten', function bytesWritten() {
  const { writableBuffer, _pendingData: pending } = this;
  if (!writableBuffer) return undefined;
  let bytes = this[kBytesWritten];
  for (let i = 0; i < writableBuffer.length; i++) {
    const { chunk, encoding } = writableBuffer[i];
    bytes += lengthOf(chunk, encoding);
  }
  if (ArrayIsArray(pending)) {
    for (let j = 0; j < pending.length; j++) {
      const one = pending[j];
      bytes += lengthOf(one.chunk ?? one, one.encoding);
    }
  } else if (pending) {
    bytes += lengthOf(pending, this._pendingEncoding);
  }
  return bytes;
}, SEEN);

const lengthOf = (chunk, encoding) => (typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.length);

// Whether bytes of the connection reach the program as the handle reads them. Not so if the program has replaced a part of
// the way: it answers requests itself.
function readsFromHandle(socket) {
  const handle = socket._handle;
  return handle instanceof StreamHandle && handle.owner === socket && handle.readStart === readStart && socket._read === prototype._read;
}

ObjectDefineProperty(prototype, '_handle', {
  __proto__: null,
  get() { return this[kHandle]; },
  set(handle) { this[kHandle] = handle; },
});

module.exports = {
  Socket, applyOptions, kBound, kBytesRead, kHandleClass, kOptions, kWriteGeneric, listener, readsFromHandle, sendBytes,
  sendText, takeOver, useHandle,
};
