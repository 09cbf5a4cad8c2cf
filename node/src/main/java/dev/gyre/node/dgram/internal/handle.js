'use strict';

// A UDP socket of the system, used by dgram's Socket. Its methods return 0 or negative error numbers, as Node's do.
//
// Outgoing data is written to memory shared with Java, so that a send is one call without arguments:
//
//   words    socket, length of the payload, flags, and the result of the call
//   outbox   addresses; for a datagram one, followed by the payload
//
// Incoming data is in the bridge's memory, sender first, one event per datagram: a turn delivers all that have arrived, by
// one crossing.

const {
  ArrayPrototypePush, ArrayPrototypeShift, CoreBytes, CoreInts, ObjectAssign, SafeMap, Uint8Array, bufferOf,
  byteOffsetOf, lengthOf,
} = require('internal/primordials');
const bridge = require('internal/bridge');
const context = require('internal/async_context');
const asyncIds = require('internal/async_ids');
const active = require('internal/process/active');
const { FastBuffer } = require('internal/buffer/fast');
const { ENDPOINT_BYTES, readEndpoint, writeEndpoint } = require('internal/net/endpoint');
const { UV_EAGAIN, UV_EINVAL } = require('internal/errno');
const { resultOrDenial } = require('internal/permission/model');
const layout = require('internal/layout');

const { byteLengthOf, bytesOf, keepMemory, setBytes } = require('internal/memory');
const native = binding('dgram');

// A longer payload is reported as this long, and the kernel refuses it.
const { ResultKind } = layout;
const { SEND_DATAGRAM } = layout.CallOperation;
const { ADDRESSED, CHANNEL, FLAGS, LENGTH, MAY_TRY, OUTBOX_AT, PAYLOAD_BYTES, RESULT } = layout.Datagram;

const handles = new SafeMap(); // by channel
let words;
let memory;

function start() {
  const buffer = bufferOf(new Uint8Array(OUTBOX_AT + ENDPOINT_BYTES + PAYLOAD_BYTES));
  const ints = new CoreInts(buffer, 0, OUTBOX_AT >> 2);
  const bytes = new CoreBytes(buffer, OUTBOX_AT);
  keepMemory(buffer);
  bridge.onEvent(layout.EventType.DATAGRAM, (id, kind, at, length, value) => {
    handles.get(id)?.receive(kind, at, length, value);
  });
  native.shareMemory(buffer);
  words = ints;
  memory = bytes;
}

// Datagrams that the kernel had no room for.
class Unsent {
  constructor(bytes, onDone) {
    this.bytes = bytes;
    this.onDone = onDone;
    this.frame = context.get();
    this.triggerId = asyncIds.current();
    this.asyncId = asyncIds.create(this, 'UDPSENDWRAP');
  }
}

class UdpHandle {
  #channel;
  #family;
  #frame = context.get();
  #triggerId = asyncIds.current();
  #asyncId;
  #unsent = [];
  #unsentBytes = 0;
  #referenced = true;
  #closed = false;

  onmessage = undefined; // (message, rinfo)
  onerror = undefined; // (errno)
  owner = undefined; // the dgram Socket that took it over

