'use strict';

// The URL class: a record, its serialized form (created at its first use), and its URLSearchParams.
//
// A change of the params is written to the record when the URL is next read (`#sync`), so that a loop of append() costs one
// serialization.

const {
  Boolean, ObjectDefineProperties, StringPrototypeToWellFormed, Symbol, SymbolToStringTag, TypeError,
} = require('internal/primordials');
const { parse, serialize, serializeHost } = require('internal/url/record');
const setters = require('internal/url/setters');
const { URLSearchParams, attach, listOf, replaceList, serializeParams } = require('internal/url/search_params');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_URL, ERR_MISSING_ARGS } } = require('internal/errors');
const { refuseToClone } = require('internal/structured_clone');
const { customInspectSymbol, getConstructorOf, kEnumerableProperty } = require('internal/util');

const kFromRecord = Symbol('from a record');
const contextForInspect = Symbol('context');

let isURLInstance;
let hrefOf;

function parseWithBase(input, base) {
  if (base === undefined) return parse(input);
  const baseRecord = parse(base);
  return baseRecord === null ? null : parse(input, baseRecord);
}

// Node throws this one natively: its stack shows the name without the code.
function invalidURL(input, base) {
  const error = new TypeError('Invalid URL');
  error.code = 'ERR_INVALID_URL';
  error.input = StringPrototypeToWellFormed(input);
  if (base !== undefined) error.base = StringPrototypeToWellFormed(base);
  return error;
}

class URL {
  #context; // the record
  #href = null;
  #searchParams = null;
  #paramsChanged = false;

  static {
    isURLInstance = (value) => typeof value === 'object' && value !== null && #context in value;
    refuseToClone(isURLInstance);
    hrefOf = (url) => url.#serialized();
  }

  constructor(input, base = undefined, from = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    if (from === kFromRecord) {
      this.#context = input;
      this.#href = input.text;
      return;
    }
    input = `${input}`;
    if (base !== undefined) base = `${base}`;
    this.#context = parseWithBase(input, base);
    if (this.#context === null) throw invalidURL(input, base);
    this.#href = this.#context.text;
  }

  static canParse(url, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    return parseWithBase(`${url}`, base === undefined ? undefined : `${base}`) !== null;
  }

  static parse(input, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    const record = parseWithBase(`${input}`, base === undefined ? undefined : `${base}`);
    return record === null ? null : new URL(record, undefined, kFromRecord);
  }

  // Writes changed params back into the record.
  #sync() {
    if (!this.#paramsChanged) return;
    this.#paramsChanged = false;
    const list = listOf(this.#searchParams);
    this.#context.query = list.length === 0 ? null : serializeParams(list);
    this.#href = null;
  }

  #serialized() {
    this.#sync();
    return this.#href ??= serialize(this.#context);
  }

  static #change(url, record, setter, value) {
    value = `${value}`;
    url.#sync();
    setter(record, value);
    url.#href = null;
  }

  // The URL got another query: the params are updated.
  #followQuery(before) {
    if (this.#searchParams !== null && before !== this.#context.query) {
      replaceList(this.#searchParams, this.#context.query ?? '');
    }
  }

  toString() {
    return this.#serialized();
  }

  get href() {
    return this.#serialized();
  }

  set href(value) {
    const old = this.#context;
    value = `${value}`;
    this.#sync();
    const record = parse(value);
    if (record === null) throw new ERR_INVALID_URL(value);
    this.#context = record;
    this.#href = null;
    this.#followQuery(old.query);
  }

  get origin() {
    const { scheme, special, path } = this.#context;
    if (special) return scheme === 'file:' ? 'null' : `${scheme}//${serializeHost(this.#context)}`;
    if (scheme !== 'blob:') return 'null';
    const inner = parse(path);
    if (inner === null || (inner.scheme !== 'http:' && inner.scheme !== 'https:')) return 'null';
    return `${inner.scheme}//${serializeHost(inner)}`;
  }

  get protocol() {
    return this.#context.scheme;
  }

