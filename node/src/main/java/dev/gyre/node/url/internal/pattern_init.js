'use strict';

// The components of a URLPattern: from an init object and a base URL, and from text that looks like a URL with wildcards.

const {
  ArrayPrototypeAt, ArrayPrototypeEvery, ArrayPrototypeJoin, ArrayPrototypeSlice, ArrayPrototypeSome, Number,
  ObjectKeys, RegExpPrototypeExec, String, StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeStartsWith,
  StringPrototypeToLowerCase, TypeError, replacePattern,
} = require('internal/primordials');
const { compileComponent, defaultOptions, escapePattern, tokenize } = require('internal/url/pattern_parts');
const { parse, specialPorts, stripTabsAndNewlines } = require('internal/url/record');
const setters = require('internal/url/setters');
const { percentEncode, sets } = require('internal/url/encode');

const COMPONENTS = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];

const isSpecial = (scheme) => `${scheme}:` in specialPorts;
const fail = (message) => new TypeError(message);

// ---- canonical form of fixed text

const dummy = () => parse('https://dummy.invalid/');

function encodeProtocol(value) {
  if (value === '') return '';
  const url = parse(`${value}://dummy.invalid/`);
  if (url === null) throw fail(`no protocol: ${value}`);
  return StringPrototypeSlice(url.scheme, 0, -1);
}

function encodeUsername(value) {
  return percentEncode(value, sets.userinfo);
}

// `special`: a domain, which may be mapped; otherwise any text that a host may be.
function hostEncoder(special) {
  return (value) => {
    if (value === '') return '';
    const url = special ? dummy() : parse('foo://dummy');
    if (!setters.setHostname(url, value)) throw fail(`no hostname: ${value}`);
    return url.host;
  };
}

function encodeIPv6(value) {
  if (RegExpPrototypeExec(/[^0-9a-fA-F[\]:]/, value) !== null) throw fail(`no IPv6 address: ${value}`);
  return StringPrototypeToLowerCase(value);
}

function portEncoder(protocol) {
  return (value) => {
    if (value === '') return '';
    const digits = RegExpPrototypeExec(/^\d+/, stripTabsAndNewlines(value))?.[0]; // as in url.port, the rest is ignored
    if (digits === undefined || Number(digits) > 65535) throw fail(`no port: ${value}`);
    const port = Number(digits);
    return protocol !== undefined && specialPorts[`${protocol}:`] === port ? '' : String(port);
  };
}

function encodePathname(value) {
  if (value === '') return '';
  const absolute = StringPrototypeStartsWith(value, '/');
  const url = dummy();
  setters.setPathname(url, absolute ? value : `/-${value}`);
  return absolute ? url.path : StringPrototypeSlice(url.path, 2);
}

const encodeOpaquePathname = (value) => percentEncode(value, sets.c0);
const encodeSearch = (value) => percentEncode(value, sets.specialQuery);
const encodeHash = (value) => percentEncode(value, sets.fragment);

// ---- from an init object

const without = (text, char) => (StringPrototypeStartsWith(text, char) ? StringPrototypeSlice(text, 1) : text);

function isAbsolutePathname(text, isPattern) {
  if (StringPrototypeStartsWith(text, '/')) return true;
  return isPattern && (StringPrototypeStartsWith(text, '\\/') || StringPrototypeStartsWith(text, '{/'));
}

// Missing components come from the base, up to the first one that is given.
function inherit(result, init, base, isPattern) {
  const text = (value) => (isPattern ? escapePattern(value) : value);
  const none = (...names) => ArrayPrototypeEvery(names, (name) => init[name] === undefined);
  if (none('protocol')) result.protocol = text(StringPrototypeSlice(base.scheme, 0, -1));
  if (!isPattern && none('protocol', 'hostname', 'port', 'username')) result.username = base.username;
  if (!isPattern && none('protocol', 'hostname', 'port', 'username', 'password')) result.password = base.password;
  if (none('protocol', 'hostname')) result.hostname = text(base.host ?? '');
  if (none('protocol', 'hostname', 'port')) result.port = base.port === null ? '' : String(base.port);
  if (none('protocol', 'hostname', 'port', 'pathname')) result.pathname = text(base.path);
  if (none('protocol', 'hostname', 'port', 'pathname', 'search')) result.search = text(base.query ?? '');
  if (none('protocol', 'hostname', 'port', 'pathname', 'search', 'hash')) result.hash = text(base.fragment ?? '');
}

