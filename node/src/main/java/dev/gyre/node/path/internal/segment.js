'use strict';

// Converts one segment of a glob (without slashes) to a string or a RegExp.


const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, RegExp, RegExpPrototypeExec, StringPrototypeIncludes,
  StringPrototypeIndexOf, StringPrototypeSlice, replacePattern,
} = require('internal/primordials');

const POSIX_CLASSES = {
  __proto__: null,
  alnum: '\\p{L}\\p{Nl}\\p{Nd}',
  alpha: '\\p{L}\\p{Nl}',
  ascii: '\\x00-\\x7f',
  blank: '\\p{Zs}\\t',
  cntrl: '\\p{Cc}',
  digit: '\\p{Nd}',
  lower: '\\p{Ll}',
  print: '\\p{C}',
  punct: '\\p{P}',
  space: '\\p{Z}\\t\\r\\n\\v\\f',
  upper: '\\p{Lu}',
  word: '\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}',
  xdigit: 'A-Fa-f0-9',
};

const MAGIC = /[*?[]|[!+@]\(/;


const escapeRegExp = (text) => replacePattern(/[[\]{}()*+?.\\^$|]/g, text, '\\$&');
const escapeInClass = (text) => replacePattern(/[[\]\\-]/g, text, '\\$&');

// Reads '[...]' at `at`. Returns null if the bracket never closes (it is then a plain character), otherwise its source, the
// index after it, and for a class of one literal character that character.
function readClass(pattern, at) {
  let i = at + 1;
  const negated = pattern[i] === '!' || pattern[i] === '^';
  if (negated) i++;
  const ranges = [];
  let named = '';
  let namedNot = '';
  let unicode = false;
  let single = '';
  let rangeStart = '';
  for (let first = true; ; first = false) {
    if (i >= pattern.length) return null;
    const char = pattern[i];
    if (char === ']' && !first) break;
    if (char === '[') {
      const known = RegExpPrototypeExec(/^\[:(\^?)([a-z]+):\]/, StringPrototypeSlice(pattern, i));
      if (known !== null && known[2] in POSIX_CLASSES) {
        if (rangeStart) return { source: '$.', end: classEnd(pattern, i), single: null, unicode };
        if (known[2] === 'print') namedNot += POSIX_CLASSES.print;
        else named += POSIX_CLASSES[known[2]];
        unicode ||= RegExpPrototypeExec(/^(ascii|xdigit)$/, known[2]) === null;
        i += known[0].length;
        continue;
      }
    }
    i++;
    if (rangeStart) {
      if (char > rangeStart) ArrayPrototypePush(ranges, `${escapeInClass(rangeStart)}-${escapeInClass(char)}`);
      else if (char === rangeStart) ArrayPrototypePush(ranges, escapeInClass(char));
      rangeStart = '';
      single = null;
      continue;
    }
    if (pattern[i] === '-' && pattern[i + 1] !== ']' && i + 1 < pattern.length) {
      rangeStart = char;
      i++;
      continue;
    }
    ArrayPrototypePush(ranges, escapeInClass(char));
    single = single === '' ? char : null;
  }
  const end = i + 1;
  if (ranges.length === 0 && named === '' && namedNot === '') {
    return { source: '$.', end, single: null, unicode }; // an empty class matches nothing
  }
  if (single && named === '' && namedNot === '' && !negated) return { source: escapeRegExp(single), end, single, unicode };
  const positive = ArrayPrototypeJoin(ranges, '') + named;
  const parts = [];
  if (positive !== '') ArrayPrototypePush(parts, `[${negated ? '^' : ''}${positive}]`);
  if (namedNot !== '') ArrayPrototypePush(parts, `[${negated ? '' : '^'}${namedNot}]`);
  return { source: parts.length === 2 ? `(?:${ArrayPrototypeJoin(parts, '|')})` : parts[0], end, single: null, unicode };
}

function classEnd(pattern, from) {
  const close = StringPrototypeIndexOf(pattern, ']', StringPrototypeIndexOf(pattern, ':]', from) + 2);
  return close === -1 ? pattern.length : close + 1;
}

// Reads 'X(a|b)' whose '(' is at `open`: returns the alternatives and the index after it, or null.
function readGroup(pattern, open) {
  const alternatives = [];
  let depth = 0;
  let start = open + 1;
  for (let i = open; i < pattern.length; i++) {
    const char = pattern[i];
    if (char === '[') {
      const klass = readClass(pattern, i);
      if (klass !== null) i = klass.end - 1;
    } else if (char === '(' && (i === open || RegExpPrototypeExec(/[!?+*@]/, pattern[i - 1]) !== null)) {
      depth++;
    } else if (char === '|' && depth === 1) {
      ArrayPrototypePush(alternatives, StringPrototypeSlice(pattern, start, i));
      start = i + 1;
    } else if (char === ')' && --depth === 0) {
      ArrayPrototypePush(alternatives, StringPrototypeSlice(pattern, start, i));
      return { alternatives, end: i + 1 };
    }
  }
  return null;
}

// `state.atStart` is true until something that surely matches a character was emitted: until then a wildcard must not match
// a leading dot.
function translate(pattern, state, rest) {
  let source = '';
  let i = 0;
  const guard = () => (state.atStart ? '(?!^\\.)' : '');
  while (i < pattern.length) {
    const char = pattern[i];
    if (StringPrototypeIncludes('!?+*@', char) && pattern[i + 1] === '(') {
      const group = readGroup(pattern, i + 1);
      if (group !== null) {
        source += translateGroup(char, group, StringPrototypeSlice(pattern, group.end), state, rest);
        i = group.end;
        continue;
      }
    }
    if (char === '*') {
      while (pattern[i + 1] === '*' && pattern[i + 2] !== '(') i++;
      source += `${guard()}[^/]*?`;
    } else if (char === '?') {
      source += `${guard()}[^/]`;
      state.atStart = false;
    } else if (char === '[') {
      const klass = readClass(pattern, i);
      if (klass === null) {
        source += '\\[';
      } else {
        source += klass.single === null ? guard() + klass.source : klass.source;
        state.unicode ||= klass.unicode;
        i = klass.end - 1;
      }
      state.atStart = false;
    } else {
      source += escapeRegExp(char);
      state.atStart = false;
    }
    i++;
  }
  return source;
}

function translateGroup(kind, { alternatives }, following, state, rest) {
  const starts = state.atStart;
  const inner = ArrayPrototypeJoin(ArrayPrototypeMap(alternatives, (alternative) => {
    state.atStart = starts;
    return translate(alternative, state, '');
  }), '|');
  // Even a group that matched nothing counts as the start (minimatch's rule, which Node keeps).
  state.atStart = false;
  if (kind !== '!') return `(?:${inner})${kind === '@' ? '' : kind}`;
  // Negation: no alternative, followed by the rest of the pattern, may match up to the end.
  const ahead = translate(following, { atStart: false, unicode: false }, rest) + rest;
  return `${starts ? '(?!^\\.)' : ''}(?:(?!(?:${inner})${ahead}$)[^/]*?)`;
}

function compileSegment(pattern, nocase) {
  if (RegExpPrototypeExec(MAGIC, pattern) === null) return pattern;
  const state = { atStart: true, unicode: false };
  const source = RegExpPrototypeExec(/^\*+$/, pattern) !== null ? '(?!\\.)[^/]+' : translate(pattern, state, '');
  const literal = replacePattern(/\\([[\]{}()*+?.\\^$|])/g, source, '$1');
  if (escapeRegExp(literal) === source) return literal; // the brackets were plain characters
  return new RegExp(`^(?:${source})$`, `${nocase ? 'i' : ''}${state.unicode ? 'u' : ''}s`);
}

module.exports = { compileSegment };
