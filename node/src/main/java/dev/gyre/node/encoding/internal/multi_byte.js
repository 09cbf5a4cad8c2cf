'use strict';

// The decoders of the WHATWG Encoding Standard for encodings with one byte or more per character.
//
// The standard describes each as a state machine that gets one byte after the other, and may put bytes back. Here a decoder
// looks ahead instead: `run` gets all bytes, beginning with those that the last call left, writes UTF-16 units, and returns
// how many bytes it consumed. It stops before an incomplete character if more bytes may follow. The results are the same.
//
// A malformed sequence becomes one U+FFFD. A malformed pair whose second byte is ASCII consumes only its first byte:
// otherwise an invalid byte could hide a quote or an angle bracket after it.

const { Uint16Array, Uint8Array, Uint8ArrayPrototype, uncurryThis } = require('internal/primordials');
const codec = require('internal/buffer/codec');
const { indexOf } = require('internal/encoding/indexes');

const { set } = Uint8ArrayPrototype;
const setBytes = uncurryThis(set);

const EMPTY = new Uint8Array(0);
const REPLACEMENT = 0xfffd;
const MALFORMED = -1; // returned instead of a number of bytes, if the decoder is fatal
const LEAST_LOOKED_AT = 32; // bytes from which testing for ASCII first pays off

function joined(a, b) {
  if (a.length === 0) return b;
  const bytes = new Uint8Array(a.length + b.length);
  setBytes(bytes, a, 0);
  setBytes(bytes, b, a.length);
  return bytes;
}

const between = (byte, low, high) => byte >= low && byte <= high;

class MultiByteDecoder {
  kept = EMPTY; // bytes of a character that is not complete
  count = 0; // units that `run` has written

  constructor(fatal) {
    this.fatal = fatal;
  }

  decode(bytes, stream) {
    bytes = joined(this.kept, bytes);
    if (this.isPlain() && bytes.length >= LEAST_LOOKED_AT && codec.isAscii(bytes)) {
      this.kept = EMPTY;
      return codec.latin1Slice(bytes, 0, bytes.length);
    }
    const units = new Uint16Array(bytes.length); // no byte gives more than one
    const taken = this.run(bytes, units, stream);
    this.kept = stream && taken >= 0 && taken < bytes.length ? bytes.slice(taken) : EMPTY;
    if (!stream) this.reset();
    return taken === MALFORMED ? undefined : codec.ucs2Slice(new Uint8Array(units.buffer), 0, this.count * 2);
  }

  // Whether ASCII bytes stand for themselves.
  isPlain() {
    return true;
  }

  reset() {}
}

class Big5Decoder extends MultiByteDecoder {
  index = indexOf('big5');

  run(bytes, units, stream) {
    const { index, fatal } = this;
    const end = bytes.length;
    let n = 0;
    let i = 0;
    while (i < end) {
      const lead = bytes[i++];
      if (lead < 0x80) {
        units[n++] = lead;
        continue;
      }
      let character = 0;
      if (lead !== 0x80 && lead !== 0xff) {
        if (i === end && stream) {
          i--;
          break;
        }
        const trail = i < end ? bytes[i] : 0;
        if (between(trail, 0x40, 0x7e) || between(trail, 0xa1, 0xfe)) {
          const pointer = (lead - 0x81) * 157 + trail - (trail < 0x7f ? 0x40 : 0x62);
          character = index[pointer];
          // Ê and ê with a macron or a caron have no single character.
          if (pointer === 1133 || pointer === 1135 || pointer === 1164 || pointer === 1166) {
            units[n++] = pointer < 1164 ? 0xca : 0xea;
            character = pointer === 1133 || pointer === 1164 ? 0x304 : 0x30c;
          }
        }
        if (i < end && (character !== 0 || trail >= 0x80)) i++;
      }
      if (character === 0) {
        if (fatal) return MALFORMED;
        character = REPLACEMENT;
      }
      if (character > 0xffff) {
        units[n++] = 0xd7c0 + (character >> 10);
        character = 0xdc00 | (character & 0x3ff);
      }
      units[n++] = character;
    }
    this.count = n;
    return i;
  }
}

