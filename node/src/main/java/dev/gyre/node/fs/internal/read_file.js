'use strict';

// readFile. A small file is one native call, or one task of the worker pool; a large one, or one that tells no size (a
// pipe, /proc), is read part by part, straight into the memory of the result, so that it never holds a thread for long,
// and so that an abort is noticed in between.

const { Buffer } = require('buffer');
const { isArrayBufferView } = require('util/types');
const {
  AbortError, codes: { ERR_FS_FILE_TOO_LARGE, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE },
} = require('internal/errors');
const { validateBuffer } = require('internal/validators');
const { askValue, runSync } = require('internal/fs/forms');
const questions = require('internal/fs/questions');
const { getOptions, isFd, toBuffer, toFlags, toPath } = require('internal/fs/arguments');
const { isRegularFile, sizeOf } = require('internal/fs/stats');

const MAX_BYTES = 2 ** 31 - 1;
const PART_BYTES = 512 * 1024;
const UNKNOWN_PART_BYTES = 64 * 1024;

const isUtf8 = (encoding) => encoding === 'utf8' || encoding === 'utf-8';

function readFileOptions(options) {
  options = getOptions(options, { flag: 'r' });
  const { buffer } = options;
  if (buffer !== undefined && typeof buffer !== 'function' && !isArrayBufferView(buffer)) {
    throw new ERR_INVALID_ARG_TYPE('options.buffer', ['Buffer', 'TypedArray', 'DataView', 'Function'], buffer);
  }
  return options;
}

function checkAborted(signal) {
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
}

// ---- where the bytes go

// Memory of our own: as large as the file, or a list of parts where the size is not known.
class OwnTarget {
  #parts = [];
  #length = 0;
  #size;

  constructor(size) {
    if (size > MAX_BYTES) throw new ERR_FS_FILE_TOO_LARGE(size);
    this.#size = size;
    if (size > 0) this.#parts.push(Buffer.allocUnsafeSlow(size));
  }

  // Where the next bytes go; undefined when all are there.
  next() {
    if (this.#size === 0) return Buffer.allocUnsafeSlow(UNKNOWN_PART_BYTES);
    return this.#length === this.#size ?
      undefined : this.#parts[0].subarray(this.#length, this.#length + PART_BYTES);
  }

  filled(part, count) {
    this.#length += count;
    if (this.#size === 0) {
      this.#parts.push(part.subarray(0, count));
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
    this.#buffer = Buffer.isBuffer(buffer) ? buffer : toBuffer(buffer);
    this.#size = size;
    if (size > buffer.byteLength) {
      throw new ERR_INVALID_ARG_VALUE(this.#name, buffer.byteLength, `is smaller than the file size of ${size} bytes`);
    }
  }

  next() {
    const end = this.#size === 0 ? this.#buffer.length : this.#size;
    if (this.#length < end) return this.#buffer.subarray(this.#length, Math.min(end, this.#length + PART_BYTES));
    // Without a size only one more read tells whether that was all.
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
    const count = yield askValue('read', [fd, part, 0, part.length, -1]);
    if (count === 0) break;
    target.filled(part, count);
  }
  checkAborted(options.signal);
  return target.bytes();
}

function* readDescriptor(fd, options) {
  checkAborted(options.signal);
  const numbers = yield askValue('fstat', [fd, false]);
  return yield* readParts(fd, isRegularFile(numbers) ? sizeOf(numbers) : 0, options);
}

function* closing(fd, steps) {
  let result;
  try {
    result = yield* steps;
  } catch (error) {
    try {
      yield questions.close(fd);
    } catch {
      // The first error is the one that tells what happened.
    }
    throw error;
  }
  yield questions.close(fd);
  return result;
}

function* readPath(path, options, asText) {
  const flags = toFlags(options.flag, 'options.flag');
  if (options.buffer !== undefined) {
    const fd = yield questions.open(path, flags, 0o666);
    return yield* closing(fd, readDescriptor(fd, options));
  }
  const answer = yield askValue('openAndRead', [toPath(path), flags, asText]);
  if (Array.isArray(answer)) {
    const [fd, size] = answer;
    return yield* closing(fd, readParts(fd, size, options));
  }
  checkAborted(options.signal);
  return asText ? answer : toBuffer(answer);
}

// The whole of a path's or descriptor's file, as a Buffer or, where the options name an encoding, as text. `asText`: small
// texts are decoded by Java, which is shorter when JavaScript waits for the answer anyway.
function* readFileSteps(file, options, asText = false) {
  const data = isFd(file) ? yield* readDescriptor(file, options) : yield* readPath(file, options, asText);
  return options.encoding && typeof data !== 'string' ? data.toString(options.encoding) : data;
}

function readFileSync(path, options) {
  options = readFileOptions(options);
  return runSync(readFileSteps(path, options, isUtf8(options.encoding)));
}

module.exports = { checkAborted, closing, readDescriptor, readFileOptions, readFileSteps, readFileSync };
