'use strict';

// Posts and receives messages: the memory that Java and JavaScript share, and what messages carry besides their bytes.
//
//   words    number of the port, length, number of attachments, result of a post
//   bytes    of the message that is being posted or was just received, if they find room
//
// Both are calls without arguments. So a message costs two of them and its bytes; only long messages and attachments need
// more. What is received is read to its end before anything else happens, so one memory serves both directions.

const {
  CoreInts, MathAbs, SafeMap, Uint8Array, bufferOf, wasm,
} = require('internal/primordials');
const bridge = require('internal/bridge');
const { codes: { ERR_MESSAGE_TARGET_CONTEXT_UNAVAILABLE } } = require('internal/errors');
const { isReachable, keepMemory, partOf } = require('internal/memory');
const { isDOMException } = require('internal/dom_exception');
const { dropMoved, maxBytesOf, moveOut, placeholder } = require('internal/moved_memory');
const { couldNotBeCloned, dataCloneError, dataOfDOMException } = require('internal/structured_clone');
const { kSend, receiverOf } = require('internal/message_types');
const { onEnded, safePoint } = require('internal/repairs');
const { forgetOldest } = require('internal/worker_threads/long_texts');
const { canSendModules, compiledFrom } = require('internal/worker_threads/wasm_modules');
const { MessageReader } = require('internal/worker_threads/message_reader');
const { MessageWriter } = require('internal/worker_threads/message_writer');
const layout = require('internal/layout');

const native = binding('messages');

const { POST_MESSAGE, TAKE_MESSAGE } = layout.CallOperation;
const { AREA_BYTES, ATTACHMENTS, BYTES_AT, LENGTH, PORT, RESULT } = layout.MessageArea;
const CANT_LEAVE = 'A SharedArrayBuffer could not be cloned: it can\'t leave its thread.';
const FIXED = -1; // instead of the greatest length
const ROOM = AREA_BYTES - BYTES_AT;

let words;
let areaWriter; // writes into the shared memory; undefined while it does
let areaReader;
let sharedWriter; // the same, always


function start() {
  if (words !== undefined) return;
  const area = bufferOf(new Uint8Array(AREA_BYTES));
  keepMemory(area);
  native.shareMemory(area);
  areaWriter = sharedWriter = new MessageWriter(area, BYTES_AT, ROOM, attachers);
  areaWriter.isShared = true;
  areaReader = new MessageReader(area, BYTES_AT, ROOM, incoming);
  words = new CoreInts(area, 0, BYTES_AT >> 2);
}

// ---- attachments

// Objects that can't leave the thread are kept here while their message waits, by number.
const locals = new SafeMap();
let lastLocal = 0;

function movedMemory(buffer) {
  try {
    return moveOut(buffer);
  } catch {
    throw dataCloneError('Cannot transfer object of unsupported type.'); // the memory of a WebAssembly.Memory
  }
}

// What a message is attached. Called when all of it is written; no code of the program runs from then on.
const attachers = {
  __proto__: null,
  local(object) {
    const dropped = native.droppedLocals();
    for (let i = 0; i < dropped.length; i++) locals.delete(dropped[i]);
    locals.set(++lastLocal, object);
    native.attachLocal(lastLocal);
  },
  moved(buffer) {
    const maxBytes = maxBytesOf(buffer);
    const moved = movedMemory(buffer);
    native.attachMemory(moved, maxBytes);
    dropMoved(moved);
  },
  shared(buffer, port) {
    if (isReachable(buffer) && native.attachSharedMemory(buffer)) return;
    if (port !== 0 && !native.isWithinThread(port)) throw dataCloneError(CANT_LEAVE);
    attachers.local(buffer);
  },
  module(object, port) {
    if (canSendModules() && native.attachModule(object)) return;
    if (port !== 0 && !native.isWithinThread(port)) throw couldNotBeCloned(object);
    attachers.local(object);
  },
  wasmMemory(object, port) {
    const buffer = wasm.bufferOf(object);
    if (isReachable(buffer) && native.attachWasmMemory(object, buffer)) return;
    if (port !== 0 && !native.isWithinThread(port)) throw couldNotBeCloned(object);
    attachers.local(object);
  },
};

// How many attachments of the message that is being read were taken, as far as they are counted: not all kinds are.
let taken = 0;

