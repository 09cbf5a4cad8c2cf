'use strict';

// The JavaScript side of a native codec. It takes input and output buffers and reports how much of them is left. A large
// input is passed to the pool in parts, so that one stream shares the pool with others.

const {
  ArrayBufferPrototype, ArrayIsArray, ArrayPrototypeFilter, ArrayPrototypeMap, Error, FinalizationRegistry, Int32Array,
  MathMin, ObjectAssign, ObjectKeys, RangeError, SafeMap, StringPrototypeStartsWith, registerFinalizer, uncurryThis,
  unregisterFinalizer,
} = require('internal/primordials');
const { codes: { ERR_TRAILING_JUNK_AFTER_STREAM_END } } = require('internal/errors');
const { codes, constants } = require('internal/zlib/constants');
const context = require('internal/async_context');
const {
  bufferOf, byteLengthOf, bytesOf, canBeHeld, copyOf, isReachable, keepMemory, lend, lendForOutput, partOf,
} = require('internal/memory');

const native = binding('zlib');
const detach = uncurryThis(ArrayBufferPrototype.transfer);

const { INPUT, INTS, OUTPUT } = require('internal/layout').CodecLeft;

const PART_BYTES = 256 * 1024;
const NO_FLUSH = 0; // also BROTLI_OPERATION_PROCESS and ZSTD_e_continue

const { BROTLI_DECODE, ZSTD_COMPRESS } = constants;

// The length property of a buffer may be wrong, and native code works on its memory.
function checkBounds(input, offset, length, output, outputOffset, outputLength) {
  if (offset < 0 || length < 0 || offset + length > byteLengthOf(input)) throw outOfBounds('input');
  if (outputOffset < 0 || outputLength < 0 || outputOffset + outputLength > byteLengthOf(output)) throw outOfBounds('output');
}

// For input that is read in several tasks: memory that could be detached meanwhile is copied.
function lasting(input) {
  const buffer = bufferOf(input);
  return isReachable(buffer) && !canBeHeld(buffer) ? copyOf(input) : input;
}

const outOfBounds = (what) =>
  ObjectAssign(new RangeError(`${what} buffer is out of bounds`), { code: 'ERR_OUT_OF_RANGE' });

let left; // [input, output] left over by the last synchronous write
function leftWords() {
  if (left !== undefined) return;
  const words = new Int32Array(INTS);
  keepMemory(bufferOf(words));
  native.shareLeft(words);
  left = words;
}

// ---- codecs of streams that nobody closes
//
// They are closed when their stream is collected. But V8 sees a stream as a few kilobytes and not the hundreds that its
// codec takes, so it would collect far too late. When open codecs take much memory, V8 is informed: each further one gets an
// ArrayBuffer of its size, which V8 counts (and which has no memory of its own: see ZlibBinding).

const MUCH_BYTES = 32 << 20;

let forgotten;
let heldBytes = 0; // by codecs of streams
let releasedBytes = 0; // since free memory was last returned to the system

function closeForgotten({ codec, bytes }) {
  native.close(codec);
  heldBytes -= bytes;
  releasedBytes += bytes;
  if (releasedBytes < MUCH_BYTES) return;
  releasedBytes = 0;
  native.giveBack();
}

let zstdErrors;

function zstdErrorName(errno) {
  zstdErrors ??= new SafeMap(ArrayPrototypeMap(ArrayPrototypeFilter(ObjectKeys(constants), (name) => StringPrototypeStartsWith(name, 'ZSTD_error_')), (name) => [constants[name], name]));
  return zstdErrors.get(errno);
}

class Handle {
  #mode;
  #codec = 0; // number of the native codec; 0 before its first use and after it was closed
  #open;
  #once;
  #partBytes; // input bytes per task
  #isBusy = false;
  #isWatched = false;
  #nativeBytes;
  #ballast;
  #held; // { codec, bytes } of a codec with a finalizer: what has to be released
  #isClosed = false;
  #hasBegun = false;
  #frame = context.get(); // writes call back in the async context of the handle's creation

  // What the last write left over.
  inputLeft = 0;
  outputLeft = 0;

