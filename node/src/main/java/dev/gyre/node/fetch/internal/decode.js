'use strict';

// Content codings of responses.

const { ArrayPrototypePush, Error, StringPrototypeSplit, StringPrototypeToLowerCase, StringPrototypeTrim } = require('internal/primordials');

const MAX_CODINGS = 5; // each may multiply the size

function streamOf(coding) {
  const zlib = require('zlib');
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_continue, ZSTD_e_end } = zlib.constants;
  // Truncated bodies are accepted, as by browsers.
  const lenient = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(lenient);
    case 'deflate':
      return lenient; // zlib's format or, against the standard, raw: the first byte tells
    case 'br':
      return zlib.createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return zlib.createZstdDecompress({ flush: ZSTD_e_continue, finishFlush: ZSTD_e_end });
    default:
      return undefined;
  }
}

// One coding: `write` and `end` take encoded bytes, `target` (take, end, fail) gets what they mean.
class Step {
  #stream;
  #lenient; // options of a deflate whose kind is not known yet
  #target;
  #flow; // of what is before this step
  #isPaused = false;
  #hasInput = false;

  constructor(made, target, flow) {
    this.#target = target;
    this.#flow = flow;
    if (made.flush !== undefined && made.write === undefined) this.#lenient = made;
    else this.#use(made);
  }

  #use(stream) {
    this.#stream = stream;
    stream.on('data', (bytes) => this.#target.take(bytes));
    stream.on('end', () => this.#target.end());
    stream.on('drain', () => {
      if (!this.#isPaused) this.#flow.resume();
    });
    stream.on('error', (error) => {
      if (this.#hasInput) this.#target.fail(error);
      else this.#target.end();
    });
  }

  take(bytes) {
    if (bytes.length === 0) return;
    this.#hasInput = true;
    if (this.#stream === undefined) {
      const zlib = require('zlib');
      const isWrapped = (bytes[0] & 0x0f) === 0x08;
      this.#use(isWrapped ? zlib.createInflate(this.#lenient) : zlib.createInflateRaw(this.#lenient));
    }
    if (!this.#stream.write(bytes)) this.#flow.pause();
  }

  end() {
    if (this.#hasInput) {
      this.#stream.end();
    } else {
      this.#stream?.destroy();
      this.#target.end();
    }
  }

  fail(error) {
    this.#stream?.destroy();
    this.#target.fail(error);
  }

  pause() {
    this.#isPaused = true;
    this.#stream?.pause();
  }

  resume() {
    this.#isPaused = false;
    this.#stream?.resume();
  }

  cancel() { this.#stream?.destroy(); }
}

// The steps for a value of Content-Encoding, last coding first; empty if there is none, or one is unknown.
function stepsFor(header) {
  const names = StringPrototypeSplit(StringPrototypeToLowerCase(header), ',');
  if (names.length > MAX_CODINGS) {
    throw new Error(`too many content-encodings in response: ${names.length}, maximum allowed is ${MAX_CODINGS}`);
  }
  const made = [];
  for (let i = names.length - 1; i >= 0; i--) {
    const stream = streamOf(StringPrototypeTrim(names[i]));
    if (stream === undefined) return [];
    ArrayPrototypePush(made, stream);
  }
  return made;
}

module.exports = { Step, stepsFor };
