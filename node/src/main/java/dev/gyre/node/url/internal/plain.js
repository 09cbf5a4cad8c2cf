'use strict';

// Texts that are URLs in their serialized form already, or are one but for the slash of an empty path:
// `https://user@example.com:8080/a/b?c#d`, `file:///a/b`, `/a?b` on an http base. They are most of what a program parses.
// One pattern checks and cuts such a text: it runs at full speed from the second URL on, where a loop over characters
// waits for the optimising compiler. Any other text, good or bad, is left to the parser (record.js): dots or escapes
// after a slash, numbers as hosts, punycode.

const { RegExp, RegExpPrototypeExec, StringPrototypeIncludes, StringPrototypeLastIndexOf } = require('internal/primordials');

// A pattern keeps a way back for each character that it has read; the parser doesn't.
const MOST_CHARACTERS = 4096;

const USER = '[\\w.~!$&\'()*+,-]+';
const PATH = '(?:/(?![.%])[!$-.0-;=@-[\\]_a-z|~]*)';
const QUERY_AND_FRAGMENT = '(?:\\?([!$-&(-;=?-~]*))?(?:#([!#-;=?-_a-~]*))?$';

const ABSOLUTE = new RegExp(`^(?:https?|wss?)://(?:(${USER})(?::(${USER}))?@)?([a-z0-9_.-]+)(?::([1-9]\\d{0,4}))?(${PATH}*)${QUERY_AND_FRAGMENT}`);
const FILE = new RegExp(`^file://(?!/.[:|])(${PATH}+)${QUERY_AND_FRAGMENT}`); // not file:///C: or file:///C|
const ON_BASE = new RegExp(`^(?!//)(${PATH}+)${QUERY_AND_FRAGMENT}`);
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

// Four numbers, or a name whose last label doesn't begin with a digit, and none of whose labels is punycode.
function isPlainHost(host) {
  const first = host[StringPrototypeLastIndexOf(host, '.') + 1];
  if (first === undefined) return false; // ends with a dot
  if (first >= '0' && first <= '9') return RegExpPrototypeExec(IPV4, host) !== null;
  return !StringPrototypeIncludes(host, 'xn--');
}

function fillAbsolute(url, text) {
  const match = RegExpPrototypeExec(ABSOLUTE, text);
  if (match === null) return false;
  const isSecure = text[0] === 'h' ? text[4] === 's' : text[2] === 's';
  const host = match[3];
  const path = match[5];
  if (!isPlainHost(host)) return false;
  let port = null;
  if (match[4] !== undefined) {
    port = +match[4];
    if (port > 65535 || port === (isSecure ? 443 : 80)) return false;
  }
  url.scheme = text[0] === 'h' ? (isSecure ? 'https:' : 'http:') : (isSecure ? 'wss:' : 'ws:');
  url.username = match[1] ?? '';
  url.password = match[2] ?? '';
  url.host = host;
  url.port = port;
  url.path = path === '' ? '/' : path;
  url.query = match[6] ?? null;
  url.fragment = match[7] ?? null;
  if (path !== '') url.text = text;
  return true;
}

function fillFile(url, text) {
  const match = RegExpPrototypeExec(FILE, text);
  if (match === null) return false;
  url.scheme = 'file:';
  url.host = '';
  url.path = match[1];
  url.query = match[2] ?? null;
  url.fragment = match[3] ?? null;
  url.text = text;
  return true;
}

function fillOnBase(url, text, base) {
  if (base.scheme !== 'http:' && base.scheme !== 'https:') return false;
  const match = RegExpPrototypeExec(ON_BASE, text);
  if (match === null) return false;
  url.scheme = base.scheme;
  url.username = base.username;
  url.password = base.password;
  url.host = base.host;
  url.port = base.port;
  url.path = match[1];
  url.query = match[2] ?? null;
  url.fragment = match[3] ?? null;
  return true;
}

/** Fills the new record `url` from a plain text; false, and the record as it was, where it is none. */
function fillPlain(url, text, base) {
  if (text.length > MOST_CHARACTERS) return false;
  switch (text[0]) {
    case 'h': case 'w': return fillAbsolute(url, text);
    case 'f': return fillFile(url, text);
    case '/': return base !== null && fillOnBase(url, text, base);
    default: return false;
  }
}

module.exports = { fillPlain };
