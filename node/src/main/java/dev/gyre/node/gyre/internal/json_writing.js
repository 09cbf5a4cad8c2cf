'use strict';

// Text on its way from a writer: how much it may be, and when the loop gets a turn.

const { isolated } = require('internal/primordials');
const codec = require('internal/buffer/codec');
const { codes: { ERR_GYRE_JSON_TOO_LARGE } } = require('internal/errors');
const { abortErrorOf, isUsedUp, nextTurn } = require('internal/gyre/slices');
const { Writer } = require('internal/gyre/json_writer');

const CHUNK_CHARS = 16 * 1024;

const Writing = isolated(class Writing {
  #writer;
  #options;
  #bytes = 0;

  constructor(value, replacer, space, options) {
    this.#writer = new Writer(value, replacer, space, options.maxDepth);
    this.#options = options;
  }

  get isDone() { return this.#writer.isDone; }
  get hasText() { return this.#writer.hasText; }

  async nextChunk() {
    const { maxBytes, signal, sliceMs } = this.#options;
    const writer = this.#writer;
    if (signal?.aborted) throw abortErrorOf(signal);
    let chunk = '';
    while (!writer.isDone && chunk.length < CHUNK_CHARS) {
      chunk += writer.step();
      if (!writer.isDone && isUsedUp(sliceMs)) await nextTurn(signal);
    }
    if (maxBytes !== Infinity) {
      this.#bytes += codec.utf8ByteLength(chunk);
      if (this.#bytes > maxBytes) throw new ERR_GYRE_JSON_TOO_LARGE(maxBytes);
    }
    return chunk;
  }
});

module.exports = { Writing };
