'use strict';

// Decoders of the WHATWG Encoding Standard, one class for each family of encodings.
//
//   decode(bytes, stream)   the text; `stream` says that more bytes will follow. Bytes that may begin a character are
//                           then kept for the next call. Undefined if the decoder is fatal and the bytes are ill-formed.

const {
  StringPrototypeCharCodeAt, StringPrototypeIsWellFormed, StringPrototypeSlice, StringPrototypeToWellFormed, Uint8Array,
} = require('internal/primordials');
const codec = require('internal/buffer/codec');
const { decodeSingleByte, isSingleByte } = require('internal/encoding/single_byte');

const EMPTY = new Uint8Array(0);

function joined(a, b) {
  if (a.length === 0) return b;
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}

/** Common to the Unicode encodings: the bytes kept between calls, and the byte order mark. */
class UnicodeDecoder {
  constructor(fatal, ignoreBOM) {
    this.fatal = fatal;
    this.ignoreBOM = ignoreBOM;
    this.started = false;
    this.kept = EMPTY;
  }

  decode(bytes, stream) {
    bytes = joined(this.kept, bytes);
    this.kept = EMPTY;
    const end = stream ? bytes.length - this.incomplete(bytes) : bytes.length;
    const text = this.textOf(bytes, end);
    if (stream) this.kept = bytes.slice(end);
    if (text === undefined) {
      this.kept = EMPTY;
      return undefined;
    }
    const hasMark = !this.started && !this.ignoreBOM && StringPrototypeCharCodeAt(text, 0) === 0xfeff;
    this.started = stream && (this.started || end > 0);
    return hasMark ? StringPrototypeSlice(text, 1) : text;
  }
}

class Utf8Decoder extends UnicodeDecoder {
  textOf(bytes, end) {
    if (this.fatal && !codec.isUtf8(end === bytes.length ? bytes : bytes.subarray(0, end))) return undefined;
    return codec.utf8Slice(bytes, 0, end);
  }

  // The number of bytes at the end that begin a character which further bytes may complete: 0 to 3.
  incomplete(bytes) {
    const { length } = bytes;
    let start = length - 1;
    while (start >= 0 && length - start < 3 && (bytes[start] & 0xc0) === 0x80) start--;
    const lead = bytes[start];
    if (!(lead >= 0xc2 && lead <= 0xf4)) return 0;
    const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    const count = length - start;
    if (count >= size) return 0;
    if (count === 1) return 1;
    // The second byte decides whether this is a character at all.
    const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    return bytes[start + 1] >= lowest && bytes[start + 1] <= highest ? count : 0;
  }
}

class Utf16Decoder extends UnicodeDecoder {
  constructor(fatal, ignoreBOM, bigEndian) {
    super(fatal, ignoreBOM);
    this.high = bigEndian ? 0 : 1;
  }

  isHighSurrogate(bytes, at) {
    return at >= 0 && (bytes[at + this.high] & 0xfc) === 0xd8;
  }

  incomplete(bytes) {
    const odd = bytes.length % 2;
    return this.isHighSurrogate(bytes, bytes.length - odd - 2) ? odd + 2 : odd;
  }

  textOf(bytes, end) {
    const odd = end % 2;
    let units = bytes;
    if (this.high === 0) {
      units = new Uint8Array(end - odd);
      for (let i = 0; i < units.length; i += 2) {
        units[i] = bytes[i + 1];
        units[i + 1] = bytes[i];
      }
    }
    const text = codec.ucs2Slice(units, 0, end - odd);
    const wellFormed = StringPrototypeIsWellFormed(text);
    if (this.fatal && (odd === 1 || !wellFormed)) return undefined;
    // Half a unit after half a pair counts as the same error.
    const lastIsFaulty = odd === 1 && !this.isHighSurrogate(bytes, end - odd - 2);
    return (wellFormed ? text : StringPrototypeToWellFormed(text)) + (lastIsFaulty ? '\ufffd' : '');
  }
}

class SingleByteDecoder {
  constructor(encoding, fatal) {
    this.encoding = encoding;
    this.fatal = fatal;
  }

  decode(bytes) {
    return decodeSingleByte(this.encoding, bytes, this.fatal);
  }
}

// The classes of the other encodings. Their files and tables are loaded at their first use.
const multiByte = {
  '__proto__': null,
  'gbk': () => require('internal/encoding/gb18030').Gb18030Decoder,
  'gb18030': () => require('internal/encoding/gb18030').Gb18030Decoder,
  'big5': () => require('internal/encoding/multi_byte').Big5Decoder,
  'euc-jp': () => require('internal/encoding/multi_byte').EucJpDecoder,
  'iso-2022-jp': () => require('internal/encoding/iso_2022_jp').Iso2022JpDecoder,
  'shift_jis': () => require('internal/encoding/multi_byte').ShiftJisDecoder,
  'euc-kr': () => require('internal/encoding/multi_byte').EucKrDecoder,
};

/** The decoder of an encoding by its standard name, or undefined. */
function createDecoder(encoding, fatal, ignoreBOM) {
  if (encoding === 'utf-8') return new Utf8Decoder(fatal, ignoreBOM);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    return new Utf16Decoder(fatal, ignoreBOM, encoding === 'utf-16be');
  }
  if (isSingleByte(encoding)) return new SingleByteDecoder(encoding, fatal);
  const classOf = multiByte[encoding];
  return classOf === undefined ? undefined : new (classOf())(fatal);
}

module.exports = { createDecoder };
