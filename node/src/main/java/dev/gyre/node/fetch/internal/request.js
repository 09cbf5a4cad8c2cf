'use strict';

const {
  ArrayPrototypeIncludes, Boolean, ObjectDefineProperty, ObjectKeys, RegExpPrototypeExec, StringPrototypeToUpperCase,
  TypeError,
} = require('internal/primordials');
const { addBodyMembers, extract } = require('internal/fetch/body');
const { Headers, fillHeaders } = require('internal/fetch/headers');
const {
  TOKEN, byteString, dictionary, illegalInvocation, isObject, need, oneOf, text, typeError, usvString,
} = require('internal/fetch/idl');
const { kUncloneable } = require('internal/structured_clone');
const { finishInterface, inspectWith } = require('internal/webstreams/util');

const UPPER_CASED = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];
const FORBIDDEN = ['CONNECT', 'TRACE', 'TRACK'];
const ENUMERATIONS = {
  referrerPolicy: ['', 'no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin', 'strict-origin',
    'origin-when-cross-origin', 'strict-origin-when-cross-origin', 'unsafe-url'],
  mode: ['navigate', 'same-origin', 'no-cors', 'cors'],
  credentials: ['omit', 'same-origin', 'include'],
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
  redirect: ['follow', 'manual', 'error'],
  duplex: ['half'],
};
const ENUMERATED = ObjectKeys(ENUMERATIONS);
const DEFAULTS = {
  method: 'GET', referrer: 'about:client', referrerPolicy: '', mode: 'cors', credentials: 'same-origin',
  cache: 'default', redirect: 'follow', integrity: '', keepalive: false,
};

let stateOf;
let isRequest;
let hasWarned = false;

function parseUrl(input) {
  const { URL } = require('internal/url/url');
  const given = usvString(input);
  let url;
  try {
    url = new URL(given);
  } catch (cause) {
    throw new TypeError(`Failed to parse URL from ${given}`, { cause });
  }
  if (url.username !== '' || url.password !== '') {
    throw typeError(`Request cannot be constructed from a URL that includes credentials: ${given}`);
  }
  return url.href;
}

function methodOf(value) {
  const method = byteString(value);
  const upper = StringPrototypeToUpperCase(method);
  if (RegExpPrototypeExec(TOKEN, method) === null) throw typeError(`'${method}' is not a valid HTTP method.`);
  if (ArrayPrototypeIncludes(FORBIDDEN, upper)) throw typeError(`'${method}' HTTP method is unsupported.`);
  if (method === 'patch' && !hasWarned) {
    hasWarned = true;
    process.emitWarning('Using `patch` is highly likely to result in a `405 Method Not Allowed`. `PATCH` is much more ' +
      'likely to succeed.', { code: 'UNDICI-FETCH-patch' });
  }
  return ArrayPrototypeIncludes(UPPER_CASED, upper) ? upper : method;
}

// Without a page every referrer has another origin, unless it is the client itself.
function referrerOf(value) {
  const given = usvString(value);
  if (given === '') return '';
  const { URL } = require('internal/url/url');
  const url = URL.parse(given);
  if (url === null) throw typeError(`Referrer "${given}" is not a valid URL.`);
  return url.protocol === 'about:' && url.pathname === 'client' ? 'about:client' : url.href;
}

// The signal that the request's own one follows, if there is any.
function followedSignal(value) {
  if (value === undefined || value === null) return undefined;
  const { AbortSignal } = require('internal/events/abort_controller');
  if (!(value instanceof AbortSignal)) {
    throw typeError(`RequestInit: Expected signal ("${text(value)}") to be an instance of AbortSignal.`);
  }
  return value;
}

// The request's own signal, made at its first use: most requests are sent without one.
function signalIn(state) {
  const { AbortSignal } = require('internal/events/abort_controller');
  return state.signal ??= AbortSignal.any(state.follows === undefined ? [] : [state.follows]);
}

// What a request consists of; fetch() needs no more.
function makeState(input, init) {
  const members = dictionary(init);
  const from = isRequest(input) ? stateOf(input) : undefined;
  const state = from === undefined ? { ...DEFAULTS, url: parseUrl(input) } : { ...from };
  if (init !== undefined) readMembers(state, members);
  state.signal = undefined;
  state.follows = members.signal === undefined ? (from && signalIn(from)) : followedSignal(members.signal);
  state.headers = new Headers();
  const headers = members.headers ?? from?.headers;
  if (headers !== undefined) fillHeaders(state.headers, headers);
  state.dispatcher = members.dispatcher ?? from?.dispatcher;
  state.body = bodyOf(state, members, from?.body ?? null);
  return state;
}

