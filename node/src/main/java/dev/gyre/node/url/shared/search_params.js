'use strict';

// URLSearchParams: a list of pairs, stored flat (name, value, name, value, ...). One that belongs to a URL reports every
// change through `#onChange`.

const {
  ArrayIsArray, ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice,
  ArrayPrototypeSort, FunctionPrototypeCall, IteratorPrototype, NumberPrototypeToString, ObjectDefineProperties,
  ObjectDefineProperty, ObjectSetPrototypeOf, ReflectConstruct, ReflectGetOwnPropertyDescriptor, ReflectOwnKeys,
  RegExpPrototypeExec, SafeMap, StringPrototypeCharCodeAt, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeToUpperCase,
  StringPrototypeToWellFormed, SymbolIterator, SymbolToStringTag, encodeURIComponent, itemsOf, pushAll, replacePattern,
} = require('internal/primordials');
const { percentDecode } = require('internal/url/encode');
const {
  codes: { ERR_ARG_NOT_ITERABLE, ERR_INVALID_THIS, ERR_INVALID_TUPLE, ERR_MISSING_ARGS },
} = require('internal/errors');
const { refuseToClone } = require('internal/structured_clone');
const { customInspectSymbol, kEnumerableProperty, removeColors } = require('internal/util');
const { validateFunction } = require('internal/validators');

const lazyInspect = (value, options) => require('internal/util/inspect').inspect(value, options);
const toUSVString = (value) => StringPrototypeToWellFormed(`${value}`);

// ---- application/x-www-form-urlencoded

function decodeComponent(text) {
  if (StringPrototypeIncludes(text, '+')) text = StringPrototypeReplaceAll(text, '+', ' ');
  return percentDecode(text);
}

function parseParams(query) {
  const list = [];
  for (let i = 0, items = StringPrototypeSplit(query, '&'); i < items.length; i++) {
    const pair = items[i];
    if (pair === '') continue;
    const equals = StringPrototypeIndexOf(pair, '=');
    if (equals === -1) ArrayPrototypePush(list, decodeComponent(pair), '');
    else ArrayPrototypePush(list, decodeComponent(StringPrototypeSlice(pair, 0, equals)), decodeComponent(StringPrototypeSlice(pair, equals + 1)));
  }
  return list;
}

const ENCODED = /[^A-Za-z0-9*._-]/;

