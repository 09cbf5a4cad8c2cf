'use strict';

// Headers: case-insensitive names, stored as they were first written, each with its values joined; only those of set-cookie
// stay separate.

const {
  ArrayPrototypeFlatMap, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSort,
  ObjectDefineProperties, ObjectDefineProperty, ReflectApply, ReflectGetOwnPropertyDescriptor, ReflectOwnKeys,
  RegExpPrototypeExec, SafeMap, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeToLowerCase, SymbolIterator, copyList, itemsOf,
} = require('internal/primordials');
const { TOKEN, byteString, illegalInvocation, isObject, iteratorOf, need, typeError } = require('internal/fetch/idl');
const { kUncloneable } = require('internal/structured_clone');
const { trimmed } = require('internal/trim');
const { customInspectSymbol } = require('internal/util');
const { finishInterface } = require('internal/webstreams/util');

const NOT_IN_VALUE = /[\0\r\n]/;
const isAroundValue = (code) => code === 0x09 || code === 0x0a || code === 0x0d || code === 0x20;
const COOKIE = 'set-cookie';

const joined = (key, values) => (values.length === 1 ? values[0] : ArrayPrototypeJoin(values, key === 'cookie' ? '; ' : ', '));

const HeadersIterator = iteratorOf('Headers');

let freezeHeaders;
let fillHeaders;
let isHeaders;
let valueIn; // (headers, lower-case name): these four can't be replaced by a program
let hasHeader;
let removeHeader;
let listOf; // a list of { key, name, values }
let receivedHeaders;

function checkedName(value, method) {
  const name = byteString(value);
  if (RegExpPrototypeExec(TOKEN, name) === null) throw typeError(`${method}: "${name}" is an invalid header name.`);
  return name;
}

function checkedValue(value, method) {
  const stripped = trimmed(byteString(value), isAroundValue);
  if (RegExpPrototypeExec(NOT_IN_VALUE, stripped) !== null) throw typeError(`${method}: "${stripped}" is an invalid header value.`);
  return stripped;
}

class Headers {
  #entries = new SafeMap(); // lower-case name -> { name, values }
  #isFrozen = false;

  static {
    isHeaders = (value) => isObject(value) && #entries in value;
    freezeHeaders = (headers) => { headers.#isFrozen = true; };
    fillHeaders = (headers, init) => headers.#fill(init);
    valueIn = (headers, key) => {
      const entry = headers.#entries.get(key);
      return entry === undefined ? null : joined(key, entry.values);
    };
    hasHeader = (headers, key) => headers.#entries.has(key);
    removeHeader = (headers, key) => { headers.#entries.delete(key); };
    listOf = (headers) => copyList(headers.#entries.values());
    receivedHeaders = (text) => {
      const headers = new Headers();
      headers.#receive(text);
      headers.#isFrozen = true;
      return headers;
    };
  }

  constructor(init = undefined) {
    if (init !== undefined) this.#fill(init);
  }

  #fill(init) {
    if (!isObject(init)) {
      throw typeError('Headers constructor: Argument 1 could not be converted to one of: ' +
        'sequence<sequence<ByteString>>, record<ByteString, ByteString>.');
    }
    if (typeof init[SymbolIterator] === 'function') {
      for (const pair of itemsOf(init)) {
        const list = copyList(pair);
        if (list.length !== 2) {
          throw typeError(`Headers constructor: expected name/value pair to be length 2, found ${list.length}.`);
        }
        this.#append(list[0], list[1]);
      }
      return;
    }
    for (let i = 0, items = ReflectOwnKeys(init); i < items.length; i++) {
      const key = items[i];
      if (ReflectGetOwnPropertyDescriptor(init, key)?.enumerable) this.#append(key, init[key]);
    }
  }

  // text is the parser's: `reason \n name \n value \n ...`.
  #receive(text) {
    let from = StringPrototypeIndexOf(text, '\n') + 1;
    for (;;) {
      const middle = StringPrototypeIndexOf(text, '\n', from);
      if (middle < 0) return;
      const to = StringPrototypeIndexOf(text, '\n', middle + 1);
      const key = StringPrototypeToLowerCase(StringPrototypeSlice(text, from, middle));
      const value = StringPrototypeSlice(text, middle + 1, to < 0 ? undefined : to);
      const entry = this.#entries.get(key);
      if (entry === undefined) this.#entries.set(key, { key, name: key, values: [value] });
      else ArrayPrototypePush(entry.values, value);
      if (to < 0) return;
      from = to + 1;
    }
  }

  #append(name, value) {
    name = checkedName(name, 'Headers.append');
    value = checkedValue(value, 'Headers.append');
    this.#checkMutable();
    const key = StringPrototypeToLowerCase(name);
    const entry = this.#entries.get(key);
    if (entry === undefined) this.#entries.set(key, { key, name, values: [value] });
    else ArrayPrototypePush(entry.values, value);
  }

