'use strict';

// HTTPParser, as Node's own modules and some packages use it: execute() gets bytes and calls numbered methods with the parts
// it finds. Servers and clients don't use it: their parsers are in Java, on the connections. This is the same parser, fed
// from JavaScript. It waits after every head for the result of the method.

const {
  ArrayPrototypePop, ArrayPrototypeShift, ArrayPrototypeSlice, ArrayPrototypeSplice, Error, FinalizationRegistry,
  ObjectAssign, ReflectApply, StringPrototypeSplit, bufferOf, byteLengthOf, byteOffsetOf, joinLists, pushAll,
  registerFinalizer, unregisterFinalizer,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { isArrayBufferView } = require('util/types');
const { Buffer } = require('buffer');
const asyncIds = require('internal/async_ids');
const parser = require('internal/http/parser');
const { StreamHandle } = require('internal/net/stream_handle');

const native = binding('http');

const REQUEST = 1;
const RESPONSE = 2;
const ON_HEADERS = 1;
const ON_HEADERS_COMPLETE = 2;
const ON_BODY = 3;
const ON_MESSAGE_COMPLETE = 4;
const ON_EXECUTE = 5;

let abandoned; // closes parsers that were collected without close()

class HTTPParser {
  #feed = undefined;
  #isResponse = false;
  #url = '';
  #handle = undefined;
  #handleListener = undefined;
  #current = Buffer.alloc(0);
  #resource = undefined;
  #asyncId = 0;
  #triggerId = 0;

  initialize(type, resource, maxHeaderSize = 0, lenientFlags = 0) {
    this.close();
    this.#resource = resource;
    this.#triggerId = asyncIds.current();
    this.#asyncId = asyncIds.create(resource, type === REQUEST ? 'HTTPINCOMINGMESSAGE' : 'HTTPCLIENTREQUEST');
    this.#isResponse = type === RESPONSE;
    const { 0: headBytes, 1: headers } = parser.settingsOf({ maxHeaderSize });
    this.#feed = native.openSteps(this.#isResponse, headBytes, headers, lenientFlags);
    abandoned ??= new FinalizationRegistry((feed) => native.closeFeed(feed));
    registerFinalizer(abandoned, this, this.#feed, this);
  }

  // Returns the number of bytes read, or an error if they are no valid HTTP.
  execute(bytes, offset = 0, length = bytes?.byteLength - offset) {
    const feed = this.#feed; // throws if `this` is another kind of object
    if (!isArrayBufferView(bytes)) throw new ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], bytes);
    if (feed === undefined) return undefined;
    this.#current = Buffer.from(bufferOf(bytes), byteOffsetOf(bytes) + offset, length);
    const error = this.#tell(native.feed(feed, this.#current));
    return error ?? length - (this.#feed === feed ? native.restOfFeed(feed) : 0);
  }

  finish() {
    if (this.#feed === undefined) return undefined;
    return this.#tell(native.finishFeed(this.#feed));
  }

  #tell(found) {
    const feed = this.#feed;
    while (found.length > 0 && this.#feed === feed) {
      const { 0: kind, 1: content, 2: numbers, 3: flags } = ArrayPrototypeSplice(found, 0, 4);
      switch (kind) {
        case parser.HEAD:
          pushAll(found, native.answerFeed(feed, this.#inside(() => this.#head(content, numbers, flags)) | 0));
          break;
        case parser.BODY:
          this.#inside(() => this[ON_BODY]?.(Buffer.from(bufferOf(content), byteOffsetOf(content), byteLengthOf(content))));
          break;
        case parser.MESSAGE_END:
          if (content !== '') this.#inside(() => this[ON_HEADERS]?.(pairsOf(content), this.#url));
          if (this[ON_MESSAGE_COMPLETE] !== undefined) this.#inside(() => this[ON_MESSAGE_COMPLETE]());
          break;
        default:
          return ReflectApply(errorOf, undefined, joinLists(StringPrototypeSplit(content, '\n'), [numbers]));
      }
    }
    return undefined;
  }

  // Its methods are called as an async resource.
  #inside(call) {
    asyncIds.before(this.#asyncId, this.#triggerId, this.#resource);
    const result = call();
    asyncIds.after(this.#asyncId);
    return result;
  }

  #head(text, numbers, flags) {
    const fields = StringPrototypeSplit(text, '\n');
    const first = ArrayPrototypeShift(fields);
    ArrayPrototypePop(fields);
    if (!this.#isResponse) this.#url = first;
    const { 0: method, 1: url, 2: status, 3: reason } = this.#isResponse ?
      [undefined, undefined, parser.statusOf(numbers), first] : [parser.methodOf(numbers), first];
    return this[ON_HEADERS_COMPLETE]?.(parser.majorOf(numbers), parser.minorOf(numbers), fields, method, url, status, reason,
      (flags & parser.UPGRADE) !== 0, (flags & parser.KEEPS_ALIVE) !== 0);
  }

  // Reads directly from the handle of a socket, without the socket's stream.
  consume(handle) {
    if (!(handle instanceof StreamHandle)) throw new ERR_INVALID_ARG_TYPE('handle', 'StreamHandle', handle);
    this.#handle = handle;
    this.#handleListener = handle.listener;
    const read = (bytes) => this[ON_EXECUTE]?.(bytes === undefined ? this.finish() : this.execute(bytes));
    handle.listener = { ...handle.listener, data: (_owner, bytes) => read(bytes), end: () => read(undefined) };
    handle.readStart();
  }

  unconsume() {
    if (this.#handle === undefined) return;
    this.#handle.listener = this.#handleListener;
    this.#handle = undefined;
  }

  pause() { this.#handle?.readStop(); }
  resume() { this.#handle?.readStart(); }

  getCurrentBuffer() { return this.#current; }

  close() {
    if (this.#feed === undefined) return;
    unregisterFinalizer(abandoned, this);
    native.closeFeed(this.#feed);
    this.#feed = undefined;
    asyncIds.destroy(this.#asyncId);
  }

  // It is in no server's list, and no parser is used again.
  free() {}
  remove() {}
}

const errorOf = (code, reason, bytesParsed) => ObjectAssign(new Error('Parse Error'), { bytesParsed, code, reason });

// The error that programs see: with the packet, and the reason in the message.
function prepareError(error, ofParser, rawPacket) {
  error.rawPacket = rawPacket || ofParser.getCurrentBuffer();
  if (typeof error.reason === 'string') error.message = `Parse Error: ${error.reason}`;
}

// name ⏎ value ⏎ …
const pairsOf = (text) => ArrayPrototypeSlice(StringPrototypeSplit(text, '\n'), 0, -1);

const CONSTANTS = {
  REQUEST,
  RESPONSE,
  kOnMessageBegin: 0,
  kOnHeaders: ON_HEADERS,
  kOnHeadersComplete: ON_HEADERS_COMPLETE,
  kOnBody: ON_BODY,
  kOnMessageComplete: ON_MESSAGE_COMPLETE,
  kOnExecute: ON_EXECUTE,
  kOnTimeout: 6,
  kLenientNone: 0,
  kLenientHeaders: 1,
  kLenientChunkedLength: 2,
  kLenientKeepAlive: 4,
  kLenientTransferEncoding: 8,
  kLenientVersion: 16,
  kLenientDataAfterClose: 32,
  kLenientOptionalLFAfterCR: 64,
  kLenientOptionalCRLFAfterChunk: 128,
  kLenientOptionalCRBeforeLF: 256,
  kLenientSpacesAfterChunkSize: 512,
  kLenientHeaderValueRelaxed: parser.LENIENT_VALUES,
  kLenientAll: parser.LENIENT_ALL,
};
ObjectAssign(HTTPParser, CONSTANTS);

module.exports = { HTTPParser, prepareError };