function encodeComponent(text) {
  if (RegExpPrototypeExec(ENCODED, text) === null) return text;
  return replacePattern(/%20|[!'()~]/g, encodeURIComponent(text), (found) =>
    (found === '%20' ? '+' : `%${StringPrototypeToUpperCase(NumberPrototypeToString(StringPrototypeCharCodeAt(found, 0), 16))}`));
}

function serializeParams(list) {
  let out = '';
  for (let i = 0; i < list.length; i += 2) {
    out += `${i === 0 ? '' : '&'}${encodeComponent(list[i])}=${encodeComponent(list[i + 1])}`;
  }
  return out;
}

// ---- the constructor's arguments

function pairOf(pair) {
  if (ArrayIsArray(pair)) {
    if (pair.length !== 2) throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
    return [toUSVString(pair[0]), toUSVString(pair[1])];
  }
  if (pair === null || (typeof pair !== 'object' && typeof pair !== 'function') ||
      typeof pair[SymbolIterator] !== 'function') {
    throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
  }
  const parts = [];
  for (const part of itemsOf(pair)) ArrayPrototypePush(parts, toUSVString(part));
  if (parts.length !== 2) throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
  return parts;
}

function listFromIterable(iterable) {
  const list = [];
  for (const pair of itemsOf(iterable)) pushAll(list, pairOf(pair));
  return list;
}

// Two keys may become the same string by the conversion: the later one wins.
function listFromRecord(record) {
  const seen = new SafeMap();
  const list = [];
  for (let i = 0, items = ReflectOwnKeys(record); i < items.length; i++) {
    const key = items[i];
    if (!ReflectGetOwnPropertyDescriptor(record, key)?.enumerable) continue;
    const name = StringPrototypeToWellFormed(key); // throws for a symbol, as the conversion must
    const value = toUSVString(record[key]);
    const index = seen.get(name);
    if (index === undefined) seen.set(name, ArrayPrototypePush(list, name, value) - 1);
    else list[index] = value;
  }
  return list;
}

// ---- the classes

let listOf;
let attach;
let replaceList;

class URLSearchParamsIterator {
  #target;
  #kind;
  #index = 0;

  constructor(target, kind) {
    this.#target = target;
    this.#kind = kind;
  }

  #item(name, value) {
    return this.#kind === 'key' ? name : this.#kind === 'value' ? value : [name, value];
  }

  next() {
    if (typeof this !== 'object' || this === null || !(#target in this)) {
      throw new ERR_INVALID_THIS('URLSearchParamsIterator');
    }
    const list = listOf(this.#target);
    const index = this.#index;
    if (index >= list.length) return { done: true, value: undefined };
    this.#index += 2;
    return { done: false, value: this.#item(list[index], list[index + 1]) };
  }

  [customInspectSymbol](recurseTimes, ctx) {
    if (typeof this !== 'object' || this === null || !(#target in this)) {
      throw new ERR_INVALID_THIS('URLSearchParamsIterator');
    }
    if (typeof recurseTimes === 'number' && recurseTimes < 0) return ctx.stylize('[Object]', 'special');
    const options = innerOptions(recurseTimes, ctx);
    const list = listOf(this.#target);
    const rest = [];
    for (let i = this.#index; i < list.length; i += 2) ArrayPrototypePush(rest, this.#item(list[i], list[i + 1]));
    const shown = ArrayPrototypeMap(rest, (item) => lazyInspect(item, options));
    const broken = StringPrototypeIncludes(lazyInspect(rest, options), '\n');
    const body = broken ? `\n  ${ArrayPrototypeJoin(shown, ',\n  ')}` : ` ${ArrayPrototypeJoin(shown, ', ')}`;
    return `${this[SymbolToStringTag]} {${body} }`;
  }
}

delete URLSearchParamsIterator.prototype.constructor;
ObjectSetPrototypeOf(URLSearchParamsIterator.prototype, IteratorPrototype);
ObjectDefineProperties(URLSearchParamsIterator.prototype, {
  __proto__: null,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'URLSearchParams Iterator' },
  next: kEnumerableProperty,
});

function innerOptions(recurseTimes, ctx) {
  const options = { ...ctx };
  if (recurseTimes !== null) options.depth = recurseTimes - 1;
  return options;
}

class URLSearchParams {
  #searchParams = [];
  #onChange = null;

  static {
    refuseToClone((value) => #searchParams in value);
    listOf = (params) => params.#searchParams;
    attach = (params, onChange) => { params.#onChange = onChange; };
    replaceList = (params, query) => { params.#searchParams = parseParams(query); };
  }

  constructor(init = undefined) {
    if (init === undefined) return;
    if (init !== null && (typeof init === 'object' || typeof init === 'function')) {
      const method = init[SymbolIterator];
      if (method === this[SymbolIterator] && #searchParams in init) {
        this.#searchParams = ArrayPrototypeSlice(init.#searchParams);
      } else if (method !== undefined && method !== null) {
        if (typeof method !== 'function') throw new ERR_ARG_NOT_ITERABLE('Query pairs');
        this.#searchParams = listFromIterable(init);
      } else {
        this.#searchParams = listFromRecord(init);
      }
    } else {
      const query = toUSVString(init);
      this.#searchParams = parseParams(query[0] === '?' ? StringPrototypeSlice(query, 1) : query);
    }
  }

  static #check(self, given, ...names) {
    if (typeof self !== 'object' || self === null || !(#searchParams in self)) {
      throw new ERR_INVALID_THIS('URLSearchParams');
    }
    if (given < names.length) throw ReflectConstruct(ERR_MISSING_ARGS, names);
  }

  [customInspectSymbol](recurseTimes, ctx) {
    URLSearchParams.#check(this);
    if (typeof recurseTimes === 'number' && recurseTimes < 0) return ctx.stylize('[Object]', 'special');
    const options = innerOptions(recurseTimes, ctx);
    const list = this.#searchParams;
    const shown = [];
    for (let i = 0; i < list.length; i += 2) {
      ArrayPrototypePush(shown, `${lazyInspect(list[i], options)} => ${lazyInspect(list[i + 1], options)}`);
    }
    const { name } = this.constructor;
    if (shown.length === 0) return `${name} {}`;
    const line = ArrayPrototypeJoin(shown, ', ');
    return removeColors(line).length > ctx.breakLength ?
      `${name} {\n  ${ArrayPrototypeJoin(shown, ',\n  ')} }` : `${name} { ${line} }`;
  }

  get size() {
    URLSearchParams.#check(this);
    return this.#searchParams.length / 2;
  }

  append(name, value) {
    URLSearchParams.#check(this, arguments.length, 'name', 'value');
    ArrayPrototypePush(this.#searchParams, toUSVString(name), toUSVString(value));
    this.#onChange?.();
  }

  delete(name, value = undefined) {
    URLSearchParams.#check(this, arguments.length, 'name');
    name = toUSVString(name);
    if (value !== undefined) value = toUSVString(value);
    this.#keep((n, v) => n !== name || (value !== undefined && v !== value));
    this.#onChange?.();
  }

  // In place, because iterators may be using the list.
  #keep(wanted) {
    const list = this.#searchParams;
    let kept = 0;
    for (let i = 0; i < list.length; i += 2) {
      if (!wanted(list[i], list[i + 1])) continue;
      list[kept++] = list[i];
      list[kept++] = list[i + 1];
    }
    list.length = kept;
  }

  get(name) {
    URLSearchParams.#check(this, arguments.length, 'name');
    name = toUSVString(name);
    const list = this.#searchParams;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name) return list[i + 1];
    }
    return null;
  }

  getAll(name) {
    URLSearchParams.#check(this, arguments.length, 'name');
    name = toUSVString(name);
    const list = this.#searchParams;
    const values = [];
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name) ArrayPrototypePush(values, list[i + 1]);
    }
    return values;
  }

  has(name, value = undefined) {
    URLSearchParams.#check(this, arguments.length, 'name');
    name = toUSVString(name);
    if (value !== undefined) value = toUSVString(value);
    const list = this.#searchParams;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name && (value === undefined || list[i + 1] === value)) return true;
    }
    return false;
  }

  set(name, value) {
    URLSearchParams.#check(this, arguments.length, 'name', 'value');
    name = toUSVString(name);
    value = toUSVString(value);
    let found = false;
    this.#keep((n) => n !== name || (!found && (found = true)));
    const list = this.#searchParams;
    if (!found) {
      ArrayPrototypePush(list, name, value);
    } else {
      for (let i = 0; i < list.length; i += 2) {
        if (list[i] === name) list[i + 1] = value;
      }
    }
    this.#onChange?.();
  }

  // By code units; pairs with the same name keep their order.
  sort() {
    URLSearchParams.#check(this);
    const list = this.#searchParams;
    const pairs = [];
    for (let i = 0; i < list.length; i += 2) ArrayPrototypePush(pairs, [list[i], list[i + 1]]);
    ArrayPrototypeSort(pairs, (a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
    ArrayPrototypeForEach(pairs, ({ 0: name, 1: value }, i) => {
      list[i * 2] = name;
      list[i * 2 + 1] = value;
    });
    this.#onChange?.();
  }

  entries() {
    URLSearchParams.#check(this);
    return new URLSearchParamsIterator(this, 'key+value');
  }

  forEach(callback, thisArg = undefined) {
    URLSearchParams.#check(this);
    validateFunction(callback, 'callback');
    // The list is read each time: the callback may set the URL's search.
    for (let i = 0; i < this.#searchParams.length; i += 2) {
      FunctionPrototypeCall(callback, thisArg, this.#searchParams[i + 1], this.#searchParams[i], this);
    }
  }

  keys() {
    URLSearchParams.#check(this);
    return new URLSearchParamsIterator(this, 'key');
  }

  values() {
    URLSearchParams.#check(this);
    return new URLSearchParamsIterator(this, 'value');
  }

  toString() {
    URLSearchParams.#check(this);
    return serializeParams(this.#searchParams);
  }
}

const enumerable = { [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'URLSearchParams' } };
for (let j = 0, all = ['append', 'delete', 'get', 'getAll', 'has', 'set', 'size', 'sort', 'entries', 'forEach', 'keys',
                    'values', 'toString']; j < all.length; j++) {
  const name = all[j];
  enumerable[name] = kEnumerableProperty;
}
ObjectDefineProperties(URLSearchParams.prototype, enumerable);
ObjectDefineProperty(URLSearchParams.prototype, SymbolIterator, {
  __proto__: null,
  configurable: true,
  writable: true,
  value: URLSearchParams.prototype.entries,
});

module.exports = { URLSearchParams, attach, listOf, replaceList, serializeParams };