  #checkMutable() {
    if (this.#isFrozen) throw typeError('immutable');
  }

  static #of(value) {
    if (!isHeaders(value)) throw illegalInvocation();
    return value;
  }

  append(name, value) {
    Headers.#of(this);
    need(2, arguments, 'Headers.append');
    this.#append(name, value);
  }

  delete(name) {
    Headers.#of(this);
    need(1, arguments, 'Headers.delete');
    const key = StringPrototypeToLowerCase(checkedName(name, 'Headers.delete'));
    this.#checkMutable();
    this.#entries.delete(key);
  }

  get(name) {
    Headers.#of(this);
    need(1, arguments, 'Headers.get');
    const entry = this.#entries.get(StringPrototypeToLowerCase(checkedName(name, 'Headers.get')));
    return entry === undefined ? null : ArrayPrototypeJoin(entry.values, ', ');
  }

  has(name) {
    Headers.#of(this);
    need(1, arguments, 'Headers.has');
    return this.#entries.has(StringPrototypeToLowerCase(checkedName(name, 'Headers.has')));
  }

  set(name, value) {
    Headers.#of(this);
    need(2, arguments, 'Headers.set');
    name = checkedName(name, 'Headers.set');
    const values = [checkedValue(value, 'Headers.set')];
    this.#checkMutable();
    const key = StringPrototypeToLowerCase(name);
    this.#entries.set(key, { key, name, values });
  }

  getSetCookie() {
    return copyList(Headers.#of(this).#entries.get(COOKIE)?.values ?? []);
  }

  // "Sort and combine".
  #sorted() {
    return ArrayPrototypeFlatMap(ArrayPrototypeSort(copyList(this.#entries.keys())), (key) => {
      const { values } = this.#entries.get(key);
      return key === COOKIE ? ArrayPrototypeMap(values, (value) => [key, value]) : [[key, ArrayPrototypeJoin(values, ', ')]];
    });
  }

  keys() { return Headers.#iterator(this, ({ 0: name }) => name); }

  values() { return Headers.#iterator(this, ({ 1: value }) => value); }

  entries() { return Headers.#iterator(this, (pair) => pair); }

  static #iterator(headers, pick) {
    Headers.#of(headers);
    return new HeadersIterator(() => headers.#sorted(), pick);
  }

  forEach(callback, receiver = undefined) {
    Headers.#of(this);
    need(1, arguments, 'Headers.forEach');
    if (typeof callback !== 'function') {
      throw typeError("Failed to execute 'forEach' on 'Headers': parameter 1 is not of type 'Function'.");
    }
    for (const { 0: name, 1: value } of itemsOf(this)) ReflectApply(callback, receiver, [value, name, this]);
  }

  [customInspectSymbol](depth, options) {
    const shown = {};
    for (const { name, values } of itemsOf(Headers.#of(this).#entries.values())) shown[name] = ArrayPrototypeJoin(values, ', ');
    const { inspect } = require('internal/util/inspect');
    return `Headers ${inspect(shown, { ...options, depth: options.depth ?? depth })}`;
  }
}

ObjectDefineProperties(Headers.prototype, {
  __proto__: null,
  [SymbolIterator]: {
    __proto__: null, configurable: true, enumerable: false, value: Headers.prototype.entries, writable: true,
  },
  [kUncloneable]: { __proto__: null, value: true },
});
finishInterface(Headers);
ObjectDefineProperty(Headers, 'length', { __proto__: null, configurable: true, value: 0 });

module.exports = {
  Headers, fillHeaders, freezeHeaders, hasHeader, isHeaders, joined, listOf, receivedHeaders, removeHeader, valueIn,
};
