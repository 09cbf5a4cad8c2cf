'use strict';

// Brace expansion as in the shell: 'a{b,c{1..3}}' -> ab, ac1, ac2, ac3. Braces that contain neither a comma nor a sequence
// stay unchanged, and so do unbalanced ones and '${'.

const {
  ArrayPrototypeFlatMap, ArrayPrototypeMap, ArrayPrototypePush, MathAbs, MathMax, RegExpPrototypeExec, String,
  StringFromCharCode, StringPrototypeCharCodeAt, StringPrototypeEndsWith, StringPrototypeIndexOf,
  StringPrototypePadStart, StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeStartsWith,
} = require('internal/primordials');

const NUMERIC = /^(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?$/;
const ALPHABETIC = /^([a-zA-Z])\.\.([a-zA-Z])(?:\.\.(-?\d+))?$/;
const PADDED = /^-?0\d/;

// Patterns may come from outside; a larger expansion is surely an attack.
const MAX_RESULTS = 100_000;

// The first '{' that has its '}', innermost pairs counted.
function findPair(text) {
  for (let open = StringPrototypeIndexOf(text, '{'); open !== -1; open = StringPrototypeIndexOf(text, '{', open + 1)) {
    let depth = 0;
    for (let i = open; i < text.length; i++) {
      if (text[i] === '{') depth++;
      else if (text[i] === '}' && --depth === 0) return { open, close: i };
    }
  }
  return null;
}

// Splits at the commas outside of inner braces.
function splitAlternatives(body) {
  const parts = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < body.length; i++) {
    const char = body[i];
    if (char === '{') depth++;
    else if (char === '}') depth--;
    else if (char === ',' && depth === 0) {
      ArrayPrototypePush(parts, StringPrototypeSlice(body, start, i));
      start = i + 1;
    }
  }
  ArrayPrototypePush(parts, StringPrototypeSlice(body, start));
  return parts;
}

function sequence(body) {
  const match = RegExpPrototypeExec(NUMERIC, body);
  if (match !== null) return numbers(match[1], match[2], match[3]);
  const letters = RegExpPrototypeExec(ALPHABETIC, body);
  if (letters === null) return null;
  const codes = numbers(String(StringPrototypeCharCodeAt(letters[1], 0)), String(StringPrototypeCharCodeAt(letters[2], 0)), letters[3]);
  // A backslash between 'Z' and 'a' would be an escape: it expands to nothing.
  return ArrayPrototypeMap(codes, (code) => (code === '92' ? '' : StringFromCharCode(+code)));
}

function numbers(first, last, step) {
  const from = +first;
  const to = +last;
  const width = MathMax(first.length, last.length);
  const padded = RegExpPrototypeExec(PADDED, first) !== null || RegExpPrototypeExec(PADDED, last) !== null;
  const by = MathMax(MathAbs(+(step ?? 1)), 1) * (to < from ? -1 : 1);
  const out = [];
  for (let n = from; (by > 0 ? n <= to : n >= to) && out.length < MAX_RESULTS; n += by) {
    if (!padded) ArrayPrototypePush(out, String(n));
    else ArrayPrototypePush(out, n < 0 ? `-${StringPrototypePadStart(String(-n), width - 1, '0')}` : StringPrototypePadStart(String(n), width, '0'));
  }
  return out;
}

function combine(heads, tails, prefix) {
  const out = [];
  for (let i = 0; i < heads.length; i++) {
    const head = heads[i];
    for (let j = 0; j < tails.length; j++) {
      const tail = tails[j];
      if (out.length >= MAX_RESULTS) return out;
      ArrayPrototypePush(out, prefix + head + tail);
    }
  }
  return out;
}

function expand(text) {
  const pair = findPair(text);
  if (pair === null) return [text];
  const { open, close } = pair;
  const prefix = StringPrototypeSlice(text, 0, open);
  const body = StringPrototypeSlice(text, open + 1, close);

  if (StringPrototypeEndsWith(prefix, '$')) return combine([`{${body}}`], expand(StringPrototypeSlice(text, close + 1)), prefix);

  const inOrder = sequence(body);
  if (inOrder !== null) return combine(inOrder, expand(StringPrototypeSlice(text, close + 1)), prefix);

  const alternatives = splitAlternatives(body);
  if (alternatives.length > 1) {
    return combine(ArrayPrototypeFlatMap(alternatives, expand), expand(StringPrototypeSlice(text, close + 1)), prefix);
  }

  // '{a},b}' : in the shell the comma after the first '}' counts.
  if (RegExpPrototypeExec(/^[^{]*,.*\}/, StringPrototypeSlice(text, close + 1)) !== null) {
    const hidden = expand(`${prefix}{${body}\0${StringPrototypeSlice(text, close + 1)}`);
    return ArrayPrototypeMap(hidden, (one) => StringPrototypeReplaceAll(one, '\0', '}'));
  }
  return combine(ArrayPrototypeMap(expand(body), (inner) => `{${inner}}`), expand(StringPrototypeSlice(text, close + 1)), prefix);
}

function expandBraces(pattern) {
  if (RegExpPrototypeExec(/\{[^{]*\}/, pattern) === null) return [pattern];
  // A leading '{}' is the empty word of other tools: it is kept, and the rest is expanded.
  if (StringPrototypeStartsWith(pattern, '{}')) return ArrayPrototypeMap(expand(StringPrototypeSlice(pattern, 2)), (rest) => `{}${rest}`);
  return expand(pattern);
}

module.exports = { expandBraces };
