'use strict';

// The headers of an incoming message as objects. How repeated names are combined depends on the name.
//
// The objects are built from the text of the head, `target \n name \n value \n ...`, or from the list of raw headers if that
// exists already. All messages have the same few names. So a name is not cut out of the text: its length and three of its
// letters give its index in a table of known names, and one comparison confirms the match.

const {
  Array, ArrayPrototypeFill, ArrayPrototypePush, ObjectKeys, SafeMap, SafeSet, StringPrototypeCharCodeAt,
  StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeStartsWith,
} = require('internal/primordials');
const { lowerName } = require('internal/http/syntax');

// For these names, only the first value is kept.
const SINGLE = new SafeSet([
  'age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host', 'if-modified-since',
  'if-unmodified-since', 'last-modified', 'location', 'max-forwards', 'proxy-authorization', 'referer', 'retry-after',
  'server', 'user-agent',
]);

function addField(name, value, to, joinsSingle) {
  addLower(lowerName(name), value, to, joinsSingle);
}

function addLower(lower, value, to, joinsSingle) {
  if (lower === 'set-cookie') {
    if (to[lower] === undefined) to[lower] = [value];
    else ArrayPrototypePush(to[lower], value);
    return;
  }
  const before = to[lower];
  if (typeof before !== 'string') to[lower] = value; // missing, or inherited from Object.prototype
  else if (lower === 'cookie') to[lower] = `${before}; ${value}`;
  else if (joinsSingle || !SINGLE.has(lower)) to[lower] = `${before}, ${value}`;
}

function fieldsOf(raw, joinsSingle) {
  const fields = {};
  for (let i = 0; i < raw.length; i += 2) addField(raw[i], raw[i + 1], fields, joinsSingle);
  return fields;
}

// ---- from the text

// One spelling of a name. All spellings of a name share its field.
class Spelling {
  constructor(name, field) {
    this.name = name;
    this.length = name.length;
    this.field = field;
  }
}

class Field {
  constructor(lower, isOnlyOne = true) {
    this.lower = lower;
    this.isOnlyOne = isOnlyOne; // of this name, so that a repetition is detected without a lookup
    this.lastSeen = 0; // the text in which it was last seen
  }
}

const TABLE_SIZE = 512;
const MAX_FIELDS = 1024;
const spellings = ArrayPrototypeFill(new Array(TABLE_SIZE), undefined);
const fieldsByName = new SafeMap();
let texts = 0;

function spellingAt(text, from, to) {
  const length = to - from;
  const third = StringPrototypeCharCodeAt(text, length > 2 ? to - 3 : from);
  const place = (StringPrototypeCharCodeAt(text, from) * 31 + third * 11 + StringPrototypeCharCodeAt(text, to - 1) * 5 + length) & (TABLE_SIZE - 1);
  const known = spellings[place];
  if (known !== undefined && known.length === length && StringPrototypeStartsWith(text, known.name, from)) return known;
  const { 0: name } = ObjectKeys({ [StringPrototypeSlice(text, from, to)]: undefined }); // makes an internalized string that does not keep the text alive
  return spellings[place] = new Spelling(name, fieldOf(lowerName(name)));
}

function fieldOf(lower) {
  let field = fieldsByName.get(lower);
  if (field === undefined && fieldsByName.size < MAX_FIELDS && lower !== 'set-cookie') {
    field = new Field(lower);
    fieldsByName.set(lower, field);
  }
  return field ?? new Field(lower, false);
}

// at: start of the first name. maxNames: 0 means no limit.
function fieldsOfText(text, at, maxNames, joinsSingle) {
  const fields = {};
  const number = ++texts;
  for (let names = 0; at < text.length && (names < maxNames || maxNames === 0); names++) {
    const nameEnd = StringPrototypeIndexOf(text, '\n', at);
    const { field } = spellingAt(text, at, nameEnd);
    at = StringPrototypeIndexOf(text, '\n', nameEnd + 1);
    const value = StringPrototypeSlice(text, nameEnd + 1, at++);
    if (field.lastSeen !== number && field.isOnlyOne) {
      field.lastSeen = number;
      fields[field.lower] = value;
    } else {
      addLower(field.lower, value, fields, joinsSingle);
    }
  }
  return fields;
}

function addDistinct(name, value, to) {
  const lower = lowerName(name);
  if (to[lower] === undefined) to[lower] = [value];
  else ArrayPrototypePush(to[lower], value);
}

function distinctFieldsOf(raw) {
  const fields = { __proto__: null };
  for (let i = 0; i < raw.length; i += 2) addDistinct(raw[i], raw[i + 1], fields);
  return fields;
}

module.exports = { addField, fieldsOf, fieldsOfText, addDistinct, distinctFieldsOf };
