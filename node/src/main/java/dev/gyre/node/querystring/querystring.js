'use strict';

// node:querystring. parse and stringify call escape and unescape through the module's own properties, because users may
// replace them.

const {
  ArrayIsArray, ArrayPrototypePush, NumberIsFinite, NumberIsInteger, ObjectKeys, RegExpPrototypeExec, String,
  StringPrototypeCharCodeAt, StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeReplaceAll,
  StringPrototypeSlice, decodeURIComponent,
} = require('internal/primordials');
const { escapeText } = require('internal/querystring/escape');
const { Buffer } = require('buffer');

const DEFAULT_MAX_KEYS = 1000;
const PLUS = 0x2b, PERCENT = 0x25, SPACE = 0x20;

// ---- decode

const encodedByte = /%[0-9a-f]{2}/i;

function hexValue(code) {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** The bytes of a percent-encoded string; invalid encodings stay unchanged. */
function unescapeBuffer(s, decodeSpaces) {
  const out = Buffer.allocUnsafe(s.length);
  let size = 0;
  for (let i = 0; i < s.length; i++) {
    let code = StringPrototypeCharCodeAt(s, i);
    if (code === PLUS && decodeSpaces) {
      code = SPACE;
    } else if (code === PERCENT && i < s.length - 2) {
      const high = hexValue(StringPrototypeCharCodeAt(s, i + 1)), low = hexValue(StringPrototypeCharCodeAt(s, i + 2));
      if (high >= 0 && low >= 0) {
        code = high * 16 + low;
        i += 2;
      }
    }
    out[size++] = code;
  }
  return size === s.length ? out : out.slice(0, size);
}

function unescape(s, decodeSpaces) {
  try {
    return decodeURIComponent(s);
  } catch {
    return querystring.unescapeBuffer(s, decodeSpaces).toString();
  }
}

function decodeWith(decode, text) {
  try {
    return decode(text);
  } catch {
    return querystring.unescape(text, true);
  }
}

/** The decoder for one part of a pair: a given one gets every part, our own only those that need it. */
function partDecoder(qs, options) {
  const decode = typeof options?.decodeURIComponent === 'function' ? options.decodeURIComponent : querystring.unescape;
  if (decode === unescape) {
    const hasPlus = StringPrototypeIncludes(qs, '+'), hasPercent = StringPrototypeIncludes(qs, '%');
    return (part) => {
      const text = hasPlus ? StringPrototypeReplaceAll(part, '+', ' ') : part;
      return hasPercent && StringPrototypeIncludes(text, '%') && RegExpPrototypeExec(encodedByte, text) !== null ? decodeWith(decode, text) : text;
    };
  }
  return (part) => (part === '' ? '' : decodeWith(decode, StringPrototypeReplaceAll(part, '+', '%20')));
}

function add(object, key, value) {
  const present = object[key];
  if (present === undefined) object[key] = value;
  else if (ArrayIsArray(present)) ArrayPrototypePush(present, value);
  else object[key] = [present, value];
}

/**
 * Adds the pairs if a separator has several characters. Node reads each character once: for the next one of the separator,
 * then for the next one of the equals sign. So it misses a match that begins within another, incomplete one.
 */
function parseByCharacter(object, qs, separator, equals, decode, pairsLeft) {
  let start = 0, key = '', ofSeparator = 0, ofEquals = 0;
  for (let i = 0; i < qs.length; i++) {
    if (qs[i] === separator[ofSeparator]) {
      if (++ofSeparator < separator.length) continue;
      const end = i - ofSeparator + 1;
      const piece = start < end ? StringPrototypeSlice(qs, start, end) : '';
      const hasKey = ofEquals === equals.length;
      if (hasKey) add(object, decode(key), decode(piece));
      else if (piece !== '' || key !== '') add(object, decode(key + piece), '');
      if (--pairsLeft === 0) return;
      start = i + 1;
      key = '';
      ofSeparator = ofEquals = 0;
    } else {
      ofSeparator = 0;
      if (ofEquals === equals.length) continue;
      if (qs[i] !== equals[ofEquals]) {
        ofEquals = 0;
      } else if (++ofEquals === equals.length) {
        const end = i - ofEquals + 1;
        if (start < end) key = StringPrototypeSlice(qs, start, end);
        start = i + 1;
      }
    }
  }
  const rest = StringPrototypeSlice(qs, start);
  if (ofEquals === equals.length) add(object, decode(key), decode(rest));
  else if (rest !== '' || ofEquals > 0) add(object, decode(rest), '');
}

function parse(qs, sep, eq, options) {
  const object = { __proto__: null };
  if (typeof qs !== 'string' || qs.length === 0) return object;
  const separator = sep ? String(sep) : '&', equals = eq ? String(eq) : '=';
  const decode = partDecoder(qs, options);
  let pairsLeft = DEFAULT_MAX_KEYS;
  if (typeof options?.maxKeys === 'number') {
    const { maxKeys } = options;
    pairsLeft = maxKeys > 0 && NumberIsInteger(maxKeys) ? maxKeys : Infinity; // other values are never counted down to 0
  }

  if (separator.length > 1 || equals.length > 1 || separator === equals) {
    parseByCharacter(object, qs, separator, equals, decode, pairsLeft);
    return object;
  }
  for (let start = 0; start < qs.length && pairsLeft > 0; pairsLeft--) {
    let end = separator === '' ? -1 : StringPrototypeIndexOf(qs, separator, start);
    if (end === -1) end = qs.length;
    if (end > start) {
      const pair = StringPrototypeSlice(qs, start, end);
      const at = StringPrototypeIndexOf(pair, equals);
      const key = at === -1 ? pair : StringPrototypeSlice(pair, 0, at);
      add(object, decode(key), at === -1 ? '' : decode(StringPrototypeSlice(pair, at + equals.length)));
    }
    start = end + separator.length;
  }
  return object;
}

// ---- encode

function escape(value) {
  if (typeof value !== 'string') value = typeof value === 'object' ? String(value) : value + '';
  return escapeText(value);
}

function primitiveText(value) {
  switch (typeof value) {
    case 'string': return value;
    case 'number': return NumberIsFinite(value) ? `${value}` : '';
    case 'bigint': case 'boolean': return `${value}`;
    default: return '';
  }
}

function stringify(object, sep, eq, options) {
  if (object === null || typeof object !== 'object') return '';
  const separator = sep || '&', equals = eq || '=';
  const encode = typeof options?.encodeURIComponent === 'function' ? options.encodeURIComponent : querystring.escape;

  let text = '';
  for (let j = 0, list = ObjectKeys(object); j < list.length; j++) {
    const key = list[j];
    const name = encode(key) + equals, value = object[key];
    if (!ArrayIsArray(value)) {
      text += (text && separator) + name + encode(primitiveText(value));
    } else {
      for (let i = 0; i < value.length; i++) text += (text && separator) + name + encode(primitiveText(value[i]));
    }
  }
  return text;
}

const querystring = module.exports = {
  unescapeBuffer,
  unescape,
  escape,
  stringify,
  encode: stringify,
  parse,
  decode: parse,
};
