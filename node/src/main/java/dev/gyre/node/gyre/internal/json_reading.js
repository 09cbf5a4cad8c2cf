'use strict';

// Text on its way to a parser: where it comes from, how much it may be, and when the loop gets a turn.

const {
  ArrayBufferIsView, FunctionPrototypeCall, JSONParse, PromisePrototypeThen, PromiseReject, PromiseResolve,
  PromiseWithResolvers, StringPrototypeSlice, SymbolAsyncIterator, SymbolIterator, Uint8Array, byteLengthOf, isolated,
} = require('internal/primordials');
const codec = require('internal/buffer/codec');
const { StringDecoder } = require('string_decoder');
const { isAnyArrayBuffer, isUint8Array } = require('util/types');
const { codes: { ERR_GYRE_JSON_TOO_LARGE, ERR_INVALID_ARG_TYPE, ERR_INVALID_STATE } } = require('internal/errors');
const { abortErrorOf, isUsedUp, nextTurn } = require('internal/gyre/slices');
const { takeYoungBytes } = require('internal/v8internals/natives');
const { DONE, Failure, Parser, STARVED, VALUE } = require('internal/gyre/json_parser');
const { LineCounter, diagnose, endOfContext, errorFor } = require('internal/gyre/json_error');

const CHUNK_BYTES = 128 * 1024;
const YOUNG_BYTES_PER_MS = 1.5 * 2 ** 20;
const MOST_YOUNG_BYTES = 32 * 2 ** 20;
const YOUNG_BYTES_AT_ONCE = 64 * 1024;
const COUNTED_CHARS = 1024 * 1024; // lines are counted in so much text at a time

// ---- sources: read() gives text, or a promise of it, or undefined at the end

// A string needs no source: the parser gets it as a whole.
const NoSource = isolated(class NoSource {
  read() { return undefined; }
  leave() {}
});

// The place of the last character that begins within the first `end` bytes and may not be complete there.
function cutBefore(bytes, start, end) {
  let at = end;
  // A continuation byte belongs to what is before it, if a lead byte is near enough.
  while (at > start && end - at < 3 && (bytes[at - 1] & 0xc0) === 0x80) at--;
  return at > start && bytes[at - 1] >= 0xc0 ? at - 1 : end;
}