function readMembers(state, members) {
  if ((members.window ?? null) !== null) throw typeError("'window' option 'client' must be null");
  for (let i = 0; i < ENUMERATED.length; i++) {
    const name = ENUMERATED[i];
    if (members[name] !== undefined) state[name] = oneOf(members[name], ENUMERATIONS[name]);
  }
  if (members.mode === 'navigate') throw typeError('Request constructor: invalid request mode navigate.');
  if (members.referrer !== undefined) state.referrer = referrerOf(members.referrer);
  if (state.cache === 'only-if-cached' && state.mode !== 'same-origin') {
    throw typeError("'only-if-cached' can be set only with 'same-origin' mode");
  }
  if (members.integrity !== undefined) state.integrity = text(members.integrity);
  if (members.keepalive !== undefined) state.keepalive = Boolean(members.keepalive);
  if (members.method !== undefined) state.method = methodOf(members.method);
}

function bodyOf(state, { body: content = null, duplex }, inherited) {
  if ((content !== null || inherited !== null) && (state.method === 'GET' || state.method === 'HEAD')) {
    throw typeError('Request with GET/HEAD method cannot have body.');
  }
  if (content === null) {
    if (inherited?.isUnusable) {
      throw typeError('Cannot construct a Request with a Request object that has already been used.');
    }
    return inherited?.move() ?? null;
  }
  const { body, type } = extract(content);
  if (!body.isRepeatable && duplex === undefined) {
    throw typeError('RequestInit: duplex option is required when sending a body.');
  }
  if (type !== null && !state.headers.has('content-type')) state.headers.append('content-type', type);
  return body;
}

class Request {
  #state;

  static {
    isRequest = (value) => isObject(value) && #state in value;
    stateOf = (value) => {
      if (!isRequest(value)) throw illegalInvocation();
      return value.#state;
    };
  }

  constructor(input, init = undefined) {
    need(1, arguments, 'Request constructor');
    this.#state = makeState(input, init);
  }

  get method() { return stateOf(this).method; }

  get url() { return stateOf(this).url; }

  get headers() { return stateOf(this).headers; }

  get destination() { return stateOf(this) && ''; }

  get referrer() { return stateOf(this).referrer; }

  get referrerPolicy() { return stateOf(this).referrerPolicy; }

  get mode() { return stateOf(this).mode; }

  get credentials() { return stateOf(this).credentials; }

  get cache() { return stateOf(this).cache; }

  get redirect() { return stateOf(this).redirect; }

  get integrity() { return stateOf(this).integrity; }

  get keepalive() { return stateOf(this).keepalive; }

  get isReloadNavigation() { return stateOf(this) && false; }

  get isHistoryNavigation() { return stateOf(this) && false; }

  get signal() { return signalIn(stateOf(this)); }

  get body() { return stateOf(this).body?.stream ?? null; }

  get bodyUsed() { return stateOf(this).body?.isUsed ?? false; }

  get duplex() { return stateOf(this) && 'half'; }

  clone() {
    const state = stateOf(this);
    if (state.body?.isUnusable) throw typeError('unusable');
    const request = new Request(state.url);
    request.#state = {
      ...state, headers: new Headers(state.headers), signal: undefined, follows: signalIn(state), body: state.body?.clone() ?? null,
    };
    return request;
  }
}

addBodyMembers(Request, stateOf);
finishInterface(Request);
ObjectDefineProperty(Request.prototype, kUncloneable, { __proto__: null, value: true });
inspectWith(Request, (request) => {
  const shown = {};
  for (let i = 0, list = ['method', 'url', 'headers', 'destination', 'referrer', 'referrerPolicy', 'mode', 'credentials',
    'cache', 'redirect', 'integrity', 'keepalive', 'isReloadNavigation', 'isHistoryNavigation', 'signal']; i < list.length; i++) {
    const name = list[i];
    shown[name] = request[name];
  }
  return shown;
});

module.exports = { Request, makeState };
