'use strict';

// An open file of RealFSProvider: a descriptor of the system.

const { ArrayPrototypePush, Promise, itemsOf } = require('internal/primordials');
const { Buffer } = require('buffer');
const { byteLengthOf, partOf, setBytes } = require('internal/memory');
const { writeToDescriptor } = require('internal/fs/write_any');
const { VirtualFileHandle } = require('internal/vfs/file_handle');

const { checkOpen } = VirtualFileHandle;

const PART_BYTES = 8192; // for files that don't tell their size

const fs = () => require('fs');

// Calls a function of fs with a callback.
const call = (name, ...args) => new Promise((resolve, reject) => {
  fs()[name](...itemsOf(args), (error, result) => (error ? reject(error) : resolve(result)));
});

// A file that is read from its start, whatever the position of the descriptor is.
class WholeFile {
  #size;
  #parts = [];
  #length = 0;

  constructor(size) { this.#size = size; }

  get position() { return this.#length; }

  // Memory for the next bytes.
  part() { return Buffer.allocUnsafe(this.#size > this.#length ? this.#size - this.#length : PART_BYTES); }

  // Returns whether there may be more.
  filled(part, count) {
    if (count === 0) return false;
    ArrayPrototypePush(this.#parts, partOf(part, 0, count));
    this.#length += count;
    return this.#length !== this.#size;
  }

  contents(options) {
    const bytes = Buffer.allocUnsafeSlow(this.#length);
    let at = 0;
    for (let i = 0; i < this.#parts.length; i++) {
      setBytes(bytes, this.#parts[i], at);
      at += byteLengthOf(this.#parts[i]);
    }
    const encoding = typeof options === 'string' ? options : options?.encoding;
    return encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes;
  }
}

class RealFileHandle extends VirtualFileHandle {
  #fd;

  constructor(path, flags, mode, fd) {
    super(path, flags, mode);
    this.#fd = fd;
  }

  readSync(buffer, offset, length, position) {
    checkOpen(this, 'read');
    return fs().readSync(this.#fd, buffer, offset, length, position);
  }

  async read(buffer, offset, length, position) {
    checkOpen(this, 'read');
    return { __proto__: null, bytesRead: await call('read', this.#fd, buffer, offset, length, position), buffer };
  }

  writeSync(buffer, offset, length, position) {
    checkOpen(this, 'write');
    return fs().writeSync(this.#fd, buffer, offset, length, position);
  }

  async write(buffer, offset, length, position) {
    checkOpen(this, 'write');
    return { __proto__: null, bytesWritten: await call('write', this.#fd, buffer, offset, length, position), buffer };
  }

  readFileSync(options) {
    checkOpen(this, 'read');
    const file = new WholeFile(fs().fstatSync(this.#fd).size);
    let part;
    do {
      part = file.part();
    } while (file.filled(part, fs().readSync(this.#fd, part, 0, byteLengthOf(part), file.position)));
    return file.contents(options);
  }

  async readFile(options) {
    checkOpen(this, 'read');
    const file = new WholeFile((await this.stat()).size);
    let part;
    do {
      part = file.part();
    } while (file.filled(part, (await this.read(part, 0, byteLengthOf(part), file.position)).bytesRead));
    return file.contents(options);
  }

  writeFileSync(data, options) {
    checkOpen(this, 'write');
    fs().writeFileSync(this.#fd, data, options);
  }

  async writeFile(data, options) {
    checkOpen(this, 'write');
    await writeToDescriptor(this.#fd, data, options, 'w');
  }

  statSync(options) {
    checkOpen(this, 'fstat');
    return fs().fstatSync(this.#fd, options);
  }

  async stat(options) {
    checkOpen(this, 'fstat');
    return call('fstat', this.#fd, options);
  }

  truncateSync(len = 0) {
    checkOpen(this, 'ftruncate');
    fs().ftruncateSync(this.#fd, len);
  }

  async truncate(len = 0) {
    checkOpen(this, 'ftruncate');
    await call('ftruncate', this.#fd, len);
  }

  closeSync() {
    if (this.closed) return;
    fs().closeSync(this.#fd);
    super.closeSync();
  }

  async close() {
    if (this.closed) return;
    await call('close', this.#fd);
    super.closeSync();
  }
}

module.exports = { RealFileHandle, call };
