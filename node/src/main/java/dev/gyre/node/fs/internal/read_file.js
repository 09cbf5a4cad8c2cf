'use strict';

// readFile. A small file takes one native call or one task of the worker pool. A large file, or one without a known size (a
// pipe, /proc), is read part by part, directly into the memory of the result, so that it never occupies a thread for long
// and an abort is noticed in between.

const { ArrayIsArray, ArrayPrototypePush, MathMin, Promise, safeGenerators } = require('internal/primordials');
const { Buffer } = require('buffer');
const { isArrayBufferView } = require('util/types');
const {
  AbortError, codes: { ERR_FS_FILE_TOO_LARGE, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE },
} = require('internal/errors');
const { validateBuffer } = require('internal/validators');
const calls = require('internal/fs/calls');
const { answerSync, askValue, run, runSync } = require('internal/fs/call_styles');
const questions = require('internal/fs/questions');
const { getOptions, isFd, toBuffer, toFd, toFlags, toPath } = require('internal/fs/arguments');
const { READ_HERE, large } = require('internal/fs/direct');
const { utf8Slice } = require('internal/buffer/codec');
const { partOf, setBytes } = require('internal/memory');
const { isEarly } = require('internal/fs/early');
const { isElsewhere } = require('internal/fs/elsewhere');
const { isWatched, submit } = require('internal/slots');

const MAX_BYTES = 2 ** 31 - 1;
const PART_BYTES = 512 * 1024;
const UNKNOWN_PART_BYTES = 64 * 1024;

const isUtf8 = (encoding) => encoding === 'utf8' || encoding === 'utf-8';

const DEFAULTS = { flag: 'r' };

function readFileOptions(options) {
  options = getOptions(options, DEFAULTS);
  const { buffer } = options;
  if (buffer !== undefined && typeof buffer !== 'function' && !isArrayBufferView(buffer)) {
    throw new ERR_INVALID_ARG_TYPE('options.buffer', ['Buffer', 'TypedArray', 'DataView', 'Function'], buffer);
  }
  return options;
}

function checkAborted(signal) {
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
}

// ---- targets of the bytes

// Memory of our own: as large as the file, or a list of parts if the size is not known.
class OwnTarget {
  #parts = [];
  #length = 0;
  #size;

