'use strict';

// The URL parser of the WHATWG standard.
//
// The standard defines a state machine that reads character by character. Its states follow from the shape of the text, so
// here the text is split instead: fragment at the first '#', query at the first '?', scheme by a RegExp, authority at the
// next slash. The rest are the same rules with the same names.
//
// A record keeps its parts as they are written in the URL. `path` is a string: '' or '/a/b', or anything if `opaque`
// (mailto:x). `host` is null if there is none; '' is a host too (file:///x). `query` and `fragment` have no '?' and '#', and
// are null if there is none.

const {
  Number, RegExpPrototypeExec, StringPrototypeCharCodeAt, StringPrototypeEndsWith, StringPrototypeIncludes,
  StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeReplaceAll, StringPrototypeSlice,
  StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeToLowerCase, replacePattern,
} = require('internal/primordials');
const { trimmed } = require('internal/trim');
const { percentEncode, sets } = require('internal/url/encode');
const { parseHost } = require('internal/url/host');
const { fillPlain } = require('internal/url/plain');

const specialPorts = { '__proto__': null, 'http:': 80, 'https:': 443, 'ws:': 80, 'wss:': 443, 'ftp:': 21, 'file:': null };

const SCHEME = /^[a-zA-Z][a-zA-Z0-9+.-]*:/;
const isOuterSpace = (code) => code <= 0x20;
const TAB_OR_NEWLINE = /[\t\n\r]/g;
const HAS_TAB_OR_NEWLINE = /[\t\n\r]/;
const SINGLE_DOT = /^(?:\.|%2e)$/i;
const DOUBLE_DOT = /^(?:\.|%2e)(?:\.|%2e)$/i;
const MAY_HAVE_DOTS = /(?:^|[/\\])(?:\.|%2e)/i;
const DRIVE_LETTER = /^[a-zA-Z][:|]$/;
const STARTS_WITH_DRIVE_LETTER = /^[a-zA-Z][:|](?:[/\\]|$)/;
const ONLY_DRIVE = /^\/[a-zA-Z]:$/;

class UrlRecord {
  scheme = ''; // including its colon
  username = '';
  password = '';
  host = null;
  port = null;
  path = '';
  opaque = false;
  query = null;
  fragment = null;
  text = null; // the parsed text, if it was in canonical form; not updated when the record changes

  get special() {
    return this.scheme in specialPorts;
  }

  // User and port are meaningless without a host, or in a file: URL.
  get cannotHavePort() {
    return this.host === null || this.host === '' || this.scheme === 'file:';
  }
}

const isSlash = (code, special) => code === 47 || (special && code === 92);

function stripTabsAndNewlines(text) {
  return RegExpPrototypeExec(HAS_TAB_OR_NEWLINE, text) !== null ? replacePattern(TAB_OR_NEWLINE, text, '') : text;
}

// ---- path

// Removes the last segment; a drive letter alone stays.
function shorten(path, scheme) {
  if (scheme === 'file:' && RegExpPrototypeExec(ONLY_DRIVE, path) !== null) return path;
  const cut = StringPrototypeLastIndexOf(path, '/');
  return cut === -1 ? '' : StringPrototypeSlice(path, 0, cut);
}

// Appends `text`, which has no leading slash, to the directory `path`.
function appendPath(path, text, scheme, special) {
  const encoded = percentEncode(text, sets.path);
  const drive = scheme === 'file:';
  if (!drive && RegExpPrototypeExec(MAY_HAVE_DOTS, encoded) === null && !(special && StringPrototypeIncludes(encoded, '\\'))) return `${path}/${encoded}`;

  const segments = StringPrototypeSplit(special ? StringPrototypeReplaceAll(encoded, '\\', '/') : encoded, '/');
  const last = segments.length - 1;
  for (let i = 0; i <= last; i++) {
    let segment = segments[i];
    const mayBeDots = segment[0] === '.' || segment[0] === '%';
    if (mayBeDots && RegExpPrototypeExec(DOUBLE_DOT, segment) !== null) {
      path = shorten(path, scheme);
      if (i === last) path += '/';
    } else if (mayBeDots && RegExpPrototypeExec(SINGLE_DOT, segment) !== null) {
      if (i === last) path += '/';
    } else {
      if (drive && path === '' && RegExpPrototypeExec(DRIVE_LETTER, segment) !== null) segment = `${segment[0]}:`;
      path += `/${segment}`;
    }
  }
  return path;
}

// The path of a URL that has an authority or began with a slash.
function absolutePath(text, scheme, special) {
  if (text === '') return special ? '/' : '';
  return appendPath('', isSlash(StringPrototypeCharCodeAt(text, 0), special) ? StringPrototypeSlice(text, 1) : text, scheme, special);
}

