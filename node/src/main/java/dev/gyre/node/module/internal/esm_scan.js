'use strict';

// Scans JavaScript source and stops at words of interest in its code: not inside strings, comments, regular expressions or
// the text of templates. It is no parser. It has to know whether a slash begins a regular expression, which depends on what
// precedes it:
//
//   x = a / b      after an operand: a division
//   x = /b/        after an operator, a keyword, or at the beginning: a regular expression
//   if (a) /b/     after `)`: a division unless the `(` belongs to if, while, for or with
//   {} /b/         after `}`: a division only if the `{` began an expression
//
// A native regular expression skips everything in between, so the cost depends on the number of stops: a bundle of 10 MB has
// a million. The kind of a parenthesis or brace is determined only when a slash follows its end.



const {
  ArrayPrototypeJoin, ArrayPrototypePop, ArrayPrototypePush, RegExp, RegExpPrototypeExec, RegExpPrototypeGetSource,
  SafeSet, StringFromCodePoint, StringPrototypeCharCodeAt, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeSlice, StringPrototypeStartsWith, parseInt, replacePattern,
} = require('internal/primordials');

const keywordBeforeRegExp = new SafeSet(['await', 'case', 'delete', 'do', 'else', 'in', 'instanceof', 'new', 'of', 'return',
  'throw', 'typeof', 'void', 'yield']);
const keywordBeforeObject = new SafeSet(['await', 'case', 'delete', 'in', 'instanceof', 'new', 'of', 'return', 'throw',
  'typeof', 'void', 'yield', 'default', 'extends']);
const control = new SafeSet(['if', 'while', 'for', 'with']);

const NONE = -1;
const TEMPLATE = -2;

const BACKSLASH = 92;
const BACKTICK = 96;
const CARRIAGE_RETURN = 13;
const DOLLAR = 36;
const LINE_FEED = 10;
const OPEN_BRACE = 123;

const space = /\s/;
const identifierPart = /[\w$\u0080-\uffff]/;
const isIdentifierPart = (ch) => ch !== undefined && RegExpPrototypeExec(identifierPart, ch) !== null;
const spaces = /\s*/y;
const lineEnd = /[\n\r\u2028\u2029]|$/g;
const wordAt = /[\w$\u0080-\uffff\\]+/y;

class Scanner {
  // `words`: a global regular expression that stops at quotes, slashes, parentheses, braces and the words of interest, see
  // `stopsAt`.
  constructor(source, words) {
    this.source = source;
    this.words = words;
    this.comments = []; // start, end, start, end, ...
    this.parens = []; // positions of the open ones
    this.braces = []; // positions of the open ones; TEMPLATE for one inside a template
    this.lastParen = NONE; // where the last closed one began
    this.lastBrace = NONE;
    this.onParenClose = undefined;
  }

  // Calls onWord(word, at) at every word of interest. It returns where to continue, or undefined for right after the word.
  walk(onWord) {
    const { source } = this;
    const words = new RegExp(RegExpPrototypeGetSource(this.words), 'g');
    let at = StringPrototypeStartsWith(source, '#!') ? endOfLine(source, 0) : 0;
    for (;;) {
      words.lastIndex = at;
      if (RegExpPrototypeExec(words, source) === null) return;
      const last = words.lastIndex - 1;
      const ch = source[last];
      if (isIdentifierPart(ch)) {
        words.lastIndex = at;
        const stop = RegExpPrototypeExec(words, source);
        at = this.word(stop[0], stop.index, onWord);
      } else {
        at = this.punctuator(ch, last);
      }
    }
  }

  word(text, index, onWord) {
    const end = index + text.length;
    const { source } = this;
    // Part of a longer identifier.
    if (isIdentifierPart(source[index - 1]) || isIdentifierPart(source[end])) return end;
    if (source[index - 1] === '#' || source[index - 1] === '@') return end;
    return onWord(text, index) ?? end;
  }

  punctuator(ch, index) {
    switch (ch) {
      case '"':
      case "'":
        return endOfString(this.source, index);
      case '`':
        return this.template(index + 1);
      case '/':
        return this.slash(index);
      case '(':
        ArrayPrototypePush(this.parens, index);
        return index + 1;
      case ')':
        this.lastParen = ArrayPrototypePop(this.parens) ?? NONE;
        this.onParenClose?.(index);
        return index + 1;
      case '{':
        ArrayPrototypePush(this.braces, index);
        return index + 1;
      default: // }
        this.lastBrace = ArrayPrototypePop(this.braces) ?? NONE;
        return this.lastBrace === TEMPLATE ? this.template(index + 1) : index + 1;
    }
  }

  // Moves from inside a template's text to its end, or to the code in it.
  template(at) {
    const { source } = this;
    for (; at < source.length; at++) {
      const code = StringPrototypeCharCodeAt(source, at);
      if (code === BACKSLASH) at++;
      else if (code === BACKTICK) return at + 1;
      else if (code === DOLLAR && StringPrototypeCharCodeAt(source, at + 1) === OPEN_BRACE) {
        ArrayPrototypePush(this.braces, TEMPLATE);
        return at + 2;
      }
    }
    return at;
  }

  slash(index) {
    const { source } = this;
    const next = source[index + 1];
    if (next === '/' || next === '*') {
      const end = endOfComment(source, index);
      ArrayPrototypePush(this.comments, index, end);
      return end;
    }
    return this.isRegExp(index) ? endOfRegExp(source, index) : index + 1;
  }

