'use strict';

// URLPattern.

const {
  ArrayPrototypeForEach, ArrayPrototypeMap, ArrayPrototypeSome, ArrayPrototypeSort, Boolean, ObjectDefineProperties,
  ObjectDefineProperty, ObjectFromEntries, ObjectKeys, ObjectValues, ReflectConstruct, RegExpPrototypeExec, String,
  StringPrototypeSlice, StringPrototypeStartsWith, StringPrototypeToWellFormed, SymbolToStringTag, TypeError, joinLists,
} = require('internal/primordials');
const {
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
} = require('internal/url/pattern_init');
const { compileComponent, defaultOptions, hostnameOptions, pathnameOptions } = require('internal/url/pattern_parts');
const { parse, specialPorts } = require('internal/url/record');
const { refuseToClone } = require('internal/structured_clone');

function nodeError(code, message) {
  const error = new TypeError(message);
  error.code = code;
  return error;
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

// A string, or the dictionary URLPatternInit; undefined and null are an empty one.
function inputOf(input, message) {
  if (typeof input === 'string') return StringPrototypeToWellFormed(input);
  if (input === undefined || input === null) return {};
  if (!isObject(input)) throw nodeError('ERR_INVALID_ARG_TYPE', message);
  const init = {};
  for (let i = 0, list = ArrayPrototypeSort(joinLists(['baseURL'], COMPONENTS)); i < list.length; i++) {
    const name = list[i];
    const value = input[name];
    if (value !== undefined) init[name] = StringPrototypeToWellFormed(`${value}`);
  }
  return init;
}

const isIPv6Pattern = (text) => text.length >= 2 && (text[0] === '[' || StringPrototypeStartsWith(text, '{[') || StringPrototypeStartsWith(text, '\\['));

function create(input, baseURL, ignoreCase) {
  let init = input;
  if (typeof input === 'string') {
    init = parseConstructorString(input);
    if (baseURL === undefined && init.protocol === undefined) throw new TypeError('a relative pattern needs a base URL');
    if (baseURL !== undefined) init.baseURL = baseURL;
  } else if (baseURL !== undefined) {
    throw new TypeError('the base URL belongs into the object');
  }
  const processed = processInit(init, true);
  for (let i = 0; i < COMPONENTS.length; i++) processed[COMPONENTS[i]] ??= '*';
  const ownPort = specialPorts[`${processed.protocol}:`];
  if (ownPort != null && processed.port === String(ownPort)) processed.port = '';

  const compile = (name, encode, options, noCase = false) => compileComponent(processed[name], encode, options, noCase);
  const protocol = compile('protocol', encodeProtocol, defaultOptions);
  const special = ArrayPrototypeSome(ObjectKeys(specialPorts), (scheme) => RegExpPrototypeExec(protocol.regexp, StringPrototypeSlice(scheme, 0, -1)) !== null);
  return {
    protocol,
    username: compile('username', encodeUsername, defaultOptions),
    password: compile('password', encodeUsername, defaultOptions),
    hostname: compile('hostname', isIPv6Pattern(processed.hostname) ? encodeIPv6 : hostEncoder(special), hostnameOptions),
    port: compile('port', portEncoder(), defaultOptions),
    pathname: special ? compile('pathname', encodePathname, pathnameOptions, ignoreCase) :
      compile('pathname', encodeOpaquePathname, defaultOptions, ignoreCase),
    search: compile('search', encodeSearch, defaultOptions, ignoreCase),
    hash: compile('hash', encodeHash, defaultOptions, ignoreCase),
  };
}

// The components of the input to match, or null if it is no URL.
function subjectOf(input, baseURL) {
  if (typeof input !== 'string') {
    const empty = ObjectFromEntries(ArrayPrototypeMap(COMPONENTS, (name) => [name, '']));
    try {
      return processInit(input, false, empty);
    } catch {
      return null;
    }
  }
  const base = baseURL === undefined ? null : parse(baseURL);
  if (baseURL !== undefined && base === null) return null;
  const url = parse(input, base);
  if (url === null) return null;
  return {
    protocol: StringPrototypeSlice(url.scheme, 0, -1),
    username: url.username,
    password: url.password,
    hostname: url.host ?? '',
    port: url.port === null ? '' : String(url.port),
    pathname: url.path,
    search: url.query ?? '',
    hash: url.fragment ?? '',
  };
}

function match(components, input, baseURL) {
  const subject = subjectOf(input, baseURL);
  if (subject === null) return null;
  const found = {};
  for (let j = 0; j < COMPONENTS.length; j++) {
    const name = COMPONENTS[j];
    const { regexp, names } = components[name];
    const result = RegExpPrototypeExec(regexp, subject[name]);
    if (result === null) return null;
    const groups = {};
    ArrayPrototypeForEach(names, (group, i) => { groups[group] = result[i + 1]; });
    found[name] = { groups, input: subject[name] };
  }
  return found;
}

class URLPatternClass {
  #components;

  static {
    refuseToClone((value) => #components in value);
  }

  constructor(...args) {
    const input = inputOf(args[0], 'Input must be an object or a string');
    let { 1: baseURL, 2: options } = args;
    if (args.length <= 2) {
      // The second argument may be the base or the options; null and undefined mean no options.
      if (isObject(baseURL) || baseURL === undefined || baseURL === null) {
        options = baseURL;
        baseURL = undefined;
      } else if (typeof baseURL !== 'string') {
        throw nodeError('ERR_INVALID_ARG_TYPE', 'second argument must be a string or object');
      }
    } else if (options !== undefined && options !== null && !isObject(options)) {
      throw nodeError('ERR_INVALID_ARG_TYPE', 'options must be an object');
    } else {
      baseURL = `${baseURL}`;
    }
    const ignoreCase = Boolean(options?.ignoreCase);
    try {
      this.#components = create(input, baseURL?.toWellFormed(), ignoreCase);
    } catch {
      throw nodeError('ERR_INVALID_URL_PATTERN', 'Failed to construct URLPattern');
    }
  }

  static #componentsOf(pattern) {
    if (!isObject(pattern) || !(#components in pattern)) throw new TypeError('Illegal invocation');
    return pattern.#components;
  }

  static #match(pattern, verb, args) {
    const components = URLPatternClass.#componentsOf(pattern);
    const input = inputOf(args[0], 'URLPattern input needs to be a string or an object');
    let baseURL = args[1];
    if (baseURL !== undefined) {
      if (baseURL !== null && typeof baseURL !== 'string') {
        throw nodeError('ERR_INVALID_ARG_TYPE', 'baseURL must be a string');
      }
      baseURL = StringPrototypeToWellFormed(`${baseURL}`);
      if (typeof input !== 'string') throw nodeError('ERR_OPERATION_FAILED', `Failed to ${verb} URLPattern`);
    }
    return { found: match(components, input, baseURL), inputs: baseURL === undefined ? [input] : [input, baseURL] };
  }

  exec(...args) {
    const { found, inputs } = URLPatternClass.#match(this, 'exec', args);
    if (found === null) return null;
    const { hash, hostname, password, pathname, port, protocol, search, username } = found;
    return { __proto__: null, hash, hostname, inputs, password, pathname, port, protocol, search, username };
  }

  test(...args) {
    return URLPatternClass.#match(this, 'test', args).found !== null;
  }

  static componentsOf(pattern) {
    return URLPatternClass.#componentsOf(pattern);
  }
}

const { componentsOf } = URLPatternClass;
delete URLPatternClass.componentsOf;

for (let k = 0; k < COMPONENTS.length; k++) {
  const name = COMPONENTS[k];
  ObjectDefineProperty(URLPatternClass.prototype, name, {
    __proto__: null,
    enumerable: true,
    get() { return componentsOf(this)[name].pattern; },
  });
}
ObjectDefineProperties(URLPatternClass.prototype, {
  __proto__: null,
  hasRegExpGroups: {
    __proto__: null,
    enumerable: true,
    get() { return ArrayPrototypeSome(ObjectValues(componentsOf(this)), (component) => component.hasRegExpGroups); },
  },
  exec: { __proto__: null, enumerable: true },
  test: { __proto__: null, enumerable: true },
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'URLPattern' },
});

// A class called without `new` throws V8's error; Node's has a code.
function URLPattern() {
  if (new.target === undefined) {
    throw nodeError('ERR_CONSTRUCT_CALL_REQUIRED', 'Cannot call constructor without `new`');
  }
  return ReflectConstruct(URLPatternClass, arguments, new.target);
}
URLPattern.prototype = URLPatternClass.prototype;
ObjectDefineProperty(URLPattern, 'prototype', { __proto__: null, writable: false });
URLPattern.prototype.constructor = URLPattern;

module.exports = { URLPattern };
