'use strict';

// A stream on a descriptor whose writes are done when they return: what Node's stdout and stderr are on Linux, whether
// file, pipe or terminal.
//
// One native call a write. Most writes are short, and a string or an array as an argument costs more than the write
// itself; so the bytes are put into memory that Java sees too, and the call only says how many they are.

const { Writable } = require('stream');
const { ErrnoException } = require('internal/errors');

const { utf8Write } = require('internal/buffer/codec');

const native = binding('descriptor');
const HIGH_WATER_MARK = 64 * 1024;
const SHARED_BYTES = 32 * 1024;
const MAX_BYTES_PER_UNIT = 3;

let memory;

function shared() {
  if (memory === undefined) {
    memory = new Uint8Array(SHARED_BYTES);
    native.shareMemory(memory);
  }
  return memory;
}

function writeText(fd, text) {
  if (text.length * MAX_BYTES_PER_UNIT > SHARED_BYTES) native.writeText(fd, text.toWellFormed());
  else native.writeShared(fd, utf8Write(shared(), text, 0, SHARED_BYTES));
}

function writeBytes(fd, bytes) {
  if (bytes.length > SHARED_BYTES) {
    native.writeBytes(fd, bytes);
  } else {
    shared().set(bytes);
    native.writeShared(fd, bytes.length);
  }
}

class SyncWriter extends Writable {
  constructor(fd) {
    super({ decodeStrings: false, highWaterMark: HIGH_WATER_MARK });
    this.fd = fd;
    this.readable = false;
  }

  _write(chunk, encoding, callback) {
    try {
      if (typeof chunk !== 'string') writeBytes(this.fd, chunk);
      else if (encoding === 'utf8' || encoding === 'utf-8') writeText(this.fd, chunk);
      else writeBytes(this.fd, Buffer.from(chunk, encoding));
    } catch (error) {
      callback(this._type === 'fs' ? error : new ErrnoException(error.errno, 'write'));
      return;
    }
    callback();
  }
}

module.exports = { SyncWriter };
