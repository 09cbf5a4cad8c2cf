'use strict';

// The deprecated punycode module (DEP0040). The core itself uses internal/url/punycode: this file is loaded only when a
// program requires it, and warns then.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ReflectApply, RegExpPrototypeExec, StringFromCodePoint, StringPrototypeSlice,
  StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeToLowerCase, replacePattern,
} = require('internal/primordials');
const { codePoints, decode, encode } = require('internal/url/punycode');

const SEPARATORS = /[\x2E\u3002\uFF0E\uFF61]/g;

if (!require('internal/util/call_sites').isInsideNodeModules()) {
  process.emitWarning('The `punycode` module is deprecated. Please use a userland alternative instead.',
                      'DeprecationWarning', 'DEP0040');
}

// Applies `convert` to each label; for an email address, only to the part after the '@'.
function mapDomain(domain, convert) {
  const parts = StringPrototypeSplit(domain, '@');
  let prefix = '';
  if (parts.length > 1) {
    prefix = `${parts[0]}@`;
    domain = parts[1];
  }
  return prefix + ArrayPrototypeJoin(ArrayPrototypeMap(StringPrototypeSplit(replacePattern(SEPARATORS, domain, '.'), '.'), convert), '.');
}

module.exports = {
  version: '2.1.0',
  ucs2: {
    decode: codePoints,
    encode: (points) => ReflectApply(StringFromCodePoint, undefined, points),
  },
  decode,
  encode,
  toASCII(input) {
    return mapDomain(input, (label) => (RegExpPrototypeExec(/[^\0-\x7F]/, label) !== null ? `xn--${encode(label)}` : label));
  },
  toUnicode(input) {
    return mapDomain(input, (label) => (StringPrototypeStartsWith(label, 'xn--') ? decode(StringPrototypeToLowerCase(StringPrototypeSlice(label, 4))) : label));
  },
};
