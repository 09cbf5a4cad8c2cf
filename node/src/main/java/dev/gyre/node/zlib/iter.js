'use strict';

// node:zlib/iter, with --experimental-stream-iter: codecs as transforms of stream/iter.

const {
  ArrayPrototypeFilter, ArrayPrototypePush, ArrayPrototypeShift, ObjectAssign, ObjectEntries, ObjectFromEntries, Promise,
  PromisePrototypeThen, SymbolAsyncIterator, Uint8ArrayPrototypeSlice, itemsOf,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { emitExperimentalWarning } = require('internal/deprecation');
const { orAborted } = require('internal/stream/iter/abortable');
const { kGivesBatches } = require('internal/stream/iter/protocol');
const { validateObject } = require('internal/validators');
const { constants } = require('internal/zlib/constants');
const { describe } = require('internal/zlib/options');

emitExperimentalWarning('zlib/iter');

const {
  BROTLI_DECODE, BROTLI_ENCODE, BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, DEFLATE, GUNZIP, GZIP, INFLATE,
  ZSTD_COMPRESS, ZSTD_DECOMPRESS,
} = constants;

const BATCH_BYTES = 64 * 1024;

// Faster than zlib's default: streamed data is usually needed soon.
const DEFAULTS = {
  [GZIP]: { level: 4, memLevel: 9 },
  [DEFLATE]: { level: 4, memLevel: 9 },
  [BROTLI_ENCODE]: { params: { [BROTLI_PARAM_QUALITY]: 6, [BROTLI_PARAM_LGWIN]: 20 } },
};

const definedOf = (options) => ObjectFromEntries(ArrayPrototypeFilter(ObjectEntries(options), ({ 1: value }) => value !== undefined));

function open(mode, options) {
  const { params } = options;
  if (params !== undefined && (typeof params !== 'object' || params === null)) {
    throw new ERR_INVALID_ARG_TYPE('options.params', 'Object', params);
  }
  const defaults = DEFAULTS[mode];
  return describe(mode, {
    chunkSize: BATCH_BYTES,
    ...defaults,
    ...definedOf(options),
    ...(params !== undefined && { params: { ...defaults?.params, ...params } }),
  });
}

// Output that was not passed on yet.
class Output {
  buffer;
  #parts = [];
  #chunkSize;

  constructor(chunkSize) {
    this.#chunkSize = chunkSize;
    this.buffer = Buffer.allocUnsafe(chunkSize);
  }

  // Takes what was written to the buffer, of which `left` bytes are free.
  take(left) {
    const have = this.buffer.length - left;
    if (have === 0) return;
    if (left === 0) {
      ArrayPrototypePush(this.#parts, this.buffer);
      this.buffer = Buffer.allocUnsafe(this.#chunkSize);
    } else {
      ArrayPrototypePush(this.#parts, Uint8ArrayPrototypeSlice(this.buffer, 0, have));
    }
  }

  * batches() {
    while (this.#parts.length > 0) {
      const batch = [];
      let bytes = 0;
      while (this.#parts.length > 0 && bytes < BATCH_BYTES) {
        const part = ArrayPrototypeShift(this.#parts);
        ArrayPrototypePush(batch, part);
        bytes += part.length;
      }
      yield batch;
    }
  }
}

const EMPTY = () => Buffer.alloc(0);

async function code(handle, output, input, flush, signal) {
  let offset = 0;
  do {
    const written = new Promise((resolve, reject) => {
      handle.write(flush, input, offset, input.byteLength - offset, output.buffer, 0, output.buffer.length,
                   (error) => (error ? reject(error) : resolve()));
    });
    await orAborted(written, signal);
    offset = input.byteLength - handle.inputLeft;
    output.take(handle.outputLeft);
  } while (handle.outputLeft === 0);
}

function codeSync(handle, output, input, flush) {
  let offset = 0;
  do {
    handle.writeSync(flush, input, offset, input.byteLength - offset, output.buffer, 0, output.buffer.length);
    offset = input.byteLength - handle.inputLeft;
    output.take(handle.outputLeft);
  } while (handle.outputLeft === 0);
}

async function* transform(mode, given, source, { signal }) {
  signal?.throwIfAborted();
  const { handle, common } = open(mode, given);
  const output = new Output(common.chunkSize);
  const iterator = source[SymbolAsyncIterator]();
  let finished = false;
  try {
    let next = iterator.next();
    for (;;) {
      const { value: batch, done } = await next;
      if (done) break;
      signal?.throwIfAborted();
      if (batch === null) {
        if (!finished) await code(handle, output, EMPTY(), common.finishFlush, signal);
        finished = true;
        yield* output.batches();
        next = iterator.next();
        continue;
      }
      next = iterator.next(); // read ahead, while this chunk is processed
      PromisePrototypeThen(next, undefined, () => {}); // awaited later
      for (const chunk of itemsOf(batch)) await code(handle, output, chunk, common.flush, signal);
      yield* output.batches();
    }
    if (!finished && !signal?.aborted) {
      await code(handle, output, EMPTY(), common.finishFlush, signal);
      yield* output.batches();
    }
  } finally {
    handle.close();
    try {
      await iterator.return?.();
    } catch {
      // The original error is reported.
    }
  }
}

function* transformSync(mode, given, source) {
  const { handle, common } = open(mode, given);
  const output = new Output(common.chunkSize);
  try {
    for (const batch of itemsOf(source)) {
      if (batch === null) codeSync(handle, output, EMPTY(), common.finishFlush);
      else for (const chunk of itemsOf(batch)) codeSync(handle, output, chunk, common.flush);
      yield* output.batches();
    }
  } finally {
    handle.close();
  }
}

for (let i = 0, list = ObjectEntries({
  compressGzip: GZIP,
  compressDeflate: DEFLATE,
  compressBrotli: BROTLI_ENCODE,
  compressZstd: ZSTD_COMPRESS,
  decompressGzip: GUNZIP,
  decompressDeflate: INFLATE,
  decompressBrotli: BROTLI_DECODE,
  decompressZstd: ZSTD_DECOMPRESS,
}); i < list.length; i++) {
  const { 0: name, 1: mode } = list[i];
  ObjectAssign(exports, {
    [name](options = {}) {
      validateObject(options, 'options');
      return {
        __proto__: null,
        [kGivesBatches]: true,
        transform: (source, given) => transform(mode, options, source, given),
      };
    },
    [`${name}Sync`](options = {}) {
      validateObject(options, 'options');
      return { __proto__: null, transform: (source) => transformSync(mode, options, source) };
    },
  });
}
