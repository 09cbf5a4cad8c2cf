'use strict';

// node:querystring. parse and stringify call escape and unescape through the module's own
// properties: users may replace them.

const { ERR_INVALID_URI } = require('internal/errors').codes;
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

/** The bytes of a percent-encoded string; what is no valid encoding stands for itself. */
function unescapeBuffer(s, decodeSpaces) {
  const out = Buffer.allocUnsafe(s.length);
  let size = 0;
  for (let i = 0; i < s.length; i++) {
    let code = s.charCodeAt(i);
    if (code === PLUS && decodeSpaces) {
      code = SPACE;
    } else if (code === PERCENT && i < s.length - 2) {
      const high = hexValue(s.charCodeAt(i + 1)), low = hexValue(s.charCodeAt(i + 2));
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

/** The decoder for one part of a pair: a given one sees every part, our own only what needs it. */
function partDecoder(options) {
  const decode = typeof options?.decodeURIComponent === 'function' ? options.decodeURIComponent : querystring.unescape;
  if (decode === unescape) {
    return (part) => {
      const text = part.includes('+') ? part.replaceAll('+', ' ') : part;
      return encodedByte.test(text) ? decodeWith(decode, text) : text;
    };
  }
  return (part) => (part === '' ? '' : decodeWith(decode, part.replaceAll('+', '%20')));
}

function add(object, key, value) {
  const present = object[key];
  if (present === undefined) object[key] = value;
  else if (Array.isArray(present)) present.push(value);
  else object[key] = [present, value];
}

function parse(qs, sep, eq, options) {
  const object = { __proto__: null };
  if (typeof qs !== 'string' || qs.length === 0) return object;
  const separator = sep ? String(sep) : '&', equals = eq ? String(eq) : '=';
  const decode = partDecoder(options);
  let pairsLeft = DEFAULT_MAX_KEYS;
  if (typeof options?.maxKeys === 'number') {
    const { maxKeys } = options;
    pairsLeft = maxKeys > 0 && Number.isInteger(maxKeys) ? maxKeys : Infinity; // others are never counted down to 0
  }

  for (let start = 0; start < qs.length && pairsLeft > 0; pairsLeft--) {
    let end = separator === '' ? -1 : qs.indexOf(separator, start);
    if (end === -1) end = qs.length;
    if (end > start) {
      const pair = qs.slice(start, end);
      const at = pair.indexOf(equals);
      const key = at === -1 ? pair : pair.slice(0, at);
      add(object, decode(key), at === -1 ? '' : decode(pair.slice(at + equals.length)));
    }
    start = end + separator.length;
  }
  return object;
}

// ---- encode

const needsNoEscape = /^[\w\-.!~*'()]*$/;

function escape(value) {
  if (typeof value !== 'string') value = typeof value === 'object' ? String(value) : value + '';
  if (needsNoEscape.test(value)) return value;
  return value.isWellFormed() ? encodeURIComponent(value) : escapeIllFormed(value);
}

// A surrogate takes whatever unit follows it for its other half, and must not be the last.
function escapeIllFormed(text) {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0xd800 || code > 0xdfff) {
      out += encodeURIComponent(text[i]);
    } else if (++i === text.length) {
      throw new ERR_INVALID_URI();
    } else {
      const point = 0x10000 + ((code & 0x3ff) << 10 | text.charCodeAt(i) & 0x3ff);
      out += encodeURIComponent(String.fromCodePoint(point));
    }
  }
  return out;
}

function primitiveText(value) {
  switch (typeof value) {
    case 'string': return value;
    case 'number': return Number.isFinite(value) ? `${value}` : '';
    case 'bigint': case 'boolean': return `${value}`;
    default: return '';
  }
}

function stringify(object, sep, eq, options) {
  if (object === null || typeof object !== 'object') return '';
  const separator = sep || '&', equals = eq || '=';
  const encode = typeof options?.encodeURIComponent === 'function' ? options.encodeURIComponent : querystring.escape;

  let text = '';
  for (const key of Object.keys(object)) {
    const name = encode(key) + equals, value = object[key];
    if (!Array.isArray(value)) {
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
