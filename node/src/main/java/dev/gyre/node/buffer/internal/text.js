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
  const text = `${input}`.replace(/[\t\n\f\r ]/g, '');
  const data = text.replace(/={1,2}$/, '');
  if (/[^A-Za-z0-9+/]/.test(data)) throw lazyDOMException('Invalid character', 'InvalidCharacterError');
  if (data.length % 4 === 1) {
    throw lazyDOMException('The string to be decoded is not correctly encoded.', 'InvalidCharacterError');
  }
  if (data !== text && text.length % 4 !== 0) throw lazyDOMException('Invalid character', 'InvalidCharacterError');
  const bytes = encode(data, encodings.base64);
  return codec.latin1Slice(bytes, 0, bytes.length);
}

// ---- transcode

// ICU's errors, whose names and numbers Node hands through.
const icuErrors = { __proto__: null, U_ILLEGAL_ARGUMENT_ERROR: 1, U_INVALID_CHAR_FOUND: 10 };
const transcodable = new Set(['ascii', 'latin1', 'utf16le', 'utf8']);

// One '?' for each character that the encoding has no byte for.
function narrow(string, limit) {
  let out = '';
  for (const char of string) out += char.codePointAt(0) > limit ? '?' : char;
  return encode(out, encodings.latin1);
}

function cannotTranscode(code) {
  return genericNodeError(`Unable to transcode Buffer [${code}]`, { code, errno: icuErrors[code] });
}

function decode(source, from, to) {
  if (from === 'ascii') {
    const string = codec.latin1Slice(source, 0, source.length);
    return to === 'utf16le' ? string : string.replace(/[\x80-\xff]/g, '\ufffd');
  }
  return encodings[from].slice(source, 0, source.length);
}

// Between the two full encodings what is ill-formed is an error; elsewhere it is replaced.
function isIllFormed(source, string, from, to) {
  if (from === 'utf8' && to === 'utf16le') return !codec.isUtf8(source);
  return from === 'utf16le' && to === 'utf8' && !string.isWellFormed();
}

function transcode(source, fromEncoding, toEncoding) {
  if (source.length === 0) return new FastBuffer();
  const from = normalizeEncoding(fromEncoding) || fromEncoding;
  const to = normalizeEncoding(toEncoding) || toEncoding;
  if (!transcodable.has(from) || !transcodable.has(to)) throw cannotTranscode('U_ILLEGAL_ARGUMENT_ERROR');
  const string = decode(source, from, to);
  if (isIllFormed(source, string, from, to)) throw cannotTranscode('U_INVALID_CHAR_FOUND');
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
