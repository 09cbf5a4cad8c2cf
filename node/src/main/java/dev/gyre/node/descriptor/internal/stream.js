'use strict';

// A duplex stream on a pipe or terminal. One side may be missing from the beginning.

const { Duplex } = require('stream');
const { ErrnoException } = require('internal/errors');
const { DescriptorHandle } = require('internal/descriptor/handle');

const ENOTCONN = -107;
const HIGH_WATER_MARK = 64 * 1024;

class DescriptorStream extends Duplex {
  bytesRead = 0;
  connecting = false;
  #bytesWritten = 0;

  // options: fd, readable, writable, readableHighWaterMark, manualStart (don't read before somebody wants it), type (in
  // async_hooks)
  constructor(options) {
    const { fd, readable = true, writable = true, manualStart = false } = options;
    super({
      readable,
      writable,
      allowHalfOpen: false,
      autoDestroy: true,
      emitClose: false,
      readableHighWaterMark: options.readableHighWaterMark ?? HIGH_WATER_MARK,
      writableHighWaterMark: HIGH_WATER_MARK,
    });
    this._handle = new DescriptorHandle(fd, (bytes, errno) => this._onRead(bytes, errno), options.type);
    if (readable && !manualStart) this.read(0);
  }

  get pending() { return this._handle === null; }

  get bytesWritten() { return this.#bytesWritten + this.writableLength; }

  get readyState() {
    if (this.readable && this.writable) return 'open';
    if (this.readable) return 'readOnly';
    return this.writable ? 'writeOnly' : 'closed';
  }

  _read() {
    this._handle?.readStart();
  }

  _onRead(bytes, errno) {
    if (errno !== undefined) {
      this.destroy(new ErrnoException(errno, 'read'));
    } else if (bytes === null) {
      this.push(null);
      this.read(0);
    } else {
      this.bytesRead += bytes.length;
      this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    }
  }

  _write(chunk, encoding, callback) {
    if (this._handle === null) {
      callback(new ErrnoException(ENOTCONN, 'write'));
      return;
    }
    this._handle.write(chunk, (status) => {
      if (status < 0) {
        callback(new ErrnoException(status, 'write'));
      } else {
        this.#bytesWritten += chunk.length;
        callback();
      }
    });
  }

  _final(callback) {
    // Whether it worked tells nobody anything: a terminal can't be shut down, a pipe may be closed at the other end.
    this._handle?.shutdown();
    callback();
  }

  _destroy(error, callback) {
    const handle = this._handle;
    this._handle = null;
    handle?.close();
    callback(error);
    const emitClose = () => this.emit('close', error !== null);
    if (handle === null) setImmediate(emitClose);
    else handle.afterClose(emitClose);
  }

  destroySoon() {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', this.destroy);
  }

  ref() {
    this._handle?.ref();
    return this;
  }

  unref() {
    this._handle?.unref();
    return this;
  }
}

module.exports = { DescriptorStream };
