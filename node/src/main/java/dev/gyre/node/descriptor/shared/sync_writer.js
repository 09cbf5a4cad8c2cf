'use strict';

// A stream on a descriptor whose writes are synchronous, as Node's stdout and stderr are on Linux for files, pipes and
// terminals.
//
// Each write is one native call. Most writes are short, and a string or an array as an argument costs more than the write
// itself. So the bytes are put into memory shared with Java, and the call passes only their number.

const { Writable } = require('stream');
const { CoreBytes, MathMin, setBytes, toWellFormed } = require('internal/primordials');
const { Buffer } = require('buffer');
const { ErrnoException } = require('internal/errors');

const { isReliable, utf8Write } = require('internal/buffer/codec');
const { bufferOf, byteLengthOf, keepMemory, partOf } = require('internal/memory');

const native = binding('descriptor');
const MAX_CALL_BYTES = 1 << 30;
const HIGH_WATER_MARK = 64 * 1024;
const { TEXT_BYTES } = require('internal/layout').SyncWrite;
const MAX_BYTES_PER_UNIT = 3;

let memory;

function shared() {
  if (memory === undefined) {
    const made = new CoreBytes(TEXT_BYTES);
    keepMemory(bufferOf(made));
    native.shareMemory(made);
    memory = made;
  }
  return memory;
}

// Both return the number of bytes written.
function writeText(fd, text) {
  if (text.length * MAX_BYTES_PER_UNIT > TEXT_BYTES || !isReliable()) {
    return native.writeText(fd, toWellFormed(text));
  }
  const length = utf8Write(shared(), text, 0, TEXT_BYTES);
  native.writeShared(fd, length);
  return length;
}

function writeBytes(fd, bytes) {
  const length = byteLengthOf(bytes);
  if (length > TEXT_BYTES) {
    for (let at = 0; at < length; at += MAX_CALL_BYTES) {
      native.writeBytes(fd, partOf(bytes, at, MathMin(MAX_CALL_BYTES, length - at)));
    }
  } else {
    setBytes(shared(), bytes);
    native.writeShared(fd, length);
  }
  return length;
}

class SyncWriteStream extends Writable {
  constructor(fd) {
    super({ decodeStrings: false, highWaterMark: HIGH_WATER_MARK });
    this.fd = fd;
    this.readable = false;
  }

  _write(chunk, encoding, callback) {
    try {
      if (typeof chunk !== 'string') this._written(writeBytes(this.fd, chunk));
      else if (encoding === 'utf8' || encoding === 'utf-8') this._written(writeText(this.fd, chunk));
      else this._written(writeBytes(this.fd, Buffer.from(chunk, encoding)));
    } catch (error) {
      callback(this._type === 'fs' ? error : new ErrnoException(error.errno, 'write'));
      return;
    }
    callback();
  }

  _written() {}
}

// For a pipe or terminal, where Node has a socket: with the socket's properties that programs use.
class SyncSocket extends SyncWriteStream {
  bytesWritten = 0;
  bytesRead = 0;
  connecting = false;
  pending = false;

  constructor(fd) {
    super(fd);
    this._handle = new SyncHandle(fd);
  }

  _written(bytes) { this.bytesWritten += bytes; }

  // It has no handle in the loop.
  ref() { return this; }

  unref() { return this; }
}

class SyncHandle {
  constructor(fd) { this.fd = fd; }

  setBlocking() { return 0; } // it is always blocking

  ref() {}

  unref() {}

  hasRef() { return true; }
}

module.exports = { SyncSocket, SyncWriteStream };
