'use strict';

// FileHandle: a descriptor whose methods return promises. It counts the pending operations, and close() waits for them, so
// that a descriptor is never closed, and its number reused, during a read or write.

const {
  Error, FinalizationRegistry, ObjectAssign, PromisePrototypeThen, PromiseResolve, PromiseWithResolvers, Symbol,
  SymbolAsyncDispose, registerFinalizer, unregisterFinalizer,
} = require('internal/primordials');
const { setImmediate } = require('timers');
const EventEmitter = require('events');
const { Buffer } = require('buffer');
const { isArrayBufferView } = require('util/types');
const { byteLengthOf } = require('internal/memory');
const { kEmptyObject } = require('internal/util');
const { codes: { ERR_INTERNAL_ASSERTION, ERR_INVALID_STATE } } = require('internal/errors');
const { dataCloneError, kTransfer } = require('internal/structured_clone');
const { kSend, onReceive } = require('internal/message_types');
const asyncIds = require('internal/async_ids');
const { kValidateObjectAllowNullable, validateBoolean, validateBuffer, validateObject } = require('internal/validators');
const { answerPromise, awaited, runPromise } = require('internal/fs/call_styles');
const { validateBufferArray, validateData } = require('internal/fs/arguments');
const questions = require('internal/fs/questions');
const transfer = require('internal/fs/transfer');
const { readDescriptor, readFileOptions } = require('internal/fs/read_file');

const kCloseSync = Symbol('kCloseSync');
const kLock = Symbol('kLock');
const kRef = Symbol('kRef');
const kUnlock = Symbol('kUnlock');
const kUnref = Symbol('kUnref');

// If a handle is collected while open, its descriptor is closed and a warning is emitted, because the program can't rely on
// the time of collection. The registry is created at its first use: a snapshot can't contain it.
let lost;

function closeLost({ fd, path }) {
  let error;
  try {
    require('fs').closeSync(fd);
    error = new Error('A FileHandle object was closed during garbage collection. This used to be allowed with a ' +
      'deprecation warning but is now considered an error. Please close FileHandle objects explicitly. ' +
      `File descriptor: ${fd} (${path ?? '<unknown path>'})`);
    error.code = 'ERR_INVALID_STATE';
  } catch (failure) {
    error = failure;
  }
  setImmediate(() => { throw error; });
}

class FileHandle extends EventEmitter {
  #fd;
  #refs = 1;
  #closing = null; // { promise, resolve, reject } once close() was called
  #locked = false;
  #isTransferred = false;
  #asyncId = asyncIds.create(this, 'FILEHANDLE');

  constructor(fd, path) {
    super();
    this.#fd = fd;
    lost ??= new FinalizationRegistry(closeLost);
    registerFinalizer(lost, this, { fd, path }, this);
  }

  static isFileHandle(value) {
    return value !== null && typeof value === 'object' && #fd in value;
  }

  get fd() {
    return this.#fd;
  }

  getAsyncId() {
    return this.#asyncId;
  }

