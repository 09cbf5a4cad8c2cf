'use strict';

// Handles that are sent with messages: what is sent for an object of the program, and what the other process makes from the
// received descriptor. Each kind has
//
//   send(message, object, options, lists)   the native handle, or undefined if the object has none any more
//   sent(handle, options)                   called when the other process has it, or it can't be sent; optional
//   receive(message, fd, lists, done)       done(object)
//
// The names of kinds and the fields added to messages are those of Node's protocol.

const { codes: { ERR_INVALID_HANDLE_TYPE } } = require('internal/errors');
const { StreamHandle } = require('internal/net/stream_handle');
const { kindOfSocket } = require('internal/net/descriptors');
const { ReceivedSockets, SentSockets } = require('internal/child_process/socket_lists');
const active = require('internal/process/active');

const ignore = () => {};
const deaf = {
  __proto__: null,
  data: ignore, end: ignore, readError: ignore, flushed: ignore, writeError: ignore, ended: ignore, closed: ignore,
};

// For one channel: the sockets sent and received, by their server's key.
class SocketLists {
  #target;
  #sent = { __proto__: null };
  #received = { __proto__: null };

  constructor(target) {
    this.#target = target;
  }

  // Registers the socket list with the server, the first time.
  addSent(server, key) {
    if (this.#sent[key] !== undefined) return;
    this.#sent[key] = new SentSockets(this.#target, key);
    server._setupWorker(this.#sent[key]);
  }

  addReceived(socket, key) {
    this.#received[key] ??= new ReceivedSockets(this.#target, key);
    this.#received[key].add(socket);
  }
}

// The socket continues without its handle, as if it were detached; the handle is closed when it has arrived.
function detach(socket, handle) {
  if (socket.server) socket.server._connections--;
  if (handle.hadParser) require('internal/http/parser').release(socket);
  handle.readStop();
  handle.listener = deaf;
  active.remove(handle);
  socket._handle = null;
  socket.setTimeout(0);
}

const kinds = {
  '__proto__': null,

  'net.Native': {
    __proto__: null,
    send: (_message, handle) => handle,
    receive(_message, fd, _lists, done) {
      const handle = StreamHandle.adopt(kindOfSocket(fd), fd);
      handle.listener = deaf;
      done(handle);
    },
  },

  'net.Server': {
    __proto__: null,
    send: (_message, server) => server._handle,
    receive(_message, fd, _lists, done) {
      const server = new (require('net').Server)();
      server.listen(StreamHandle.adopt(`${kindOfSocket(fd)}SERVER`, fd), () => done(server));
    },
  },

  'net.Socket': {
    __proto__: null,
    send(message, socket, options, lists) {
      const handle = socket._handle;
      if (!handle) return undefined;
      if (socket.server) {
        message.key = socket.server._connectionKey;
        lists.addSent(socket.server, message.key);
      }
      if (!options.keepOpen) detach(socket, handle);
      return handle;
    },
    sent(handle, options) {
      if (!options.keepOpen) handle.close();
    },
    receive(message, fd, lists, done) {
      const handle = StreamHandle.adopt(kindOfSocket(fd), fd);
      const socket = new (require('net').Socket)({ handle, readable: true, writable: true });
      if (message.key) lists.addReceived(socket, message.key);
      done(socket);
    },
  },

  'dgram.Native': {
    __proto__: null,
    send: (_message, handle) => handle,
    receive(_message, fd, _lists, done) {
      const { UdpHandle } = require('internal/dgram/handle');
      const handle = new UdpHandle();
      handle.open(fd);
      done(handle);
    },
  },

  'dgram.Socket': {
    __proto__: null,
    send(message, socket) {
      message.dgramType = socket.type;
      return socket[require('internal/dgram/state').kState].handle;
    },
    receive(message, fd, _lists, done) {
      const socket = require('dgram').createSocket(message.dgramType);
      socket.bind({ fd }, () => done(socket));
    },
  },
};

// The name of the kind, for the message.
function kindOf(object) {
  const net = require('net');
  if (object instanceof net.Socket) return 'net.Socket';
  if (object instanceof net.Server) return 'net.Server';
  if (object instanceof StreamHandle) return 'net.Native';
  if (object instanceof require('dgram').Socket) return 'dgram.Socket';
  if (object instanceof require('internal/dgram/handle').UdpHandle) return 'dgram.Native';
  throw new ERR_INVALID_HANDLE_TYPE();
}

module.exports = { SocketLists, kindOf, kinds };
