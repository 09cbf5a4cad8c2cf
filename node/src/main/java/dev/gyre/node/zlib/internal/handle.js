'use strict';

// The JavaScript side of a native codec. It takes input and output buffers and says how much of them is left; a large
// input goes to the pool in parts, so that one stream shares the pool with others.

const { codes, constants } = require('internal/zlib/constants');
const context = require('internal/async_context');
const native = binding('zlib');

const PART_BYTES = 256 * 1024;
const MAX_NATIVE_BYTES = 2 ** 31 - 1;
const NO_FLUSH = 0; // also BROTLI_OPERATION_PROCESS and ZSTD_e_continue

const { BROTLI_DECODE, ZSTD_COMPRESS } = constants;

const byteLength = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'byteLength').get;

// What a buffer says of its length may be a lie, and the native side works on its memory.
function checkBounds(input, offset, length, output, outputOffset, outputLength) {
  if (length < 0 || offset + length > byteLength.call(input)) throw outOfBounds('input');
  if (outputLength < 0 || outputOffset + outputLength > byteLength.call(output)) throw outOfBounds('output');
}

// Java sees memory of up to 2 GiB; of a larger buffer it gets copies.
const isReachable = ({ buffer }) => buffer.byteLength <= MAX_NATIVE_BYTES;

function reachable(input, offset, length) {
  return isReachable(input) ? [input, offset] : [Uint8Array.prototype.slice.call(input, offset, offset + length), 0];
}

// Input that is read later, on another thread: memory that could be taken away meanwhile is copied.
function lasting(input) {
  return input.buffer.resizable ? Uint8Array.prototype.slice.call(input) : input;
}

const outOfBounds = (what) =>
  Object.assign(new RangeError(`${what} buffer is out of bounds`), { code: 'ERR_OUT_OF_RANGE' });

let left; // [input, output] of the last write that was not asynchronous
function leftWords() {
  if (left === undefined) native.shareLeft(left = new Int32Array(2));
}

let forgotten; // closes the codecs of streams that nobody closed
let zstdErrors;

function zstdErrorName(errno) {
  zstdErrors ??= new Map(Object.keys(constants).filter((name) => name.startsWith('ZSTD_error_'))
    .map((name) => [constants[name], name]));
  return zstdErrors.get(errno);
}

class Handle {
  #mode;
  #codec = 0; // number of the native codec; 0 before it is needed and after it was closed
  #open;
  #once;
  #partBytes; // how much input a task gets
  #isBusy = false;
  #isWatched = false;
  #isClosed = false;
  #hasBegun = false;
  #frame = context.get(); // writes call back in the async context that the handle was made in

  // What the last write left over.
  inputLeft = 0;
  outputLeft = 0;

  // `open` makes the native codec and gives its number. Codecs that may refuse their parameters are made at once; the
  // others may have a function `once` that does all the work of a short stream in one native call.
  constructor(mode, open, { partBytes = PART_BYTES, once } = { __proto__: null }) {
    this.#mode = mode;
    this.#open = open;
    this.#partBytes = partBytes;
    this.#once = once;
    if (mode >= BROTLI_DECODE) this.#codec = open();
  }

