'use strict';

// pull(), pullSync() and writer() of a FileHandle, with --experimental-stream-iter: a file as a stream of stream/iter. The
// handle is locked while one of them is in use.

const {
  MathMin, ObjectAssign, PromiseReject, PromiseResolve, SymbolAsyncDispose, SymbolAsyncIterator, SymbolDispose,
  SymbolIterator, itemsOf,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { codes: { ERR_INVALID_STATE, ERR_OPERATION_FAILED, ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateBoolean, validateInteger, validateObject } = require('internal/validators');
const { FileHandle, kCloseSync, kLock, kRef, kUnlock, kUnref } = require('internal/fs/file_handle');
const { pullArguments, signalOf } = require('internal/stream/iter/arguments');
const { sizeOf, toBatch, toBytes } = require('internal/stream/iter/bytes');

const CHUNK_BYTES = 128 * 1024;
const MAX_RETRIES = 5;

const end = () => ({ __proto__: null, done: true, value: undefined });

function settingsOf(options = {}) {
  validateObject(options, 'options');
  const { autoClose = false, chunkSize = CHUNK_BYTES, limit, start } = options;
  validateBoolean(autoClose, 'options.autoClose');
  if (start !== undefined) validateInteger(start, 'options.start', 0);
  if (limit !== undefined) validateInteger(limit, 'options.limit', 1);
  validateInteger(chunkSize, 'options.chunkSize', 1);
  return { autoClose, chunkSize, left: limit ?? Infinity, position: start ?? null, signal: signalOf(options) };
}

// The range to be read, and the progress.
class Reading {
  constructor({ chunkSize, left, position }) {
    this.chunkSize = chunkSize;
    this.left = left;
    this.position = position;
  }

  buffer() { return Buffer.allocUnsafe(MathMin(this.chunkSize, this.left)); }

  take(buffer, bytesRead) {
    this.left -= bytesRead;
    if (this.position !== null) this.position += bytesRead;
    return [bytesRead < buffer.length ? buffer.subarray(0, bytesRead) : buffer];
  }
}

function pull(...args) {
  const { transforms, options } = pullArguments(args);
  const settings = checked(this, options);
  const { autoClose, signal } = settings;
  const reading = new Reading(settings);
  const handle = this;
  const source = {
    __proto__: null,
    async* [SymbolAsyncIterator]() {
      handle[kRef]();
      try {
        while (reading.left > 0) {
          signal?.throwIfAborted();
          const buffer = reading.buffer();
          const { bytesRead } = await handle.read(buffer, 0, buffer.length, reading.position);
          if (bytesRead === 0) break;
          yield reading.take(buffer, bytesRead);
        }
      } finally {
        handle[kUnlock]();
        handle[kUnref]();
        if (autoClose) await handle.close();
      }
    },
  };
  if (transforms.length === 0) return source;
  return require('internal/stream/iter/pull').pull(source, ...itemsOf(transforms), ...itemsOf(options ? [options] : []));
}

// Validates the options, then locks the handle.
function checked(handle, options) {
  handle[kLock](false);
  const settings = settingsOf(options);
  handle[kLock](true);
  return settings;
}

function pullSync(...args) {
  const { transforms, options } = pullArguments(args);
  const settings = checked(this, options);
  const reading = new Reading(settings);
  const handle = this;
  const { fd } = handle;
  let isDone = false;
  handle[kRef]();
  const finish = () => {
    if (isDone) return end();
    isDone = true;
    release(handle, settings.autoClose);
    return end();
  };
  const next = () => {
    if (isDone || reading.left === 0) return finish();
    const buffer = reading.buffer();
    let bytesRead;
    try {
      bytesRead = require('fs').readSync(fd, buffer, 0, buffer.length, reading.position);
    } catch (error) {
      finish();
      throw error;
    }
    if (bytesRead === 0) return finish();
    return { __proto__: null, done: false, value: reading.take(buffer, bytesRead) };
  };
  const source = { __proto__: null, [SymbolIterator]: () => ({ __proto__: null, next, return: finish }) };
  return transforms.length === 0 ? source : require('internal/stream/iter/pull').pullSync(source, ...itemsOf(transforms));
}

function release(handle, autoClose) {
  handle[kUnlock]();
  handle[kUnref]();
  if (autoClose) handle[kCloseSync]();
}

class HandleWriter {
  #handle;
  #autoClose;
  #maxSyncBytes;
  #left;
  #position;
  #written = 0; // bytes
  #isBusy = false; // an asynchronous write is running
  #isClosed = false;
  #error = null;
  #ending = null; // the promise of end()

  constructor(handle, { autoClose, chunkSize, left, position }) {
    this.#handle = handle;
    this.#autoClose = autoClose;
    this.#maxSyncBytes = chunkSize;
    this.#left = left;
    this.#position = position;
    handle[kRef]();
  }

  write(chunk, options = {}) { return this.#write('write', options, () => [toBytes(chunk)]); }

  writev(chunks, options = {}) { return this.#write('writev', options, () => toBatch(chunks)); }

  #write(name, options, batchOf) {
    if (this.#error !== null) return PromiseReject(this.#error);
    if (this.#isClosed) return PromiseReject(new ERR_INVALID_STATE.TypeError('The writer is closed'));
    validateObject(options, 'options');
    const signal = signalOf(options);
    if (signal?.aborted) return PromiseReject(signal.reason);
    const batch = batchOf();
    const size = sizeOf(batch);
    if (size > this.#left) return PromiseReject(new ERR_OUT_OF_RANGE(name, `<= ${this.#left} bytes`, size));
    this.#left -= size;
    const position = this.#position;
    if (position !== null) this.#position += size;
    return this.#writeAll(name, batch, position, signal);
  }

  async #writeAll(name, batch, position, signal) {
    this.#isBusy = true;
    try {
      let bytes = batch.length === 1 ? batch[0] : Buffer.concat(batch);
      for (let retries = 0; bytes.byteLength > 0;) {
        const { bytesWritten } = await this.#handle.write(bytes, 0, bytes.byteLength, position);
        signal?.throwIfAborted();
        retries = bytesWritten === 0 ? retries + 1 : 0;
        if (retries > MAX_RETRIES) throw new ERR_OPERATION_FAILED(`${name} failed after retries`);
        this.#written += bytesWritten;
        bytes = bytes.subarray(bytesWritten);
        if (position !== null) position += bytesWritten;
      }
    } finally {
      this.#isBusy = false;
    }
  }

  writeSync(chunk) { return this.#writeNow(() => [toBytes(chunk)]); }

  writevSync(chunks) { return this.#writeNow(() => toBatch(chunks)); }

  // false: not possible synchronously; write() may succeed.
  #writeNow(batchOf) {
    if (this.#error !== null || this.#isClosed || this.#isBusy) return false;
    const batch = batchOf();
    const size = sizeOf(batch);
    if (size === 0) return true;
    if (size > this.#maxSyncBytes || size > this.#left) return false;
    let bytes = batch.length === 1 ? batch[0] : Buffer.concat(batch);
    let isFirst = true;
    for (let retries = 0; bytes.byteLength > 0; isFirst = false) {
      let count;
      try {
        count = require('fs').writeSync(this.#handle.fd, bytes, 0, bytes.byteLength, this.#position);
      } catch (error) {
        if (isFirst) return false;
        throw error;
      }
      retries = count === 0 ? retries + 1 : 0;
      if (retries > MAX_RETRIES) throw new ERR_OPERATION_FAILED('write failed after retries');
      this.#written += count;
      bytes = bytes.subarray(count);
      if (this.#position !== null) this.#position += count;
    }
    this.#left -= size;
    return true;
  }

  end(options = {}) {
    if (this.#error !== null) return PromiseReject(this.#error);
    if (this.#isClosed && this.#ending === null) return PromiseResolve(this.#written);
    if (this.#ending !== null) return this.#ending;
    validateObject(options, 'options');
    const signal = signalOf(options);
    if (signal?.aborted) return PromiseReject(signal.reason);
    return this.#ending = this.#end();
  }

  async #end() {
    this.#isClosed = true;
    this.#handle[kUnlock]();
    this.#handle[kUnref]();
    if (this.#autoClose) await this.#handle.close();
    return this.#written;
  }

  endSync() {
    if (this.#error !== null) return -1;
    if (this.#isClosed) return this.#written;
    if (this.#isBusy) return -1;
    this.#isClosed = true;
    release(this.#handle, this.#autoClose);
    return this.#written;
  }

  fail(reason) {
    if (this.#isClosed || this.#error !== null) return;
    this.#error = reason ?? new ERR_INVALID_STATE('Failed');
    this.#isClosed = true;
    release(this.#handle, this.#autoClose);
  }

  [SymbolAsyncDispose]() {
    if (this.#ending !== null) return this.#ending;
    this.fail();
    return PromiseResolve();
  }

  [SymbolDispose]() { this.fail(); }
}

function writer(options = {}) {
  return new HandleWriter(this, checked(this, options));
}

function install() {
  ObjectAssign(FileHandle.prototype, { pull, pullSync, writer });
}

module.exports = { install };