// ---- authority

// The index of the ':' between host and port: the first one outside of brackets, or -1.
function portColon(text) {
  const bracket = StringPrototypeLastIndexOf(text, ']');
  const open = StringPrototypeIndexOf(text, '[');
  const colon = StringPrototypeIndexOf(text, ':');
  return open !== -1 && open < colon ? StringPrototypeIndexOf(text, ':', bracket === -1 ? text.length : bracket) : colon;
}

// A number, null for none or the scheme's default, undefined for an invalid one.
function parsePort(digits, scheme) {
  if (digits === '') return null;
  if (RegExpPrototypeExec(/^\d+$/, digits) === null) return undefined;
  const port = Number(digits);
  if (port > 65535) return undefined;
  return specialPorts[scheme] === port ? null : port;
}

function parseAuthority(url, text) {
  const at = StringPrototypeLastIndexOf(text, '@');
  let hostAndPort = text;
  if (at !== -1) {
    const credentials = StringPrototypeSlice(text, 0, at);
    hostAndPort = StringPrototypeSlice(text, at + 1);
    if (hostAndPort === '') return false;
    const colon = StringPrototypeIndexOf(credentials, ':');
    url.username = percentEncode(colon === -1 ? credentials : StringPrototypeSlice(credentials, 0, colon), sets.userinfo);
    if (colon !== -1) url.password = percentEncode(StringPrototypeSlice(credentials, colon + 1), sets.userinfo);
  }
  const colon = portColon(hostAndPort);
  const hostText = colon === -1 ? hostAndPort : StringPrototypeSlice(hostAndPort, 0, colon);
  if (hostText === '' && (url.special || colon !== -1)) return false;
  const host = parseHost(hostText, url.special);
  if (host === null) return false;
  url.host = host;
  if (colon !== -1) {
    const port = parsePort(StringPrototypeSlice(hostAndPort, colon + 1), url.scheme);
    if (port === undefined) return false;
    url.port = port;
  }
  return true;
}

// `text` follows the two slashes.
function authorityAndPath(url, text) {
  const { special } = url;
  let end = 0;
  while (end < text.length && !isSlash(StringPrototypeCharCodeAt(text, end), special)) end++;
  if (!parseAuthority(url, StringPrototypeSlice(text, 0, end))) return false;
  url.path = absolutePath(StringPrototypeSlice(text, end), url.scheme, special);
  return true;
}

// ---- file

function parseFileHost(text) {
  if (text === '') return '';
  const host = parseHost(text, true);
  return host === 'localhost' ? '' : host;
}

function parseFile(url, text, base) {
  const fromFile = base !== null && base.scheme === 'file:';
  url.host = '';
  if (!isSlash(StringPrototypeCharCodeAt(text, 0), true)) return relativeFile(url, text, fromFile ? base : null);
  if (isSlash(StringPrototypeCharCodeAt(text, 1), true)) {
    let end = 2;
    while (end < text.length && !isSlash(StringPrototypeCharCodeAt(text, end), true)) end++;
    const hostText = StringPrototypeSlice(text, 2, end);
    if (RegExpPrototypeExec(DRIVE_LETTER, hostText) !== null) {
      url.path = appendPath('', StringPrototypeSlice(text, 2), url.scheme, true); // file://C:/x
      return true;
    }
    const host = parseFileHost(hostText);
    if (host === null) return false;
    url.host = host;
    url.path = absolutePath(StringPrototypeSlice(text, end), url.scheme, true);
    return true;
  }
  let start = '';
  if (fromFile) {
    url.host = base.host;
    const drive = StringPrototypeSlice(base.path, 0, 3);
    const baseHasDrive = RegExpPrototypeExec(ONLY_DRIVE, drive) !== null && (base.path.length === 3 || base.path[3] === '/');
    if (baseHasDrive && RegExpPrototypeExec(STARTS_WITH_DRIVE_LETTER, StringPrototypeSlice(text, 1)) === null) start = drive;
  }
  url.path = appendPath(start, StringPrototypeSlice(text, 1), url.scheme, true);
  return true;
}

function relativeFile(url, text, base) {
  let start = '';
  if (base !== null) {
    url.host = base.host;
    if (text === '') {
      url.path = base.path;
      url.query ??= base.query;
      return true;
    }
    if (RegExpPrototypeExec(STARTS_WITH_DRIVE_LETTER, text) === null) start = shorten(base.path, url.scheme);
  }
  url.path = text === '' ? '/' : appendPath(start, text, url.scheme, true);
  return true;
}

// ---- relative

