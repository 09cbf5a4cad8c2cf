'use strict';

// The WebAssembly module of internal/net/socket_memory. It is a file of its own that is part of the snapshot, so that the
// module is assembled before a program can replace the built-ins used for it.

const { assemble, func, i32, stringref, strings } = require('internal/buffer/wasm_asm');
const { OUT_AT, OUT_BYTES } = require('internal/layout').SocketArea;

const PAGES = (OUT_AT + OUT_BYTES) >> 16;

const code = assemble([
  func('decode', { at: i32, size: i32 }, stringref, {}, ({ at, size }) => strings.fromUtf8(at.get, size.get)),
  func('encode', { text: stringref, at: i32 }, i32, {}, ({ text, at }) => strings.toUtf8(text.get, at.get)),
], PAGES, PAGES, []);

module.exports = { code };
