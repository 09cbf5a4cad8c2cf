'use strict';

// Headers between the objects that programs use and the text that is sent: name, NUL, value, NUL and a flag for each.

const {
  ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypeMap, ArrayPrototypePush, ObjectAssign, ObjectKeys, ObjectSetPrototypeOf, SafeMap, SafeSet, String,
  StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeToLowerCase, Symbol, copyList, joinLists,
} = require('internal/primordials');
const {
  codes: {
    ERR_HTTP2_CONNECT_AUTHORITY, ERR_HTTP2_CONNECT_PATH, ERR_HTTP2_CONNECT_SCHEME, ERR_HTTP2_HEADER_SINGLE_VALUE,
    ERR_HTTP2_INVALID_CONNECTION_HEADERS, ERR_HTTP2_INVALID_PSEUDOHEADER, ERR_INVALID_HTTP_TOKEN,
  },
} = require('internal/errors');
const { isToken } = require('internal/http/syntax');

const kSensitiveHeaders = Symbol('sensitiveHeaders');

const PSEUDO = new SafeSet([':status', ':method', ':authority', ':scheme', ':path', ':protocol']);
const SINGLE = new SafeSet([
  ':status', ':method', ':authority', ':scheme', ':path', ':protocol',
  'access-control-allow-credentials', 'access-control-max-age', 'access-control-request-method', 'age', 'authorization',
  'content-encoding', 'content-language', 'content-length', 'content-location', 'content-md5', 'content-range', 'content-type',
  'date', 'dnt', 'etag', 'expires', 'from', 'host', 'if-match', 'if-modified-since', 'if-none-match', 'if-range',
  'if-unmodified-since', 'last-modified', 'location', 'max-forwards', 'proxy-authorization', 'range', 'referer', 'retry-after',
  'tk', 'upgrade-insecure-requests', 'user-agent', 'x-content-type-options',
]);
const OF_CONNECTIONS = new SafeSet([
  'connection', 'upgrade', 'http2-settings', 'keep-alive', 'proxy-connection', 'transfer-encoding',
]);

// Which pseudo-headers a message may have.
const isOfRequest = (name) => PSEUDO.has(name);
const isOfResponse = (name) => name === ':status';
const isOfTrailers = () => false;

const MAX_KEPT = 4096;

// An object without a prototype. V8 keeps one that was made by `{ __proto__: null }` as a hash table, which takes five times as
// long to fill.
const newHeaders = () => ObjectSetPrototypeOf({}, null);

// What is known of a header's name, for the names that were used: the program's, not those that were received.
const IS_SINGLE = 1;
const IS_TOKEN = 2;
const MAX_NAMES = 500;
const knownNames = new SafeMap();

function factsOf(name) {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const facts = (SINGLE.has(name) ? IS_SINGLE : 0) | (isToken(name) ? IS_TOKEN : 0);
  if (knownNames.size < MAX_NAMES) knownNames.set(name, facts);
  return facts;
}

const isOfConnection = (name, value) => OF_CONNECTIONS.has(name) || (name === 'te' && value !== 'trailers');

function authorityOf(headers) {
  return headers[':authority'] ?? headers.host;
}

const isPayloadMeaningless = (method) => method === 'DELETE' || method === 'GET' || method === 'HEAD';

// Makes the text of a list or an object of headers.
class HeaderText {
  #pseudo = '';
  #regular = '';
  #singles = undefined;
  #isAllowed;
  #isStrict;
  #secret;

  constructor(headers, isAllowed, isStrict) {
    this.#isAllowed = isAllowed;
    this.#isStrict = isStrict;
    const secret = headers[kSensitiveHeaders];
    this.#secret = secret === undefined || secret.length === 0 ? undefined :
      ArrayPrototypeMap(secret, (name) => StringPrototypeToLowerCase(name));
    if (ArrayIsArray(headers)) {
      for (let i = 0; i < headers.length; i += 2) this.#add(headers[i], headers[i + 1]);
    } else {
      const names = ObjectKeys(headers);
      for (let i = 0; i < names.length; i++) this.#add(names[i], headers[names[i]]);
    }
  }

