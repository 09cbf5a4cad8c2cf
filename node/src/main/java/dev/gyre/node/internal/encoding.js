'use strict';

// TextEncoder and TextDecoder.

const {
  Boolean, ObjectAssign, ObjectCreate, ObjectDefineProperties, Symbol, SymbolToStringTag, Uint8Array,
} = require('internal/primordials');
const {
  ERR_ENCODING_INVALID_ENCODED_DATA, ERR_ENCODING_NOT_SUPPORTED, ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS,
} = require('internal/errors').codes;
const codec = require('internal/buffer/codec');
const { getEncodingFromLabel } = require('internal/encoding/labels');
const { createDecoder } = require('internal/encoding/decoders');
const {
  customInspectSymbol, getConstructorOf, kEmptyObject, kEnumerableProperty,
} = require('internal/util');
const { isAnyArrayBuffer, isArrayBufferView, isUint8Array } = require('util/types');
const { bufferOf, byteLengthOf, byteOffsetOf } = require('internal/memory');
const { validateString, validateObject, kValidateObjectAllowObjectsAndNull } = require('internal/validators');

const lazyInspect = () => require('internal/util/inspect').inspect;

// ---- TextEncoder

// The number of UTF-16 units that were encoded: one for each lead byte, two for those of four-byte characters.
function unitsIn(bytes, length) {
  let units = 0;
  for (let i = 0; i < length; i++) {
    if ((bytes[i] & 0xc0) !== 0x80) units += bytes[i] >= 0xf0 ? 2 : 1;
  }
  return units;
}

const LEAST_COPIED = 64; // characters; for shorter text, measuring costs less than a copy

class TextEncoder {
  #encoding = 'utf-8';

  #encode(text) {
    const all = text.length < LEAST_COPIED ? null : codec.utf8Bytes(text);
    if (all !== null) return new Uint8Array(all);
    const bytes = new Uint8Array(codec.utf8ByteLength(text));
    codec.utf8Write(bytes, text, 0, bytes.length);
    return bytes;
  }

  #encodeInto(text, dest) {
    const written = codec.utf8Write(dest, text, 0, dest.length);
    // If a whole character would still fit, the input is used up.
    return { read: dest.length - written >= 4 ? text.length : unitsIn(dest, written), written };
  }

  get encoding() {
    return this.#encoding;
  }

  encode(input = '') {
    return this.#encode(`${input}`);
  }

  encodeInto(src, dest) {
    validateString(src, 'src');
    if (!isUint8Array(dest)) throw new ERR_INVALID_ARG_TYPE('dest', 'Uint8Array', dest);
    return this.#encodeInto(src, dest);
  }

  [customInspectSymbol](depth, options) {
    const encoding = this.#encoding;
    if (typeof depth === 'number' && depth < 0) return this;
    const shown = ObjectCreate({ constructor: getConstructorOf(this) ?? TextEncoder });
    shown.encoding = encoding;
    return lazyInspect()(shown, options);
  }
}

ObjectDefineProperties(TextEncoder.prototype, {
  __proto__: null,
  encode: kEnumerableProperty,
  encodeInto: kEnumerableProperty,
  encoding: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'TextEncoder' },
});

// ---- TextDecoder

const kFlags = Symbol('flags');
const kEncoding = Symbol('encoding');
const kHandle = Symbol('handle');
const FATAL = 2, IGNORE_BOM = 4;

function viewed(input) {
  const length = byteLengthOf(input);
  return length === 0 ? new Uint8Array(0) : new Uint8Array(bufferOf(input), byteOffsetOf(input), length);
}

function bytesOf(input) {
  // A view of a detached buffer has no bytes.
  if (isArrayBufferView(input)) return viewed(input);
  if (!isAnyArrayBuffer(input)) throw new ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'ArrayBufferView'], input);
  return input.detached ? new Uint8Array(0) : new Uint8Array(input);
}

class TextDecoder {
  #decoder;

  constructor(encoding = 'utf-8', options = kEmptyObject) {
    encoding = `${encoding}`;
    validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
    const name = getEncodingFromLabel(encoding);
    if (name === undefined) throw new ERR_ENCODING_NOT_SUPPORTED(encoding);
    this.#decoder = createDecoder(name, Boolean(options?.fatal), Boolean(options?.ignoreBOM));
    if (this.#decoder === undefined) throw new ERR_ENCODING_NOT_SUPPORTED(name);
    // Properties, so that two decoders with the same settings compare as equal.
    this[kFlags] = (options?.fatal ? FATAL : 0) | (options?.ignoreBOM ? IGNORE_BOM : 0);
    this[kEncoding] = name;
  }

  static #check(value) {
    if (typeof value !== 'object' || value === null || !(#decoder in value)) throw new ERR_INVALID_THIS('TextDecoder');
  }

  decode(input = new Uint8Array(0), options = kEmptyObject) {
    TextDecoder.#check(this);
    validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
    const text = this.#decoder.decode(bytesOf(input), Boolean(options?.stream));
    if (text === undefined) throw new ERR_ENCODING_INVALID_ENCODED_DATA(this[kEncoding], undefined);
    return text;
  }

  get encoding() {
    TextDecoder.#check(this);
    return this[kEncoding];
  }

  get fatal() {
    TextDecoder.#check(this);
    return (this[kFlags] & FATAL) !== 0;
  }

  get ignoreBOM() {
    TextDecoder.#check(this);
    return (this[kFlags] & IGNORE_BOM) !== 0;
  }

  [customInspectSymbol](depth, options) {
    TextDecoder.#check(this);
    if (typeof depth === 'number' && depth < 0) return this;
    const constructor = getConstructorOf(this) ?? TextDecoder;
    const shown = ObjectCreate({ constructor });
    ObjectAssign(shown, { encoding: this.encoding, fatal: this.fatal, ignoreBOM: this.ignoreBOM });
    if (options.showHidden) ObjectAssign(shown, { [kFlags]: this[kFlags], [kHandle]: undefined });
    return `${constructor.name} ${lazyInspect()(shown)}`;
  }
}

ObjectDefineProperties(TextDecoder.prototype, {
  __proto__: null,
  decode: kEnumerableProperty,
  encoding: kEnumerableProperty,
  fatal: kEnumerableProperty,
  ignoreBOM: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'TextDecoder' },
});

let utf8Decoder;

module.exports = {
  TextDecoder,
  TextEncoder,
  getEncodingFromLabel,
  /** A shared decoder of UTF-8 with the default options, for whole texts. */
  getUtf8Decoder: () => utf8Decoder ??= new TextDecoder(),
};