  #number() {
    if (this.#codec === 0) {
      if (this.#isClosed) throw new Error('zlib binding closed');
      this.#codec = this.#open();
      if (this.#isWatched) this.watch();
    }
    return this.#codec;
  }

  // Has the codec closed when this handle is garbage. Who closes it for certain doesn't need that.
  watch() {
    this.#isWatched = true;
    if (this.#codec === 0) return;
    forgotten ??= new FinalizationRegistry(native.close);
    forgotten.register(this, this.#codec, this);
  }

  #errorOf([message, errno, code]) {
    const error = new Error(message);
    error.errno = errno;
    error.code = code ?? (this.#mode >= ZSTD_COMPRESS ? zstdErrorName(errno) : codes[errno]);
    return error;
  }

  // Brotli and zstd want to know how much is to come when they get the first part of a large input.
  #announce(isLast, length, flush) {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    if (!isLast && this.#mode > BROTLI_DECODE) native.announce(this.#number(), length, flush);
  }

  // Calls callback(error) when either buffer is used up or the stream is at its end.
  write(flush, input, offset, length, output, outputOffset, outputLength, callback) {
    checkBounds(input, offset, length, output, outputOffset, outputLength);
    const part = Math.min(length, this.#partBytes);
    const isLast = part === length;
    this.#announce(isLast, length, flush);
    this.#isBusy = true;
    const [bytes, from] = reachable(input, offset, part);
    const codec = this.#number();
    const done = (bug, result) => {
      this.#isBusy = false;
      if (this.#isClosed) this.#release();
      if (bug) throw bug;
      if (Array.isArray(result)) return callback(this.#errorOf(result));
      const [inputLeft, outputLeft] = result;
      if (!isLast && inputLeft === 0 && outputLeft > 0 && !this.#isClosed) {
        return this.write(flush, input, offset + part, length - part,
                          output, outputOffset + outputLength - outputLeft, outputLeft, callback);
      }
      this.inputLeft = length - part + inputLeft;
      this.outputLeft = outputLeft;
      callback(null);
    };
    const outer = context.get();
    context.set(this.#frame);
    try {
      native.writeAsync(codec, isLast ? flush : NO_FLUSH, bytes, from, part, output, outputOffset, outputLength, done);
    } finally {
      context.set(outer);
    }
  }

  // The first write of who writes everything at once.
  writeFirst(flush, input, output) {
    const { byteLength: length } = input;
    if (this.#once === undefined || length > this.#partBytes || !isReachable(input)) {
      this.writeSync(flush, input, 0, length, output, 0, output.length);
      return;
    }
    leftWords();
    checkBounds(input, 0, length, output, 0, output.length);
    const answer = this.#once(flush, input, output);
    if (typeof answer === 'number') this.#codec = answer;
    else if (answer !== undefined) throw this.#errorOf(answer);
    [this.inputLeft, this.outputLeft] = left;
  }

  // Gets the error of a writeSync. A stream has its own: it is destroyed, and who called writeSync is not disturbed.
  onerror(error) {
    throw error;
  }

  writeSync(flush, input, offset, length, output, outputOffset, outputLength) {
    leftWords();
    checkBounds(input, offset, length, output, outputOffset, outputLength);
    for (;;) {
      const part = Math.min(length, this.#partBytes);
      const isLast = part === length;
      this.#announce(isLast, length, flush);
      const [bytes, from] = reachable(input, offset, part);
      const problem = native.writeNow(this.#number(), isLast ? flush : NO_FLUSH, bytes, from, part,
                                      output, outputOffset, outputLength);
      if (problem !== undefined) return this.onerror(this.#errorOf(problem));
      if (isLast || left[0] > 0 || left[1] === 0) {
        this.inputLeft = length - part + left[0];
        this.outputLeft = left[1];
        return;
      }
      offset += part;
      length -= part;
      outputOffset += outputLength - left[1];
      outputLength = left[1];
    }
  }

  reset() {
    if (this.#isBusy) throw new Error('Cannot reset zlib stream while a write is in progress');
    this.#hasBegun = false;
    this.#check(native.reset(this.#number()));
  }

  params(level, strategy) {
    this.#check(native.params(this.#number(), level, strategy));
  }

  #check(problem) {
    if (problem !== undefined) throw this.#errorOf(problem);
  }

  // A write under way goes on to its end; the codec is closed then.
  close() {
    this.#isClosed = true;
    if (!this.#isBusy) this.#release();
  }

  #release() {
    if (this.#codec === 0) return;
    if (this.#isWatched) forgotten?.unregister(this);
    native.close(this.#codec);
    this.#codec = 0;
  }
}

module.exports = { Handle, lasting };
