'use strict';

// Steps over characters, which may be two units long, and over words.

const {
  ArrayFrom, ArrayPrototypeAt, ArrayPrototypeJoin, ArrayPrototypeReverse, ArrayPrototypeSlice, ArrayPrototypeSort, RegExpPrototypeExec,
  StringPrototypeCodePointAt, StringPrototypeIncludes, StringPrototypeSlice, StringPrototypeSplit,
} = require('internal/primordials');

const FIRST_LONG = 0x10000;

// Units of the character to the left of `at`.
function lengthLeft(text, at) {
  if (at <= 0) return 0;
  const isLong = (at > 1 && StringPrototypeCodePointAt(text, at - 2) >= FIRST_LONG) || StringPrototypeCodePointAt(text, at - 1) >= FIRST_LONG;
  return isLong ? 2 : 1;
}

// Units of the character to the right of `at`; 1 at the end.
function lengthRight(text, at) {
  return at < text.length && StringPrototypeCodePointAt(text, at) >= FIRST_LONG ? 2 : 1;
}

// Units from `at` back to the beginning of its word or run of punctuation. On the reversed text, because a pattern anchored
// at the end takes quadratic time.
function wordLeft(text, at) {
  const reversed = ArrayPrototypeJoin(ArrayPrototypeReverse(ArrayFrom(StringPrototypeSlice(text, 0, at))), '');
  return RegExpPrototypeExec(/^\s*(?:[^\w\s]+|\w+)?/, reversed)[0].length;
}

// Units to the start of the next word.
const wordRight = (text, at) => RegExpPrototypeExec(/^(?:\s+|[^\w\s]+|\w+)\s*/, StringPrototypeSlice(text, at))[0].length;

// The same for deleting, where punctuation and white space count together.
const wordRightForDelete = (text, at) => RegExpPrototypeExec(/^(?:\s+|\W+|\w+)\s*/, StringPrototypeSlice(text, at))[0].length;

function commonPrefix(texts) {
  if (texts.length === 0) return '';
  const sorted = ArrayPrototypeSort(ArrayPrototypeSlice(texts));
  const first = sorted[0];
  const last = ArrayPrototypeAt(sorted, -1);
  let length = 0;
  while (length < first.length && first[length] === last[length]) length++;
  return StringPrototypeSlice(first, 0, length);
}

// An entry of the history that has several lines is kept with the newest line first.
const turned = (entry, from, to) => (
  StringPrototypeIncludes(entry, from) ? ArrayPrototypeJoin(ArrayPrototypeReverse(StringPrototypeSplit(entry, from)), to) : entry);
const entryFrom = (lines) => turned(lines, '\n', '\r');
const linesOf = (entry) => turned(entry, '\r', '\n');

module.exports = { commonPrefix, entryFrom, lengthLeft, lengthRight, linesOf, wordLeft, wordRight, wordRightForDelete };
