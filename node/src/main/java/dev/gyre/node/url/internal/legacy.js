'use strict';

// The legacy url.parse() and url.format(), for programs that still use them.
//
// This parser is older than the URL standard and lenient: it accepts and splits nearly anything. Its treatment of unusual
// input is a known risk (DEP0169), and is kept because programs rely on it.

const {
  NumberPrototypeToString, RegExpPrototypeExec, SafeSet, StringPrototypeAt, StringPrototypeCharCodeAt,
  StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypePadStart,
  StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeStartsWith, StringPrototypeToLowerCase,
  StringPrototypeToUpperCase, decodeURIComponent, itemsOf, replacePattern, searchPattern,
} = require('internal/primordials');
const { toASCII } = require('internal/url/idna');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_INVALID_URL } } = require('internal/errors');
const { validateString } = require('internal/validators');
const { trimmed } = require('internal/trim');

const isOuterSpace = (code) => code <= 0x20 || code === 0xa0 || code === 0xfeff;
const PROTOCOL = /^[a-z0-9.+-]+:/i;
const SIMPLE_PATH = /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/;
const USER_AT_HOST = /^\/\/[^@/]+@[^@/]+/;
const PORT = /:[0-9]*$/;
const HOST_MAX_LENGTH = 255;

// Characters that must not result from the IDNA mapping: they could change the host.
const FORBIDDEN_HOST = /[\0\t\n\r #%/:<>?@[\\\]^|]/;
const FORBIDDEN_IPV6_HOST = /[\0\t\n\r #%/<>?@\\^|]/;
const ENDS_HOST = new SafeSet('#/?');
const NEVER_IN_HOST = new SafeSet(' "%\';<>\\^`{|}');

// javascript: has neither host nor anything to escape.
const isJavascript = (protocol) => protocol === 'javascript' || protocol === 'javascript:';

const slashedProtocols = new SafeSet();
for (let j = 0, list = ['http', 'https', 'ftp', 'gopher', 'file', 'ws', 'wss']; j < list.length; j++) {
  const name = list[j];
  slashedProtocols.add(name).add(`${name}:`);
}
const isSlashed = (protocol) => slashedProtocols.has(protocol);

const isIPv6 = (hostname) => hostname[0] === '[' && StringPrototypeAt(hostname, -1) === ']';
const parseQuery = (text) => require('querystring').parse(text);

function Url() {
  this.protocol = null;
  this.slashes = null;
  this.auth = null;
  this.host = null;
  this.port = null;
  this.hostname = null;
  this.hash = null;
  this.search = null;
  this.query = null;
  this.pathname = null;
  this.path = null;
  this.href = null;
}

// Backslashes are slashes, as in browsers, up to the query.
function forwardSlashes(text) {
  const end = searchPattern(/[?#]/, text);
  if (end === -1) return StringPrototypeReplaceAll(text, '\\', '/');
  return StringPrototypeReplaceAll(StringPrototypeSlice(text, 0, end), '\\', '/') + StringPrototypeSlice(text, end);
}

const escaped = { __proto__: null };
for (const char of itemsOf('\t\n\r "\'<>\\^`{|}')) {
  escaped[char] = `%${StringPrototypePadStart(StringPrototypeToUpperCase(NumberPrototypeToString(StringPrototypeCharCodeAt(char, 0), 16)), 2, '0')}`;
}
const autoEscape = (text) => replacePattern(/[\t\n\r "'<>\\^`{|}]/g, text, (char) => escaped[char]);

// Splits `text`, which follows the slashes: everything up to the last '@' that no '/', '?' or '#' precedes is the user's
// name, and the host ends at the first character that no host can contain.
function splitAuthority(text) {
  let at = -1;
  let hostEnd = -1;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '\t' || char === '\n' || char === '\r') {
      text = StringPrototypeSlice(text, 0, i) + StringPrototypeSlice(text, i + 1);
      i--;
    } else if (ENDS_HOST.has(char)) {
      if (hostEnd === -1) hostEnd = i;
      break;
    } else if (NEVER_IN_HOST.has(char)) {
      if (hostEnd === -1) hostEnd = i;
    } else if (char === '@') {
      at = i;
      hostEnd = -1;
    }
  }
  if (hostEnd === -1) hostEnd = text.length;
  return {
    auth: at === -1 ? null : decodeURIComponent(StringPrototypeSlice(text, 0, at)),
    host: StringPrototypeSlice(text, at + 1, hostEnd),
    rest: StringPrototypeSlice(text, hostEnd),
  };
}

function checkedHostname(hostname, url) {
  if (hostname.length > HOST_MAX_LENGTH) return '';
  hostname = StringPrototypeToLowerCase(hostname);
  if (hostname === '') return '';
  if (isIPv6(hostname)) {
    if (RegExpPrototypeExec(FORBIDDEN_IPV6_HOST, hostname) !== null) throw new ERR_INVALID_URL(url);
    return hostname;
  }
  const ascii = toASCII(hostname) ?? '';
  if (ascii === '' || RegExpPrototypeExec(FORBIDDEN_HOST, ascii) !== null) throw new ERR_INVALID_URL(url);
  return ascii;
}

// Fills auth, host, hostname and port; returns the rest.
function takeAuthority(self, text, url) {
  let { auth, host, rest } = splitAuthority(text);
  if (auth !== null) self.auth = auth;
  self.host = host;
  self.parseHost();
  if (typeof self.hostname !== 'string') self.hostname = '';

  const ipv6 = isIPv6(self.hostname);
  if (!ipv6) {
    const bad = searchPattern(/[/\\#?:]/, self.hostname);
    if (bad !== -1) {
      if (self.hostname[bad] === ':') throw new ERR_INVALID_ARG_VALUE('url', 'Invalid port in url', url);
      rest = `/${StringPrototypeSlice(self.hostname, bad)}${rest}`;
      self.hostname = StringPrototypeSlice(self.hostname, 0, bad);
    }
  }
  self.hostname = checkedHostname(self.hostname, url);
  self.host = self.hostname + (self.port ? `:${self.port}` : '');
  if (ipv6) {
    self.hostname = StringPrototypeSlice(self.hostname, 1, -1);
    if (rest[0] !== '/') rest = `/${rest}`;
  }
  return rest;
}

function takePathQueryHash(self, rest, parseQueryString) {
  const hash = StringPrototypeIndexOf(rest, '#');
  if (hash !== -1) {
    self.hash = StringPrototypeSlice(rest, hash);
    rest = StringPrototypeSlice(rest, 0, hash);
  }
  const mark = StringPrototypeIndexOf(rest, '?');
  if (mark !== -1) {
    self.search = StringPrototypeSlice(rest, mark);
    self.query = StringPrototypeSlice(rest, mark + 1);
    if (parseQueryString) self.query = parseQuery(self.query);
    rest = StringPrototypeSlice(rest, 0, mark);
  } else if (parseQueryString) {
    self.query = { __proto__: null };
  }
  if (rest !== '') self.pathname = rest;
}

Url.prototype.parse = function parse(url, parseQueryString, slashesDenoteHost) {
  validateString(url, 'url');
  let rest = forwardSlashes(trimmed(url, isOuterSpace));

  const head = StringPrototypeSlice(rest, 0, searchPattern(/[?#]|$/, rest));
  if (!slashesDenoteHost && !StringPrototypeIncludes(rest, '#') && !StringPrototypeIncludes(head, '@')) {
    const simple = RegExpPrototypeExec(SIMPLE_PATH, rest);
    if (simple !== null) {
      this.path = this.href = rest;
      takePathQueryHash(this, rest, parseQueryString);
      this.pathname = simple[1];
      return this;
    }
  }

  const protocol = RegExpPrototypeExec(PROTOCOL, rest)?.[0];
  const lowerProtocol = protocol?.toLowerCase();
  if (protocol !== undefined) {
    this.protocol = lowerProtocol;
    rest = StringPrototypeSlice(rest, protocol.length);
  }

  let slashes = false;
  if (slashesDenoteHost || protocol !== undefined || RegExpPrototypeExec(USER_AT_HOST, rest) !== null) {
    slashes = StringPrototypeStartsWith(rest, '//');
    if (slashes && !isJavascript(lowerProtocol)) {
      rest = StringPrototypeSlice(rest, 2);
      this.slashes = true;
    }
  }
  if (!isJavascript(lowerProtocol) && (slashes || (protocol !== undefined && !isSlashed(protocol)))) {
    rest = takeAuthority(this, rest, url);
  }

  takePathQueryHash(this, isJavascript(lowerProtocol) ? rest : autoEscape(rest), parseQueryString);
  if (isSlashed(lowerProtocol) && this.hostname && !this.pathname) this.pathname = '/';
  if (this.pathname || this.search) this.path = (this.pathname || '') + (this.search || '');
  this.href = this.format();
  return this;
};

Url.prototype.parseHost = function parseHost() {
  let { host } = this;
  const port = RegExpPrototypeExec(PORT, host)?.[0];
  if (port !== undefined) {
    if (port !== ':') this.port = StringPrototypeSlice(port, 1);
    host = StringPrototypeSlice(host, 0, host.length - port.length);
  }
  if (host) this.hostname = host;
};

// Everything that encodeURIComponent escapes, except the colon.
function encodeAuth(auth) {
  return StringPrototypeReplaceAll(require('internal/querystring/escape').escapeText(auth), '%3A', ':');
}

Url.prototype.format = function format() {
  const auth = this.auth ? `${encodeAuth(this.auth)}@` : '';
  let protocol = this.protocol || '';
  if (protocol && !StringPrototypeEndsWith(protocol, ':')) protocol += ':';

  let host = '';
  if (this.host) {
    host = auth + this.host;
  } else if (this.hostname) {
    const bare = StringPrototypeIncludes(this.hostname, ':') && !isIPv6(this.hostname);
    host = auth + (bare ? `[${this.hostname}]` : this.hostname);
    if (this.port) host += `:${this.port}`;
  }

  let query = '';
  if (this.query !== null && typeof this.query === 'object') query = require('querystring').stringify(this.query);
  let search = this.search || (query && `?${query}`) || '';
  let pathname = replacePattern(/[#?]/g, this.pathname || '', (char) => (char === '#' ? '%23' : '%3F'));

  if (this.slashes || isSlashed(protocol)) {
    if (this.slashes || host) {
      if (pathname && pathname[0] !== '/') pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (StringPrototypeStartsWith(protocol, 'file')) {
      host = '//';
    }
  }

  search = StringPrototypeReplaceAll(search, '#', '%23');
  let hash = this.hash || '';
  if (hash && hash[0] !== '#') hash = `#${hash}`;
  if (search && search[0] !== '?') search = `?${search}`;
  return protocol + host + pathname + search + hash;
};

module.exports = { Url, isJavascript, isSlashed };
