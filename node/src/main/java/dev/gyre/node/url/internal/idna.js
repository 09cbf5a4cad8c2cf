'use strict';

// Domain names beyond ASCII: UTS #46, non-transitional, as the URL standard requires (CheckHyphens and VerifyDnsLength off,
// CheckBidi and CheckJoiners on).
//
// The mapping table of UTS #46 is derived from properties that V8 knows. Its mapping is NFKC_Casefold, computed here from
// normalize() and the case methods. Its disallowed characters are those without the category of a letter or symbol, plus the
// few exceptions below. So no table is needed, and the Unicode version is V8's.
//
// Not derivable, and therefore only approximate: the joining types around a ZERO WIDTH NON-JOINER, and the bidirectional
// classes of rare characters.

const {
  ArrayFrom, ArrayPrototypeAt, ArrayPrototypeEvery, ArrayPrototypeFindLast, ArrayPrototypeIncludes, ArrayPrototypeJoin,
  ArrayPrototypeMap, ArrayPrototypeSome, RegExp, RegExpPrototypeExec, SafeSet, StringFromCodePoint,
  StringPrototypeCodePointAt, StringPrototypeNormalize, StringPrototypeSlice, StringPrototypeSplit,
  StringPrototypeStartsWith, StringPrototypeToLowerCase, StringPrototypeToUpperCase, itemsOf, searchPattern,
} = require('internal/primordials');
const punycode = require('internal/url/punycode');

