'use strict';

// How objects of the runtime's classes travel in messages between threads.
//
// An object that can be sent has a method [kSend](attachments). It returns { type, data }: `data` is a value that can be
// cloned, and what is no value, such as a port or a key, becomes an attachment, whose index is then part of the data. For
// objects that are transferred, [kSend] also takes their state away from them. On the other side the function that was
// registered for the type by onReceive() makes the object: it gets the data and the attachments.
//
// Neither side may trust that the module of the class is loaded there: MODULES says which one registers a type.

const { Error, SafeMap, Symbol } = require('internal/primordials');

const kSend = Symbol('kSend');

const MODULES = {
  __proto__: null,
  AbortSignal: 'internal/events/abort_controller',
  Blob: 'buffer',
  BlockList: 'net',
  CryptoKey: 'crypto',
  DOMException: 'internal/structured_clone',
  File: 'buffer',
  FileHandle: 'fs/promises',
  Histogram: 'perf_hooks',
  KeyObject: 'crypto',
  MessagePort: 'worker_threads',
  ReadableStream: 'stream/web',
  SocketAddress: 'net',
  TransformStream: 'stream/web',
  WritableStream: 'stream/web',
  X509Certificate: 'crypto',
};

const receivers = new SafeMap();

function onReceive(type, receive) {
  receivers.set(type, receive);
}

function receiverOf(type) {
  if (!receivers.has(type)) require(MODULES[type]);
  const receive = receivers.get(type);
  if (receive === undefined) throw new Error(`Nobody receives objects of type ${type}`);
  return receive;
}

module.exports = { kSend, onReceive, receiverOf };
