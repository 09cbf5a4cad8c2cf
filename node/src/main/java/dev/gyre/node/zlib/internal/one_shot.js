'use strict';

// gzip(buffer, callback), gzipSync(buffer) and the like. They create no stream, unless `info` is requested, and the output
// grows in steps of its own, so that a large result takes few tasks of the pool and few copies.

const { ArrayPrototypePush, MathFloor, MathMax, MathMin, SafeSet } = require('internal/primordials');
const { codes: {
  ERR_BUFFER_TOO_LARGE,
  ERR_INVALID_ARG_TYPE,
  ERR_TRAILING_JUNK_AFTER_STREAM_END,
} } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('util').types;
const { Buffer } = require('buffer');
const { constants } = require('internal/zlib/constants');
const { describe } = require('internal/zlib/options');
const { inputBytes } = require('internal/zlib/handle');
const { bufferOf, byteLengthOf, isReachable, lend } = require('internal/memory');

const { DEFLATE, GZIP, DEFLATERAW, BROTLI_ENCODE, ZSTD_COMPRESS } = constants;

const COMPRESSING = new SafeSet([DEFLATE, GZIP, DEFLATERAW, BROTLI_ENCODE, ZSTD_COMPRESS]);
const MIN_OUTPUT_BYTES = 1024;
const FIRST_OUTPUT_BYTES = 64 * 1024;
const MAX_OUTPUT_BYTES = 1024 * 1024;

// More than any of the formats adds to incompressible data.
const compressedBound = (bytes) => bytes + (bytes >> 8) + 128;

// The input as bytes, or undefined.
function bytesOf(input) {
  if (typeof input === 'string') return Buffer.from(input);
  if (isArrayBufferView(input)) return inputBytes(input);
  return isAnyArrayBuffer(input) ? Buffer.from(input) : undefined;
}

// Collects the output, never much more of it than `max`. Exceeding it is reported after a whole number of chunks, as in
// Node, which makes its output in chunks: errors in the data of the last one come first.
class Output {
  #parts = [];
  #bytes = 0;
  #max;
  #most; // the most that is ever produced
  #next;
  buffer;

  constructor(mode, inputBytes, { maxOutputLength: max, chunkSize }) {
    const guess = COMPRESSING.has(mode) ? compressedBound(inputBytes) : inputBytes * 4;
    this.#max = max;
    this.#most = (MathFloor(max / chunkSize) + 1) * chunkSize;
    this.#next = MathMax(MIN_OUTPUT_BYTES, MathMin(guess, FIRST_OUTPUT_BYTES));
    this.#renew();
  }

  #renew() {
    const size = MathMin(this.#next, this.#most - this.#bytes);
    this.buffer = Buffer.allocUnsafeSlow(size);
    this.#next = MathMin(this.#next * 2, MAX_OUTPUT_BYTES);
  }

  // Takes what was written to the buffer, of which `left` bytes are free.
  take(left) {
    const have = this.buffer.length - left;
    if (have > 0) ArrayPrototypePush(this.#parts, left === 0 ? this.buffer : this.buffer.subarray(0, have));
    this.#bytes += have;
    if (this.#bytes > this.#max) throw new ERR_BUFFER_TOO_LARGE(this.#max);
    if (left === 0) this.#renew();
  }

  result() {
    if (this.#parts.length === 0) return Buffer.alloc(0);
    return this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts, this.#bytes);
  }
}

function engineOf(Class, mode, options) {
  if (options?.info) {
    const stream = new Class(options);
    return { stream, handle: stream._handle, common: { ...describeStream(stream) } };
  }
  const { handle, common } = describe(mode, options);
  return { stream: undefined, handle, common };
}

const describeStream = (stream) => ({
  chunkSize: stream._chunkSize,
  finishFlush: stream._finishFlushFlag,
  maxOutputLength: stream._maxOutputLength,
  rejectsGarbage: stream._rejectGarbageAfterEnd,
});

function closeEngine({ stream, handle }) {
  handle.close();
  stream?.close();
}

function finish({ stream, handle, common }, inputBytes, output) {
  if (handle.inputLeft > 0 && common.rejectsGarbage) throw new ERR_TRAILING_JUNK_AFTER_STREAM_END();
  const buffer = output.result();
  if (stream === undefined) return buffer;
  stream.bytesWritten = inputBytes - handle.inputLeft;
  return { buffer, engine: stream };
}

function sync(Class, mode) {
  return function syncBufferWrapper(buffer, opts) {
    const engine = engineOf(Class, mode, opts);
    const { handle, common } = engine;
    try {
      const input = bytesOf(buffer);
      if (input === undefined) {
        throw new ERR_INVALID_ARG_TYPE('buffer', ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], buffer);
      }
      const output = new Output(mode, input.byteLength, common);
      handle.writeFirst(common.finishFlush, input, output.buffer);
      output.take(handle.outputLeft);
      while (handle.outputLeft === 0) {
        handle.writeSync(common.finishFlush, input, input.byteLength - handle.inputLeft, handle.inputLeft,
                         output.buffer, 0, output.buffer.length);
        output.take(handle.outputLeft);
      }
      return finish(engine, byteLengthOf(input), output);
    } finally {
      closeEngine(engine);
    }
  };
}

function async(Class, mode) {
  return function asyncBufferWrapper(buffer, opts, callback) {
    if (typeof opts === 'function') {
      callback = opts;
      opts = {};
    }
    validateFunction(callback, 'callback');
    const engine = engineOf(Class, mode, opts);
    const input = buffer === undefined || buffer === null ? Buffer.alloc(0) : bytesOf(buffer);
    if (input === undefined) {
      closeEngine(engine);
      throw new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], buffer);
    }
    runAsync(engine, mode, input, callback);
  };
}

function runAsync(engine, mode, input, callback) {
  const { handle, common } = engine;
  const length = byteLengthOf(input);
  const loan = isReachable(bufferOf(input)) ? lend(input) : undefined; // one loan for all steps
  const output = new Output(mode, length, common);
  const end = (error, result) => {
    closeEngine(engine);
    loan?.end();
    if (error) callback(error);
    else callback(null, result);
  };
  const step = (offset) => {
    handle.write(common.finishFlush, loan?.part(0, length) ?? input, offset, length - offset,
                 output.buffer, 0, output.buffer.length, (error) => {
                   let result;
                   try {
                     if (error) throw error;
                     output.take(handle.outputLeft);
                     if (handle.outputLeft === 0) return step(length - handle.inputLeft);
                     result = finish(engine, length, output);
                   } catch (error) {
                     return end(error);
                   }
                   end(null, result);
                 });
  };
  step(0);
}

module.exports = { sync, async };
