'use strict';

// An open file of MemoryProvider. The bytes belong to the file: all its handles see each other's writes.

const { MathMax, MathMin, Number, fillBytes } = require('internal/primordials');
const { Buffer } = require('buffer');
const { bufferOf, byteLengthOf, byteOffsetOf, copyOf, partOf, setBytes } = require('internal/memory');
const { FastBuffer } = require('internal/buffer/fast');
const { parseFileMode, toUnixTimestamp, validateData } = require('internal/fs/arguments');
const { VirtualFileHandle } = require('internal/vfs/file_handle');
const { failure } = require('internal/vfs/failures');

const { checkOpen } = VirtualFileHandle;

const isCurrent = (position) => position == null || position === -1 || position === -1n;
const encodingOf = (options) => (typeof options === 'string' ? options : options?.encoding);

// Makes room for so many bytes. Room grows by doubling, so that many small writes copy little.
function reserve(file, bytes) {
  const room = byteLengthOf(file.memory);
  if (bytes <= room) return;
  const memory = Buffer.alloc(MathMax(bytes, 2 * room));
  setBytes(memory, partOf(file.memory, 0, file.size));
  file.memory = memory;
}

function resize(file, size) {
  reserve(file, size);
  // What a later write leaves out between the old end and its position has to be zeros.
  if (size < file.size) fillBytes(file.memory, 0, size, file.size);
  file.size = size;
}

class MemoryFileHandle extends VirtualFileHandle {
  #file;

  constructor(path, flags, mode, file) {
    super(path, flags, mode);
    this.#file = file;
    if (this.access.truncates) resize(file, 0);
  }

  #checkRead() {
    checkOpen(this, 'read');
    if (!this.access.reads) throw failure('EBADF', 'read');
  }

  #checkWrite(syscall) {
    checkOpen(this, syscall);
    if (!this.access.writes) throw failure('EBADF', 'write');
  }

  readSync(buffer, offset, length, position) {
    this.#checkRead();
    offset ??= 0;
    length ??= byteLengthOf(buffer) - offset;
    const isAtCurrent = isCurrent(position);
    const from = isAtCurrent ? this.position : Number(position);
    const count = MathMin(length, this.#file.size - from, byteLengthOf(buffer) - offset);
    if (count <= 0) return 0;
    setBytes(partOf(buffer, offset, count), partOf(this.#file.memory, from, count));
    if (isAtCurrent) this.position = from + count;
    return count;
  }

  async read(buffer, offset, length, position) {
    return { __proto__: null, bytesRead: this.readSync(buffer, offset, length, position), buffer };
  }

  writeSync(buffer, offset, length, position) {
    this.#checkWrite('write');
    offset ??= 0;
    length = MathMin(length ?? Infinity, byteLengthOf(buffer) - offset);
    const file = this.#file;
    const isAtCurrent = isCurrent(position);
    const from = this.access.appends ? file.size : isAtCurrent ? this.position : Number(position);
    const data = partOf(buffer, offset, length);
    if (from + length > file.size) resize(file, from + length);
    setBytes(partOf(file.memory, from, length), data);
    file.touch();
    if (isAtCurrent) this.position = from + length;
    return length;
  }

  async write(buffer, offset, length, position) {
    return { __proto__: null, bytesWritten: this.writeSync(buffer, offset, length, position), buffer };
  }

  readFileSync(options) {
    this.#checkRead();
    const encoding = encodingOf(options);
    const bytes = copyOf(partOf(this.#file.memory, 0, this.#file.size));
    const buffer = new FastBuffer(bufferOf(bytes), byteOffsetOf(bytes), byteLengthOf(bytes));
    return encoding && encoding !== 'buffer' ? buffer.toString(encoding) : buffer;
  }

  async readFile(options) { return this.readFileSync(options); }

  writeFileSync(data, options) {
    validateData(data, 'data');
    const buffer = typeof data === 'string' ? Buffer.from(data, encodingOf(options)) : data;
    this.writeSync(buffer, 0, byteLengthOf(buffer), null);
  }

  async writeFile(data, options) { this.writeFileSync(data, options); }

  statSync(options) {
    checkOpen(this, 'fstat');
    return this.#file.status(options?.bigint === true);
  }

  async stat(options) { return this.statSync(options); }

  truncateSync(len = 0) {
    this.#checkWrite('ftruncate');
    resize(this.#file, MathMax(0, len));
    this.#file.touch();
  }

  async truncate(len) { this.truncateSync(len); }

  chmodSync(mode) {
    checkOpen(this, 'fchmod');
    this.#file.setMode(parseFileMode(mode, 'mode'));
  }

  utimesSync(atime, mtime) {
    checkOpen(this, 'futimes');
    this.#file.setTimes(toUnixTimestamp(atime, 'atime') * 1000, toUnixTimestamp(mtime, 'mtime') * 1000);
  }
}

module.exports = { MemoryFileHandle };
