'use strict';

// A stream socket of the system, used by net's Socket and Server. Its methods return 0 or a negative errno, as Node's
// handles do.
//
// Events go to the handle's listener together with its owner, in the async context in which the handle was created:
//
//   data(owner, bytes), end(owner), readError(owner, errno)   while reading
//   lines(owner, text)         instead of `data` for bytes that end a line, if the handle has `readsLines`
//   connection(owner, handle), connection(owner, undefined, errno)
//   flushed(owner, errno)      blocked bytes were sent, or failed
//   writeError(owner, errno)   of a write that was not blocked
//   ended(owner, errno)        the shutdown is done
//   closed(owner, handle)      in the closing phase
//
// A write returns 0 when its bytes are queued for sending, and 1 when the peer does not keep up. In that case they wait,
// `flushed` reports when they are sent, and until then every further write returns 1 too.

const {
  ArrayIsArray, ArrayPrototypePush, MathFloor, MathMin, ObjectAssign, StringPrototypeSplit,
} = require('internal/primordials');
const bridge = require('internal/bridge');
const context = require('internal/async_context');
const asyncIds = require('internal/async_ids');
const { Buffer } = require('buffer');
const { UV_EBADF } = require('internal/errno');
const { byteLengthOf, endAll, lend } = require('internal/memory');
const { resultOrDenial } = require('internal/permission/model');
const wire = require('internal/net/socket_memory');
const { Control: { WRITTEN }, EventType, HttpNumbers, Operation, SocketEvent } = require('internal/layout');

const native = binding('net');
const { MAX_COPIED, MAX_UNASKED } = wire;
const { FIRST_OF_PARSER } = SocketEvent;
const { LENGTHS } = HttpNumbers;

const MAX_CALL_BYTES = 1 << 30;

// Of async hooks.
const resourceTypes = {
  __proto__: null, TCP: 'TCPWRAP', PIPE: 'PIPEWRAP', TTY: 'TTYWRAP', TCPSERVER: 'TCPSERVERWRAP', PIPESERVER: 'PIPESERVERWRAP',
};

const handles = []; // by number
const events = [];

function start() {
  bridge.onEvent(EventType.SOCKET, (id, kind, at, length, value, extra) => {
    const handle = handles[id];
    if (handle === undefined) return;
    context.set(kind >= FIRST_OF_PARSER ? handle.parserFrame : handle.frame);
    if (handle.requests !== undefined && handle.requests[kind] !== undefined) {
      completeRequest(handle, kind, value);
    } else if (kind >= FIRST_OF_PARSER && handle.parserResource !== undefined) {
      const { asyncId } = handle.parserResource;
      asyncIds.enter(asyncId, handle.asyncId, handle.parserResource);
      events[kind](handle, at, length, value, extra);
      asyncIds.leave(asyncId);
    } else if (kind === SocketEvent.CLOSED && isServer(handle)) {
      events[kind](handle); // the server's own close() tells of it
    } else {
      asyncIds.enter(handle.asyncId, handle.triggerId, handle);
      events[kind](handle, at, length, value, extra);
      asyncIds.leave(handle.asyncId);
    }
    context.set(undefined);
  });
  wire.start(); // last, when everything it needs exists
}

const isServer = ({ kind }) => kind === 'TCPSERVER' || kind === 'PIPESERVER';

// What async hooks see of a connect, a shutdown and a write that waits: resources of their own. Without hooks there are none.

function beginRequest(handle, kind, type) {
  if (!asyncIds.hasHooks() || handle.requests?.[kind] !== undefined) return;
  const request = { handle };
  request.asyncId = asyncIds.create(request, type, handle.asyncId);
  handle.requests ??= { __proto__: null };
  handle.requests[kind] = request;
}

function completeRequest(handle, kind, errno) {
  const request = handle.requests[kind];
  handle.requests[kind] = undefined;
  asyncIds.enter(request.asyncId, handle.asyncId, request);
  events[kind](handle, 0, 0, errno);
  asyncIds.leave(request.asyncId);
  asyncIds.destroy(request.asyncId);
}

events[SocketEvent.DATA] = function data(handle, at, length, isDecoded) {
  if (handle.transport !== undefined && !isDecoded) {
    const encoded = Buffer.allocUnsafe(length); // received before the transport was put on the socket
    wire.copyTo(encoded, at, length);
    handle.transport.receive(encoded);
    return;
  }
  if (!handle.reading) handle.held ??= [];
  if (handle.readsLines && handle.held === undefined) {
    const text = wire.lines(at, length);
    if (text !== undefined) {
      handle.listener.lines(handle.owner, text);
      return;
    }
  }
  const bytes = Buffer.allocUnsafe(length);
  wire.copyTo(bytes, at, length);
  if (handle.held !== undefined) ArrayPrototypePush(handle.held, bytes);
  else handle.listener.data(handle.owner, bytes);
};
events[SocketEvent.END] = function end(handle) { handle.listener.end(handle.owner); };
events[SocketEvent.READ_ERROR] = function readError(handle, _at, _length, errno) { handle.listener.readError(handle.owner, errno); };
events[SocketEvent.ACCEPTED] = function accepted(handle, _at, _length, value) {
  if (value < 0) handle.onconnection(value, undefined);
  else handle.onconnection(0, acceptedHandle(handle, value));
};