const BytesSource = isolated(class BytesSource {
  #bytes;
  #at = 0;
  #length;

  constructor(bytes) {
    this.#bytes = bytes;
    this.#length = byteLengthOf(bytes);
  }

  read() {
    if (byteLengthOf(this.#bytes) !== this.#length) throw new ERR_INVALID_STATE('The memory of the JSON text was detached or resized');
    if (this.#at === this.#length) return undefined;
    const end = this.#at + CHUNK_BYTES;
    const to = end < this.#length ? cutBefore(this.#bytes, this.#at, end) : this.#length;
    const text = codec.utf8Slice(this.#bytes, this.#at, to);
    this.#at = to;
    return text;
  }

  leave() {}
});

const { end: endDecoder, write: writeDecoder } = StringDecoder.prototype;

const IterableSource = isolated(class IterableSource {
  #iterator;
  #next;
  #isDone = false;
  #decoder = undefined;
  #budget;

  constructor(iterable, budget) {
    this.#iterator = iterable[SymbolAsyncIterator]?.() ?? iterable[SymbolIterator]();
    this.#next = this.#iterator.next;
    this.#budget = budget;
  }

  async read() {
    if (this.#isDone) return undefined;
    const { done, value } = await FunctionPrototypeCall(this.#next, this.#iterator);
    if (done) {
      this.#isDone = true;
      return this.#decoder === undefined ? undefined : FunctionPrototypeCall(endDecoder, this.#decoder);
    }
    if (typeof value === 'string') {
      this.#budget.spendText(value);
      return value;
    }
    const bytes = bytesOf(value);
    if (bytes === undefined) throw new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], value);
    this.#budget.spend(byteLengthOf(bytes));
    this.#decoder ??= new StringDecoder('utf8');
    return FunctionPrototypeCall(writeDecoder, this.#decoder, bytes);
  }

  // Tells the source that nothing more will be read.
  leave() {
    if (this.#isDone) return;
    this.#isDone = true;
    const { return: close } = this.#iterator;
    if (close === undefined) return;
    const closed = FunctionPrototypeCall(close, this.#iterator);
    PromisePrototypeThen(PromiseResolve(closed), undefined, () => {}); // the error that ended the reading counts
  }
});

// How many bytes may still come.
const Budget = isolated(class Budget {
  #maxBytes;
  #left;

  constructor(maxBytes) {
    this.#maxBytes = maxBytes;
    this.#left = maxBytes;
  }

  spend(bytes) {
    this.#left -= bytes;
    if (this.#left < 0) throw new ERR_GYRE_JSON_TOO_LARGE(this.#maxBytes);
  }

  // The text's length is looked at only where it decides.
  spendText(text) {
    if (this.#left !== Infinity) this.spend(text.length > this.#left ? text.length : codec.utf8ByteLength(text));
  }
});

function bytesOf(value) {
  if (isUint8Array(value)) return value;
  if (ArrayBufferIsView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (isAnyArrayBuffer(value)) return new Uint8Array(value);
  return undefined;
}

// A collection of the young generation takes as long as its living objects are many. What was just parsed is alive, all of
// it, so that a full young generation of small objects would hold the loop for 60 ms. Memory that is dead at once fills it
// sooner: there are more collections, of less each.
function spendYoungBytes(bytes) {
  const most = bytes < MOST_YOUNG_BYTES ? bytes : MOST_YOUNG_BYTES;
  for (let spent = 0; spent < most; spent += YOUNG_BYTES_AT_ONCE) takeYoungBytes(YOUNG_BYTES_AT_ONCE);
}

// ---- reading

const Reading = isolated(class Reading {
  #parser;
  #source;
  #options;
  #lines = new LineCounter();
  #base = 0; // position of the parser's text in the whole

  constructor(source, options, isMany) {
    const budget = new Budget(options.maxBytes);
    this.#options = options;
    this.#parser = new Parser(options.maxDepth, options.pieceChars, isMany);
    if (typeof source === 'string') {
      budget.spendText(source);
      this.#parser.append(source);
      this.#parser.end();
      this.#source = new NoSource();
      return;
    }
    const bytes = bytesOf(source);
    if (bytes !== undefined) {
      budget.spend(byteLengthOf(bytes));
      this.#source = new BytesSource(bytes);
    } else {
      this.#source = new IterableSource(source, budget);
    }
  }

  // The next value of many; { done: true } at the end.
  async nextValue() {
    try {
      return await this.#advance(true);
    } catch (error) {
      this.#source.leave();
      throw error;
    }
  }

  // The only value. A small text is no matter of slices; V8 says best what is wrong with it.
  async whole() {
    const { maxDepth, pieceChars, signal } = this.#options;
    const parser = this.#parser;
    try {
      if (signal?.aborted) throw abortErrorOf(signal);
      while (!parser.isEnded && parser.text.length <= pieceChars) await this.#feed();
      if (parser.text.length <= pieceChars && maxDepth === Infinity) return JSONParse(parser.text);
      const { value } = await this.#advance(false);
      return value;
    } catch (error) {
      this.#source.leave();
      throw error;
    }
  }

  leave() { this.#source.leave(); }

  async #advance(isOneEnough) {
    const { signal, sliceMs } = this.#options;
    const parser = this.#parser;
    let value;
    if (signal?.aborted) throw abortErrorOf(signal);
    for (;;) {
      const state = this.#step();
      if (typeof state === 'object') throw await this.#syntaxError(state);
      if (state === VALUE) {
        value = parser.value;
        parser.value = undefined;
        if (isOneEnough) return { value, done: false };
      } else if (state === DONE) {
        return { value, done: true };
      } else if (state === STARVED) {
        await this.#feed();
      }
      if (isUsedUp(sliceMs)) {
        spendYoungBytes(sliceMs * YOUNG_BYTES_PER_MS);
        await nextTurn(signal);
      }
    }
  }

  #step() {
    try {
      return this.#parser.step();
    } catch (error) {
      if (Failure.isOne(error)) return error;
      throw error;
    }
  }

  // Text is added in parts at least half as long as what the parser has not finished: to join them costs time in proportion to
  // the whole text, however long a string is and however small the chunks are.
  async #feed() {
    const parser = this.#parser;
    const { signal } = this.#options;
    const enough = parser.pending >>> 1;
    let more = '';
    do {
      let text = this.#source.read();
      if (typeof text === 'object') text = await (signal === undefined ? text : unlessAborted(text, signal));
      if (text === undefined) {
        parser.end();
        break;
      }
      more += text;
    } while (more.length < enough);
    const dropped = parser.append(more);
    this.#base += dropped.length;
    this.#lines.read(dropped);
  }

  async #syntaxError(failure) {
    const parser = this.#parser;
    const finding = diagnose(failure, parser.text);
    if (finding.position === undefined) return errorFor(finding);
    while (!parser.isEnded && parser.text.length < endOfContext(finding)) {
      const text = await this.#source.read();
      if (text === undefined) parser.end();
      else parser.text += text;
    }
    if (finding.hasLine) {
      for (let at = 0; at < finding.position; at += COUNTED_CHARS) {
        const end = at + COUNTED_CHARS;
        this.#lines.read(StringPrototypeSlice(parser.text, at, end < finding.position ? end : finding.position));
        if (isUsedUp(this.#options.sliceMs)) await nextTurn(this.#options.signal);
      }
    }
    return errorFor(finding, parser.text, this.#base, this.#lines);
  }
});

// The promise, or a rejection as soon as the signal is aborted.
function unlessAborted(pending, signal) {
  if (signal.aborted) return PromiseReject(abortErrorOf(signal));
  const { kResistStopPropagation } = require('internal/events/event_target');
  const { promise, resolve, reject } = PromiseWithResolvers();
  const onAbort = () => reject(abortErrorOf(signal));
  const settle = (by) => (result) => {
    signal.removeEventListener('abort', onAbort);
    by(result);
  };
  signal.addEventListener('abort', onAbort, { __proto__: null, once: true, [kResistStopPropagation]: true });
  PromisePrototypeThen(pending, settle(resolve), settle(reject));
  return promise;
}

module.exports = { Reading, bytesOf };
