'use strict';

// TextEncoderStream and TextDecoderStream.

const {
  PromiseReject, StringPrototypeAt, StringPrototypeCharCodeAt, StringPrototypeSlice, Uint8Array,
} = require('internal/primordials');
const codec = require('internal/buffer/codec');
const { TextDecoder } = require('internal/encoding');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS } } = require('internal/errors');
const { publicReadable } = require('internal/webstreams/readable');
const { createTransform } = require('internal/webstreams/transform');
const { finishInterface, inspectWith } = require('internal/webstreams/util');
const { publicWritable } = require('internal/webstreams/writable');

const isObject = (value) => typeof value === 'object' && value !== null;

const attempt = (run) => {
  try {
    run();
    return undefined;
  } catch (error) {
    return PromiseReject(error);
  }
};

function encode(text) {
  const bytes = new Uint8Array(codec.utf8ByteLength(text));
  codec.utf8Write(bytes, text, 0, bytes.length);
  return bytes;
}

// The first half of a surrogate pair at the end of a chunk waits for the next chunk.
function encoder() {
  let half = '';
  const transform = createTransform({
    transform: (chunk) => attempt(() => {
      let text = half + `${chunk}`;
      half = '';
      const last = StringPrototypeCharCodeAt(text, text.length - 1);
      if (last >= 0xd800 && last <= 0xdbff) {
        half = StringPrototypeAt(text, -1);
        text = StringPrototypeSlice(text, 0, -1);
      }
      if (text !== '') transform.enqueue(encode(text));
    }),
    flush: () => attempt(() => { if (half !== '') transform.enqueue(new Uint8Array([0xef, 0xbf, 0xbd])); }),
  });
  return transform;
}

class TextEncoderStream {
  #transform = encoder();

  static is(value) { return isObject(value) && #transform in value; }

  get encoding() { return this.#transform && 'utf-8'; }

  get readable() { return publicReadable(this.#transform.readable); }

  get writable() { return publicWritable(this.#transform.writable); }
}

class TextDecoderStream {
  #decoder;
  #transform;

  constructor(encoding = 'utf-8', options = {}) {
    const decoder = this.#decoder = new TextDecoder(encoding, options);
    const decode = (chunk) => {
      // decode() would treat it as no input.
      if (chunk === undefined) throw new ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'ArrayBufferView'], chunk);
      return decoder.decode(chunk, { stream: true });
    };
    const put = (text) => { if (text !== '') transform.enqueue(text); };
    const transform = this.#transform = createTransform({
      transform: (chunk) => attempt(() => put(decode(chunk))),
      flush: () => attempt(() => put(decoder.decode())),
    });
  }

  static is(value) { return isObject(value) && #transform in value; }

  get encoding() { return this.#decoder.encoding; }

  get fatal() { return this.#decoder.fatal; }

  get ignoreBOM() { return this.#decoder.ignoreBOM; }

  get readable() { return publicReadable(this.#transform.readable); }

  get writable() { return publicWritable(this.#transform.writable); }
}

const inspected = {
  TextEncoderStream: ({ encoding, readable, writable }) => ({ encoding, readable, writable }),
  TextDecoderStream: ({ encoding, fatal, ignoreBOM, readable, writable }) =>
    ({ encoding, fatal, ignoreBOM, readable, writable }),
};
for (let i = 0, list = [TextEncoderStream, TextDecoderStream]; i < list.length; i++) {
  const Interface = list[i];
  const { is, name } = Interface;
  delete Interface.is;
  finishInterface(Interface);
  inspectWith(Interface, (stream) => {
    if (!is(stream)) throw new ERR_INVALID_THIS(name);
    return inspected[name](stream);
  });
}

module.exports = { TextDecoderStream, TextEncoderStream };
