'use strict';

// The memory through which the bytes of sockets pass.
//
// Java receives straight into it and JavaScript takes strings or copies out of it; JavaScript encodes strings straight
// into it and Java sends from there. It belongs to a small WebAssembly module, because WebAssembly has what JavaScript
// lacks: V8's own coders between strings and bytes (see internal/buffer/wasm_text).
//
//   incoming bytes   events refer to them, and they are valid while those run
//   outgoing bytes   submissions refer to them (internal/bridge/submissions), and own them until they are carried out
//
// Submissions keep JavaScript from crossing for every write: Java carries them out when the turn is over, in order, and
// sends as one what lies side by side for one socket. `flush` carries them out earlier: there is no more room, a socket has
// written so much that it should hear whether its peer keeps up, or something has to come after what was written.

const {
  CoreBytes, StringPrototypeCharCodeAt, StringPrototypeIncludes, Uint8Array, bufferOf,
} = require('internal/primordials');
const wasmModule = require('internal/wasm_module');
const { code } = require('internal/net/socket_memory_code');
const layout = require('internal/layout');
const { isEmpty, submit } = require('internal/bridge/submissions');
const { latin1Slice, utf8Slice, utf8Write } = require('internal/buffer/codec');
const { isOn } = require('internal/v8internals/capabilities');

const { byteLengthOf, setBytes } = require('internal/memory');
const native = binding('net');

const { OUT_AT, OUT_BYTES } = layout.SocketArea;
const { SOCKET_WRITE } = layout.Operation;
const OUT_END = OUT_AT + OUT_BYTES;

// Larger pieces are handed over where they are.
const MAX_COPIED = 32 << 10;

// More than this in one turn, and a socket asks whether it may go on.
const MAX_UNASKED = 64 << 10;

const MAX_SHORT = 32;


let buffer;
let u8;
let encode;
let decode;
let out = OUT_AT;
let generation = 0; // changes when what was written has been carried out

// { shared, functions }; without V8's string references the coders of Buffer work in plain memory.
function openMemory() {
  if (isOn('string-references')) {
    const { functions, memory } = wasmModule.instantiate(code);
    return { __proto__: null, shared: wasmModule.bufferOf(memory), functions };
  }
  const shared = bufferOf(new Uint8Array(OUT_END));
  const bytes = new CoreBytes(shared);
  const functions = {
    __proto__: null,
    encode: (text, at) => utf8Write(bytes, text, at, OUT_END - at),
    decode: (at, size) => utf8Slice(bytes, at, at + size),
  };
  return { __proto__: null, shared, functions };
}

function start() {
  const { shared, functions } = openMemory();
  const bytes = new CoreBytes(shared);
  native.start(bytes);
  ({ encode, decode } = functions);
  buffer = shared;
  u8 = bytes;
}

const isStarted = () => u8 !== undefined;

// Whether so many bytes can be put here at all; makes room for them.
function reserve(bytes, socket) {
  if (bytes > OUT_BYTES) return false;
  if (isEmpty()) {
    out = OUT_AT;
    generation++;
  } else if (out + bytes > OUT_END) {
    native.flush(socket);
    out = OUT_AT;
    generation++;
  }
  return true;
}

function record(socket, operation, length) {
  submit(operation, socket, out, length);
  out += length;
}

function command(socket, operation) {
  reserve(0, socket);
  record(socket, operation, 0);
}

// The following write something for which `reserve` has made room.

function putBytes(socket, bytes) {
  setBytes(u8, bytes, out);
  record(socket, SOCKET_WRITE, byteLengthOf(bytes));
}

// Returns how many bytes that is.
function putUtf8(socket, text) {
  const length = encode(text, out);
  record(socket, SOCKET_WRITE, length);
  return length;
}

// Nearly always it is ASCII, which is the same as UTF-8; there must be room for that.
function putLatin1(socket, text) {
  const { length } = text;
  if (encode(text, out) !== length) {
    for (let i = 0; i < length; i++) u8[out + i] = StringPrototypeCharCodeAt(text, i);
  }
  record(socket, SOCKET_WRITE, length);
  return length;
}

// Bytes as a string of latin1. Short ones are quicker made here. Others nearly always are ASCII, which V8 decodes faster as
// UTF-8; where that did not give one character a byte, they were not.
function text(at, length) {
  if (length <= MAX_SHORT) return latin1Slice(u8, at, at + length);
  const decoded = decode(at, length);
  return decoded.length === length && !StringPrototypeIncludes(decoded, '\ufffd') ? decoded : latin1Slice(u8, at, at + length);
}

module.exports = {
  MAX_COPIED, MAX_UNASKED,
  start, isStarted, reserve, command, putBytes, putUtf8, putLatin1,
  text,
  // Puts what came in into memory of the user's.
  copyTo(target, at, length) { setBytes(target, new Uint8Array(buffer, at, length)); },
  generation: () => generation,
};