  constructor(size) {
    if (size > MAX_BYTES) throw new ERR_FS_FILE_TOO_LARGE(size);
    this.#size = size;
    if (size > 0) ArrayPrototypePush(this.#parts, Buffer.allocUnsafeSlow(size));
  }

  // Returns where the next bytes go, or undefined if the file is complete.
  next() {
    if (this.#size === 0) return Buffer.allocUnsafeSlow(UNKNOWN_PART_BYTES);
    return this.#length === this.#size ?
      undefined : this.#parts[0].subarray(this.#length, this.#length + PART_BYTES);
  }

  filled(part, count) {
    this.#length += count;
    if (this.#size === 0) {
      ArrayPrototypePush(this.#parts, part.subarray(0, count));
      if (this.#length > MAX_BYTES) throw new ERR_FS_FILE_TOO_LARGE(this.#length);
    }
  }

  bytes() {
    return this.#size === 0 ? Buffer.concat(this.#parts, this.#length) : this.#parts[0].subarray(0, this.#length);
  }
}

// Memory of the user, which has to be large enough.
class UserTarget {
  #buffer;
  #length = 0;
  #size;
  #name;

  constructor({ buffer }, size) {
    this.#name = `options.buffer${typeof buffer === 'function' ? '()' : ''}.byteLength`;
    if (typeof buffer === 'function') {
      buffer = buffer(size);
      validateBuffer(buffer, 'options.buffer()');
    }
    this.#buffer = toBuffer(buffer);
    this.#size = size;
    if (size > this.#buffer.length) {
      throw new ERR_INVALID_ARG_VALUE(this.#name, this.#buffer.length, `is smaller than the file size of ${size} bytes`);
    }
  }

  next() {
    const end = this.#size === 0 ? this.#buffer.length : this.#size;
    if (this.#length < end) return this.#buffer.subarray(this.#length, MathMin(end, this.#length + PART_BYTES));
    // Without a size, only one more read shows whether the file has ended.
    return this.#size === 0 ? Buffer.allocUnsafe(1) : undefined;
  }

  filled(part, count) {
    this.#length += count;
    if (this.#length > this.#buffer.length) {
      throw new ERR_INVALID_ARG_VALUE(this.#name, this.#buffer.byteLength, 'is too small to contain the entire file');
    }
  }

  bytes() {
    return this.#buffer.subarray(0, this.#length);
  }
}

// ---- steps

function* readParts(fd, size, options) {
  const target = options.buffer === undefined ? new OwnTarget(size) : new UserTarget(options, size);
  for (let part = target.next(); part !== undefined; part = target.next()) {
    checkAborted(options.signal);
    const count = yield calls.read(fd, part, 0, part.length, -1);
    if (count === 0) break;
    target.filled(part, count);
  }
  checkAborted(options.signal);
  return target.bytes();
}

function* readDescriptor(fd, options) {
  checkAborted(options.signal);
  return yield* readParts(fd, yield calls.fileSize(fd), options);
}

function* closing(fd, steps) {
  let result;
  try {
    result = yield* steps;
  } catch (error) {
    try {
      yield questions.close(fd);
    } catch {
      // The first error is the one to report.
    }
    throw error;
  }
  yield questions.close(fd);
  return result;
}

const decoded = (bytes, { encoding }) => (encoding ? bytes.toString(encoding) : bytes);

function* readOpenFile({ fd, size }, options) {
  return decoded(yield* closing(fd, readParts(fd, size, options)), options);
}

function* readInto(path, flags, options) {
  const fd = yield questions.open(path, flags, 0o666);
  return decoded(yield* closing(fd, readDescriptor(fd, options)), options);
}

function* readOfDescriptor(fd, options) {
  toFd(fd);
  return decoded(yield* readDescriptor(fd, options), options);
}

// The descriptor is internal: errors name the path that the user passed.
function aboutFile(error, path) {
  if (error?.syscall === 'read' && error.path === undefined) {
    error.path = typeof path === 'string' ? path : toBuffer(path).toString();
    error.message += ` '${error.path}'`;
  }
  return error;
}

// ---- forms. `file` is a path or a descriptor; the result is a Buffer or, if the options name an encoding, a string.

function readFilePromise(file, options) {
  const path = toPath(file);
  const flags = toFlags(options.flag || 'r');
  return new Promise((resolve, reject) => {
    readPath(path, flags, options, (error, data) => (error ? reject(error) : resolve(data)));
  });
}

function readFileCallback(file, options, callback) {
  if (isFd(file)) run(readOfDescriptor(file, options), callback);
  else readPath(toPath(file), toFlags(options.flag, 'options.flag'), options, callback);
}

function readPath(path, flags, options, callback) {
  if (options.buffer === undefined && !isWatched() && !isElsewhere(path)) submit(calls.readFile(path, flags, options, callback), fileRead);
  else run(readInto(path, flags, options), callback);
}

// The callback shared by all such calls.
function fileRead(error, bytes) {
  const { path, options, asker } = this;
  if (error !== null) return asker(error);
  if (bytes instanceof calls.OpenFile) {
    return run(readOpenFile(bytes, options), (failure, data) => {
      if (failure) asker(aboutFile(failure, path));
      else asker(null, data);
    });
  }
  let data;
  try {
    checkAborted(options.signal);
    data = decoded(bytes, options);
  } catch (failure) {
    return asker(failure);
  }
  asker(null, data);
}

// The synchronous form.
function readFileSync(file, options) {
  options = readFileOptions(options);
  if (isFd(file)) return runSync(readOfDescriptor(file, options));
  const flags = toFlags(options.flag);
  const path = toPath(file);
  if (options.buffer !== undefined || isWatched() || isElsewhere(path)) return runSync(readInto(path, flags, options));
  if (isEarly()) return readEarly(path, flags, options);
  const answered = answerSync(calls.readFileNow(path, flags, isUtf8(options.encoding)));
  if (typeof answered === 'string') return answered;
  if (!(answered instanceof calls.OpenFile)) return decoded(answered, options);
  return answered.fd === READ_HERE ? largeFile(options) : runSync(readOpenFile(answered, options));
}

// What internal/fs/direct has read.
function largeFile(options) {
  const { bytes, length } = large;
  if (isUtf8(options.encoding)) return utf8Slice(bytes, 0, length);
  const copy = Buffer.allocUnsafeSlow(length);
  setBytes(copy, partOf(bytes, 0, length));
  return decoded(copy, options);
}

function readEarly(path, flags, options) {
  const answered = answerSync(askValue('openAndRead', [path, flags, isUtf8(options.encoding)]));
  if (typeof answered === 'string') return answered;
  if (!ArrayIsArray(answered)) return decoded(toBuffer(answered), options);
  const { 0: fd, 1: size } = answered;
  return runSync(readOpenFile(new calls.OpenFile(fd, size), options));
}

safeGenerators(readParts, readDescriptor, closing, readOpenFile, readInto, readOfDescriptor);

module.exports = {
  checkAborted,
  closing,
  readDescriptor,
  readFileCallback,
  readFileOptions,
  readFilePromise,
  readFileSync,
};