  // `open` creates the native codec and returns its number. Codecs that may refuse their parameters are created at once; the
  // others may have a function `once` that does all the work of a short stream in one native call. `nativeBytes` is the
  // approximate memory of the codec.
  constructor(mode, open, { partBytes = PART_BYTES, once, nativeBytes } = { __proto__: null }) {
    this.#mode = mode;
    this.#open = open;
    this.#partBytes = partBytes;
    this.#once = once;
    this.#nativeBytes = nativeBytes;
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

  // Closes the codec when this handle is collected. Callers that always close it don't need this.
  watch() {
    this.#isWatched = true;
    if (this.#codec === 0) return;
    forgotten ??= new FinalizationRegistry(closeForgotten);
    this.#held = { codec: this.#codec, bytes: 0 };
    registerFinalizer(forgotten, this, this.#held, this);
  }

  // A codec allocates its memory at its first use.
  #hasWorked() {
    if (this.#held === undefined || this.#held.bytes > 0) return;
    this.#held.bytes = this.#nativeBytes;
    heldBytes += this.#nativeBytes;
    if (heldBytes > MUCH_BYTES) this.#ballast = native.ballast(this.#nativeBytes);
  }

  #errorOf({ 0: message, 1: errno, 2: code }) {
    if (code === 'ERR_TRAILING_JUNK_AFTER_STREAM_END') return new ERR_TRAILING_JUNK_AFTER_STREAM_END();
    const error = new Error(message);
    error.errno = errno;
    error.code = code ?? (this.#mode >= ZSTD_COMPRESS ? zstdErrorName(errno) : codes[errno]);
    return error;
  }

  // Brotli and zstd have to know the total size when they get the first part of a large input.
  #announce(isLast, length, flush) {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    if (!isLast && this.#mode > BROTLI_DECODE) native.announce(this.#number(), length, flush);
  }

  // Calls callback(error) when either buffer is used up or the stream has ended.
  write(flush, input, offset, length, output, outputOffset, outputLength, callback) {
    checkBounds(input, offset, length, output, outputOffset, outputLength);
    this.#number(); // may throw, before anything is lent
    // Input larger than a part is held for all parts.
    const loan = length > this.#partBytes && canBeHeld(bufferOf(input)) ? lend(input, offset, length) : undefined;
    const bytesAt = loan === undefined ?
      (at, size) => partOf(input, offset + at, size) : (at, size) => loan.part(at, size);
    this.#writeParts(flush, bytesAt, 0, length, partOf(output, outputOffset, outputLength), (error) => {
      loan?.end();
      callback(error);
    });
  }

  // Writes the bytes from `at` to `end`, one part per task.
  #writeParts(flush, bytesAt, at, end, output, callback) {
    const length = end - at;
    const part = MathMin(length, this.#partBytes);
    const isLast = part === length;
    this.#announce(isLast, length, flush);
    this.#isBusy = true;
    const room = byteLengthOf(output);
    const target = lendForOutput(output);
    const done = (bug, result) => {
      target.end(bug || ArrayIsArray(result) ? 0 : room - result[1]);
      this.#isBusy = false;
      if (this.#isClosed) this.#release();
      else this.#hasWorked();
      if (bug) return callback(bug);
      if (ArrayIsArray(result)) return callback(this.#errorOf(result));
      const { 0: inputLeft, 1: outputLeft } = result;
      if (!isLast && inputLeft === 0 && outputLeft > 0 && !this.#isClosed) {
        return this.#writeParts(flush, bytesAt, at + part, end, partOf(output, room - outputLeft, outputLeft), callback);
      }
      this.inputLeft = length - part + inputLeft;
      this.outputLeft = outputLeft;
      callback(null);
    };
    const outer = context.get();
    context.set(this.#frame);
    try {
      native.writeAsync(this.#codec, isLast ? flush : NO_FLUSH, bytesAt(at, part), 0, part, target.part(0, room), 0, room, done);
    } finally {
      context.set(outer);
    }
  }

  // The first write of a caller that writes everything at once.
  writeFirst(flush, input, output) {
    const length = byteLengthOf(input);
    if (this.#once === undefined || length > this.#partBytes) {
      this.writeSync(flush, input, 0, length, output, 0, byteLengthOf(output));
      return;
    }
    leftWords();
    const answer = this.#once(flush, input, output);
    if (typeof answer === 'number') this.#codec = answer;
    else if (answer !== undefined) throw this.#errorOf(answer);
    this.inputLeft = left[INPUT];
    this.outputLeft = left[OUTPUT];
  }

  // Gets the error of a writeSync. A stream replaces it: the stream is destroyed, and writeSync does not throw.
  onerror(error) {
    throw error;
  }

  writeSync(flush, input, offset, length, output, outputOffset, outputLength) {
    leftWords();
    checkBounds(input, offset, length, output, outputOffset, outputLength);
    for (;;) {
      const part = MathMin(length, this.#partBytes);
      const isLast = part === length;
      this.#announce(isLast, length, flush);
      const problem = native.writeNow(this.#number(), isLast ? flush : NO_FLUSH, partOf(input, offset, part), 0, part,
                                      output, outputOffset, outputLength);
      this.#hasWorked();
      if (problem !== undefined) return this.onerror(this.#errorOf(problem));
      if (isLast || left[INPUT] > 0 || left[OUTPUT] === 0) {
        this.inputLeft = length - part + left[INPUT];
        this.outputLeft = left[OUTPUT];
        return;
      }
      offset += part;
      length -= part;
      outputOffset += outputLength - left[OUTPUT];
      outputLength = left[OUTPUT];
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

  // A pending write completes first; then the codec is closed.
  close() {
    this.#isClosed = true;
    if (!this.#isBusy) this.#release();
  }

  #release() {
    if (this.#codec === 0) return;
    if (this.#held !== undefined) {
      unregisterFinalizer(forgotten, this);
      heldBytes -= this.#held.bytes;
      this.#held = undefined;
      if (this.#ballast !== undefined) detach(this.#ballast, 0);
      this.#ballast = undefined;
    }
    native.close(this.#codec);
    this.#codec = 0;
  }
}

// The bytes of a view of the user. As in Node, a view that claims to be larger than its memory is refused.
function inputBytes(view) {
  const bytes = bytesOf(view);
  if (view.byteLength > bytes.length) throw outOfBounds('input');
  return bytes;
}

module.exports = { Handle, inputBytes, lasting };
