'use strict';

// The format of .env files: KEY=value lines, `export` before them ignored, # begins a comment.
// A value in quotes may span lines and hold #; in double quotes \n is a line break. The keys
// come out sorted.

const {
  ArrayPrototypeSort, Map, StringPrototypeReplaceAll, StringPrototypeStartsWith,
} = require('internal/primordials');

const trim = (text) => text.replace(/^[ \t\n]+|[ \t\n]+$/g, '');

/** The value at the start of `text`, and what follows its line. */
function readValue(text) {
  const quote = text[0];
  const closing = quote === '"' || quote === "'" || quote === '`' ? text.indexOf(quote, 1) : -1;
  if (closing !== -1) {
    const value = text.slice(1, closing);
    const newline = text.indexOf('\n', closing + 1);
    return {
      value: quote === '"' ? StringPrototypeReplaceAll(value, '\\n', '\n') : value,
      rest: newline === -1 ? '' : text.slice(newline + 1),
    };
  }
  const newline = text.indexOf('\n');
  const line = newline === -1 ? text : text.slice(0, newline);
  const rest = newline === -1 ? '' : trim(text.slice(newline + 1));
  // An opening quote without its twin is a part of the value.
  if (quote === '"' || quote === "'" || quote === '`') return { value: line, rest };
  const hash = line.indexOf('#');
  return { value: trim(hash === -1 ? line : line.slice(0, hash)), rest };
}

function parseEnv(content) {
  const values = new Map();
  let rest = trim(StringPrototypeReplaceAll(content, '\r', ''));
  while (rest !== '') {
    const at = rest[0] === '\n' || rest[0] === '#' ? rest.indexOf('\n') : rest.search(/[=\n]/);
    if (at === -1) break;
    const isAssignment = rest[at] === '=' && rest[0] !== '#';
    if (!isAssignment) {
      rest = rest[0] === '\n' || rest[0] === '#' ? rest.slice(at + 1) : trim(rest.slice(at + 1));
      continue;
    }
    let key = trim(rest.slice(0, at));
    rest = rest.slice(at + 1);
    if (rest === '' || rest[0] === '\n') {
      values.set(key, '');
      continue;
    }
    rest = trim(rest);
    if (key === '') continue;
    if (StringPrototypeStartsWith(key, 'export ')) key = trim(key.slice('export '.length));
    const read = rest === '' ? { value: '', rest: '' } : readValue(rest);
    values.set(key, read.value);
    rest = read.rest;
  }
  const sorted = { __proto__: null };
  for (const key of ArrayPrototypeSort([...values.keys()])) sorted[key] = values.get(key);
  return sorted;
}

module.exports = { parseEnv };
