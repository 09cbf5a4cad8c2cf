'use strict';

// The body of a Request or a Response, and the members that both classes have for it. The contents of a body are kept as
// they were given, and its stream is created at its first use: a body that is only sent, or read by text() and its like, has
// none, and cloning a body without a stream copies nothing.

const {
  ArrayPrototypePush, JSONParse, ObjectDefineProperty, ObjectEntries, PromiseResolve, SymbolAsyncIterator, TypeError,
  Uint8Array, itemsOf,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { Blob, isBlob } = require('internal/buffer/blob');
const { isAnyArrayBuffer, isArrayBufferView, isUint8Array } = require('internal/buffer/types');
const { TextDecoder } = require('internal/encoding');
const { FormData } = require('internal/fetch/form_data');
const { isObject, typeError, usvString } = require('internal/fetch/idl');
const { URLSearchParams } = require('internal/url/search_params');
const { coreOfReadable, createByteReadable, isReadableStream, publicReadable } = require('internal/webstreams/readable');
const { IncomingBody } = require('internal/fetch/incoming_body');

const nothing = () => {};

class Body {
  #source; // a Blob, bytes, the IncomingBody of a response, or undefined for a stream that was given
  #stream;
  #isConsumed = false; // read without a stream

  constructor(source, stream) {
    this.#source = source;
    this.#stream = stream;
  }

  // False for a stream: it can't be sent a second time.
  get isRepeatable() { return this.#source !== undefined && !(this.#source instanceof IncomingBody); }

  // The bytes, if they need no reading.
  get ownBytes() { return this.#stream === undefined && isUint8Array(this.#source) ? this.#source : undefined; }

  // The number of bytes, or null if it is not known.
  get byteLength() {
    if (!this.isRepeatable) return null;
    return isUint8Array(this.#source) ? this.#source.length : this.#source.size;
  }

  get stream() { return this.#stream ??= this.#isConsumed ? this.#usedStream() : this.#newStream(); }

  #newStream() {
    const source = this.#source;
    if (source instanceof IncomingBody) return source.toStream();
    return (isUint8Array(source) ? new Blob([source]) : source).stream();
  }

  // Shows that the body was read.
  #usedStream() {
    if (this.#source instanceof IncomingBody) return this.#source.usedStream();
    const core = createByteReadable(nothing, undefined);
    core.controller.close();
    core.disturbed = true;
    const stream = publicReadable(core);
    stream.getReader();
    return stream;
  }

  get isUsed() { return this.#isConsumed || (this.#stream !== undefined && coreOfReadable(this.#stream).disturbed); }

  get isUnusable() { return this.#isConsumed || (this.#stream !== undefined && (this.isUsed || this.#stream.locked)); }

  // A body that is sent is used, whatever becomes of the request.
  consume() { this.#isConsumed = true; }

  clone() {
    if (this.#stream === undefined && this.isRepeatable) return new Body(this.#source);
    const { 0: mine, 1: other } = this.stream.tee();
    this.#stream = mine;
    return new Body(this.isRepeatable ? this.#source : undefined, other);
  }

  // The same contents, not read yet: for a request that is redirected.
  again() { return new Body(this.#source); }

  // Marks this body as used and returns one with its contents.
  move() {
    if (this.#stream === undefined && this.isRepeatable) {
      this.#isConsumed = true;
      return new Body(this.#source);
    }
    const { stream } = this;
    const { TransformStream } = require('stream/web');
    return new Body(this.#source, stream.pipeThrough(new TransformStream()));
  }

  bytes() {
    if (this.#stream === undefined && !this.#isConsumed) {
      const source = this.#source;
      if (source instanceof IncomingBody) {
        this.#isConsumed = true;
        return source.collect();
      }
      if (isUint8Array(source)) {
        this.#isConsumed = true;
        return PromiseResolve(source);
      }
    }
    return this.#readAll();
  }

  async #readAll() {
    const reader = this.stream.getReader();
    const chunks = [];
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return Buffer.concat(chunks);
      if (!(value instanceof Uint8Array)) throw typeError('Received non-Uint8Array chunk');
      ArrayPrototypePush(chunks, value);
    }
  }
}

function checkUnused(stream) {
  if (stream.locked || coreOfReadable(stream).disturbed) {
    throw typeError('Response body object should not be disturbed or locked');
  }
  return stream;
}

// "Extract a body": { body, type }; the type is null if the content has none.
function extract(content) {
  if (isReadableStream(content)) return { body: new Body(undefined, checkUnused(content)), type: null };
  if (isBlob(content)) return { body: new Body(content), type: content.type || null };
  if (isAnyArrayBuffer(content)) return { body: new Body(new Uint8Array(new Uint8Array(content))), type: null };
  if (isArrayBufferView(content)) {
    const view = new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
    return { body: new Body(new Uint8Array(view)), type: null };
  }
  if (content instanceof FormData) {
    const { blob, type } = require('internal/fetch/multipart').encode(content);
    return { body: new Body(blob), type };
  }
  if (content instanceof URLSearchParams) {
    return { body: new Body(Buffer.from(`${content}`)), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
  }
  // An extension of Node: any async iterable is a body.
  if (isObject(content) && typeof content[SymbolAsyncIterator] === 'function') {
    return { body: new Body(undefined, require('stream/web').ReadableStream.from(content)), type: null };
  }
  return { body: new Body(Buffer.from(usvString(content))), type: 'text/plain;charset=UTF-8' };
}

const decodeText = (bytes) => new TextDecoder().decode(bytes); // without a byte order mark

// The MIME type in the headers, or undefined.
function mimeType(headers) {
  const value = headers.get('content-type');
  if (value === null) return undefined;
  const { MIMEType } = require('internal/util/mime');
  try {
    return new MIMEType(value);
  } catch (error) {
    if (error.code === 'ERR_INVALID_MIME_SYNTAX') return undefined;
    throw error;
  }
}

function formOf(bytes, type) {
  if (type?.essence === 'application/x-www-form-urlencoded') {
    const form = new FormData();
    for (const { 0: name, 1: value } of itemsOf(new URLSearchParams(decodeText(bytes)))) form.append(name, value);
    return form;
  }
  if (type?.essence !== 'multipart/form-data') {
    throw typeError('Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".');
  }
  const boundary = type.params.get('boundary');
  if (!boundary) throw typeError('Failed to parse body as FormData.');
  try {
    return require('internal/fetch/multipart').decode(bytes, boundary);
  } catch (cause) {
    throw new TypeError('Failed to parse body as FormData.', { cause });
  }
}

const ownBuffer = (bytes) => new Uint8Array(bytes); // a Buffer may be a part of the pool

const FORMS = {
  blob: (bytes, headers) => new Blob([bytes], { type: `${mimeType(headers) ?? ''}` }),
  arrayBuffer: (bytes) => ownBuffer(bytes).buffer,
  text: decodeText,
  json: (bytes) => JSONParse(decodeText(bytes)),
  formData: (bytes, headers) => formOf(bytes, mimeType(headers)),
  bytes: ownBuffer,
};

// `of(value)` returns { body, headers } of an object of the class, or throws. The body is null if there is none.
function addBodyMembers(Class, of) {
  const usable = (message) => {
    const state = of(message);
    if (state.body?.isUnusable) throw typeError('Body is unusable: Body has already been read');
    return state;
  };
  for (const { 0: name, 1: convert } of itemsOf(ObjectEntries(FORMS))) {
    // Methods of an object literal have Node's names and are no constructors.
    const method = { async [name]() {
      const { body, headers } = usable(this);
      return convert(body === null ? Buffer.alloc(0) : await body.bytes(), headers);
    } }[name];
    ObjectDefineProperty(Class.prototype, name, { __proto__: null, configurable: true, value: method, writable: true });
  }
  const textStream = { textStream() {
    const { body } = usable(this);
    const { TextDecoderStream } = require('stream/web');
    return (body?.stream ?? new Blob([]).stream()).pipeThrough(new TextDecoderStream());
  } }.textStream;
  ObjectDefineProperty(Class.prototype, 'textStream', { __proto__: null, configurable: true, value: textStream, writable: true });
}

module.exports = { Body, addBodyMembers, extract };
