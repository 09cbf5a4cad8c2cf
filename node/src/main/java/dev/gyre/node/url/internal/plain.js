'use strict';

// Most URLs that programs use are already in the parser's output form: http://host:port/path?query#fragment in plain ASCII,
// or a path that begins with a slash, with such a base. One pass determines whether a text is of that kind, and splits it.
// Anything else, valid or not, is left to the parser (record.js): everything that might be changed, such as dots after a
// slash, escapes there, numbers as hosts, punycode.

const {
  RegExpPrototypeExec, StringFromCharCode, StringPrototypeCharCodeAt, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeStartsWith, Uint8Array,
} = require('internal/primordials');

const HOST = 1, PATH = 2, QUERY = 4, FRAGMENT = 8, USER = 16;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

const classes = new Uint8Array(128);
for (let code = 0x21; code < 0x7f; code++) {
  const char = StringFromCharCode(code);
  classes[code] = (RegExpPrototypeExec(/[a-z0-9_.-]/, char) !== null ? HOST : 0) | (RegExpPrototypeExec(/[^"#<>?^`{}\\]/, char) !== null ? PATH : 0) |
    (RegExpPrototypeExec(/[^"#<>']/, char) !== null ? QUERY : 0) | (RegExpPrototypeExec(/[^"<>`]/, char) !== null ? FRAGMENT : 0) |
    (RegExpPrototypeExec(/[\w.~!$&'()*+,-]/, char) !== null ? USER : 0);
}

const isDigit = (code) => code >= 48 && code <= 57;

// The end of the run of characters of that class from `at` on.
function run(text, at, kind) {
  for (; at < text.length; at++) {
    const code = StringPrototypeCharCodeAt(text, at);
    if (code > 127 || (classes[code] & kind) === 0) break;
  }
  return at;
}

// The end of a path that has nothing to resolve, or -1.
function pathEnd(text, at) {
  for (; at < text.length; at++) {
    const code = StringPrototypeCharCodeAt(text, at);
    if (code === 63 || code === 35) return at;
    if (code > 127 || (classes[code] & PATH) === 0) return -1;
    if (code === 47) {
      const next = StringPrototypeCharCodeAt(text, at + 1);
      if (next === 46 || next === 37) return -1;
    }
  }
  return at;
}

// Four numbers, or a name whose last label doesn't begin with a digit, and none of whose labels is punycode.
function isPlainHost(host) {
  const last = StringPrototypeCharCodeAt(host, host.length - 1);
  const label = StringPrototypeLastIndexOf(host, '.') + 1;
  if (isDigit(StringPrototypeCharCodeAt(host, label))) return RegExpPrototypeExec(IPV4, host) !== null;
  return last !== 46 && !StringPrototypeIncludes(host, 'xn--');
}

// Sets path, query and fragment from the text at `at`; false if it is not plain.
function fillFromPath(url, text, at) {
  const end = pathEnd(text, at);
  if (end === -1) return false;
  let query = null;
  let fragment = null;
  let rest = end;
  if (StringPrototypeCharCodeAt(text, rest) === 63) {
    const start = rest + 1;
    rest = run(text, start, QUERY);
    query = StringPrototypeSlice(text, start, rest);
  }
  if (StringPrototypeCharCodeAt(text, rest) === 35) {
    const start = rest + 1;
    rest = run(text, start, FRAGMENT);
    fragment = StringPrototypeSlice(text, start, rest);
  }
  if (rest !== text.length) return false;
  url.path = end === at ? '/' : StringPrototypeSlice(text, at, end);
  url.query = query;
  url.fragment = fragment;
  return true;
}

// The index of the '@' of `user@` or `user:password@`, or -1.
function userEnd(text, start) {
  const at = StringPrototypeIndexOf(text, '@', start);
  if (at === -1) return -1;
  const end = run(text, start, USER);
  if (end === start) return -1;
  return end === at || (StringPrototypeCharCodeAt(text, end) === 58 && at > end + 1 && run(text, end + 1, USER) === at) ? at : -1;
}

function fillAbsolute(url, text, scheme, start, defaultPort) {
  const sign = userEnd(text, start);
  const userStart = start;
  if (sign !== -1) start = sign + 1;
  const hostEnd = run(text, start, HOST);
  if (hostEnd === start) return false;
  const host = StringPrototypeSlice(text, start, hostEnd);
  if (!isPlainHost(host)) return false;
  let at = hostEnd;
  let port = null;
  if (StringPrototypeCharCodeAt(text, at) === 58) {
    const first = StringPrototypeCharCodeAt(text, at + 1);
    if (!isDigit(first) || first === 48) return false;
    port = 0;
    for (at++; isDigit(StringPrototypeCharCodeAt(text, at)) && port < 65536; at++) port = port * 10 + StringPrototypeCharCodeAt(text, at) - 48;
    if (port > 65535 || port === defaultPort) return false;
  }
  const next = StringPrototypeCharCodeAt(text, at); // NaN at the end
  if (at < text.length && next !== 47 && next !== 63 && next !== 35) return false;
  if (!fillFromPath(url, text, at)) return false;
  url.scheme = scheme;
  url.host = host;
  url.port = port;
  if (sign !== -1) {
    const colon = run(text, userStart, USER);
    url.username = StringPrototypeSlice(text, userStart, colon);
    if (colon < sign) url.password = StringPrototypeSlice(text, colon + 1, sign);
  }
  if (next === 47) url.text = text;
  return true;
}

function fillFile(url, text) {
  const third = StringPrototypeCharCodeAt(text, 9);
  if (third === 58 || third === 124 || !fillFromPath(url, text, 7)) return false; // C: or C|
  url.scheme = 'file:';
  url.host = '';
  url.text = text;
  return true;
}

/** Fills the new record `url` from a plain text. If the text is not plain, returns false and leaves the record unchanged. */
function fillPlain(url, text, base) {
  switch (StringPrototypeCharCodeAt(text, 0)) {
    case 104: // h
      if (StringPrototypeStartsWith(text, 'https://')) return fillAbsolute(url, text, 'https:', 8, 443);
      return StringPrototypeStartsWith(text, 'http://') && fillAbsolute(url, text, 'http:', 7, 80);
    case 119: // w
      if (StringPrototypeStartsWith(text, 'wss://')) return fillAbsolute(url, text, 'wss:', 6, 443);
      return StringPrototypeStartsWith(text, 'ws://') && fillAbsolute(url, text, 'ws:', 5, 80);
    case 102: // f
      return StringPrototypeStartsWith(text, 'file:///') && fillFile(url, text);
    case 47: { // /
      if (base === null || (base.scheme !== 'http:' && base.scheme !== 'https:')) return false;
      if (StringPrototypeCharCodeAt(text, 1) === 47 || !fillFromPath(url, text, 0)) return false;
      url.scheme = base.scheme;
      url.username = base.username;
      url.password = base.password;
      url.host = base.host;
      url.port = base.port;
      return true;
    }
    default:
      return false;
  }
}

module.exports = { fillPlain };
