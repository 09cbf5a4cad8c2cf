'use strict';

// CompressionStream and DecompressionStream: zlib's transforms as a pair of web streams.

const { codes: { ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS } } = require('internal/errors');
const { finishInterface, inspectWith } = require('internal/webstreams/util');

const FORMATS = new Map([
  ['deflate', ['createDeflate', 'createInflate']],
  ['deflate-raw', ['createDeflateRaw', 'createInflateRaw']],
  ['gzip', ['createGzip', 'createGunzip']],
  ['brotli', ['createBrotliCompress', 'createBrotliDecompress']],
]);

function pairFor(format, Interface, which) {
  const name = `${format}`;
  const makers = FORMATS.get(name);
  if (makers === undefined) {
    const error = new ERR_INVALID_ARG_VALUE('format', name);
    error.message = `Failed to construct '${Interface}': 1st argument '${name}' is not a valid enum value of type CompressionFormat.`;
    throw error;
  }
  const handle = require('zlib')[makers[which]](which === 1 ? { rejectGarbageAfterEnd: true } : undefined);
  return require('internal/webstreams/adapters').compressionPair(handle);
}

const isObject = (value) => typeof value === 'object' && value !== null;

class CompressionStream {
  #pair;

  constructor(format) { this.#pair = pairFor(format, 'CompressionStream', 0); }

  static #of(value) {
    if (!isObject(value) || !(#pair in value)) throw new ERR_INVALID_THIS('CompressionStream');
    return value.#pair;
  }

  get readable() { return CompressionStream.#of(this).readable; }

  get writable() { return CompressionStream.#of(this).writable; }
}

class DecompressionStream {
  #pair;

  constructor(format) { this.#pair = pairFor(format, 'DecompressionStream', 1); }

  static #of(value) {
    if (!isObject(value) || !(#pair in value)) throw new ERR_INVALID_THIS('DecompressionStream');
    return value.#pair;
  }

  get readable() { return DecompressionStream.#of(this).readable; }

  get writable() { return DecompressionStream.#of(this).writable; }
}

for (const Interface of [CompressionStream, DecompressionStream]) {
  finishInterface(Interface);
  inspectWith(Interface, ({ readable, writable }) => ({ readable, writable }));
}

module.exports = { CompressionStream, DecompressionStream };