// The loop accepts a connection, so it has no async context; only the server's own event has the server's.
function acceptedHandle(server, id) {
  const handle = new StreamHandle(server.kind === 'TCPSERVER' ? 'TCP' : 'PIPE', id, server.asyncId);
  handle.frame = undefined;
  return handle;
}

events[SocketEvent.CONNECTED] = function connected(handle, _at, _length, errno) {
  const { request } = handle;
  handle.request = undefined;
  request?.oncomplete(errno, handle, request, true, true);
};
events[SocketEvent.BLOCKED] = function blocked(handle) { handle.isBlocked = true; };
events[SocketEvent.FLUSHED] = function flushed(handle, _at, _length, errno) {
  handle.isBlocked = false;
  handle.endLoans();
  context.set(handle.writeFrame);
  handle.writeFrame = undefined;
  handle.listener.flushed(handle.owner, errno);
};
events[SocketEvent.WRITE_ERROR] = function writeError(handle, _at, _length, errno) { handle.listener.writeError(handle.owner, errno); };
events[SocketEvent.ENDED] = function ended(handle, _at, _length, errno) {
  context.set(handle.endFrame);
  handle.endFrame = undefined;
  handle.listener.ended(handle.owner, errno);
};
events[SocketEvent.TRANSPORT] = function transport(handle) { handle.transport?.report(); };
events[SocketEvent.CLOSED] = function closed(handle) {
  handles[handle.id] = undefined;
  handle.listener.closed(handle.owner, handle);
  handle.endParser();
  asyncIds.destroy(handle.asyncId);
};

class StreamHandle {
  // kind: TCP, PIPE, TTY, TCPSERVER or PIPESERVER
  constructor(kind, id, triggerId) {
    if (!wire.isStarted()) start();
    this.kind = kind;
    this.id = id ?? native.open();
    this.owner = undefined;
    this.listener = undefined;
    this.reading = false;
    this.isBlocked = false;
    this.hadParser = false; // a parser has read bytes that JavaScript has not seen
    this.bytesWritten = 0;
    this.isOwnersClose = false; // its owner closed it, not a program that put another handle in its place
    this.request = undefined; // of the connection that is being made
    this.unasked = 0; // bytes submitted since the socket last checked for backpressure
    this.generation = 0; // the generation in which they were submitted
    this.mustAsk = false; // every write asks whether it waits: a transport is not ready to send
    this.kept = undefined; // loans of memory that Java is still sending from
    this.readsLines = false; // listener.lines
    this.transport = undefined; // TLS on the connection; `report` takes what it has to say
    this.held = undefined; // data that arrived after reading was requested and before it was stopped
    this.frame = context.get();
    this.parserFrame = undefined; // async context in which a parser on the connection calls back
    this.parserResource = undefined; // of async hooks
    this.writeFrame = undefined; // async context of the last blocked write
    this.endFrame = undefined; // async context of the shutdown
    this.triggerId = triggerId ?? asyncIds.current();
    this.asyncId = asyncIds.create(this, resourceTypes[kind]);
    this.requests = undefined; // of async hooks, by the event that completes them
    this.isReferenced = true;
    this.isClosed = false;
    this.finallyRead = 0; // bytesRead, once it is closed
    handles[this.id] = this;
  }

  // Takes ownership of a descriptor.
  static adopt(kind, fd) {
    if (!wire.isStarted()) start();
    return new StreamHandle(kind, native.adopt(fd));
  }

  // For a descriptor that other processes use too, such as a terminal: its flags are not changed. Standard streams are never
  // closed.
  static adoptShared(kind, fd) {
    if (!wire.isStarted()) start();
    return new StreamHandle(kind, native.adoptShared(fd));
  }

  // Two handles that are connected with each other.
  static pair() {
    if (!wire.isStarted()) start();
    const { 0: first, 1: second } = native.socketPair();
    return [new StreamHandle('PIPE', native.adopt(first)), new StreamHandle('PIPE', native.adopt(second))];
  }

  getAsyncId() { return this.asyncId; }

  get fd() { return this.isClosed ? -1 : native.fd(this.id); }

  // ---- servers and connections

  // Programs replace onconnection, connect, getsockname and the like, as they do with Node's handles: to take connections
  // before the server sees them, or to answer requests without a network.
  onconnection(errno, handle) { this.listener.connection(this.owner, handle, errno); }