function pathnameOf(init, base, isPattern) {
  const { pathname } = init;
  if (base === null || base.opaque || isAbsolutePathname(pathname, isPattern)) return pathname;
  const basePath = isPattern ? escapePattern(base.path) : base.path;
  const slash = StringPrototypeLastIndexOf(basePath, '/');
  return slash === -1 ? pathname : StringPrototypeSlice(basePath, 0, slash + 1) + pathname;
}

// For a pattern the text stays unchanged; for a URL to match, it is canonicalized.
function processInit(init, isPattern, start = {}) {
  const result = { ...start };
  let base = null;
  if (init.baseURL !== undefined) {
    base = parse(init.baseURL);
    if (base === null) throw fail(`no URL: ${init.baseURL}`);
    inherit(result, init, base, isPattern);
  }
  const put = (name, value, encode) => {
    if (init[name] !== undefined) result[name] = isPattern ? value() : encode(value());
  };
  put('protocol', () => replacePattern(/:$/, init.protocol, ''), encodeProtocol);
  put('username', () => init.username, encodeUsername);
  put('password', () => init.password, encodeUsername);
  const scheme = result.protocol;
  const special = scheme === undefined || scheme === '' || isSpecial(scheme);
  put('hostname', () => init.hostname, hostEncoder(special));
  put('port', () => init.port, portEncoder(scheme));
  put('pathname', () => pathnameOf(init, base, isPattern), special ? encodePathname : encodeOpaquePathname);
  put('search', () => without(init.search, '?'), encodeSearch);
  put('hash', () => without(init.hash, '#'), encodeHash);
  return result;
}

// ---- from text

// Splits a URL with wildcards into components as a URL is split: the states are those of the URL parser, applied token by
// token, because ':' or '?' may belong to a group.
class ConstructorStringParser {
  #chars;
  #tokens;
  #state = 'init';
  #start = 0;
  #at = 0;
  #step = 1;
  #depth = 0;
  #brackets = 0;
  #special = false;
  result = {};

  constructor(input) {
    ({ chars: this.#chars, tokens: this.#tokens } = tokenize(input, true));
  }

  #token(at) {
    return this.#tokens[at] ?? ArrayPrototypeAt(this.#tokens, -1);
  }

  #is(value, at = this.#at) {
    const token = this.#token(at);
    return token.value === value && RegExpPrototypeExec(/^(?:char|escaped-char|invalid-char)$/, token.type) !== null;
  }

  // A '?' that follows a group is its modifier.
  #isSearchPrefix() {
    if (this.#is('?')) return true;
    if (this.#token(this.#at).value !== '?') return false;
    return this.#at === 0 || RegExpPrototypeExec(/^(?:name|regexp|close|asterisk)$/, this.#token(this.#at - 1).type) === null;
  }

  #text() {
    return ArrayPrototypeJoin(ArrayPrototypeSlice(this.#chars, this.#token(this.#start).index, this.#token(this.#at).index), '');
  }

  #change(state, skip) {
    const from = this.#state;
    if (from !== 'init' && from !== 'authority' && from !== 'done') this.result[from] = this.#text();
    if (from !== 'init' && state !== 'done') this.#fillBetween(from, state);
    this.#state = state;
    this.#at += skip;
    this.#start = this.#at;
    this.#step = 0;
  }

  // Components that were skipped are empty, not wildcards.
  #fillBetween(from, to) {
    const { result } = this;
    const early = /^(?:protocol|authority|username|password)$/;
    if (RegExpPrototypeExec(early, from) !== null && RegExpPrototypeExec(/^(?:port|pathname|search|hash)$/, to) !== null) result.hostname ??= '';
    if ((RegExpPrototypeExec(early, from) !== null || RegExpPrototypeExec(/^(?:hostname|port)$/, from) !== null) && RegExpPrototypeExec(/^(?:search|hash)$/, to) !== null) {
      result.pathname ??= this.#special ? '/' : '';
    }
    if ((RegExpPrototypeExec(early, from) !== null || RegExpPrototypeExec(/^(?:hostname|port|pathname)$/, from) !== null) && to === 'hash') result.search ??= '';
  }