// What a receiver makes objects of; the argument is an attachment's index.
const incoming = {
  __proto__: null,
  local(index) { // undefined in another thread
    const number = native.takeLocal(index);
    if (number === 0) return undefined;
    const object = locals.get(MathAbs(number));
    if (number < 0) locals.delete(-number); // it was the last receiver
    return object;
  },
  memory(index, length, maxLength, isShared) {
    if (isShared && native.isLocal(index)) {
      const buffer = incoming.local(index);
      if (buffer === undefined) throw dataCloneError(CANT_LEAVE);
      return buffer;
    }
    const isGrowable = isShared && maxLength !== FIXED;
    const buffer = placeholder(isGrowable ? native.memoryLength(index) : length, maxLength, isShared);
    native.takeMemory(index, buffer);
    taken++;
    return buffer;
  },
  module(index, imports) {
    if (native.isLocal(index)) return incoming.local(index);
    const bytes = new Uint8Array(native.moduleLength(index));
    native.takeModule(index, bytes);
    return compiledFrom(bytes, imports);
  },
  wasmMemory(index) {
    if (native.isLocal(index)) return incoming.local(index);
    const { Memory } = wasm;
    const memory = new Memory({ __proto__: null, initial: 0, maximum: native.wasmMemoryPages(index), shared: true });
    if (!native.takeWasmMemory(index, memory)) return undefined;
    wasm.grow(memory, 0); // takes over what it has grown by meanwhile
    return memory;
  },
  port(index) {
    const number = native.takePort(index);
    taken++;
    return number;
  },
};

function writeHost(object, writer) {
  const { deserializeInfo, data } = isDOMException(object) ?
    { deserializeInfo: 'DOMException', data: dataOfDOMException(object) } : object[kSend](writer);
  writer.value(deserializeInfo);
  writer.value(data);
}

function readHost(reader) {
  const receive = receiverOf(reader.value());
  return receive(reader.value(), incoming);
}

// ---- posting

// What became of a message, see PortGroup.Posted.
const DELIVERED = 1, TO_ITSELF = 2, SEVERAL_RECEIVERS = 3;

// `port` is a number, or 0 for one that is closed: then everything happens, except that nobody gets the message. `buffers`
// and `hosts` are what is to be transferred. Returns what became of the message.
function post(port, value, buffers, hosts) {
  safePoint();
  start();
  const writer = areaWriter ?? new MessageWriter(bufferOf(new Uint8Array(ROOM)), 0, ROOM, attachers);
  areaWriter = undefined;
  try {
    if (buffers !== undefined) writer.transfer(buffers, hosts);
    writer.message(value, writeHost);
    return send(port, writer);
  } finally {
    if (writer.isShared) {
      writer.reset();
      areaWriter = writer;
    }
  }
}

onEnded(() => {
  if (areaWriter !== undefined || sharedWriter === undefined) return;
  sharedWriter.reset();
  areaWriter = sharedWriter;
});

// No code of the program runs from here on.
function send(port, writer) {
  const { attached } = writer;
  try {
    for (let i = 0; i < attached.length; i++) attached[i](port);
  } catch (error) {
    native.dropAttachments();
    throw error;
  }
  if (port === 0) {
    native.dropAttachments();
    return DELIVERED;
  }
  if (attached.length > 0) forgetOldest();
  if (!writer.isInShared) return native.postLong(port, writer.written());
  words[PORT] = port;
  words[LENGTH] = writer.at;
  bridge.call(POST_MESSAGE);
  return words[RESULT];
}

// ---- receiving

const received = { port: 0, isClose: false };

// The next message: of a port, or with 0 the next of the delivery that is under way. `received` tells which port it came to,
// 0 if there is none, and whether it says that the peer was closed.
function take(port) {
  words[PORT] = port;
  bridge.call(TAKE_MESSAGE);
  received.port = words[PORT];
  received.isClose = words[LENGTH] === -1;
  return received;
}

// The value of the message that was taken last; throws if it can't be made here. `ports` gets the ports that came with it.
function read(ports) { return readBy(readHost, ports, undefined); }

// The same for a realm of node:vm, which of the runtime's classes has ports only: `open(number)` makes one there.
function readFor(realm, ports, open) {
  return readBy((reader) => {
    const type = reader.value();
    const data = reader.value();
    if (type !== 'MessagePort') throw new ERR_MESSAGE_TARGET_CONTEXT_UNAVAILABLE();
    return open(incoming.port(data));
  }, ports, realm);
}

function readBy(readObject, ports, realm) {
  const length = words[LENGTH];
  const attachments = words[ATTACHMENTS];
  taken = 0;
  let reader = areaReader;
  if (length > ROOM) {
    const bytes = new Uint8Array(length + 7 & -8);
    native.readLong(partOf(bytes, 0, length));
    reader = new MessageReader(bufferOf(bytes), 0, bytes.length, incoming);
  }
  try {
    const value = reader.message(readObject, ports);
    if (realm !== undefined) realm.adopt(reader.objects);
    return value;
  } finally {
    reader.reset();
    if (attachments > 0) {
      if (taken < attachments) native.dropReceived();
      forgetOldest();
    }
  }
}

module.exports = { DELIVERED, SEVERAL_RECEIVERS, TO_ITSELF, native, post, read, readFor, start, take };
