'use strict';

// CompressionStream and DecompressionStream: zlib's transforms as pairs of web streams.

const { SafeMap } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS } } = require('internal/errors');
const { finishInterface, inspectWith } = require('internal/webstreams/util');

const FORMATS = new SafeMap([
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
    error.message = `Failed to construct '${Interface}': 1st argument '${name}' is not a valid enum value of type ` +
      'CompressionFormat.';
    throw error;
  }
  const handle = require('zlib')[makers[which]](which === 1 ? { rejectGarbageAfterEnd: true } : undefined);
  return require('internal/webstreams/adapters').compressionPair(handle);
}

const isObject = (value) => typeof value === 'object' && value !== null;

class CompressionStream {
  #pair;

  constructor(format) { this.#pair = pairFor(format, 'CompressionStream', 0); }

  static is(value) { return isObject(value) && #pair in value; }

  get readable() { return this.#pair.readable; }

  get writable() { return this.#pair.writable; }
}

class DecompressionStream {
  #pair;

  constructor(format) { this.#pair = pairFor(format, 'DecompressionStream', 1); }

  static is(value) { return isObject(value) && #pair in value; }

  get readable() { return this.#pair.readable; }

  get writable() { return this.#pair.writable; }
}

for (let i = 0, list = [CompressionStream, DecompressionStream]; i < list.length; i++) {
  const Interface = list[i];
  const { is, name } = Interface;
  delete Interface.is;
  finishInterface(Interface);
  inspectWith(Interface, (stream) => {
    if (!is(stream)) throw new ERR_INVALID_THIS(name);
    const { readable, writable } = stream;
    return { readable, writable };
  });
}

module.exports = { CompressionStream, DecompressionStream };
