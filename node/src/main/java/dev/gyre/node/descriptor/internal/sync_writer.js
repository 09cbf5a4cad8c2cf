'use strict';

// A stream on a descriptor whose writes are done when they return: what Node's stdout and stderr are on Linux, whether
// file, pipe or terminal. One native call a write; text goes over as text.

const { Writable } = require('stream');
const { ErrnoException } = require('internal/errors');

const native = binding('descriptor');
const HIGH_WATER_MARK = 64 * 1024;

class SyncWriter extends Writable {
  constructor(fd) {
    super({ decodeStrings: false, highWaterMark: HIGH_WATER_MARK });
    this.fd = fd;
    this.readable = false;
  }

  _write(chunk, encoding, callback) {
    try {
      if (typeof chunk !== 'string') native.writeBytes(this.fd, chunk);
      else if (encoding === 'utf8' || encoding === 'utf-8') native.writeText(this.fd, chunk.toWellFormed());
      else native.writeBytes(this.fd, Buffer.from(chunk, encoding));
    } catch (error) {
      callback(this._type === 'fs' ? error : new ErrnoException(error.errno, 'write'));
      return;
    }
    callback();
  }
}

module.exports = { SyncWriter };