  set protocol(value) {
    URL.#change(this, this.#context, setters.setProtocol, value);
  }

  get username() {
    return this.#context.username;
  }

  set username(value) {
    URL.#change(this, this.#context, setters.setUsername, value);
  }

  get password() {
    return this.#context.password;
  }

  set password(value) {
    URL.#change(this, this.#context, setters.setPassword, value);
  }

  get host() {
    return serializeHost(this.#context);
  }

  set host(value) {
    URL.#change(this, this.#context, setters.setHost, value);
  }

  get hostname() {
    return this.#context.host ?? '';
  }

  set hostname(value) {
    URL.#change(this, this.#context, setters.setHostname, value);
  }

  get port() {
    const { port } = this.#context;
    return port === null ? '' : `${port}`;
  }

  set port(value) {
    URL.#change(this, this.#context, setters.setPort, value);
  }

  get pathname() {
    return this.#context.path;
  }

  set pathname(value) {
    URL.#change(this, this.#context, setters.setPathname, value);
  }

  get search() {
    this.#sync();
    const { query } = this.#context;
    return query ? `?${query}` : '';
  }

  set search(value) {
    const record = this.#context;
    this.#sync();
    const before = record.query;
    URL.#change(this, record, setters.setSearch, value);
    this.#followQuery(before);
  }

  get searchParams() {
    if (this.#searchParams === null) {
      this.#searchParams = new URLSearchParams();
      replaceList(this.#searchParams, this.#context.query ?? '');
      attach(this.#searchParams, () => { this.#paramsChanged = true; });
    }
    return this.#searchParams;
  }

  get hash() {
    const { fragment } = this.#context;
    return fragment ? `#${fragment}` : '';
  }

  set hash(value) {
    URL.#change(this, this.#context, setters.setHash, value);
  }

  toJSON() {
    return this.#serialized();
  }

  [customInspectSymbol](depth, options, inspect = require('internal/util/inspect').inspect) {
    if (typeof depth === 'number' && depth < 0) return this;
    const constructor = getConstructorOf(this) || URL;
    const shown = { __proto__: { constructor } };
    for (let i = 0, list = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname',
                       'search', 'searchParams', 'hash']; i < list.length; i++) {
      const key = list[i];
      shown[key] = this[key];
    }
    if (options.showHidden) {
      const { describeOffsets } = require('internal/url/offsets');
      shown[contextForInspect] = describeOffsets(this.#serialized(), this.#context);
    }
    return `${constructor.name} ${inspect(shown, options)}`;
  }

  static createObjectURL(obj) {
    const { isBlob, storeObject } = require('internal/buffer/blob');
    if (!isBlob(obj)) throw new ERR_INVALID_ARG_TYPE('obj', 'Blob', obj);
    return storeObject(obj);
  }

  static revokeObjectURL(url) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    require('internal/buffer/blob').revokeObject(`${url}`);
  }
}

const enumerable = { [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'URL' } };
for (let j = 0, items = ['toString', 'href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port',
                    'pathname', 'search', 'searchParams', 'hash', 'toJSON']; j < items.length; j++) {
  const name = items[j];
  enumerable[name] = kEnumerableProperty;
}
ObjectDefineProperties(URL.prototype, enumerable);
ObjectDefineProperties(URL, {
  __proto__: null,
  canParse: kEnumerableProperty,
  parse: kEnumerableProperty,
  createObjectURL: kEnumerableProperty,
  revokeObjectURL: kEnumerableProperty,
});

// The record may have been changed since it was parsed.
function fromRecord(record) {
  record.text = null;
  return new URL(record, undefined, kFromRecord);
}

// By shape, so that the URLs of other realms and implementations count; the objects of the legacy url.parse() have `auth`
// and `path` too and don't.
function isURL(self) {
  return Boolean(self?.href && self.protocol && self.auth === undefined && self.path === undefined);
}

module.exports = { URL, fromRecord, hrefOf, isURL, isURLInstance };
