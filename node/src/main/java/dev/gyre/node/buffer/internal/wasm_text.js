'use strict';

// Text and bytes through WebAssembly.
//
// JavaScript can make a string from bytes only character by character. WebAssembly has a faster way: with V8's string
// references (--experimental-wasm-stringref) a module can turn a piece of its memory into a string, and a string into bytes
// or units, at the speed of the engine. It also has vectors of sixteen bytes. So a module is assembled when the core is
// built (internal/buffer/wasm_text_code). Bytes are copied to its IN, or a part of a string is written there, and the result is at OUT or is a string. The
// module is compiled when there is enough work for it (a snapshot can't contain it). Until then, and if the flag is off,
// loops in JavaScript are used.
//
//   0 ... tables | 64 zeros | IN: CHUNK bytes and some | OUT: CHUNK units and some
//
// Its limits: bytes are copied to IN before V8 copies them again. String references have no latin1, so bytes above 0x7f are
// passed as units, which V8 scans, eight bytes at a time, and narrows (that alone takes twice as long as a copy of 64 KiB).
// ASCII is passed as UTF-8, which V8 scans likewise: a third of the total time. Programs with much of either kind use
// another way: internal/v8internals/heap_strings.
//
// A longer text needs all its bytes or units at OUT to become one string. A second instance, whose memory grows, does this.
// Only a weak reference to it is kept: a program that decodes such texts all the time keeps it alive, otherwise it is
// collected.

const { CHUNK, IN, LARGE, OUT, SLACK, code } = require('internal/buffer/wasm_text_code');
const { Array, ArrayPrototypeFill, CoreBytes, WeakRef, arrayBufferByteLength, deref, isolated, listOf } = require('internal/primordials');
const { isStackOverflowError } = require('internal/errors');
const wasmModule = require('internal/wasm_module');
const { addCapability } = require('internal/v8internals/capabilities');

const PART = 1 << 15; // units of a string that are processed at once
const KEPT = 1025; // smaller views are cached

const NO_VIEWS = ArrayPrototypeFill(new Array(KEPT), undefined);
let compiled;
let loaded;
let large;

// Compiling takes about as long as the loops need for this many characters.
let patience = 16384;

// { buffer, in, out, ... and the functions }
class Coder {
  constructor() {
    const { functions, memory } = wasmModule.instantiate(code, compiled);
    for (const name in functions) this[name] = functions[name];
    this.memory = memory;
    this.inPiece = undefined;
    this.see();
  }

  see() {
    const buffer = wasmModule.bufferOf(this.memory);
    const input = new CoreBytes(buffer, IN, CHUNK);
    const output = new CoreBytes(buffer, OUT);
    const outputs = listOf(NO_VIEWS); // views of the first n bytes at OUT
    this.in = input;
    this.out = output;
    this.outs = outputs;
    this.buffer = buffer;
  }

  // Makes room for so many bytes at OUT.
  reserve(size) {
    const lacking = OUT + size + SLACK - arrayBufferByteLength(this.buffer);
    if (lacking <= 0) return;
    wasmModule.grow(this.memory, (lacking + 65535) >>> 16);
    this.see();
  }
}

isolated(Coder);

addCapability('string-references', { off() { loaded = null; } }); // compiling the module is the check

// Returns a coder, or null if V8 has no string references or there was not enough work yet; `size` is the current work.
function load(size) {
  if (loaded !== undefined) return loaded;
  patience -= size;
  if (patience > 0) return null;
  if (!wasmModule.isAvailable()) return null; // while the snapshot is made
  try {
    compiled = wasmModule.compile(code);
  } catch (error) {
    if (isStackOverflowError(error)) throw error;
    return loaded = null; // without the flag the module is invalid
  }
  return loaded = new Coder();
}

// A coder with room for so many bytes at OUT; load() must have returned one before.
function loadLarge(size) {
  let coder = large === undefined ? undefined : deref(large);
  if (coder === undefined) large = new WeakRef(coder = new Coder());
  coder.reserve(size);
  return coder;
}

module.exports = { CHUNK, IN, KEPT, LARGE, OUT, PART, load, loadLarge };
