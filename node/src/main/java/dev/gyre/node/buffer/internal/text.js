'use strict';

// atob, btoa, transcode, isUtf8, isAscii.

const codec = require('internal/buffer/codec');
const { encode, encodings } = require('internal/buffer/encodings');
const { FastBuffer } = require('internal/buffer/fast');
const { isAnyArrayBuffer, isTypedArray } = require('internal/buffer/types');
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_STATE, ERR_MISSING_ARGS },
  genericNodeError,
} = require('internal/errors');
const { lazyDOMException, normalizeEncoding } = require('internal/util');

// ---- atob, btoa

function btoa(input) {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS('input');
  input = `${input}`;
  for (let i = 0; i < input.length; i++) {
    if (input.charCodeAt(i) > 0xff) throw lazyDOMException('Invalid character', 'InvalidCharacterError');
  }
  const bytes = encode(input, encodings.latin1);
  return codec.base64Slice(bytes, 0, bytes.length);
}

// The "forgiving base64" of the HTML standard.
function atob(input) {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS('input');
  let data = `${input}`.replace(/[\t\n\f\r ]/g, '');
  if (data.length % 4 === 0) data = data.replace(/={1,2}$/, '');
  if (/[^A-Za-z0-9+/]/.test(data)) throw lazyDOMException('Invalid character', 'InvalidCharacterError');
  if (data.length % 4 === 1) {
    throw lazyDOMException('The string to be decoded is not correctly encoded.', 'InvalidCharacterError');
  }
  const bytes = encode(data, encodings.base64);
  return codec.latin1Slice(bytes, 0, bytes.length);
}

// ---- transcode

const U_ILLEGAL_ARGUMENT_ERROR = 1; // ICU's name and number, which Node hands through
const transcodable = new Set(['ascii', 'latin1', 'utf16le', 'utf8']);

// One '?' for each character that the encoding has no byte for.
function narrow(string, limit) {
  let out = '';
  for (const char of string) out += char.codePointAt(0) > limit ? '?' : char;
  return encode(out, encodings.latin1);
}

function transcode(source, fromEncoding, toEncoding) {
  if (source.length === 0) return new FastBuffer();
  const from = normalizeEncoding(fromEncoding) || fromEncoding;
  const to = normalizeEncoding(toEncoding) || toEncoding;
  if (!transcodable.has(from) || !transcodable.has(to)) {
    throw genericNodeError('Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]',
                           { code: 'U_ILLEGAL_ARGUMENT_ERROR', errno: U_ILLEGAL_ARGUMENT_ERROR });
  }
  const string = from === 'ascii' ? codec.latin1Slice(source, 0, source.length).replace(/[\x80-\xff]/g, '\ufffd') :
    encodings[from].slice(source, 0, source.length);
  if (to === 'ascii') return narrow(string, 0x7f);
  if (to === 'latin1') return narrow(string, 0xff);
  return encode(string, encodings[to]);
}

// ---- isUtf8, isAscii

function bytesOf(input) {
  if (isTypedArray(input)) {
    if (input.buffer.detached) throw new ERR_INVALID_STATE('Cannot validate on a detached buffer');
    return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  }
  if (isAnyArrayBuffer(input)) {
    if (input.detached) throw new ERR_INVALID_STATE('Cannot validate on a detached buffer');
    return new Uint8Array(input);
  }
  throw new ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], input);
}

const isUtf8 = function isUtf8(input) {
  return codec.isUtf8(bytesOf(input));
};

const isAscii = function isAscii(input) {
  return codec.isAscii(bytesOf(input));
};

module.exports = { atob, btoa, isAscii, isUtf8, transcode };