const CHANGES = /\p{Changes_When_NFKC_Casefolded}/u;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
// Ignorable characters that are disallowed all the same: controls of direction, tags, reserved ones.
const NOT_IGNORED = /[\u061c\u200e\u200f\u202a-\u202e\u2065-\u2069\ufff0-\ufff8\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/u;
// Characters without a category, and ideographic description and replacement characters. The ideographs of Unicode 17 are
// newer than V8's data.
const DISALLOWED = /(?![\u{323b0}-\u{33479}])[\p{C}\p{Z}\u2ff0-\u2fff\u31ef\ufffc\ufffd]/u;
const FULL_STOPS = /[\u3002\uff0e\uff61]/u;
const STARTS_WITH_MARK = /^\p{M}/u;
const VIRAMA = new RegExp(`[${
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0e3a\\u0eba\\u0f84\\u1039\\u103a' +
  '\\u1714\\u1715\\u1734\\u17d2\\u1a60\\u1b44\\u1baa\\u1bab\\u1bf2\\u1bf3\\u2d7f\\ua806\\ua82c\\ua8c4\\ua953\\ua9c0\\uaaf6' +
  '\\uabed\\u{10a3f}\\u{11046}\\u{11070}\\u{1107f}\\u{110b9}\\u{11133}\\u{11134}\\u{111c0}\\u{11235}\\u{112ea}\\u{1134d}' +
  '\\u{113ce}-\\u{113d0}\\u{11442}\\u{114c2}\\u{115bf}\\u{1163f}\\u{116b6}\\u{1172b}\\u{11839}\\u{1193d}\\u{1193e}' +
  '\\u{119e0}\\u{11a34}\\u{11a47}\\u{11a99}\\u{11c3f}\\u{11d44}\\u{11d45}\\u{11d97}\\u{11f41}\\u{11f42}'}]`, 'u');

// ---- mapping

const caseFold = (char) => {
  const point = StringPrototypeCodePointAt(char, 0);
  // Cherokee folds to its capitals, unlike every other script.
  if (point >= 0xab70 && point <= 0xabbf) return StringFromCodePoint(point - 0xab70 + 0x13a0);
  if (point >= 0x13f8 && point <= 0x13fd) return StringFromCodePoint(point - 8);
  let out = '';
  for (const upper of itemsOf(StringPrototypeToUpperCase(char))) out += StringPrototypeToLowerCase(upper); // one by one: no final sigma
  return out;
};

// The mapping of the character: '' if it is ignored, null if it is disallowed.
function mapCharacter(char) {
  if (char === 'ß' || char === 'ς') return char; // "deviations": kept in the non-transitional mode
  if (char === '\u200c' || char === '\u200d') return char;
  if (char === 'ẞ') return 'ß';
  if (RegExpPrototypeExec(FULL_STOPS, char) !== null) return '.';
  if (RegExpPrototypeExec(CHANGES, char) === null) return RegExpPrototypeExec(DISALLOWED, char) !== null ? null : char;
  if (RegExpPrototypeExec(IGNORABLE, char) !== null) return RegExpPrototypeExec(NOT_IGNORED, char) !== null ? null : '';
  let mapped = '';
  for (const one of itemsOf(StringPrototypeNormalize(char, 'NFKC'))) mapped += RegExpPrototypeExec(CHANGES, one) !== null ? caseFold(one) : one;
  mapped = StringPrototypeNormalize(mapped, 'NFKC');
  return RegExpPrototypeExec(/[.\u3002]/, mapped) !== null || RegExpPrototypeExec(DISALLOWED, mapped) !== null ? null : mapped;
}

function map(domain) {
  let out = '';
  for (const char of itemsOf(domain)) {
    if (char < '\x80') {
      out += StringPrototypeToLowerCase(char);
    } else {
      const mapped = mapCharacter(char);
      if (mapped === null) return null;
      out += mapped;
    }
  }
  return StringPrototypeNormalize(out, 'NFC');
}

// ---- direction (RFC 5893)

const RIGHT_TO_LEFT = /[\u0590\u05be\u05c0\u05c3\u05c6\u05c8-\u05ff\u07c0-\u07ea\u07f4\u07f5\u07fa-\u0815\u081a\u0824\u0828\u082e-\u0858\u085c-\u085f\u200f\ufb1d\ufb1f-\ufb28\ufb2a-\ufb4f\u{10800}-\u{1091e}\u{10920}-\u{10a00}\u{10a10}-\u{10a37}\u{10a40}-\u{10ae4}\u{10aeb}-\u{10b38}\u{10b40}-\u{10cff}\u{10d40}-\u{10d68}\u{10d6f}-\u{10e5f}\u{10e80}-\u{10eaa}\u{10ead}-\u{10efb}\u{10f00}-\u{10f2f}\u{10f70}-\u{10f81}\u{10f86}-\u{10fff}\u{1e800}-\u{1e8cf}\u{1e8d7}-\u{1e943}\u{1e94b}-\u{1ec6f}]/u;
const ARABIC_LETTER = /[\u0608\u060b\u060d\u061b-\u064a\u066d-\u066f\u0671-\u06d5\u06e5\u06e6\u06ee\u06ef\u06fa-\u0710\u0712-\u072f\u074b-\u07a5\u07b1-\u07bf\u0860-\u088f\u0892-\u0896\u08a0-\u08c9\ufb50-\ufd3d\ufd50-\ufdce\ufdf0-\ufdfc\ufe70-\ufefe\u{10d00}-\u{10d23}\u{10d28}-\u{10d2f}\u{10f30}-\u{10f45}\u{10f51}-\u{10f6f}\u{1ec70}-\u{1ecff}\u{1ed00}-\u{1ed4f}\u{1ee00}-\u{1eeff}]/u;
const ARABIC_NUMBER = /[\u0600-\u0605\u0660-\u0669\u066b\u066c\u06dd\u0890\u0891\u08e2\u{10d30}-\u{10d39}\u{10d40}-\u{10d49}\u{10e60}-\u{10e7e}]/u;
const EUROPEAN_NUMBER = /[0-9\xb2\xb3\xb9\u06f0-\u06f9\u2070\u2074-\u2079\u2080-\u2089\u2488-\u249b\uff10-\uff19\u{102e1}-\u{102fb}\u{1ccf0}-\u{1ccf9}\u{1d7ce}-\u{1d7ff}\u{1f100}-\u{1f10a}\u{1fbf0}-\u{1fbf9}]/u;
const NEUTRAL = /[\p{P}\p{S}\p{Cf}]/u;

function direction(char) {
  if (RegExpPrototypeExec(/[\p{Mn}\p{Me}]/u, char) !== null) return 'NSM';
  if (RegExpPrototypeExec(ARABIC_NUMBER, char) !== null) return 'AN';
  if (RegExpPrototypeExec(EUROPEAN_NUMBER, char) !== null) return 'EN';
  if (RegExpPrototypeExec(ARABIC_LETTER, char) !== null) return 'AL';
  if (RegExpPrototypeExec(RIGHT_TO_LEFT, char) !== null) return 'R';
  return RegExpPrototypeExec(NEUTRAL, char) !== null ? 'ON' : 'L';
}

const inRightToLeft = new SafeSet(['R', 'AL', 'AN', 'EN', 'NSM', 'ON']);
const inLeftToRight = new SafeSet(['L', 'EN', 'NSM', 'ON']);

function hasGoodDirection(label) {
  if (label === '') return true;
  const classes = ArrayFrom(label, direction);
  const first = classes[0];
  const last = ArrayPrototypeFindLast(classes, (one) => one !== 'NSM');
  if (first === 'R' || first === 'AL') {
    return ArrayPrototypeEvery(classes, (one) => inRightToLeft.has(one)) && last !== 'ON' &&
      !(ArrayPrototypeIncludes(classes, 'AN') && ArrayPrototypeIncludes(classes, 'EN'));
  }
  return first === 'L' && ArrayPrototypeEvery(classes, (one) => inLeftToRight.has(one)) && (last === 'L' || last === 'EN');
}

const isBidi = (domain) =>
  RegExpPrototypeExec(/[^\0-\u058f]/, domain) !== null && ArrayPrototypeSome(ArrayFrom(domain), (char) => RegExpPrototypeExec(/^(?:R|AL|AN)$/, direction(char)) !== null);

// ---- joiners (RFC 5892, appendix A)

// Letters that join only to the one before them, and those that don't join.
const JOINS_BACKWARD_ONLY = '\\u0622-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0673\\u0675-\\u0677\\u0688-\\u0699' +
  '\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2\\u06d3\\u06d5\\u06ee\\u06ef\\u0710\\u0715-\\u0719\\u071e\\u0728\\u072a' +
  '\\u072c\\u072f\\u074d\\u0759-\\u075b\\u076b\\u076c\\u0771\\u0773\\u0774\\u0778\\u0779';
const NOT_JOINING = '\\u0621\\u0674\\u06f0-\\u06f9\\u0660-\\u0669';
const JOINING = '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}]';
const JOINS_BEFORE = new RegExp(`(?![${JOINS_BACKWARD_ONLY}${NOT_JOINING}])${JOINING}\\p{Mn}*$`, 'u');
const JOINS_AFTER = new RegExp(`^\\p{Mn}*(?![${NOT_JOINING}])${JOINING}`, 'u');

function hasGoodJoiners(label) {
  for (let at = searchPattern(/[\u200c\u200d]/, label); at !== -1 && at < label.length; at++) {
    const char = label[at];
    if (char !== '\u200c' && char !== '\u200d') continue;
    const before = StringPrototypeSlice(label, 0, at);
    if (RegExpPrototypeExec(VIRAMA, ArrayPrototypeAt(ArrayFrom(before), -1) ?? '') !== null) continue;
    if (char === '\u200d' || RegExpPrototypeExec(JOINS_BEFORE, before) === null || RegExpPrototypeExec(JOINS_AFTER, StringPrototypeSlice(label, at + 1)) === null) return false;
  }
  return true;
}

// ---- labels

const isValidLabel = (label) => label === '' || (RegExpPrototypeExec(STARTS_WITH_MARK, label) === null && hasGoodJoiners(label));

// The Unicode form of a label in xn-- form, or null if it is not one.
function decodeLabel(label) {
  if (RegExpPrototypeExec(/[^\0-\x7f]/, label) !== null) return null;
  let decoded;
  try {
    decoded = punycode.decode(StringPrototypeSlice(label, 4));
  } catch {
    return null;
  }
  // It must be equal to the encoding of the mapped text.
  if (decoded === '' || RegExpPrototypeExec(/[^\0-\x7f]/, decoded) === null || map(decoded) !== decoded) return null;
  return decoded;
}

// The labels in Unicode form, or null if one is not allowed.
function toLabels(domain) {
  const mapped = map(domain);
  if (mapped === null) return null;
  const labels = StringPrototypeSplit(mapped, '.');
  for (let i = 0; i < labels.length; i++) {
    if (StringPrototypeStartsWith(labels[i], 'xn--')) {
      labels[i] = decodeLabel(labels[i]);
      if (labels[i] === null) return null;
    }
    if (!isValidLabel(labels[i])) return null;
  }
  if (isBidi(ArrayPrototypeJoin(labels, '.')) && !ArrayPrototypeEvery(labels, hasGoodDirection)) return null;
  return labels;
}

// ASCII is accepted unchanged, even an 'xn--' label that can't be decoded.
function toASCII(domain) {
  if (RegExpPrototypeExec(/[^\0-\x7f]/, domain) === null) return StringPrototypeToLowerCase(domain);
  const labels = toLabels(domain);
  if (labels === null) return null;
  return ArrayPrototypeJoin(ArrayPrototypeMap(labels, (label) => (RegExpPrototypeExec(/[^\0-\x7f]/, label) !== null ? `xn--${punycode.encode(label)}` : label)), '.');
}

// For display: a label that can't be decoded stays unchanged.
function toUnicode(domain) {
  return ArrayPrototypeJoin(ArrayPrototypeMap(StringPrototypeSplit(domain, '.'), (label) =>
    (StringPrototypeStartsWith(label, 'xn--') ? decodeLabel(label) ?? label : label)), '.');
}

module.exports = { toASCII, toUnicode };
