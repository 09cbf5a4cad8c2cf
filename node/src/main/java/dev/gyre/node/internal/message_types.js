'use strict';

// How objects of the runtime's classes travel in messages between threads.
//
// An object that can be sent has a method [kSend](attachments). It returns { deserializeInfo, data }: the name of a type, and
// a value that can be cloned. What is no value, such as a port or a key, becomes an attachment, whose index is then part of
// the data. For objects that are transferred, [kSend] also takes their state away from them. On the other side the function
// that was registered for the type by onReceive() makes the object: it gets the data and the attachments.
//
// The module of the class may not be loaded there yet: MODULES says which one registers a type.

const { Error, SafeMap, StringPrototypeSplit, Symbol } = require('internal/primordials');

// Programs can see the symbol, and could put a method of their own there; the names are Node's.
const kSend = Symbol('messaging_transfer_symbol');

const MODULES = {
  __proto__: null,
  AbortSignal: 'internal/events/abort_controller',
  Blob: 'internal/buffer/blob',
  BlockList: 'internal/net/block_list',
  CryptoKey: 'internal/crypto/crypto_key',
  DOMException: 'internal/structured_clone',
  File: 'internal/buffer/file',
  FileHandle: 'internal/fs/file_handle',
  Histogram: 'internal/perf_hooks/histogram',
  KeyObject: 'internal/crypto/keys',
  MessagePort: 'internal/worker_threads/message_port',
  ReadableStream: 'internal/webstreams/readable',
  Server: 'internal/net/transfer',
  Socket: 'internal/net/transfer',
  SocketAddress: 'internal/net/socket_address',
  TransformStream: 'internal/webstreams/transform',
  WritableStream: 'internal/webstreams/writable',
  X509Certificate: 'internal/crypto/x509',
};

const receivers = new SafeMap();

function onReceive(type, receive) {
  receivers.set(type, receive);
}

// Only a method that a program has put in the place of [kSend] names such a type. Node's types are "module:class".
function unknownType(type) {
  const { 0: module } = StringPrototypeSplit(type, ':');
  return new Error(require('module').isBuiltin(module) ?
    `Unknown deserialize spec ${type}` : `Missing internal module '${module}'`);
}

function receiverOf(type) {
  if (!receivers.has(type) && MODULES[type] !== undefined) require(MODULES[type]);
  const receive = receivers.get(type);
  if (receive === undefined) throw unknownType(`${type}`);
  return receive;
}

module.exports = { kSend, onReceive, receiverOf };
