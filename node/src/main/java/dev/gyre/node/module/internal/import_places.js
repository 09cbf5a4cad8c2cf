'use strict';

// Tells sources in which `import(` may be a call from those that only mention it. To know it for sure, a source has to be
// scanned from its beginning, which takes as long as V8 takes to read it. Most places can be judged by their line alone:
//
//   /** @type {import("webpack").Compiler} */     a comment begins in the line, and does not end before the place
//    * @param {import("./x").Y} y                 a line of a comment
//   diag(1 /* Error */, "'import()' calls …")     a string begins in the line, and does not end before the place
//   `import("${name}")`                           a string or template begins at the place
//
// The line's beginning may itself be inside something. In a template or a comment that goes on to the place, the place is no
// call either. One that ends before the place shows by its end (`, ${, */), and a string by the backslash of the line before;
// in these cases nothing is decided.

const {
  RegExpPrototypeExec, StringPrototypeCharCodeAt, StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice,
} = require('internal/primordials');

const BACKSLASH = 92;
const BACKTICK = 96;
const BRACE = 123;
const DOLLAR = 36;
const DOUBLE = 34;
const SINGLE = 39;
const SLASH = 47;
const STAR = 42;

const commentLine = /^\s*\/\//;
const typeComment = /\/\*\*?\s?@\w+[^*]*$/;
const innerLine = /^\s*\*(?:\s|$)/;

const makesFunction = /\bFunction\s*[(/]/y;

// Where `pattern` matches at or after `from`; -1 for nowhere. The pattern is sticky, and begins with \b and `word`. V8 finds a
// word ten times as fast as a pattern, and sources of megabytes are read here.
function placeOf(source, word, pattern, from) {
  for (let at = StringPrototypeIndexOf(source, word, from); at >= 0; at = StringPrototypeIndexOf(source, word, at + 1)) {
    pattern.lastIndex = at;
    if (RegExpPrototypeExec(pattern, source) !== null) return at;
  }
  return -1;
}

// `pattern` is sticky: what may be a call. Whether the source has a place that it matches and that may be code, or become
// code: a string may be the text of a function.
function mayHaveCall(source, pattern) {
  let isInString = false;
  for (let at = placeOf(source, 'import', pattern, 0); at >= 0; at = placeOf(source, 'import', pattern, at + 1)) {
    const start = StringPrototypeLastIndexOf(source, '\n', at) + 1;
    const line = StringPrototypeSlice(source, start, at);
    if (isInComment(source, at, line)) continue;
    if (!followsQuote(source, at) && (endsWithBackslash(source, start) || !endsInString(line))) return true;
    isInString = true;
  }
  return isInString && placeOf(source, 'Function', makesFunction, 0) >= 0;
}

function isInComment(source, at, line) {
  if (RegExpPrototypeExec(commentLine, line) !== null || RegExpPrototypeExec(typeComment, line) !== null) return true;
  return RegExpPrototypeExec(innerLine, line) !== null &&
    StringPrototypeLastIndexOf(source, '/*', at) > StringPrototypeLastIndexOf(source, '*/', at);
}

// No code can follow the end of a string or template without something in between: so it is the beginning of one.
function followsQuote(source, at) {
  const code = StringPrototypeCharCodeAt(source, at - 1);
  return code === BACKTICK || code === DOUBLE || code === SINGLE;
}

function endsWithBackslash(source, start) {
  const last = StringPrototypeCharCodeAt(source, start - 2);
  return last === BACKSLASH || (last === 13 && StringPrototypeCharCodeAt(source, start - 3) === BACKSLASH);
}

function endsInString(line) {
  let quote = 0;
  for (let i = 0; i < line.length; i++) {
    const code = StringPrototypeCharCodeAt(line, i);
    const next = StringPrototypeCharCodeAt(line, i + 1);
    if (code === BACKTICK || (code === DOLLAR && next === BRACE) || (code === STAR && next === SLASH)) return false;
    if (quote !== 0) {
      if (code === BACKSLASH) {
        if (next === BACKTICK) return false; // of a template's text, perhaps
        i++;
      } else if (code === quote) {
        quote = 0;
      }
    } else if (code === DOUBLE || code === SINGLE) {
      quote = code;
    } else if (code === SLASH) {
      const end = next === STAR ? StringPrototypeIndexOf(line, '*/', i + 2) : -1;
      if (end < 0) return false; // a division, a regular expression or a comment to the line's end
      i = end + 1;
    }
  }
  return quote !== 0;
}

module.exports = { mayHaveCall };