  // The index of the last character of code before `index`, or -1.
  before(index) {
    const { source, comments } = this;
    let at = index - 1;
    let comment = comments.length - 1;
    for (;;) {
      while (at >= 0 && RegExpPrototypeExec(space, source[at]) !== null) at--;
      while (comment > 0 && comments[comment] > at + 1) comment -= 2;
      if (comment < 0 || comments[comment] !== at + 1) return at;
      at = comments[comment - 1] - 1;
    }
  }

  wordBefore(index) {
    return this.wordEndingAt(this.before(index));
  }

  // '' if the character is not part of a word, or the word is a property name.
  wordEndingAt(last) {
    const { source } = this;
    let start = last;
    while (start >= 0 && isIdentifierPart(source[start])) start--;
    if (start >= 0 && source[start] === '.' && source[start - 1] !== '.') return '';
    return StringPrototypeSlice(source, start + 1, last + 1);
  }

  isRegExp(index) {
    const { source } = this;
    const last = this.before(index);
    if (last < 0) return true;
    const ch = source[last];
    if (ch === ')') return this.lastParen !== NONE && control.has(this.wordBefore(this.lastParen));
    if (ch === '}') return this.lastBrace === NONE || this.isBlock(this.lastBrace, this.braces.length);
    if (ch === ']' || ch === '"' || ch === "'" || ch === '`' || ch === '.') return false;
    if (ch === '+' || ch === '-') return source[last - 1] !== ch;
    if (isIdentifierPart(ch)) return keywordBeforeRegExp.has(this.wordEndingAt(last));
    return ch !== '/' || source[last - 1] === '*'; // a regular expression ended there
  }

  // Whether the brace at `index`, nested in `depth` others, begins a block and not an expression.
  isBlock(index, depth) {
    const { source, braces } = this;
    const last = this.before(index);
    if (last < 0) return true;
    const ch = source[last];
    if (ch === ')' || ch === ';' || ch === '{' || ch === '}') return true;
    if (ch === '>') return source[last - 1] === '=';
    if (ch === ':') return depth === 0 || braces[depth - 1] === TEMPLATE || this.isBlock(braces[depth - 1], depth - 1);
    return isIdentifierPart(ch) && !keywordBeforeObject.has(this.wordEndingAt(last));
  }

  // Skips white space and comments.
  skip(at) {
    const { source } = this;
    for (;;) {
      if (at >= source.length) return source.length;
      spaces.lastIndex = at;
      RegExpPrototypeExec(spaces, source);
      at = spaces.lastIndex;
      if (source[at] !== '/' || (source[at + 1] !== '/' && source[at + 1] !== '*')) return at;
      at = endOfComment(source, at);
    }
  }
}

// The stops of a scanner: these words, and everything that may hide a word.
const stopsAt = (words) => new RegExp(`["'\`/(){}]|${ArrayPrototypeJoin(words, '|')}`, 'g');

function endOfLine(source, at) {
  lineEnd.lastIndex = at;
  return RegExpPrototypeExec(lineEnd, source).index;
}

function endOfComment(source, at) {
  if (source[at + 1] === '/') return endOfLine(source, at);
  const end = StringPrototypeIndexOf(source, '*/', at + 2);
  return end < 0 ? source.length : end + 2;
}

function endOfString(source, at) {
  const quote = StringPrototypeCharCodeAt(source, at);
  for (at++; at < source.length; at++) {
    const code = StringPrototypeCharCodeAt(source, at);
    if (code === BACKSLASH) at += StringPrototypeCharCodeAt(source, at + 1) === CARRIAGE_RETURN && StringPrototypeCharCodeAt(source, at + 2) === LINE_FEED ? 2 : 1;
    else if (code === quote || code === LINE_FEED) return at + 1;
  }
  return at;
}

// Without an end on the same line it was no regular expression.
function endOfRegExp(source, start) {
  let inClass = false;
  for (let at = start + 1; at < source.length; at++) {
    const ch = source[at];
    if (ch === '\n') break;
    if (ch === '\\') at++;
    else if (ch === '[') inClass = true;
    else if (ch === ']') inClass = false;
    else if (ch === '/' && !inClass) {
      wordAt.lastIndex = at + 1; // flags
      return RegExpPrototypeExec(wordAt, source) !== null ? wordAt.lastIndex : at + 1;
    }
  }
  return start + 1;
}

// The identifier at `at`, or ''.
function identifierAt(source, at) {
  wordAt.lastIndex = at;
  return RegExpPrototypeExec(wordAt, source)?.[0] ?? '';
}

const simpleEscapes = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', 0: '\0' };
const escapes = /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))/g;

// The value of the string literal from `start` to `end`.
function stringValue(source, start, end) {
  const raw = StringPrototypeSlice(source, start + 1, end - 1);
  if (!StringPrototypeIncludes(raw, '\\')) return raw;
  return replacePattern(escapes, raw, (_, point, unit, byte, single) => {
    const code = point ?? unit ?? byte;
    if (code !== undefined) return StringFromCodePoint(parseInt(code, 16));
    if (RegExpPrototypeExec(/[\n\r\u2028\u2029]/, single) !== null) return '';
    return simpleEscapes[single] ?? single;
  });
}

module.exports = { Scanner, stopsAt, endOfString, stringValue, identifierAt };