class EucKrDecoder extends MultiByteDecoder {
  index = indexOf('eucKr');

  run(bytes, units, stream) {
    const { index, fatal } = this;
    const end = bytes.length;
    let n = 0;
    let i = 0;
    while (i < end) {
      const lead = bytes[i++];
      if (lead < 0x80) {
        units[n++] = lead;
        continue;
      }
      let character = 0;
      if (lead !== 0x80 && lead !== 0xff) {
        if (i === end && stream) {
          i--;
          break;
        }
        const trail = i < end ? bytes[i] : 0;
        if (between(trail, 0x41, 0xfe)) character = index[(lead - 0x81) * 190 + trail - 0x41];
        if (i < end && (character !== 0 || trail >= 0x80)) i++;
      }
      if (character === 0) {
        if (fatal) return MALFORMED;
        character = REPLACEMENT;
      }
      units[n++] = character;
    }
    this.count = n;
    return i;
  }
}

const PRIVATE_FROM = 8836, PRIVATE_TO = 10715; // pointers that Shift_JIS uses for private characters

class ShiftJisDecoder extends MultiByteDecoder {
  index = indexOf('jis0208');

  run(bytes, units, stream) {
    const { index, fatal } = this;
    const end = bytes.length;
    let n = 0;
    let i = 0;
    while (i < end) {
      const lead = bytes[i++];
      if (lead <= 0x80) {
        units[n++] = lead;
        continue;
      }
      let character = 0;
      if (between(lead, 0xa1, 0xdf)) {
        character = 0xff61 - 0xa1 + lead;
      } else if (between(lead, 0x81, 0x9f) || between(lead, 0xe0, 0xfc)) {
        if (i === end && stream) {
          i--;
          break;
        }
        const trail = i < end ? bytes[i] : 0;
        if (between(trail, 0x40, 0x7e) || between(trail, 0x80, 0xfc)) {
          const pointer = (lead - (lead < 0xa0 ? 0x81 : 0xc1)) * 188 + trail - (trail < 0x7f ? 0x40 : 0x41);
          character = between(pointer, PRIVATE_FROM, PRIVATE_TO) ? 0xe000 - PRIVATE_FROM + pointer : index[pointer];
        }
        if (i < end && (character !== 0 || trail >= 0x80)) i++;
      }
      if (character === 0) {
        if (fatal) return MALFORMED;
        character = REPLACEMENT;
      }
      units[n++] = character;
    }
    this.count = n;
    return i;
  }
}

class EucJpDecoder extends MultiByteDecoder {
  index = indexOf('jis0208');
  further = indexOf('jis0212'); // for three bytes, of which the first is 0x8f

  run(bytes, units, stream) {
    const { index, further, fatal } = this;
    const end = bytes.length;
    let n = 0;
    let i = 0;
    while (i < end) {
      const first = bytes[i++];
      if (first < 0x80) {
        units[n++] = first;
        continue;
      }
      let character = 0;
      if (first === 0x8e || first === 0x8f || between(first, 0xa1, 0xfe)) {
        let at = i;
        let lead = first;
        if (first === 0x8f && at < end && between(bytes[at], 0xa1, 0xfe)) lead = bytes[at++];
        if (at === end && stream) {
          i--;
          break;
        }
        const trail = at < end ? bytes[at] : 0;
        if (first === 0x8e) {
          if (between(trail, 0xa1, 0xdf)) character = 0xff61 - 0xa1 + trail;
        } else if (between(lead, 0xa1, 0xfe) && between(trail, 0xa1, 0xfe)) {
          const pointer = (lead - 0xa1) * 94 + trail - 0xa1;
          character = first === 0x8f ? further[pointer] : index[pointer];
        }
        i = at < end && (character !== 0 || trail >= 0x80) ? at + 1 : at;
      }
      if (character === 0) {
        if (fatal) return MALFORMED;
        character = REPLACEMENT;
      }
      units[n++] = character;
    }
    this.count = n;
    return i;
  }
}

module.exports = { Big5Decoder, EucJpDecoder, EucKrDecoder, MALFORMED, MultiByteDecoder, REPLACEMENT, ShiftJisDecoder, between };