  // family: 4, 6, or undefined until open()
  constructor(family, owner) {
    if (memory === undefined) start();
    this.#family = family;
    this.#asyncId = asyncIds.create(this, 'UDPWRAP');
    this.#channel = bridge.openChannel((status) => this.#sent(status), layout.Kind.DATAGRAM);
    handles.set(this.#channel, this);
    native.create(this.#channel);
    active.add(this, 'UDPWrap', owner);
  }

  getAsyncId() { return this.#asyncId; }

  // -1 if the socket has none yet, as before bind.
  get fd() { return this.#closed ? -1 : native.descriptor(this.#channel); }

  // ---- addresses

  bindAddress(address, port, flags) {
    if (writeEndpoint(memory, 0, address, port, this.#family) === 0) return UV_EINVAL;
    return resultOrDenial(native.bind, this.#channel, flags, address);
  }

  open(fd) {
    const errno = native.open(this.#channel, fd);
    if (errno === 0 && this.#family === undefined) this.#family = this.#familyOfName();
    return errno;
  }

  // A received socket has the family of its own address.
  #familyOfName() {
    const name = {};
    return this.getsockname(name) === 0 && name.family === 'IPv6' ? 6 : 4;
  }

  connect(address, port) {
    if (writeEndpoint(memory, 0, address, port, this.#family) === 0) return UV_EINVAL;
    return resultOrDenial(native.connect, this.#channel, address);
  }

  disconnect() { return native.disconnect(this.#channel); }

  getsockname(out) { return this.#name(out, false); }

  getpeername(out) { return this.#name(out, true); }

  #name(out, ofPeer) {
    const result = native.address(this.#channel, ofPeer);
    if (typeof result === 'number') return result;
    ObjectAssign(out, readEndpoint(result, 0));
    return 0;
  }

  // ---- receiving

  recvStart() { return native.receive(this.#channel, true); }

  recvStop() { return native.receive(this.#channel, false); }

  // Called by the bridge.
  receive(kind, at, length, value) {
    context.set(this.#frame);
    asyncIds.enter(this.#asyncId, this.#triggerId, this);
    if (kind === ResultKind.NUMBER) {
      this.onerror(value);
    } else {
      const inPlace = kind === ResultKind.BYTES;
      const bytes = inPlace ? bridge.words.u8 : bridge.resultOf(kind, at, length, value);
      const from = inPlace ? at : 0;
      const size = (inPlace ? length : lengthOf(bytes)) - ENDPOINT_BYTES;
      const payload = new Uint8Array(bufferOf(bytes), byteOffsetOf(bytes) + from + ENDPOINT_BYTES, size);
      this.onmessage(new FastBuffer(payload), readEndpoint(bytes, from)); // a copy
    }
    asyncIds.leave(this.#asyncId);
    context.set(undefined);
  }

  // ---- sending

  // Sends the buffers as one datagram. Returns the bytes sent, UV_EAGAIN if it waits for room and onDone(status) will be
  // called, or another error number.
  send(buffers, address, port, mayTry, onDone) {
    const isAddressed = address !== undefined;
    if (isAddressed && writeEndpoint(memory, 0, address, port, this.#family) === 0) return UV_EINVAL;
    const bytes = this.#gather(buffers);
    words[CHANNEL] = this.#channel;
    words[LENGTH] = bytes;
    words[FLAGS] = (isAddressed ? ADDRESSED : 0) | (mayTry ? MAY_TRY : 0);
    bridge.call(SEND_DATAGRAM);
    const result = words[RESULT];
    if (result === UV_EAGAIN) {
      ArrayPrototypePush(this.#unsent, new Unsent(bytes, onDone));
      this.#unsentBytes += bytes;
    }
    return result;
  }

  #gather(buffers) {
    let total = 0;
    for (let i = 0; i < buffers.length; i++) {
      const one = buffers[i];
      const byteLength = byteLengthOf(one);
      if (total + byteLength > PAYLOAD_BYTES) return PAYLOAD_BYTES;
      setBytes(memory, bytesOf(one), ENDPOINT_BYTES + total);
      total += byteLength;
    }
    return total;
  }

  #sent(status) {
    const request = ArrayPrototypeShift(this.#unsent);
    this.#unsentBytes -= request.bytes;
    context.set(request.frame);
    asyncIds.enter(request.asyncId, request.triggerId, request);
    request.onDone?.(status, request.bytes);
    asyncIds.leave(request.asyncId);
    asyncIds.destroy(request.asyncId);
    context.set(undefined);
    if (this.#closed && this.#unsent.length === 0) bridge.closeChannel(this.#channel);
  }

  getSendQueueSize() { return this.#unsentBytes; }

  getSendQueueCount() { return this.#unsent.length; }

  // ---- options

  setBroadcast(on) { return native.broadcast(this.#channel, on); }

  setTTL(ttl) { return native.ttl(this.#channel, ttl); }

  setMulticastTTL(ttl) { return native.multicastTtl(this.#channel, ttl); }

  setMulticastLoopback(on) { return native.multicastLoopback(this.#channel, on); }

  setMulticastInterface(address) {
    if (writeEndpoint(memory, 0, address, 0, this.#family) === 0) return UV_EINVAL;
    return native.multicastInterface(this.#channel);
  }

  membership(join, group, iface) {
    const family = writeEndpoint(memory, 0, `${group}`, 0);
    if (family === 0 || !this.#writeInterface(ENDPOINT_BYTES, iface, family)) return UV_EINVAL;
    return native.membership(this.#channel, iface != null, join);
  }

  sourceMembership(join, source, group, iface) {
    const family = writeEndpoint(memory, ENDPOINT_BYTES, group, 0);
    if (family === 0 || writeEndpoint(memory, 0, source, 0, family) === 0) return UV_EINVAL;
    if (!this.#writeInterface(2 * ENDPOINT_BYTES, iface, family)) return UV_EINVAL;
    return native.sourceMembership(this.#channel, iface != null, join);
  }

  // Returns whether the interface is valid; none at all is valid too.
  #writeInterface(at, iface, family) {
    return iface == null || writeEndpoint(memory, at, `${iface}`, 0, family) !== 0;
  }

  // The size, or an error number.
  bufferSize(size, ofReceiver) { return native.bufferSize(this.#channel, size, ofReceiver); }

  // ---- life

  ref() { this.#setReferenced(true); }

  unref() { this.#setReferenced(false); }

  hasRef() { return this.#referenced && !this.#closed; }

  #setReferenced(referenced) {
    this.#referenced = referenced;
    native.setReferenced(this.#channel, referenced);
  }

  // Unsent datagrams fail, later.
  close() {
    this.#closed = true;
    active.remove(this);
    handles.delete(this.#channel);
    if (this.#unsent.length === 0) bridge.closeChannel(this.#channel);
    native.close(this.#channel);
    asyncIds.destroy(this.#asyncId);
  }
}

module.exports = { UdpHandle };
