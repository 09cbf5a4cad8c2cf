'use strict';

// Sockets and servers that move to another thread: the transfer list of postMessage(). The descriptor is duplicated for the
// receiver, and this side's handle is closed.

const { Boolean, ObjectDefineProperty } = require('internal/primordials');
const { codes: { ERR_WORKER_HANDLE_NOT_TRANSFERABLE } } = require('internal/errors');
const { kTransfer } = require('internal/structured_clone');
const { kSend, onReceive } = require('internal/message_types');
const active = require('internal/process/active');
const { Server } = require('internal/net/server');
const { Socket } = require('internal/net/socket');
const { StreamHandle } = require('internal/net/stream_handle');

const native = binding('messages');

const isTcp = (handle) => handle instanceof StreamHandle && (handle.kind === 'TCP' || handle.kind === 'TCPSERVER');

// Data that was read or waits to be written would be lost.
function checkSocket(socket) {
  if (!isTcp(socket._handle) || socket.destroyed || socket.connecting || socket.bytesRead > 0 || socket.bytesWritten > 0 ||
      socket.readableLength > 0 || socket.writableLength > 0 || socket.readableEncoding != null) {
    throw new ERR_WORKER_HANDLE_NOT_TRANSFERABLE('net.Socket');
  }
}

function checkServer(server) {
  if (!isTcp(server._handle)) throw new ERR_WORKER_HANDLE_NOT_TRANSFERABLE('net.Server');
}

function detach(owner) {
  const handle = owner._handle;
  active.remove(handle);
  owner._handle = null;
  return handle;
}

const attached = (message, handle) => message.attach(() => {
  native.attachDuplicate(handle.fd);
  handle.close();
});

const adopt = (kind, index) => StreamHandle.adopt(kind, native.takeDescriptor(index));

const socketOf = (handle, { allowHalfOpen }) =>
  new Socket({ __proto__: null, handle, allowHalfOpen, readable: true, writable: true });

function serverOf(handle, options) {
  const server = new Server(options);
  server.listen(handle);
  return server;
}

function optionsOfServer({ allowHalfOpen, highWaterMark, keepAlive, keepAliveInitialDelay, noDelay, pauseOnConnect }) {
  return {
    allowHalfOpen: Boolean(allowHalfOpen), highWaterMark, keepAlive: Boolean(keepAlive),
    keepAliveInitialDelay: keepAliveInitialDelay * 1000, noDelay: Boolean(noDelay), pauseOnConnect: Boolean(pauseOnConnect),
  };
}

function transferable(prototype, transfer, send) {
  ObjectDefineProperty(prototype, kTransfer, { __proto__: null, configurable: true, value: transfer });
  ObjectDefineProperty(prototype, kSend, { __proto__: null, configurable: true, value: send });
}

transferable(Socket.prototype, function() {
  checkSocket(this);
  const { allowHalfOpen } = this;
  const handle = detach(this);
  this.destroy();
  return socketOf(handle, { allowHalfOpen });
}, function(message) {
  checkSocket(this);
  const { allowHalfOpen } = this;
  const handle = attached(message, detach(this));
  this.destroy();
  return { deserializeInfo: 'Socket', data: { handle, allowHalfOpen: Boolean(allowHalfOpen) } };
});

transferable(Server.prototype, function() {
  checkServer(this);
  return serverOf(detach(this), optionsOfServer(this));
}, function(message) {
  checkServer(this);
  return { deserializeInfo: 'Server', data: { handle: attached(message, detach(this)), options: optionsOfServer(this) } };
});

onReceive('Socket', (data) => socketOf(adopt('TCP', data.handle), data));
onReceive('Server', ({ handle, options }) => serverOf(adopt('TCPSERVER', handle), options));
