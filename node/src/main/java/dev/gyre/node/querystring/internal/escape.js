'use strict';

const {
  RegExpPrototypeExec, StringFromCodePoint, StringPrototypeCharCodeAt, StringPrototypeIsWellFormed, encodeURIComponent,
} = require('internal/primordials');
const { codes: { ERR_INVALID_URI } } = require('internal/errors');

const needsEscape = /[^\w\-.!~*'()]/;

/** Percent-encodes a text, like encodeURIComponent() for text that it accepts. */
function escapeText(text) {
  if (RegExpPrototypeExec(needsEscape, text) === null) return text;
  return StringPrototypeIsWellFormed(text) ? encodeURIComponent(text) : escapeIllFormed(text);
}

// A surrogate takes the following unit as its other half, whatever it is, and must not be the last.
function escapeIllFormed(text) {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCharCodeAt(text, i);
    if (code < 0xd800 || code > 0xdfff) {
      out += encodeURIComponent(text[i]);
    } else if (++i === text.length) {
      throw new ERR_INVALID_URI();
    } else {
      const point = 0x10000 + ((code & 0x3ff) << 10 | StringPrototypeCharCodeAt(text, i) & 0x3ff);
      out += encodeURIComponent(StringFromCodePoint(point));
    }
  }
  return out;
}

module.exports = { escapeText };
