'use strict';

// JSStreamSocket: a net.Socket over a Duplex that has no handle of the system, or has TLS on it already. Its handle is one
// end of a pair of connected sockets; bytes are carried between the other end and the Duplex. So TLS is always on a handle,
// and nobody who reads such a connection in Java has to know of this.
//
//   TLSSocket ── handle ══ pair ══ outer ── Duplex
//
// A Duplex by itself keeps no process alive, so neither does the pair. But bytes on their way through it must arrive: after
// each of its events the loop runs a few more turns, which is what a byte needs from one end to the other.

const {
  FunctionPrototypeCall, ObjectSetPrototypeOf, Symbol,
} = require('internal/primordials');
const { codes: { ERR_STREAM_WRAP } } = require('internal/errors');
const { Socket } = require('internal/net/socket');
const { StreamHandle } = require('internal/net/stream_handle');
const { setImmediate } = require('timers');

const kTurns = Symbol('kTurns');
const kIsShutDown = Symbol('kIsShutDown');
const TURNS_AFTER_EVENT = 8;
const WRITES = ['writeBytes', 'writeUtf8', 'writeLatin1', 'shutdown'];

function JSStreamSocket(stream) {
  stream.pause();
  const { 0: inner, 1: outerHandle } = StreamHandle.pair();
  FunctionPrototypeCall(Socket, this, { handle: inner, manualStart: true });
  this.stream = stream;
  this[kTurns] = 0;
  this[kIsShutDown] = false;
  const outer = new Socket({ handle: outerHandle, allowHalfOpen: true, manualStart: true });
  inner.unref();
  outerHandle.unref();
  for (let i = 0; i < WRITES.length; i++) watchWrites(this, inner, WRITES[i]);
  stayAwake(this);
  carryOut(this, outer, stream);
  if (stream instanceof Socket) carryInFromHandle(this, outer, stream);
  else carryIn(this, outer, stream);
  stream.on('error', (error) => { if (!this.destroyed) this.emit('error', error); });
  outer.on('error', () => stream.destroy());
  this.once('close', () => closeBehind(outer, stream));
  process.nextTick(startReading, this);
}
ObjectSetPrototypeOf(JSStreamSocket.prototype, Socket.prototype);
ObjectSetPrototypeOf(JSStreamSocket, Socket);

// Unless somebody has put TLS on the handle meanwhile.
function startReading(self) {
  if (self._handle?.owner === self) self.read(0);
}

// A write to the handle is an event of the pair, too.
function watchWrites(self, handle, name) {
  const write = handle[name];
  handle[name] = (value) => {
    stayAwake(self);
    if (name === 'shutdown') self[kIsShutDown] = true;
    return FunctionPrototypeCall(write, handle, value);
  };
}

// Keeps the loop running while bytes may be on their way.
function stayAwake(self) {
  const isAwake = self[kTurns] > 0;
  self[kTurns] = TURNS_AFTER_EVENT;
  if (!isAwake) setImmediate(countDown, self);
}

function countDown(self) {
  if (--self[kTurns] > 0) setImmediate(countDown, self);
}

function carryOut(self, outer, stream) {
  outer.on('data', (bytes) => {
    stayAwake(self);
    if (stream.write(bytes)) return;
    outer.pause();
    stream.once('drain', () => outer.resume());
  });
  outer.on('end', () => {
    if (stream.destroyed) return;
    if (self[kIsShutDown]) stream.end();
    else stream.destroy(); // the handle was closed
  });
}

function carryIn(self, outer, stream) {
  stream.on('data', function onData(chunk) {
    if (typeof chunk === 'string' || stream.readableObjectMode === true) {
      stream.pause();
      stream.removeListener('data', onData);
      self.emit('error', new ERR_STREAM_WRAP());
      return;
    }
    stayAwake(self);
    if (outer.write(chunk)) return;
    stream.pause();
    outer.once('drain', () => stream.resume());
  });
  stream.resume();
  stream.once('end', () => endOuter(self, outer));
  stream.once('close', () => {
    stayAwake(self);
    if (!outer.writableEnded) outer.end();
    if (!stream.readableEnded) outer.destroy();
  });
}

function endOuter(self, outer) {
  stayAwake(self);
  outer.end();
}

// A socket that has a handle no longer emits its data: whoever listened to it before has handed it over.
function carryInFromHandle(self, outer, stream) {
  const take = () => {
    const handle = stream._handle;
    if (!handle) return;
    handle.listener = {
      ...handle.listener,
      data(owner, bytes) {
        owner._unrefTimer();
        stayAwake(self);
        if (!outer.write(bytes)) handle.readStop();
      },
      end() { endOuter(self, outer); },
    };
    outer.on('drain', () => handle.readStart());
    for (let bytes = stream.read(); bytes !== null; bytes = stream.read()) outer.write(bytes);
    handle.readStart();
  };
  if (stream.connecting || !stream._handle) stream.once('connect', () => process.nextTick(take));
  else process.nextTick(take);
  stream.once('close', () => {
    stayAwake(self);
    if (!outer.writableEnded) outer.end();
  });
}

// Bytes that are still in the pair go to the Duplex before it is closed.
function closeBehind(outer, stream) {
  const close = () => {
    outer.destroy();
    if (stream.destroyed) return;
    if (stream.writableEnded && !stream.writableFinished) stream.once('finish', () => stream.destroy());
    else stream.destroy();
  };
  if (outer.destroyed || outer.readableEnded) close();
  else outer.once('end', close);
}

module.exports = { JSStreamSocket };
