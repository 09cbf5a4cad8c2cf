'use strict';

// An open file of RealFSProvider: a descriptor of the system.

const { ArrayPrototypePush, Promise } = require('internal/primordials');
const { Buffer } = require('buffer');
const { byteLengthOf } = require('internal/memory');
const { VirtualFileHandle } = require('internal/vfs/file_handle');

const { checkOpen } = VirtualFileHandle;

const PART_BYTES = 8192; // for files that don't tell their size

const fs = () => require('fs');

// Calls a function of fs with a callback.
const call = (name, ...args) => new Promise((resolve, reject) => {
  fs()[name](...args, (error, result) => (error ? reject(error) : resolve(result)));
});

function textOf(parts, options) {
  const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
  const encoding = typeof options === 'string' ? options : options?.encoding;
  return encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes;
}

// Reads from the start of the file, whatever the position of the descriptor is. `read` is a generator's way to ask for a
// part: it yields (buffer, position) and receives the number of bytes.
function* wholeFile(size, options) {
  const parts = [];
  for (let total = 0; ;) {
    const buffer = Buffer.allocUnsafe(size > total ? size - total : PART_BYTES);
    const count = yield { buffer, position: total };
    if (count === 0) return textOf(parts, options);
    ArrayPrototypePush(parts, buffer.subarray(0, count));
    total += count;
    if (total === size) return textOf(parts, options);
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
    const steps = wholeFile(fs().fstatSync(this.#fd).size, options);
    let step = steps.next();
    while (!step.done) {
      const { buffer, position } = step.value;
      step = steps.next(fs().readSync(this.#fd, buffer, 0, byteLengthOf(buffer), position));
    }
    return step.value;
  }

  async readFile(options) {
    checkOpen(this, 'read');
    const steps = wholeFile((await this.stat()).size, options);
    let step = steps.next();
    while (!step.done) {
      const { buffer, position } = step.value;
      const { bytesRead } = await this.read(buffer, 0, byteLengthOf(buffer), position);
      step = steps.next(bytesRead);
    }
    return step.value;
  }

  writeFileSync(data, options) {
    checkOpen(this, 'write');
    fs().writeFileSync(this.#fd, data, options);
  }

  async writeFile(data, options) {
    checkOpen(this, 'write');
    const { writeToDescriptor } = require('internal/fs/write_any');
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
