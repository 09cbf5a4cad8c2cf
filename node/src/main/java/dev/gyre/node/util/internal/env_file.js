'use strict';

// The format of .env files: KEY=value lines, an `export` before them is ignored, # begins a comment. A quoted value may span
// lines and contain #; in double quotes \n is a line break. The keys are sorted.



const {
  ArrayPrototypeSort, SafeMap, StringPrototypeIndexOf, StringPrototypeReplaceAll, StringPrototypeSlice,
  StringPrototypeStartsWith, copyList, replacePattern, searchPattern,
} = require('internal/primordials');

const trim = (text) => replacePattern(/^[ \t\n]+|[ \t\n]+$/g, text, '');

/** The value at the start of `text`, and the text after its line. */
function readValue(text) {
  const quote = text[0];
  const closing = quote === '"' || quote === "'" || quote === '`' ? StringPrototypeIndexOf(text, quote, 1) : -1;
  if (closing !== -1) {
    const value = StringPrototypeSlice(text, 1, closing);
    const newline = StringPrototypeIndexOf(text, '\n', closing + 1);
    return {
      value: quote === '"' ? StringPrototypeReplaceAll(value, '\\n', '\n') : value,
      rest: newline === -1 ? '' : StringPrototypeSlice(text, newline + 1),
    };
  }
  const newline = StringPrototypeIndexOf(text, '\n');
  const line = newline === -1 ? text : StringPrototypeSlice(text, 0, newline);
  const rest = newline === -1 ? '' : trim(StringPrototypeSlice(text, newline + 1));
  // An opening quote without a closing one is part of the value.
  if (quote === '"' || quote === "'" || quote === '`') return { value: line, rest };
  const hash = StringPrototypeIndexOf(line, '#');
  return { value: trim(hash === -1 ? line : StringPrototypeSlice(line, 0, hash)), rest };
}

function parseEnv(content) {
  const values = new SafeMap();
  let rest = trim(StringPrototypeReplaceAll(content, '\r', ''));
  while (rest !== '') {
    const at = rest[0] === '\n' || rest[0] === '#' ? StringPrototypeIndexOf(rest, '\n') : searchPattern(/[=\n]/, rest);
    if (at === -1) break;
    const isAssignment = rest[at] === '=' && rest[0] !== '#';
    if (!isAssignment) {
      rest = rest[0] === '\n' || rest[0] === '#' ? StringPrototypeSlice(rest, at + 1) : trim(StringPrototypeSlice(rest, at + 1));
      continue;
    }
    let key = trim(StringPrototypeSlice(rest, 0, at));
    rest = StringPrototypeSlice(rest, at + 1);
    if (rest === '' || rest[0] === '\n') {
      values.set(key, '');
      continue;
    }
    rest = trim(rest);
    if (key === '') continue;
    if (StringPrototypeStartsWith(key, 'export ')) key = trim(StringPrototypeSlice(key, 'export '.length));
    const read = rest === '' ? { value: '', rest: '' } : readValue(rest);
    values.set(key, read.value);
    rest = read.rest;
  }
  const sorted = { __proto__: null };
  for (let i = 0, list = ArrayPrototypeSort(copyList(values.keys())); i < list.length; i++) {
    const key = list[i];
    sorted[key] = values.get(key);
  }
  return sorted;
}

module.exports = { parseEnv };