  get text() { return this.#pseudo + this.#regular; }

  #add(key, given) {
    if (given === undefined || key === '') return;
    const name = StringPrototypeToLowerCase(key);
    const facts = factsOf(name);
    const isSingle = (facts & IS_SINGLE) !== 0;
    let value = given;
    if (ArrayIsArray(value)) {
      if (value.length === 0) return;
      if (value.length === 1) value = String(value[0]);
      else if (isSingle && this.#isStrict) throw new ERR_HTTP2_HEADER_SINGLE_VALUE(name);
    } else {
      value = String(value);
    }
    if (isSingle && this.#isStrict) this.#note(name);
    const flag = this.#secret !== undefined && ArrayPrototypeIncludes(this.#secret, name) ? '\x01' : '\0';
    if (name[0] === ':') {
      if (!this.#isAllowed(name)) throw new ERR_HTTP2_INVALID_PSEUDOHEADER(name);
      this.#pseudo += `${name}\0${value}\0${flag}`;
      return;
    }
    if (!isSingle) {
      if ((facts & IS_TOKEN) === 0) throw new ERR_INVALID_HTTP_TOKEN('Header name', name);
      if (isOfConnection(name, value)) throw new ERR_HTTP2_INVALID_CONNECTION_HEADERS(name);
    }
    if (typeof value === 'string') {
      this.#regular += `${name}\0${value}\0${flag}`;
    } else {
      for (let i = 0; i < value.length; i++) this.#regular += `${name}\0${String(value[i])}\0${flag}`;
    }
  }

  #note(name) {
    if (this.#singles === undefined) this.#singles = [name];
    else if (ArrayPrototypeIncludes(this.#singles, name)) throw new ERR_HTTP2_HEADER_SINGLE_VALUE(name);
    else ArrayPrototypePush(this.#singles, name);
  }
}

const textOf = (headers, isAllowed, isStrict) => new HeaderText(headers, isAllowed, isStrict).text;

// ---- requests of a client: what is missing is added

function requestOfObject(given, session) {
  const headers = ObjectAssign({ __proto__: null }, given);
  headers[':method'] ??= 'GET';
  if (headers[':method'] !== 'CONNECT' || headers[':protocol'] !== undefined) {
    if (authorityOf(headers) === undefined) headers[':authority'] = session.authority;
    if (headers[':scheme'] === undefined) headers[':scheme'] = session.scheme;
    if (headers[':path'] === undefined) headers[':path'] = '/';
  } else {
    assertConnect(headers[':authority'], headers[':scheme'], headers[':path']);
  }
  return {
    headers,
    rawHeaders: undefined,
    text: textOf(headers, isOfRequest, session.isStrict),
    scheme: headers[':scheme'],
    authority: authorityOf(headers),
    method: headers[':method'],
  };
}

function assertConnect(authority, scheme, path) {
  if (authority === undefined) throw new ERR_HTTP2_CONNECT_AUTHORITY();
  if (scheme !== undefined) throw new ERR_HTTP2_CONNECT_SCHEME();
  if (path !== undefined) throw new ERR_HTTP2_CONNECT_PATH();
}

function requestOfList(given, session) {
  const found = { __proto__: null };
  for (let i = 0; i < given.length; i += 2) {
    if (given[i][0] === ':') found[StringPrototypeToLowerCase(given[i])] = given[i + 1];
  }
  const added = [];
  const method = found[':method'] ?? 'GET';
  let scheme = found[':scheme'];
  let authority = found[':authority'];
  if (found[':method'] === undefined) ArrayPrototypePush(added, ':method', method);
  if (method !== 'CONNECT' || found[':protocol'] !== undefined) {
    if (authority === undefined && given.host === undefined) {
      authority = session.authority;
      ArrayPrototypePush(added, ':authority', authority);
    }
    if (scheme === undefined) {
      scheme = session.scheme;
      ArrayPrototypePush(added, ':scheme', scheme);
    }
    if (found[':path'] === undefined) ArrayPrototypePush(added, ':path', '/');
  } else {
    assertConnect(authority, scheme, found[':path']);
  }
  const rawHeaders = added.length === 0 ? given : joinLists(added, given);
  if (given[kSensitiveHeaders] !== undefined) rawHeaders[kSensitiveHeaders] = given[kSensitiveHeaders];
  return {
    headers: undefined,
    rawHeaders,
    text: textOf(rawHeaders, isOfRequest, session.isStrict),
    scheme,
    authority: authority ?? given.host,
    method,
  };
}

// ---- received headers

// Requests of a connection often have the same headers, or the same names at least. The last list is kept, because its names
// are already those that V8 has for properties: to look a new string up there is what costs most.
class LastReceived {
  #text = undefined;
  #list = undefined;

  // A list of names and values, and an object of them. `hasSecret` says that some names begin with a mark.
  read(text, hasSecret) {
    let list;
    if (text === this.#text) {
      list = copyList(this.#list);
      return { list, object: objectOf(list, []) };
    }
    list = StringPrototypeSplit(text, '\n');
    list.length--;
    const sensitive = hasSecret ? unmarked(list) : [];
    const last = this.#list;
    if (last !== undefined && last.length === list.length) {
      for (let i = 0; i < list.length; i += 2) if (list[i] === last[i]) list[i] = last[i];
    }
    if (text.length <= MAX_KEPT) {
      this.#text = hasSecret ? undefined : text;
      this.#list = copyList(list);
    }
    return { list, object: objectOf(list, sensitive) };
  }
}

function unmarked(list) {
  const sensitive = [];
  for (let i = 0; i < list.length; i += 2) {
    if (!StringPrototypeStartsWith(list[i], '\t')) continue;
    list[i] = StringPrototypeSlice(list[i], 1);
    ArrayPrototypePush(sensitive, list[i]);
  }
  return sensitive;
}

function objectOf(list, sensitive) {
  const headers = newHeaders();
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i];
    const value = name === ':status' ? list[i + 1] | 0 : list[i + 1];
    const existing = headers[name];
    if (existing === undefined) headers[name] = name === 'set-cookie' ? [value] : value;
    else if (SINGLE.has(name)) continue;
    else if (name === 'cookie') headers[name] = `${existing}; ${value}`;
    else if (name === 'set-cookie') ArrayPrototypePush(existing, value);
    else headers[name] = `${existing}, ${value}`;
  }
  headers[kSensitiveHeaders] = sensitive;
  return headers;
}

// The object of a list that was sent.
function objectOfSent(list) {
  const headers = { __proto__: null };
  for (let i = 0; i < list.length; i += 2) {
    const existing = headers[list[i]];
    if (existing === undefined) headers[list[i]] = list[i + 1];
    else if (ArrayIsArray(existing)) ArrayPrototypePush(existing, list[i + 1]);
    else headers[list[i]] = [existing, list[i + 1]];
  }
  if (list[kSensitiveHeaders] !== undefined) headers[kSensitiveHeaders] = list[kSensitiveHeaders];
  return headers;
}

const withoutColon = (protocol) => StringPrototypeSlice(protocol, 0, -1);

module.exports = {
  LastReceived, authorityOf, isOfConnection, isOfRequest, isOfResponse, isOfTrailers, isPayloadMeaningless, kSensitiveHeaders,
  newHeaders, objectOfSent, requestOfList, requestOfObject, textOf, withoutColon,
};
