'use strict';

// The indexes of the WHATWG Encoding Standard: the character of each pointer, a number made of two bytes.
//
// An index_*.js file contains one as text, in the order of the pointers: characters as they are, `+n` for n more that follow
// the last one in Unicode too, `-n` for n pointers without a character. Line breaks have no meaning. (No index contains an
// ASCII character.) It is converted to an array at its first use: 0 stands for no character.

const {
  Int32ArrayFrom, StringPrototypeCharCodeAt, StringPrototypeCodePointAt, Uint16Array, Uint32Array,
} = require('internal/primordials');

const LINE_BREAK = 0x0a, PLUS = 0x2b, MINUS = 0x2d, DIGIT_0 = 0x30, DIGIT_9 = 0x39;

function parse(text, table) {
  let at = 0;
  let last = 0;
  for (let i = 0; i < text.length;) {
    const code = StringPrototypeCodePointAt(text, i);
    i += code > 0xffff ? 2 : 1;
    if (code === LINE_BREAK) continue;
    if (code !== PLUS && code !== MINUS) {
      table[at++] = last = code;
      continue;
    }
    let count = 0;
    for (; StringPrototypeCharCodeAt(text, i) >= DIGIT_0 && StringPrototypeCharCodeAt(text, i) <= DIGIT_9; i++) {
      count = count * 10 + StringPrototypeCharCodeAt(text, i) - DIGIT_0;
    }
    if (code === MINUS) {
      at += count;
      continue;
    }
    for (const end = at + count; at < end; at++) table[at] = ++last;
  }
  return table;
}

// Only Big5 has characters above U+FFFF.
const big5 = () => parse(require('internal/encoding/index_big5'), new Uint32Array(126 * 157));
const eucKr = () => parse(require('internal/encoding/index_euc_kr'), new Uint16Array(126 * 190));
const gb18030 = () => parse(require('internal/encoding/index_gb18030'), new Uint16Array(126 * 190));
const jis0208 = () => parse(require('internal/encoding/index_jis0208'), new Uint16Array(60 * 188));
const jis0212 = () => parse(require('internal/encoding/index_jis0212'), new Uint16Array(94 * 94));
const gb18030Ranges = () => {
  const ranges = require('internal/encoding/index_gb18030_ranges');
  return {
    pointers: Int32ArrayFrom(ranges, ({ 0: pointer }) => pointer),
    characters: Int32ArrayFrom(ranges, ({ 1: character }) => character),
  };
};

const makers = { __proto__: null, big5, eucKr, gb18030, gb18030Ranges, jis0208, jis0212 };
const made = { __proto__: null };

/** The index of that name. */
function indexOf(name) {
  return made[name] ??= makers[name]();
}

module.exports = { indexOf };
