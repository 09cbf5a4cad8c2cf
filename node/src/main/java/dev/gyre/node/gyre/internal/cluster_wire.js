'use strict';

// The messages between members of a cluster. A message is a list of records, because what is for one member goes together:
//
//   kind   u8     see KIND
//   session u32   of a program with a node: another one after each time they lost sight of each other
//   id     u32    the task, where there is one
//   x      u32    TASK: which code; DONE, FAILED: microseconds in the node's queue; FILE: which file
//   y      f64    TASK: priority; DONE, FAILED: microseconds from the queue to the result
//   size   u32    of the body: a value by structured clone, or the bytes of a file

const { ArrayIsArray, Error, Float64Array, SafeMap, Uint8Array, byteLengthOf, itemsOf, setBytes } = require('internal/primordials');
const { fromBytes } = require('internal/v8/deserializer');

const KIND = {
  __proto__: null,
  HELLO: 1, // program -> node: a session begins
  WELCOME: 2, // the answer: who it is, and how many workers it has
  REFUSED: 3, // or why not
  OFFER: 4, // program -> node: code that its tasks will name by number
  NEED: 5, // node -> program: files of it that the node does not have
  FILE: 6, // the answer
  TASK: 7,
  DONE: 8,
  FAILED: 9,
  CANCEL: 10,
  ENDED: 11, // the answer: a task that was cancelled is over
  RETURNED: 12, // node -> program: a task that has not begun, because the node leaves
  LEAVING: 13,
  CHECK: 14, // program -> node: tasks that have been out for long
  MISSING: 15, // the answer: those of them that the node does not know
  RESET: 16, // node -> program: it knows no such session
  STATUS: 17, // what do you do?
  FIGURES: 18, // the answer
  MESSAGE: 19, // what a worker posted to its parentPort
  BYE: 20, // node -> program: all results are sent; the answer: they are here
  ONCE: 21, // a TASK that must not run again
  SHARE: 22, // any member: it has a BroadcastChannel of this name, for itself (x = 0) or as a program that others follow (x = 1)
  UNSHARE: 23,
  BROADCAST: 24, // a message of such a channel
};

// What no member of this version would send. Its message is dropped, and the member that got it goes on.
class BadMessage extends Error {}

const IS = {
  __proto__: null,
  anything: () => true,
  text: (value) => typeof value === 'string',
  object: (value) => typeof value === 'object' && value !== null,
  numbers: (value) => {
    if (!ArrayIsArray(value)) return false;
    for (let i = 0; i < value.length; i++) if (typeof value[i] !== 'number') return false;
    return true;
  },
};

// The value of a body, of which `isRight` is true.
function decode(body, isRight) {
  let value;
  try {
    value = fromBytes(body);
  } catch (error) {
    throw new BadMessage(`a value can not be read: ${error.message}`);
  }
  if (!isRight(value)) throw new BadMessage('a value is not of the kind that belongs there');
  return value;
}

const HEAD_BYTES = 25;
const NO_BYTES = new Uint8Array(1);

// Doubles by their bytes.
const double = new Float64Array(1);
const doubleBytes = new Uint8Array(double.buffer);

function putU32(bytes, at, value) {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}

const u32 = (bytes, at) => ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]) >>> 0;

function putF64(bytes, at, value) {
  double[0] = value;
  for (let i = 0; i < 8; i++) bytes[at + i] = doubleBytes[i];
}

function f64(bytes, at) {
  for (let i = 0; i < 8; i++) doubleBytes[i] = bytes[at + i];
  return double[0];
}

class Outbox {
  #records = [];
  #size = 0;

  get isEmpty() { return this.#size === 0; }
  get count() { return this.#records.length; }
  get byteLength() { return this.#size; }

  write(kind, session, id, x, y, body) {
    const size = body === undefined ? 0 : byteLengthOf(body);
    this.#records[this.#records.length] = { __proto__: null, kind, session, id, x, y, body, size };
    this.#size += HEAD_BYTES + size;
  }

  // The message; nothing is left.
  take() {
    const message = new Uint8Array(this.#size);
    let at = 0;
    for (let i = 0; i < this.#records.length; i++) {
      const { kind, session, id, x, y, body, size } = this.#records[i];
      message[at] = kind;
      putU32(message, at + 1, session);
      putU32(message, at + 5, id);
      putU32(message, at + 9, x);
      putF64(message, at + 13, y);
      putU32(message, at + 21, size);
      at += HEAD_BYTES;
      if (size > 0) setBytes(message, body, at);
      at += size;
    }
    this.#records = [];
    this.#size = 0;
    return message;
  }
}

// Outboxes by member.
class Outboxes {
  #boxes = new SafeMap();

  get isEmpty() { return this.#boxes.size === 0; }

  of(member) {
    let box = this.#boxes.get(member);
    if (box === undefined) this.#boxes.set(member, box = new Outbox());
    return box;
  }

  drop(member) {
    this.#boxes.delete(member);
  }

  empty(send) {
    for (const { 0: member, 1: box } of itemsOf(this.#boxes)) send(member, box.take());
    this.#boxes = new SafeMap();
  }
}

// Calls back for each record from `at` on. The bodies are views of the message.
function read(message, at, receive) {
  const end = byteLengthOf(message);
  while (at < end) {
    if (at + HEAD_BYTES > end) throw new BadMessage('it ends within a record');
    const size = u32(message, at + 21);
    const start = at + HEAD_BYTES;
    if (start + size > end) throw new BadMessage('it ends within a body');
    const body = size === 0 ? NO_BYTES : new Uint8Array(message.buffer, message.byteOffset + start, size);
    receive(message[at], u32(message, at + 1), u32(message, at + 5), u32(message, at + 9), f64(message, at + 13), body);
    at = start + size;
  }
}

module.exports = { BadMessage, IS, KIND, Outbox, Outboxes, decode, read, u32 };
