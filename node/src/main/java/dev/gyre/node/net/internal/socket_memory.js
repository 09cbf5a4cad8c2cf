'use strict';

// The memory that the bytes of sockets pass through.
//
// Java receives directly into it, and JavaScript makes strings or copies from it. JavaScript encodes strings directly into
// it, and Java sends from there. It belongs to a small WebAssembly module, because WebAssembly has access to V8's coders
// between strings and bytes, which JavaScript has not (see internal/buffer/wasm_text).
//
//   incoming bytes   events refer to them; they are valid while those events run
//   outgoing bytes   submissions refer to them (internal/bridge/submissions) and own them until they are carried out
//
// Submissions avoid a crossing for every write: Java carries them out in order after the turn, and sends adjacent bytes of
// one socket in one call. `flush` carries them out earlier: if there is no room left, if a socket has written so much that
// it has to know whether its peer keeps up, or if something has to happen after the writes.

const {
  CoreBytes, StringPrototypeCharCodeAt, StringPrototypeIncludes, Uint8Array, bufferOf,
} = require('internal/primordials');
const wasmModule = require('internal/wasm_module');
const { code } = require('internal/net/socket_memory_code');
const layout = require('internal/layout');
const { carryOut, isEmpty, submit } = require('internal/bridge/submissions');
const { latin1Slice, utf8Slice, utf8Write } = require('internal/buffer/codec');
const { isOn } = require('internal/v8internals/capabilities');

const { byteLengthOf, setBytes } = require('internal/memory');
const native = binding('net');

const { OUT_AT, OUT_BYTES } = layout.SocketArea;
const { SOCKET_WRITE } = layout.Operation;
const OUT_END = OUT_AT + OUT_BYTES;

// Larger chunks are passed by reference.
const MAX_COPIED = 32 << 10;

// A socket that has written more than this in one turn checks whether it may continue.
const MAX_UNASKED = 64 << 10;

const MAX_SHORT = 32;
const NEWLINE = 0x0a;

let buffer;
let u8;
let encode;
let decode;
let out = OUT_AT;
let generation = 0; // incremented when the pending writes have been carried out

// { shared, functions }; without V8's string references, Buffer's coders work in plain memory.
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

// Whether so many bytes fit at all; if so, makes room for them.
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

// The following functions write into the room that `reserve` made.

function putBytes(socket, bytes) {
  setBytes(u8, bytes, out);
  record(socket, SOCKET_WRITE, byteLengthOf(bytes));
}

// Returns the number of bytes.
function putUtf8(socket, text) {
  const length = encode(text, out);
  record(socket, SOCKET_WRITE, length);
  return length;
}

// Text is nearly always ASCII, which is also its UTF-8 form. There must be room for that.
function putLatin1(socket, text) {
  const { length } = text;
  if (encode(text, out) !== length) {
    for (let i = 0; i < length; i++) u8[out + i] = StringPrototypeCharCodeAt(text, i);
  }
  record(socket, SOCKET_WRITE, length);
  return length;
}

// Bytes as a latin1 string. Short strings are made faster here. Longer ones are nearly always ASCII, which V8 decodes faster
// as UTF-8; if the result does not have one character per byte, the bytes were not ASCII.
function text(at, length) {
  if (length <= MAX_SHORT) return latin1Slice(u8, at, at + length);
  const decoded = decode(at, length);
  return decoded.length === length && !StringPrototypeIncludes(decoded, '\ufffd') ? decoded : latin1Slice(u8, at, at + length);
}

// Received bytes as text if they end a line, otherwise undefined: then a character may be incomplete, too.
function lines(at, length) {
  return u8[at + length - 1] === NEWLINE ? decode(at, length) : undefined;
}

module.exports = {
  MAX_COPIED, MAX_UNASKED,
  carryOut, lines, start, isStarted, reserve, command, putBytes, putUtf8, putLatin1,
  text,
  // Copies received bytes into memory of the program.
  copyTo(target, at, length) { setBytes(target, new Uint8Array(buffer, at, length)); },
  generation: () => generation,
};