function parseRelative(url, text, base) {
  const { special } = url;
  if (isSlash(StringPrototypeCharCodeAt(text, 0), special)) {
    if (isSlash(StringPrototypeCharCodeAt(text, 1), special)) return authorityAndPath(url, special ? skipSlashes(text) : StringPrototypeSlice(text, 2));
    inheritAuthority(url, base);
    url.path = absolutePath(text, url.scheme, special);
    return true;
  }
  inheritAuthority(url, base);
  if (text === '') {
    url.path = base.path;
    url.query ??= base.query;
  } else {
    url.path = appendPath(shorten(base.path, url.scheme), text, url.scheme, special);
  }
  return true;
}

function inheritAuthority(url, base) {
  url.username = base.username;
  url.password = base.password;
  url.host = base.host;
  url.port = base.port;
}

function skipSlashes(text) {
  let start = 0;
  while (isSlash(StringPrototypeCharCodeAt(text, start), true)) start++;
  return StringPrototypeSlice(text, start);
}

// ---- the parser

function parseAfterScheme(url, text, base) {
  if (url.scheme === 'file:') return parseFile(url, text, base);
  if (url.special) {
    if (base !== null && base.scheme === url.scheme && RegExpPrototypeExec(/^[/\\]{2}/, text) === null) {
      // http:x with the base http://host/ is relative; only two plain slashes begin an authority.
      return parseRelative(url, text, base);
    }
    return authorityAndPath(url, skipSlashes(text));
  }
  if (StringPrototypeStartsWith(text, '//')) return authorityAndPath(url, StringPrototypeSlice(text, 2));
  if (StringPrototypeStartsWith(text, '/')) {
    url.path = absolutePath(text, url.scheme, false);
    return true;
  }
  url.opaque = true;
  const spaced = StringPrototypeEndsWith(text, ' ') && (url.query !== null || url.fragment !== null);
  url.path = percentEncode(spaced ? `${StringPrototypeSlice(text, 0, -1)}%20` : text, sets.c0);
  return true;
}

// The record of `input`, resolved against the record `base` if it is relative, or null.
function parse(input, base = null) {
  const url = new UrlRecord();
  if (fillPlain(url, input, base)) return url;
  const hasOuterSpace = input[0] <= ' ' || input[input.length - 1] <= ' ';
  let text = stripTabsAndNewlines(hasOuterSpace ? trimmed(input, isOuterSpace) : input);

  const hash = StringPrototypeIndexOf(text, '#');
  if (hash !== -1) {
    url.fragment = percentEncode(StringPrototypeSlice(text, hash + 1), sets.fragment);
    text = StringPrototypeSlice(text, 0, hash);
  }
  const mark = StringPrototypeIndexOf(text, '?');
  let query = null;
  if (mark !== -1) {
    query = StringPrototypeSlice(text, mark + 1);
    text = StringPrototypeSlice(text, 0, mark);
    url.query = ''; // encoded below, when the scheme is known
  }

  const scheme = RegExpPrototypeExec(SCHEME, text);
  let good;
  if (scheme !== null) {
    url.scheme = StringPrototypeToLowerCase(scheme[0]);
    good = parseAfterScheme(url, StringPrototypeSlice(text, scheme[0].length), base);
  } else if (base === null) {
    return null;
  } else if (base.opaque) {
    if (text !== '' || query !== null || hash === -1) return null;
    url.scheme = base.scheme;
    url.path = base.path;
    url.opaque = true;
    url.query = base.query;
    good = true;
  } else {
    url.scheme = base.scheme;
    good = base.scheme === 'file:' ? parseFile(url, text, base) : parseRelative(url, text, base);
  }
  if (!good) return null;
  if (query !== null) url.query = percentEncode(query, url.special ? sets.specialQuery : sets.query);
  return url;
}

function serializeHost(url) {
  if (url.host === null) return '';
  return url.port === null ? url.host : `${url.host}:${url.port}`;
}

function serialize(url) {
  let out = url.scheme;
  if (url.host !== null) {
    out += '//';
    if (url.username !== '' || url.password !== '') {
      out += url.username;
      if (url.password !== '') out += `:${url.password}`;
      out += '@';
    }
    out += serializeHost(url);
  } else if (!url.opaque && StringPrototypeStartsWith(url.path, '//')) {
    out += '/.'; // otherwise the path would be parsed as a host
  }
  out += url.path;
  if (url.query !== null) out += `?${url.query}`;
  if (url.fragment !== null) out += `#${url.fragment}`;
  return out;
}

module.exports = {
  UrlRecord,
  absolutePath,
  isSlash,
  parse,
  parseFileHost,
  parsePort,
  portColon,
  serialize,
  serializeHost,
  specialPorts,
  stripTabsAndNewlines,
};