  #rewind(state = this.#state) {
    this.#at = this.#start;
    this.#step = 0;
    this.#state = state;
  }

  parse() {
    while (this.#at < this.#tokens.length) {
      this.#step = 1;
      const { type } = this.#tokens[this.#at];
      if (type === 'end') {
        if (this.#state !== 'init' && this.#state !== 'authority') {
          this.#change('done', 0);
          break;
        }
        this.#atEnd();
      } else if (type === 'open') {
        this.#depth++;
      } else if (this.#depth > 0 && type !== 'close') {
        // There are no separators within a group.
      } else {
        if (this.#depth > 0) this.#depth--;
        this.#advance();
      }
      this.#at += this.#step;
    }
    if (this.result.hostname !== undefined) this.result.port ??= '';
    return this.result;
  }

  #atEnd() {
    if (this.#state === 'authority') {
      this.#rewind('hostname');
      return;
    }
    this.#rewind();
    if (this.#is('#')) this.#change('hash', 1);
    else if (this.#isSearchPrefix()) this.#change('search', 1);
    else this.#change('pathname', 0);
  }

  #advance() {
    switch (this.#state) {
      case 'init':
        if (this.#is(':')) this.#rewind('protocol');
        break;
      case 'protocol':
        if (this.#is(':')) this.#endProtocol();
        break;
      case 'authority':
        if (this.#is('@')) this.#rewind('username');
        else if (this.#is('/') || this.#isSearchPrefix() || this.#is('#')) this.#rewind('hostname');
        break;
      case 'username':
        if (this.#is(':')) this.#change('password', 1);
        else if (this.#is('@')) this.#change('hostname', 1);
        break;
      case 'password':
        if (this.#is('@')) this.#change('hostname', 1);
        break;
      case 'hostname':
        if (this.#is('[')) this.#brackets++;
        else if (this.#is(']')) this.#brackets--;
        else if (this.#is(':') && this.#brackets === 0) this.#change('port', 1);
        else this.#leaveHost();
        break;
      case 'port':
        this.#leaveHost();
        break;
      case 'pathname':
        if (this.#isSearchPrefix()) this.#change('search', 1);
        else if (this.#is('#')) this.#change('hash', 1);
        break;
      case 'search':
        if (this.#is('#')) this.#change('hash', 1);
        break;
    }
  }

  #leaveHost() {
    if (this.#is('/')) this.#change('pathname', 0);
    else if (this.#isSearchPrefix()) this.#change('search', 1);
    else if (this.#is('#')) this.#change('hash', 1);
  }

  #endProtocol() {
    const { regexp } = compileComponent(this.#text(), encodeProtocol, defaultOptions);
    this.#special = ArrayPrototypeSome(ObjectKeys(specialPorts), (scheme) => RegExpPrototypeExec(regexp, StringPrototypeSlice(scheme, 0, -1)) !== null);
    const slashes = this.#is('/', this.#at + 1) && this.#is('/', this.#at + 2);
    if (slashes) this.#change('authority', 3);
    else this.#change(this.#special ? 'authority' : 'pathname', 1);
  }
}

const parseConstructorString = (input) => new ConstructorStringParser(input).parse();

module.exports = {
  COMPONENTS,
  encodeHash,
  encodeIPv6,
  encodeOpaquePathname,
  encodePathname,
  encodeProtocol,
  encodeSearch,
  encodeUsername,
  hostEncoder,
  parseConstructorString,
  portEncoder,
  processInit,
};
