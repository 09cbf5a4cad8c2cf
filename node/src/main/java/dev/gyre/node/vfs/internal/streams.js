'use strict';

// Streams of a virtual file system. Its calls are made synchronously, because they don't wait for a device.

const { MathMin } = require('internal/primordials');
const { Readable, Writable } = require('stream');
const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateInteger } = require('internal/validators');
const { byteLengthOf, partOf } = require('internal/memory');
const { toBuffer } = require('internal/fs/arguments');
const descriptors = require('internal/vfs/descriptors');
const { failure } = require('internal/vfs/failures');

const CHUNK_BYTES = 64 * 1024;

// An end of Infinity means that of the file.
function checkRange(start, end) {
  const isLimited = end !== undefined && end !== Infinity;
  if (start !== undefined) validateInteger(start, 'start', 0);
  if (isLimited) validateInteger(end, 'end', 0);
  if (isLimited && start > end) throw new ERR_OUT_OF_RANGE('start', `<= "end" (here: ${end})`, start);
}

// The descriptor of a stream, given or opened by it.
class OpenFile {
  #files;
  #isClosing;
  fd;

  constructor(files, fd, autoClose) {
    this.#files = files;
    this.#isClosing = autoClose !== false;
    this.fd = fd ?? null;
  }

  open(path, flags) { this.fd ??= this.#files.openSync(path, flags); }

  // The program may have closed it already.
  close() {
    const { fd } = this;
    if (!this.#isClosing || fd === null) return;
    this.fd = null;
    if (descriptors.find(fd) !== undefined) this.#files.closeSync(fd);
  }
}

class VirtualReadStream extends Readable {
  #file;
  #path;
  #position;
  #end; // exclusive
  #bytes = null; // the whole file, from the first read on

  bytesRead = 0;
  pending = true;

  constructor(files, path, options) {
    const { start, end, highWaterMark = CHUNK_BYTES, fd, ...others } = options ?? kEmptyObject;
    checkRange(start, end);
    super({ ...others, highWaterMark });
    this.#file = new OpenFile(files, fd, others.autoClose);
    this.#path = path;
    this.#position = start ?? 0;
    this.#end = (end ?? Infinity) + 1;
  }

  get path() { return this.#path; }

  _construct(callback) {
    try {
      this.#file.open(this.#path, 'r');
    } catch (error) {
      callback(error);
      return;
    }
    callback();
    this.emit('open', this.#file.fd);
    this.emit('ready');
  }

  _read(size) {
    try {
      this.#bytes ??= descriptors.get(this.#file.fd, 'read').readFileSync();
    } catch (error) {
      this.destroy(error);
      return;
    }
    this.pending = false;
    const left = MathMin(this.#end, byteLengthOf(this.#bytes)) - this.#position;
    const length = MathMin(size, left);
    if (length > 0) {
      const chunk = toBuffer(partOf(this.#bytes, this.#position, length));
      this.#position += length;
      this.bytesRead += length;
      this.push(chunk);
    }
    if (length >= left) this.push(null);
  }

  _destroy(error, callback) {
    this.#file.close();
    callback(error);
  }
}

class VirtualWriteStream extends Writable {
  #file;
  #files;
  #path;

  bytesWritten = 0;
  pending = true;

  constructor(files, path, options) {
    const { highWaterMark = CHUNK_BYTES, ...others } = options ?? kEmptyObject;
    if (others.start !== undefined) validateInteger(others.start, 'start', 0);
    super({ ...others, highWaterMark });
    this.#files = files;
    this.#path = path;
    this.#file = new OpenFile(files, others.fd, others.autoClose);
    try {
      this.#file.open(path, others.flags || 'w');
    } catch (error) {
      process.nextTick(() => this.destroy(error));
      return;
    }
    const handle = descriptors.find(this.#file.fd);
    if (others.start !== undefined && handle !== undefined) handle.position = others.start;
    process.nextTick(() => {
      this.emit('open', this.#file.fd);
      this.emit('ready');
    });
  }

  get path() { return this.#path; }

  _write(chunk, encoding, callback) {
    try {
      if (this.#file.fd === null) throw failure('EBADF', 'write');
      this.bytesWritten += this.#files.writeSync(this.#file.fd, chunk, 0, byteLengthOf(chunk), null);
    } catch (error) {
      callback(error);
      return;
    }
    this.pending = false;
    callback();
  }

  _destroy(error, callback) {
    this.#file.close();
    callback(error);
  }
}

module.exports = { VirtualReadStream, VirtualWriteStream };
