'use strict';

// The decoder of ISO-2022-JP, in which an escape sequence changes the meaning of the bytes after it. See multi_byte.js.

const { indexOf } = require('internal/encoding/indexes');
const { MALFORMED, MultiByteDecoder, REPLACEMENT, between } = require('internal/encoding/multi_byte');

const ASCII = 0, ROMAN = 1, KATAKANA = 2, PAIRS = 3;
const ESCAPE = 0x1b;

// The character set that two bytes after an escape select, or -1.
function setOf(second, third) {
  if (second === 0x24) return third === 0x40 || third === 0x42 ? PAIRS : -1;
  if (second !== 0x28) return -1;
  return third === 0x42 ? ASCII : third === 0x4a ? ROMAN : third === 0x49 ? KATAKANA : -1;
}

class Iso2022JpDecoder extends MultiByteDecoder {
  index = indexOf('jis0208');
  set = ASCII;
  afterEscape = false; // no character has followed: another escape is an error then

  isPlain() {
    return false;
  }

  reset() {
    this.set = ASCII;
    this.afterEscape = false;
  }

  // The character of one byte, or -1.
  single(byte) {
    if (this.set === KATAKANA) return between(byte, 0x21, 0x5f) ? 0xff61 - 0x21 + byte : -1;
    if (byte > 0x7f || byte === 0x0e || byte === 0x0f) return -1;
    if (this.set === ROMAN && (byte === 0x5c || byte === 0x7e)) return byte === 0x5c ? 0xa5 : 0x203e;
    return byte;
  }

  run(bytes, units, stream) {
    const { index, fatal } = this;
    const end = bytes.length;
    let n = 0;
    let i = 0;
    while (i < end) {
      const first = bytes[i++];
      let character = -1;
      if (first === ESCAPE) {
        const second = i < end ? bytes[i] : 0;
        if (stream && (i === end || (i + 1 === end && (second === 0x24 || second === 0x28)))) {
          i--;
          break;
        }
        const set = setOf(second, i + 1 < end ? bytes[i + 1] : 0);
        const { afterEscape } = this;
        this.afterEscape = set !== -1;
        if (set !== -1) {
          this.set = set;
          i += 2;
          if (!afterEscape) continue;
        }
      } else if (this.set !== PAIRS) {
        this.afterEscape = false;
        character = this.single(first);
      } else if (between(first, 0x21, 0x7e)) {
        if (i === end && stream) {
          i--;
          break;
        }
        this.afterEscape = false;
        const second = i < end ? bytes[i] : 0;
        if (between(second, 0x21, 0x7e)) character = index[(first - 0x21) * 94 + second - 0x21] || -1;
        if (i < end && second !== ESCAPE) i++;
      } else {
        this.afterEscape = false;
      }
      if (character === -1) {
        if (fatal) return MALFORMED;
        character = REPLACEMENT;
      }
      units[n++] = character;
    }
    this.count = n;
    return i;
  }
}

module.exports = { Iso2022JpDecoder };
