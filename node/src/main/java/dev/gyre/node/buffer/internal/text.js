'use strict';

// atob, btoa, transcode, isUtf8, isAscii.

const {
  MathCeil, RegExpPrototypeExec, SafeSet, StringPrototypeCharCodeAt, StringPrototypeIsWellFormed,
  StringPrototypeToWellFormed, Uint8Array, replacePattern,
} = require('internal/primordials');
const codec = require('internal/buffer/codec');
const radix = require('internal/buffer/codec_radix');
const { encode, encodings } = require('internal/buffer/encodings');
const { FastBuffer, allocate } = require('internal/buffer/fast');
const { bufferOf, byteLengthOf, byteOffsetOf, isAnyArrayBuffer, isTypedArray } = require('internal/buffer/types');
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_STATE, ERR_MISSING_ARGS },
  genericNodeError,
} = require('internal/errors');
const { lazyDOMException, normalizeEncoding } = require('internal/util');

// ---- atob, btoa

const NOT_LATIN1 = /[^\0-\xff]/;

function btoa(input) {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS('input');
  input = `${input}`;
  if (RegExpPrototypeExec(NOT_LATIN1, input) !== null) throw lazyDOMException('Invalid character', 'InvalidCharacterError');
  const bytes = encode(input, encodings.latin1);
  return radix.base64Slice(bytes, 0, bytes.length);
}

// The "forgiving base64" of the HTML standard, which is what V8 decodes.
function atob(input) {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS('input');
  const text = `${input}`;
  const bytes = allocate(MathCeil(text.length * 3 / 4));
  const written = radix.tryToDecode(bytes, text);
  if (written === -1) throw whyNotBase64(text);
  return codec.latin1Slice(bytes, 0, written);
}

function whyNotBase64(text) {
  text = replacePattern(/[\t\n\f\r ]/g, text, '');
  const data = replacePattern(/={1,2}$/, text, '');
  const isCutOff = data.length % 4 === 1 && RegExpPrototypeExec(/[^A-Za-z0-9+/]/, data) === null;
  return lazyDOMException(
    isCutOff ? 'The string to be decoded is not correctly encoded.' : 'Invalid character', 'InvalidCharacterError');
}

// ---- transcode

// ICU's errors, whose names and numbers Node exposes.
const icuErrors = { __proto__: null, U_ILLEGAL_ARGUMENT_ERROR: 1, U_INVALID_CHAR_FOUND: 10 };
const transcodable = new SafeSet(['ascii', 'latin1', 'utf16le', 'utf8']);

const beyond = { __proto__: null, ascii: /[^\0-\x7f]/gu, latin1: /[^\0-\xff]/gu };
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u;

// One '?' for each character that the encoding can't represent, but nothing for invisible ones.
function narrow(string, encoding) {
  return encode(replacePattern(beyond[encoding], string, (char) => (RegExpPrototypeExec(ignorable, char) !== null ? '' : '?')), encodings.latin1);
}

function cannotTranscode(code) {
  return genericNodeError(`Unable to transcode Buffer [${code}]`, { code, errno: icuErrors[code] });
}

function decode(source, from, to) {
  if (from === 'ascii') {
    const string = codec.latin1Slice(source, 0, source.length);
    return to === 'utf16le' ? string : replacePattern(/[\x80-\xff]/g, string, '\ufffd');
  }
  const string = encodings[from].slice(source, 0, source.length);
  return from === 'utf16le' && to === from ? mended(source, string) : string;
}

// UTF-16 to UTF-16 repairs the text. Half a unit at the end is an error too, but after half a pair it counts as the same
// one.
function mended(source, string) {
  const isPart = source.length % 2 === 1 && (StringPrototypeCharCodeAt(string, string.length - 1) & 0xfc00) !== 0xd800;
  return StringPrototypeToWellFormed(string) + (isPart ? '\ufffd' : '');
}

// Between the two full encodings ill-formed input is an error; otherwise it is replaced.
function isIllFormed(source, string, from, to) {
  if (from === 'utf8' && to === 'utf16le') return !codec.isUtf8(source);
  return from === 'utf16le' && to === 'utf8' && (source.length === 1 || !StringPrototypeIsWellFormed(string));
}

function transcode(source, fromEncoding, toEncoding) {
  if (source.length === 0) return new FastBuffer();
  const from = normalizeEncoding(fromEncoding) || fromEncoding;
  const to = normalizeEncoding(toEncoding) || toEncoding;
  if (!transcodable.has(from) || !transcodable.has(to)) throw cannotTranscode('U_ILLEGAL_ARGUMENT_ERROR');
  const string = decode(source, from, to);
  if (isIllFormed(source, string, from, to)) throw cannotTranscode('U_INVALID_CHAR_FOUND');
  if (to === 'ascii' || to === 'latin1') return narrow(string, to);
  return encode(string, encodings[to]);
}

// ---- isUtf8, isAscii

function bytesOf(input) {
  if (isTypedArray(input)) {
    const buffer = bufferOf(input);
    if (buffer.detached) throw new ERR_INVALID_STATE('Cannot validate on a detached buffer');
    return new Uint8Array(buffer, byteOffsetOf(input), byteLengthOf(input));
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
