'use strict';

// The list of raw headers as objects: what happens to a name that comes twice depends on the name.

const { lowerName } = require('internal/http/syntax');

// Of these only the first counts.
const SINGLE = new Set([
  'age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host', 'if-modified-since',
  'if-unmodified-since', 'last-modified', 'location', 'max-forwards', 'proxy-authorization', 'referer', 'retry-after',
  'server', 'user-agent',
]);

function addField(name, value, to, joinsSingle) {
  const lower = lowerName(name);
  if (lower === 'set-cookie') {
    if (to[lower] === undefined) to[lower] = [value];
    else to[lower].push(value);
    return;
  }
  const before = to[lower];
  if (typeof before !== 'string') to[lower] = value; // not there, or what every object has
  else if (lower === 'cookie') to[lower] = `${before}; ${value}`;
  else if (joinsSingle || !SINGLE.has(lower)) to[lower] = `${before}, ${value}`;
}

function fieldsOf(raw, joinsSingle) {
  const fields = {};
  for (let i = 0; i < raw.length; i += 2) addField(raw[i], raw[i + 1], fields, joinsSingle);
  return fields;
}

function addDistinct(name, value, to) {
  const lower = lowerName(name);
  if (to[lower] === undefined) to[lower] = [value];
  else to[lower].push(value);
}

function distinctFieldsOf(raw) {
  const fields = { __proto__: null };
  for (let i = 0; i < raw.length; i += 2) addDistinct(raw[i], raw[i + 1], fields);
  return fields;
}

module.exports = { addField, fieldsOf, addDistinct, distinctFieldsOf };
