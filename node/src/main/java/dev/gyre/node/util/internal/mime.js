'use strict';

// MIMEType and MIMEParams, after the WHATWG MIME Sniffing Standard. Parameters are parsed at their first use.

const {
  ArrayFrom, ArrayPrototypeJoin, ObjectDefineProperty, ReflectApply, RegExpPrototypeExec, SafeMap,
  StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeToLowerCase, SymbolIterator, replacePattern,
  searchPattern,
} = require('internal/primordials');
const { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_MIME_SYNTAX } = require('internal/errors').codes;

const notToken = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
const notQuotable = /[^\t\u0020-~\u0080-\u00FF]/;

const asciiLower = (text) => replacePattern(/[A-Z]+/g, text, (letters) => StringPrototypeToLowerCase(letters));
const trimStart = (text) => replacePattern(/^[\r\n\t ]+/, text, '');
const trimEnd = (text) => StringPrototypeSlice(text, 0, text.length - RegExpPrototypeExec(/[\r\n\t ]*$/, text)[0].length);

/** The text in lower case, if it is a token; `shown` is quoted in the error. */
function token(production, text, shown = text) {
  const at = searchPattern(notToken, text);
  if (text === '' || at !== -1) throw new ERR_INVALID_MIME_SYNTAX(production, shown, at);
  return asciiLower(text);
}

function parseEssence(source) {
  const text = trimStart(source);
  const slash = StringPrototypeIndexOf(text, '/');
  if (slash === -1) throw new ERR_INVALID_MIME_SYNTAX('type', source, searchPattern(notToken, text));
  const semicolon = StringPrototypeIndexOf(text, ';', slash);
  const end = semicolon === -1 ? text.length : semicolon;
  return {
    type: token('type', StringPrototypeSlice(text, 0, slash), source),
    subtype: token('subtype', trimEnd(StringPrototypeSlice(text, slash + 1, end)), source),
    parameters: StringPrototypeSlice(text, end + 1),
  };
}

// ---- parameters

/** Reads a quoted value from after its opening quote, and returns where it ends. A lone backslash at the end is kept. */
function quotedValue(text, start) {
  let value = '', at = start;
  for (; at < text.length && text[at] !== '"'; at++) {
    if (text[at] === '\\' && at + 1 < text.length) at++;
    value += text[at];
  }
  return { value, end: at + 1 };
}

// Malformed parameters are dropped; of equal names the first is kept.
function parseParameters(source, map) {
  const text = trimEnd(source);
  let at = 0;
  while (at < text.length) {
    at += StringPrototypeSlice(text, at).length - trimStart(StringPrototypeSlice(text, at)).length;
    const nameLength = searchPattern(/[;=]|$/, StringPrototypeSlice(text, at));
    const name = asciiLower(StringPrototypeSlice(text, at, at + nameLength));
    at += nameLength + 1;
    if (text[at - 1] !== '=' || at >= text.length) continue;

    let value;
    if (text[at] === '"') {
      ({ value, end: at } = quotedValue(text, at + 1));
    }
    const semicolon = StringPrototypeIndexOf(text, ';', at);
    const end = semicolon === -1 ? text.length : semicolon;
    value ??= trimEnd(StringPrototypeSlice(text, at, end)) || undefined;
    at = end + 1;
    if (value !== undefined && name !== '' && RegExpPrototypeExec(notToken, name) === null && RegExpPrototypeExec(notQuotable, value) === null && !map.has(name)) {
      map.set(name, value);
    }
  }
}

const encoded = (value) => (value === '' || RegExpPrototypeExec(notToken, value) !== null ? `"${replacePattern(/["\\]/g, value, '\\$&')}"` : value);

let fromSource;

class MIMEParams {
  #map = new SafeMap();
  #source;

  static {
    fromSource = (source) => {
      const params = new MIMEParams();
      params.#source = source;
      return params;
    };
  }

  #parsed() {
    if (this.#source !== undefined) parseParameters(this.#source, this.#map);
    this.#source = undefined;
    return this.#map;
  }

  delete(name) {
    this.#parsed().delete(asciiLower(`${name}`));
  }

  get(name) {
    return this.#parsed().get(asciiLower(`${name}`)) ?? null;
  }

  has(name) {
    return this.#parsed().has(asciiLower(`${name}`));
  }

  set(name, value) {
    const map = this.#parsed();
    const key = token('parameter name', asciiLower(`${name}`));
    const text = `${value}`;
    const at = searchPattern(notQuotable, text);
    if (at !== -1) throw new ERR_INVALID_MIME_SYNTAX('parameter value', text, at);
    map.set(key, text);
  }

  *entries() {
    yield* this.#parsed().entries();
  }

  *keys() {
    yield* this.#parsed().keys();
  }

  *values() {
    yield* this.#parsed().values();
  }

  toString() {
    return ArrayPrototypeJoin(ArrayFrom(this.#parsed(), ({ 0: name, 1: value }) => `${name}=${encoded(value)}`), ';');
  }
}

const paramsToString = MIMEParams.prototype.toString;

const hidden = (value) => ({ __proto__: null, value, configurable: true, writable: true });
ObjectDefineProperty(MIMEParams.prototype, SymbolIterator, hidden(MIMEParams.prototype.entries));
ObjectDefineProperty(MIMEParams.prototype, 'toJSON', hidden(MIMEParams.prototype.toString));

// ---- the type

class MIMEType {
  #type;
  #subtype;
  #parameters;

  constructor(source) {
    if (arguments.length > 1 && arguments[1] != null) throw new ERR_ILLEGAL_CONSTRUCTOR();
    const { type, subtype, parameters } = parseEssence(`${source}`);
    this.#type = type;
    this.#subtype = subtype;
    this.#parameters = fromSource(parameters);
  }

  /** Like the constructor, but returns null for an invalid MIME type. */
  static parse(source) {
    try {
      return new MIMEType(source);
    } catch (error) {
      if (error.code !== 'ERR_INVALID_MIME_SYNTAX') throw error;
      return null;
    }
  }

  get type() {
    return this.#type;
  }

  set type(value) {
    this.#type = token('type', `${value}`);
  }

  get subtype() {
    return this.#subtype;
  }

  set subtype(value) {
    this.#subtype = token('subtype', `${value}`);
  }

  get essence() {
    return `${this.#type}/${this.#subtype}`;
  }

  get params() {
    return this.#parameters;
  }

  toString() {
    const parameters = ReflectApply(paramsToString, this.#parameters, []);
    return parameters === '' ? `${this.#type}/${this.#subtype}` : `${this.#type}/${this.#subtype};${parameters}`;
  }
}

ObjectDefineProperty(MIMEType.prototype, 'toJSON', hidden(MIMEType.prototype.toString));

module.exports = { MIMEParams, MIMEType };
