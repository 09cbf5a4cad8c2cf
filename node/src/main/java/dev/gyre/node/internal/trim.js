'use strict';

// Text without certain characters at its ends. A pattern such as /[\t ]+$/ would do it too, but takes quadratic time for text
// with many of them in the middle.

const { StringPrototypeCharCodeAt, StringPrototypeSlice } = require('internal/primordials');

// isOuter: whether a character of this code is left out at the ends
function trimmed(text, isOuter) {
  let start = 0;
  let end = text.length;
  while (start < end && isOuter(StringPrototypeCharCodeAt(text, start))) start++;
  while (end > start && isOuter(StringPrototypeCharCodeAt(text, end - 1))) end--;
  return start === 0 && end === text.length ? text : StringPrototypeSlice(text, start, end);
}

module.exports = { trimmed };
