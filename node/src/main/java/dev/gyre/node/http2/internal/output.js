'use strict';

// What a session sends. Frames are written one behind the other into a buffer, in the order in which they go out. Header
// blocks are only text here: HPACK needs Java, and one call encodes all blocks that are sent together. Large chunks of
// bodies are not copied; they go out between the pieces of the buffer.

const { ArrayPrototypePush, StringPrototypeCharCodeAt, Uint8Array, setBytes } = require('internal/primordials');
const { Buffer } = require('buffer');
const { subarrayOf } = require('internal/http2/bytes');

const native = binding('http2');

const HEADER_BYTES = 9;
const MIN_BYTES = 1024;
const MAX_COPIED = 4096; // a longer chunk is sent from where it is

const DATA = 0;
const HEADERS = 1;
const RST_STREAM = 3;
const SETTINGS = 4;
const PUSH_PROMISE = 5;
const PING = 6;
const GOAWAY = 7;
const WINDOW_UPDATE = 8;
const ALTSVC = 10;
const ORIGIN = 12;

const END_STREAM = 1;
const ACK = 1;
const PADDED = 8;

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

class Output {
  frames = 0; // that were begun
  #codec;
  #bytes = new Uint8Array(MIN_BYTES);
  #length = 0;
  #text = ''; // of all header blocks in the buffer
  #parts = []; // complete: byte arrays that go out before the buffer
  #maxFrameBytes = 16384;

  constructor(codec) {
    this.#codec = codec;
  }

  get isEmpty() { return this.#length === 0 && this.#parts.length === 0; }

  // The largest payload that the other side takes.
  limitFrames(maxBytes) { this.#maxFrameBytes = maxBytes; }

  #reserve(count) {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(needed * 2);
    setBytes(larger, subarrayOf(this.#bytes, 0, this.#length));
    this.#bytes = larger;
  }

  #begin(length, type, flags, stream) {
    this.frames++;
    this.#reserve(HEADER_BYTES + length);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = length >> 16;
    bytes[at++] = length >> 8;
    bytes[at++] = length;
    bytes[at++] = type;
    bytes[at++] = flags;
    this.#length = at;
    this.#int32(stream);
  }

  #int32(value) {
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = value >> 24;
    bytes[at++] = value >> 16;
    bytes[at++] = value >> 8;
    bytes[at++] = value;
    this.#length = at;
  }

  #latin1(text) {
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < text.length; i++) bytes[at++] = StringPrototypeCharCodeAt(text, i);
    this.#length = at;
  }

  #copy(chunk) {
    setBytes(this.#bytes, chunk, this.#length);
    this.#length += chunk.byteLength;
  }

  preface() {
    this.#reserve(PREFACE.length);
    this.#latin1(PREFACE);
    this.#cut();
  }

  // `text` has name, NUL, value, NUL and a flag for each header.
  headers(stream, text, isEnd) {
    this.#begin(4, HEADERS, isEnd ? END_STREAM : 0, stream);
    this.#int32(text.length);
    this.#text += text;
  }

  pushPromise(stream, promised, text) {
    this.#begin(8, PUSH_PROMISE, 0, stream);
    this.#int32(promised);
    this.#int32(text.length);
    this.#text += text;
  }

  // `padding` is the number of bytes behind the data, or -1 if the frame has no field for it.
  data(stream, chunks, length, isEnd, padding) {
    const isPadded = padding >= 0;
    const flags = (isEnd ? END_STREAM : 0) | (isPadded ? PADDED : 0);
    const size = length + (isPadded ? 1 + padding : 0);
    this.#begin(size, DATA, flags, stream);
    if (isPadded) this.#bytes[this.#length++] = padding;
    if (length > MAX_COPIED) {
      this.#cut();
      for (let i = 0; i < chunks.length; i++) ArrayPrototypePush(this.#parts, chunks[i]);
      this.#reserve(isPadded ? padding : 0);
    } else {
      for (let i = 0; i < chunks.length; i++) this.#copy(chunks[i]);
    }
    for (let i = 0; i < padding; i++) this.#bytes[this.#length++] = 0;
    if (length > MAX_COPIED && padding > 0) this.#cut(); // what Java reads next must begin with a frame
  }

  rstStream(stream, code) {
    this.#begin(4, RST_STREAM, 0, stream);
    this.#int32(code);
  }

  // Identifier, value, and so on.
  settings(pairs) {
    this.#begin(pairs.length * 3, SETTINGS, 0, 0);
    for (let i = 0; i < pairs.length; i += 2) {
      this.#bytes[this.#length++] = pairs[i] >> 8;
      this.#bytes[this.#length++] = pairs[i];
      this.#int32(pairs[i + 1]);
    }
  }

  settingsAck() { this.#begin(0, SETTINGS, ACK, 0); }

  ping(payload, isAck) {
    this.#begin(8, PING, isAck ? ACK : 0, 0);
    this.#copy(payload);
  }

  pingAck(text) {
    this.#begin(8, PING, ACK, 0);
    this.#latin1(text);
  }

  goaway(lastStream, code, debug) {
    this.#begin(8 + (debug === undefined ? 0 : debug.byteLength), GOAWAY, 0, 0);
    this.#int32(lastStream);
    this.#int32(code);
    if (debug !== undefined) this.#copy(debug);
  }

  windowUpdate(stream, increment) {
    this.#begin(4, WINDOW_UPDATE, 0, stream);
    this.#int32(increment);
  }

  altsvc(stream, origin, value) {
    this.#begin(2 + origin.length + value.length, ALTSVC, 0, stream);
    this.#bytes[this.#length++] = origin.length >> 8;
    this.#bytes[this.#length++] = origin.length;
    this.#latin1(origin);
    this.#latin1(value);
  }

  origin(origins) {
    let length = 0;
    for (let i = 0; i < origins.length; i++) length += 2 + origins[i].length;
    this.#begin(length, ORIGIN, 0, 0);
    for (let i = 0; i < origins.length; i++) {
      this.#bytes[this.#length++] = origins[i].length >> 8;
      this.#bytes[this.#length++] = origins[i].length;
      this.#latin1(origins[i]);
    }
  }

  // Makes a part of what is in the buffer: whole frames, but for a last one of which only the header may be there.
  #cut() {
    if (this.#length === 0) return;
    const written = subarrayOf(this.#bytes, 0, this.#length);
    if (this.#text === '') {
      ArrayPrototypePush(this.#parts, Buffer.from(written));
    } else {
      const frames = native.encode(this.#codec, written, this.#text, this.#maxFrameBytes);
      ArrayPrototypePush(this.#parts, frames);
      this.#text = '';
    }
    this.#length = 0;
  }

  // The parts in order; they are the caller's from then on.
  take() {
    this.#cut();
    const parts = this.#parts;
    this.#parts = [];
    if (this.#bytes.length > 65536) this.#bytes = new Uint8Array(MIN_BYTES);
    return parts;
  }
}

module.exports = { Output };