  bind(address, port, flags) { return native.bind(this.id, address, port, flags); }
  bindPath(path) { return native.bindPath(this.id, path); }
  listen(backlog) { return native.listen(this.id, backlog); }
  accepting(yes) { native.accepting(this.id, yes); }

  // request.oncomplete(errno, handle, request, true, true) tells the outcome, unless a negative errno is returned.
  connect(request, address, port) {
    beginRequest(this, SocketEvent.CONNECTED, this.kind === 'PIPE' ? 'PIPECONNECTWRAP' : 'TCPCONNECTWRAP');
    const errno = this.kind === 'PIPE' ?
      resultOrDenial(native.connectPath, this.id, address) : resultOrDenial(native.connect, this.id, address, port);
    if (errno === 0) this.request = request;
    return errno;
  }

  connect6(request, address, port) { return this.connect(request, address, port); }

  // Returns { address, port, family }, a path, or a negative errno.
  ownName() { return nameOf(native.ownName(this.id)); }
  peerName() { return nameOf(native.peerName(this.id)); }
  getsockname(into) { return putName(into, this.ownName()); }
  getpeername(into) { return putName(into, this.peerName()); }

  // ---- reading

  get bytesRead() { return this.isClosed ? this.finallyRead : native.received(this.id); }

  // Whether the peer has sent bytes that nobody has read yet.
  hasUnread() { return !this.isClosed && native.waitingBytes(this.id) > 0; }

  readStart() {
    if (this.reading || this.isClosed) return;
    this.reading = true;
    wire.command(this.id, Operation.SOCKET_READ);
    if (this.held !== undefined) process.nextTick(deliverHeld, this);
  }

  readStop() {
    if (!this.reading || this.isClosed) return;
    this.reading = false;
    wire.command(this.id, Operation.SOCKET_STOP_READING);
  }

  // ---- writing

  writeBytes(bytes) {
    if (this.isClosed) return UV_EBADF;
    const length = byteLengthOf(bytes);
    if (length > MAX_COPIED || !wire.reserve(length, this.id)) return this.#writeInPlace(bytes, length);
    wire.putBytes(this.id, bytes);
    return this.#put(length);
  }

  // Bypasses the submissions: when this returns, the kernel has the bytes, or they are queued. A descriptor, of which the
  // process at the other end gets a copy, needs a handle with `passDescriptors`.
  writeAtOnce(bytes, descriptor) {
    return this.isClosed ? UV_EBADF : this.#writeInPlace(bytes, byteLengthOf(bytes), descriptor);
  }

  // The same for text.
  writeTextAtOnce(text) {
    if (this.isClosed) return UV_EBADF;
    if (text.length > MAX_COPIED || !wire.reserve(text.length * 3, this.id)) return this.writeAtOnce(Buffer.from(text));
    const { i32 } = bridge.words;
    i32[WRITTEN] = UV_EBADF; // it stays so for a socket that Java has closed
    this.bytesWritten += wire.putUtf8(this.id, text);
    wire.carryOut();
    const result = i32[WRITTEN];
    if (result === 1) this.isBlocked = true;
    return result;
  }