  // Gives up the descriptor and returns it.
  #giveUp() {
    const fd = this.#fd;
    this.#fd = -1;
    unregisterFinalizer(lost, this);
    return fd;
  }

  // structuredClone() and postMessage() move the handle to another realm; the original is closed.
  [kTransfer]() {
    this.#checkTransfer();
    return new FileHandle(this.#giveUp());
  }

  [kSend](message) {
    this.#checkTransfer();
    return { deserializeInfo: 'FileHandle', data: message.attach(() => binding('messages').attachDescriptor(this.#giveUp())) };
  }

  #checkTransfer() {
    if (this.#fd === -1 && this.#closing === null) throw dataCloneError('Cannot clone object of unsupported type.');
    if (this.#closing !== null || this.#refs > 1) throw dataCloneError('Cannot transfer FileHandle while in use');
    this.#isTransferred = true;
  }

  // ---- counting

  [kRef]() {
    this.#refs++;
  }

  [kUnref]() {
    if (--this.#refs === 0) this.#closeNow();
  }

  #closeNow() {
    PromisePrototypeThen(answerPromise(questions.close(this.#giveUp())), this.#closing.resolve, this.#closing.reject);
  }

  // Every method goes through here, and rejects if `this` is no FileHandle or a closed one.
  static async #using(handle, syscall, work) {
    if (!FileHandle.isFileHandle(handle)) {
      throw new ERR_INTERNAL_ASSERTION('handle must be an instance of FileHandle');
    }
    if (handle.#fd === -1) {
      const reason = handle.#isTransferred ? 'The FileHandle has been transferred' : 'file closed';
      throw ObjectAssign(new Error(reason), { code: 'EBADF', syscall });
    }
    handle[kRef]();
    try {
      return await work(handle.#fd);
    } finally {
      handle[kUnref]();
    }
  }

  static #ask(handle, syscall, question) {
    return FileHandle.#using(handle, syscall, (fd) => awaited(answerPromise(question(fd))));
  }

  close = () => {
    if (this.#closing !== null) return this.#closing.promise;
    if (this.#fd === -1) return PromiseResolve();
    this.#closing = PromiseWithResolvers();
    const { promise } = this.#closing;
    PromisePrototypeThen(promise, () => { this.#closing = null; }, () => { this.#closing = null; });
    this[kUnref]();
    this.emit('close');
    return promise;
  };

  // For streams that end without waiting, when nobody else uses the handle.
  [kCloseSync]() {
    if (this.#fd === -1) return;
    require('fs').closeSync(this.#giveUp());
    this.emit('close');
  }

  async [SymbolAsyncDispose]() {
    await this.close();
  }

  // ---- methods

  chmod(mode) { return FileHandle.#ask(this, 'fchmod', (fd) => questions.fchmod(fd, mode)); }
  chown(uid, gid) { return FileHandle.#ask(this, 'fchown', (fd) => questions.fchown(fd, uid, gid)); }
  datasync() { return FileHandle.#ask(this, 'fdatasync', questions.fdatasync); }
  sync() { return FileHandle.#ask(this, 'fsync', questions.fsync); }
  stat(options) {
    return FileHandle.#ask(this, 'fstat', (fd) => {
      if (options !== undefined) validateObject(options, 'options');
      return questions.fstat(fd, options);
    });
  }
  truncate(length = 0) { return FileHandle.#ask(this, 'ftruncate', (fd) => questions.ftruncate(fd, length)); }
  utimes(atime, mtime) { return FileHandle.#ask(this, 'futimes', (fd) => questions.futimes(fd, atime, mtime)); }

  read(buffer, offset, length, position) {
    return FileHandle.#using(this, 'read', async (fd) => {
      if (!isArrayBufferView(buffer)) {
        if (buffer !== undefined) validateObject(buffer, 'options', kValidateObjectAllowNullable);
        const options = buffer ?? kEmptyObject;
        buffer = options.buffer === undefined ? Buffer.alloc(transfer.DEFAULT_READ_BYTES) : options.buffer;
        validateBuffer(buffer);
        ({ 0: offset, 1: length, 2: position } = transfer.spreadOptions(buffer, options));
      } else if (offset !== null && typeof offset === 'object') {
        ({ 0: offset, 1: length, 2: position } = transfer.spreadOptions(buffer, offset));
      }
      length ??= byteLengthOf(buffer) - (offset ?? 0);
      const question = transfer.readQuestion(fd, buffer, offset, length, position);
      const bytesRead = question === undefined ? 0 : await awaited(answerPromise(question));
      return { __proto__: null, bytesRead, buffer };
    });
  }

  write(buffer, offset, length, position) {
    return FileHandle.#using(this, 'write', async (fd) => {
      if (buffer?.byteLength === 0) return { __proto__: null, bytesWritten: 0, buffer };
      validateData(buffer, 'buffer');
      let question;
      if (typeof buffer === 'string') {
        question = transfer.writeStringQuestion(fd, buffer, offset, length);
      } else {
        if (typeof offset === 'object') ({ 0: offset, 1: length, 2: position } = transfer.spreadOptions(buffer, offset));
        question = transfer.writeBufferQuestion(fd, buffer, offset, length, position);
      }
      return { __proto__: null, bytesWritten: await awaited(answerPromise(question)), buffer };
    });
  }

  readv(buffers, position) {
    return FileHandle.#using(this, 'readv', async (fd) => {
      validateBufferArray(buffers);
      const bytesRead = await awaited(answerPromise(transfer.vectorQuestion('readv', fd, buffers, position)));
      return { __proto__: null, bytesRead, buffers };
    });
  }

  writev(buffers, position) {
    return FileHandle.#using(this, 'writev', async (fd) => {
      validateBufferArray(buffers);
      const bytesWritten = buffers.length === 0 ?
        0 : await awaited(answerPromise(transfer.vectorQuestion('writev', fd, buffers, position)));
      return { __proto__: null, bytesWritten, buffers };
    });
  }

  readFile(options) {
    return FileHandle.#using(this, 'readFile', async (fd) => {
      options = readFileOptions(options);
      const bytes = await awaited(runPromise(readDescriptor(fd, options)));
      return options.encoding ? bytes.toString(options.encoding) : bytes;
    });
  }

  writeFile(data, options) {
    const { writeToDescriptor } = require('internal/fs/write_any');
    return FileHandle.#using(this, 'writeFile', (fd) => writeToDescriptor(fd, data, options, 'w'));
  }

  appendFile(data, options) {
    const { writeToDescriptor } = require('internal/fs/write_any');
    return FileHandle.#using(this, 'writeFile', (fd) => writeToDescriptor(fd, data, options, 'a'));
  }

  // ---- streams

  // With `isTaken` false it only checks whether it could be locked.
  [kLock](isTaken) {
    if (this.#fd === -1) throw new ERR_INVALID_STATE('The FileHandle is closed');
    if (this.#closing !== null) throw new ERR_INVALID_STATE('The FileHandle is closing');
    if (this.#locked) throw new ERR_INVALID_STATE('The FileHandle is locked');
    this.#locked = isTaken;
  }

  [kUnlock]() { this.#locked = false; }

  createReadStream(options = undefined) {
    const { ReadStream } = require('internal/fs/streams');
    return new ReadStream(undefined, { ...options, fd: this });
  }

  createWriteStream(options = undefined) {
    const { WriteStream } = require('internal/fs/streams');
    return new WriteStream(undefined, { ...options, fd: this });
  }

  readLines(options = undefined) {
    const { createInterface } = require('readline');
    return createInterface({ input: this.createReadStream(options), crlfDelay: Infinity });
  }

  readableWebStream(options = kEmptyObject) {
    this[kLock](true);
    validateObject(options, 'options');
    const { type = 'bytes', autoClose = false } = options;
    validateBoolean(autoClose, 'options.autoClose');
    if (type !== 'bytes') {
      process.emitWarning('A non-"bytes" options.type has no effect. A byte-oriented steam is always created.',
                          'ExperimentalWarning');
    }
    const handle = this;
    let isDone = false;
    const done = async () => {
      if (isDone) return;
      isDone = true;
      handle[kUnref]();
      if (autoClose) await handle.close();
    };
    const { ReadableStream } = require('stream/web');
    let controllerOfStream;
    const readable = new ReadableStream({
      __proto__: null,
      type: 'bytes',
      autoAllocateChunkSize: transfer.DEFAULT_READ_BYTES,
      start(controller) { controllerOfStream = controller; },
      async pull(controller) {
        const { view } = controller.byobRequest;
        const { bytesRead } = await handle.read(view, 0, view.byteLength);
        if (bytesRead === 0) {
          controller.close();
          await done();
        }
        controller.byobRequest?.respond(bytesRead);
      },
      cancel: done,
    });
    this[kRef]();
    this.once('close', () => {
      if (isDone) return;
      done();
      controllerOfStream.close();
      controllerOfStream.byobRequest?.respond(0);
    });
    return readable;
  }
}

onReceive('FileHandle', (index) => new FileHandle(binding('messages').takeDescriptor(index)));

module.exports = { FileHandle, kCloseSync, kLock, kRef, kUnlock, kUnref };

require('internal/start').atStart(() => {
  if (require('internal/options').get('--experimental-stream-iter')) require('internal/fs/handle_iter').install();
});
