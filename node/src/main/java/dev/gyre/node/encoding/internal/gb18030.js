'use strict';

// The decoder of GB 18030, and of GBK, which the standard decodes as its superset. See multi_byte.js.

const { indexOf } = require('internal/encoding/indexes');
const { MALFORMED, MultiByteDecoder, REPLACEMENT, between } = require('internal/encoding/multi_byte');

// The character of four bytes, or -1: all characters of Unicode without a pair, in ascending order.
function characterOf(ranges, first, second, third, fourth) {
  const pointer = (((first - 0x81) * 10 + second - 0x30) * 126 + third - 0x81) * 10 + fourth - 0x30;
  const { pointers, characters } = ranges;
  let low = 0;
  let high = pointers.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (pointers[middle] <= pointer) low = middle;
    else high = middle;
  }
  return characters[low] === -1 ? -1 : characters[low] + pointer - pointers[low];
}

class Gb18030Decoder extends MultiByteDecoder {
  index = indexOf('gb18030');
  ranges = indexOf('gb18030Ranges');

  run(bytes, units, stream) {
    const { index, ranges, fatal } = this;
    const end = bytes.length;
    let n = 0;
    let i = 0;
    while (i < end) {
      const first = bytes[i++];
      if (first < 0x80) {
        units[n++] = first;
        continue;
      }
      let character = -1;
      if (first === 0x80) {
        character = 0x20ac;
      } else if (first !== 0xff) {
        const second = i < end ? bytes[i] : 0;
        if (between(second, 0x30, 0x39)) {
          // If these are no valid four bytes, only the first is malformed; but if they are incomplete, all are.
          const third = i + 1 < end ? bytes[i + 1] : 0;
          const isCut = i + 1 === end || (i + 2 === end && between(third, 0x81, 0xfe));
          if (isCut && stream) {
            i--;
            break;
          }
          if (isCut) {
            i = end;
          } else if (between(third, 0x81, 0xfe) && between(bytes[i + 2], 0x30, 0x39)) {
            character = characterOf(ranges, first, second, third, bytes[i + 2]);
            i += 3;
          }
        } else {
          if (i === end && stream) {
            i--;
            break;
          }
          if (between(second, 0x40, 0x7e) || between(second, 0x80, 0xfe)) {
            character = index[(first - 0x81) * 190 + second - (second < 0x7f ? 0x40 : 0x41)];
          }
          if (i < end && (character !== -1 || second >= 0x80)) i++;
        }
      }
      if (character === -1) {
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

module.exports = { Gb18030Decoder };