  // Java sends the bytes that the kernel did not take later, from the same memory.
  #writeInPlace(bytes, length, descriptor) {
    let result = 0;
    for (let at = 0; at < length && result >= 0; at += MAX_CALL_BYTES) {
      const loan = lend(bytes, at, MathMin(MAX_CALL_BYTES, length - at));
      const part = loan.part(0, loan.length);
      result = at === 0 && descriptor !== undefined ?
        native.writeWithDescriptor(this.id, part, descriptor) : native.write(this.id, part);
      if (result === 1) {
        this.isBlocked = true;
        ArrayPrototypePush(this.kept ??= [], loan);
      } else {
        loan.end();
      }
    }
    if (result >= 0) this.bytesWritten += length;
    if (this.isBlocked) beginRequest(this, SocketEvent.FLUSHED, 'WRITEWRAP');
    return this.isBlocked && result === 0 ? 1 : result;
  }

  // Called when Java no longer sends from the memory.
  endLoans() {
    const { kept } = this;
    this.kept = undefined;
    if (kept !== undefined) endAll(kept);
  }

  writeUtf8(text) {
    if (this.isClosed) return UV_EBADF;
    if (text.length > MAX_COPIED || !wire.reserve(text.length * 3, this.id)) return this.writeBytes(Buffer.from(text));
    return this.#put(wire.putUtf8(this.id, text));
  }

  writeLatin1(text) {
    if (this.isClosed) return UV_EBADF;
    if (text.length > MAX_COPIED || !wire.reserve(text.length * 3, this.id)) {
      return this.writeBytes(Buffer.from(text, 'latin1'));
    }
    return this.#put(wire.putLatin1(this.id, text));
  }

  // A socket that writes a lot in one turn checks whether the peer keeps up.
  #put(length) {
    this.bytesWritten += length;
    const generation = wire.generation();
    if (this.generation !== generation) {
      this.generation = generation;
      this.unasked = 0;
    }
    this.unasked += length;
    if ((this.unasked > MAX_UNASKED || this.mustAsk) && !this.isBlocked) {
      this.unasked = 0;
      this.isBlocked = native.flush(this.id);
      if (this.isBlocked) beginRequest(this, SocketEvent.FLUSHED, 'WRITEWRAP');
    }
    return this.isBlocked ? 1 : 0;
  }

  shutdown() {
    if (this.isClosed) return;
    this.endFrame = context.get();
    beginRequest(this, SocketEvent.ENDED, 'SHUTDOWNWRAP');
    wire.command(this.id, Operation.SOCKET_SHUTDOWN);
  }

  // ---- a parser on the connection, as async hooks see it

  beginParser(type, triggerId) {
    if (!asyncIds.hasHooks()) return;
    this.endParser();
    const resource = { handle: this };
    resource.asyncId = asyncIds.create(resource, type, triggerId);
    this.parserResource = resource;
  }

  endParser() {
    const resource = this.parserResource;
    this.parserResource = undefined;
    if (resource !== undefined) asyncIds.destroy(resource.asyncId);
  }

  // ---- received descriptors

  passDescriptors() { native.passDescriptors(this.id); }

  // The next received descriptor, or -1. The caller owns it.
  takeDescriptor() { return this.isClosed ? -1 : native.takeDescriptor(this.id); }

  // ---- the rest

  close() { return this.#close(false); }
  reset() { return this.#close(true); }

  #close(reset) {
    if (this.isClosed) return 0;
    this.isClosed = true;
    this.reading = false;
    const result = native.close(this.id, reset); // how many bytes were received, or the errno
    this.endLoans();
    if (result < 0) return result;
    this.finallyRead = result;
    return 0;
  }

  ref() { this.#reference(true); }
  unref() { this.#reference(false); }
  hasRef() { return this.isReferenced; }

  #reference(yes) {
    if (this.isClosed) return;
    this.isReferenced = yes;
    native.referenced(this.id, yes);
  }

  setNoDelay(yes) { return native.noDelay(this.id, yes); }

  setKeepAlive(yes, idleSeconds, intervalSeconds = 1, count = 10) {
    return native.keepAlive(this.id, yes, idleSeconds, intervalSeconds, count);
  }

  setTypeOfService(value) { return native.setTypeOfService(this.id, value); }
  getTypeOfService() { return native.typeOfService(this.id); }
}

function deliverHeld(handle) {
  const { held } = handle;
  if (held === undefined) return;
  handle.held = undefined;
  for (let i = 0; i < held.length; i++) {
    const bytes = held[i];
    if (handle.reading) handle.listener.data(handle.owner, bytes);
    else ArrayPrototypePush(handle.held ??= [], bytes);
  }
}

function putName(into, name) {
  if (typeof name !== 'object') return name;
  ObjectAssign(into, name);
  return 0;
}

function nameOf(name) {
  if (!ArrayIsArray(name)) return name;
  return { address: name[0], family: name[2] === 4 ? 'IPv4' : 'IPv6', port: name[1] };
}

// Events of a parser on the connection: see HttpConnection. The listener's methods get the text of a head and the offsets of
// the rest.
events[SocketEvent.HEAD] = function head(handle, at, length, numbers, flags) {
  handle.listener.head(handle.owner, wire.text(at, length), numbers, flags);
};
events[SocketEvent.BODY] = function body(handle, at, length) {
  const bytes = Buffer.allocUnsafe(length);
  wire.copyTo(bytes, at, length);
  handle.listener.body(handle.owner, bytes);
};
events[SocketEvent.MESSAGE_END] = function messageEnd(handle, at, length) { handle.listener.messageEnd(handle.owner, wire.text(at, length)); };
events[SocketEvent.PARSE_ERROR] = function parseError(handle, at, length, numbers, rawAt) {
  const { 0: code, 1: reason } = StringPrototypeSplit(wire.text(at, length), '\n');
  const rawLength = MathFloor(numbers / LENGTHS);
  const rawPacket = Buffer.allocUnsafe(rawLength);
  wire.copyTo(rawPacket, rawAt, rawLength);
  handle.listener.parseError(handle.owner, { code, reason, bytesParsed: numbers % LENGTHS, rawPacket });
};
events[SocketEvent.UPGRADE_GOES_ON] = function upgradeGoesOn(handle) { handle.listener.upgradeGoesOn(handle.owner); };

module.exports = { StreamHandle };
