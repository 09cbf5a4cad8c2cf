'use strict';

// VirtualFileHandle: an open file of a provider. Subclasses override what transfers bytes.

const { ObjectDefineProperty, SymbolAsyncDispose, SymbolDispose } = require('internal/primordials');
const { Buffer } = require('buffer');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { byteLengthOf } = require('internal/memory');
const { toFlags } = require('internal/fs/arguments');
const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY } = require('internal/fs/constants');
const { failure } = require('internal/vfs/failures');

// What the flags of open() allow.
function accessOf(flags) {
  const bits = toFlags(flags);
  const kind = bits & (O_RDONLY | O_WRONLY | O_RDWR);
  return {
    __proto__: null,
    reads: kind !== O_WRONLY,
    writes: kind !== O_RDONLY,
    creates: (bits & O_CREAT) !== 0,
    isExclusive: (bits & O_EXCL) !== 0,
    truncates: (bits & O_TRUNC) !== 0,
    appends: (bits & O_APPEND) !== 0,
    isBoth: kind === O_RDWR,
  };
}

// The text for flags given as a number.
function textOf(flags, { appends, isBoth, isExclusive, truncates, writes }) {
  if (typeof flags !== 'number') return flags;
  if (!appends && !truncates) return writes ? 'r+' : 'r';
  return `${appends ? 'a' : 'w'}${isExclusive ? 'x' : ''}${isBoth ? '+' : ''}`;
}

class VirtualFileHandle {
  #path;
  #flags;
  #mode;
  #isClosed = false;

  access; // see accessOf
  position = 0;

  constructor(path, flags, mode) {
    const access = accessOf(flags);
    this.#path = path;
    this.#flags = textOf(flags, access);
    this.#mode = mode ?? 0o644;
    ObjectDefineProperty(this, 'access', { __proto__: null, value: access, enumerable: false });
  }

  get path() { return this.#path; }
  get flags() { return this.#flags; }
  get mode() { return this.#mode; }
  get closed() { return this.#isClosed; }

  static checkOpen(handle, syscall) {
    if (handle.#isClosed) throw failure('EBADF', syscall);
  }

  static #missing(handle, syscall, name) {
    VirtualFileHandle.checkOpen(handle, syscall);
    throw new ERR_METHOD_NOT_IMPLEMENTED(name);
  }

  async read(buffer, offset, length, position) { VirtualFileHandle.#missing(this, 'read', 'read'); }
  readSync(buffer, offset, length, position) { VirtualFileHandle.#missing(this, 'read', 'readSync'); }
  async write(buffer, offset, length, position) { VirtualFileHandle.#missing(this, 'write', 'write'); }
  writeSync(buffer, offset, length, position) { VirtualFileHandle.#missing(this, 'write', 'writeSync'); }
  async readFile(options) { VirtualFileHandle.#missing(this, 'read', 'readFile'); }
  readFileSync(options) { VirtualFileHandle.#missing(this, 'read', 'readFileSync'); }
  async writeFile(data, options) { VirtualFileHandle.#missing(this, 'write', 'writeFile'); }
  writeFileSync(data, options) { VirtualFileHandle.#missing(this, 'write', 'writeFileSync'); }
  async stat(options) { VirtualFileHandle.#missing(this, 'fstat', 'stat'); }
  statSync(options) { VirtualFileHandle.#missing(this, 'fstat', 'statSync'); }
  async truncate(len) { VirtualFileHandle.#missing(this, 'ftruncate', 'truncate'); }
  truncateSync(len) { VirtualFileHandle.#missing(this, 'ftruncate', 'truncateSync'); }

  // A provider without owners, modes and times ignores them.
  chmodSync(mode) {}
  async chmod(mode) { this.chmodSync(mode); }
  async chown() {}
  utimesSync(atime, mtime) {}
  async utimes(atime, mtime) { this.utimesSync(atime, mtime); }
  async datasync() {}
  async sync() {}

  async readv(buffers, position) {
    VirtualFileHandle.checkOpen(this, 'readv');
    const bytesRead = await inTurn(buffers, position, async (buffer, length, at) =>
      (await this.read(buffer, 0, length, at)).bytesRead);
    return { __proto__: null, bytesRead, buffers };
  }

  async writev(buffers, position) {
    VirtualFileHandle.checkOpen(this, 'writev');
    const bytesWritten = await inTurn(buffers, position, async (buffer, length, at) =>
      (await this.write(buffer, 0, length, at)).bytesWritten);
    return { __proto__: null, bytesWritten, buffers };
  }

  async appendFile(data, options) {
    VirtualFileHandle.checkOpen(this, 'appendFile');
    const buffer = typeof data === 'string' ? Buffer.from(data, options?.encoding) : data;
    await this.write(buffer, 0, buffer.length, null);
  }

  readableWebStream() { throw new ERR_METHOD_NOT_IMPLEMENTED('readableWebStream'); }
  readLines() { throw new ERR_METHOD_NOT_IMPLEMENTED('readLines'); }
  createReadStream() { throw new ERR_METHOD_NOT_IMPLEMENTED('createReadStream'); }
  createWriteStream() { throw new ERR_METHOD_NOT_IMPLEMENTED('createWriteStream'); }

  async close() { this.#isClosed = true; }
  closeSync() { this.#isClosed = true; }

  async [SymbolAsyncDispose]() { await this.close(); }
  [SymbolDispose]() { this.closeSync(); }
}

// Transfers buffer by buffer until one is not filled, and returns the number of bytes.
async function inTurn(buffers, position, transfer) {
  let total = 0;
  for (let i = 0; i < buffers.length; i++) {
    const length = byteLengthOf(buffers[i]);
    const count = await transfer(buffers[i], length, position == null ? null : position + total);
    total += count;
    if (count < length) break;
  }
  return total;
}

module.exports = { VirtualFileHandle, accessOf };
