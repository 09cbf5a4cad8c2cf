'use strict';

const {
  ArrayPrototypeIncludes, JSONStringify, Number, ObjectAssign, ObjectDefineProperties, ObjectDefineProperty, RangeError,
  RegExpPrototypeExec,
} = require('internal/primordials');
const { addBodyMembers, extract } = require('internal/fetch/body');
const { Headers, fillHeaders, freezeHeaders } = require('internal/fetch/headers');
const {
  byteString, dictionary, illegalInvocation, isObject, need, typeError, usvString,
} = require('internal/fetch/idl');
const { refuseToClone } = require('internal/structured_clone');
const { kEnumerableProperty } = require('internal/util');
const { finishInterface, inspectWith } = require('internal/webstreams/util');

const REASON = /^[\t\x20-\x7e\x80-\xff]*$/;
const NULL_BODY = [101, 204, 205, 304];
const REDIRECTS = [301, 302, 303, 307, 308];

let stateOf;
let received; // the state of the response that is being made from the network

class Response {
  #state;

  static {
    refuseToClone((value) => #state in value);
    stateOf = (value) => {
      if (!isObject(value) || !(#state in value)) throw illegalInvocation();
      return value.#state;
    };
  }

  constructor(body = null, init = {}) {
    if (received !== undefined) {
      this.#state = received;
      return;
    }
    this.#state = {
      type: 'default', url: '', redirected: false, status: 200, statusText: '', headers: new Headers(), body: null,
    };
    this.#initialize(body === null || body === undefined ? undefined : extract(body), dictionary(init));
  }

  #initialize(content, { headers, status, statusText }) {
    const state = this.#state;
    if (status !== undefined) state.status = Number(status) & 0xffff;
    if (state.status < 200 || state.status > 599) {
      throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
    }
    if (statusText !== undefined) state.statusText = byteString(statusText);
    if (RegExpPrototypeExec(REASON, state.statusText) === null) throw typeError('Invalid statusText');
    if (headers !== undefined) fillHeaders(state.headers, headers);
    if (content === undefined) return;
    if (ArrayPrototypeIncludes(NULL_BODY, state.status)) {
      throw typeError(`Response constructor: Invalid response status code ${state.status}`);
    }
    state.body = content.body;
    if (content.type !== null && !state.headers.has('content-type')) state.headers.append('content-type', content.type);
  }

  static error() {
    const response = new Response();
    ObjectAssign(response.#state, { type: 'error', status: 0 });
    freezeHeaders(response.#state.headers);
    return response;
  }

  static json(data, init = {}) {
    need(1, arguments, 'Response.json');
    const text = JSONStringify(data);
    if (text === undefined) throw typeError('Value is not JSON serializable');
    const response = new Response();
    response.#initialize({ body: extract(text).body, type: 'application/json' }, dictionary(init));
    return response;
  }

  static redirect(url, status = 302) {
    need(1, arguments, 'Response.redirect');
    const { URL } = require('internal/url/url');
    const given = usvString(url);
    const parsed = URL.parse(given);
    if (parsed === null) throw typeError(`Failed to parse URL from ${given}`);
    const code = Number(status) & 0xffff;
    if (!ArrayPrototypeIncludes(REDIRECTS, code)) throw new RangeError(`Invalid status code ${code}`);
    const response = new Response();
    response.#state.status = code;
    response.#state.headers.append('location', parsed.href);
    freezeHeaders(response.#state.headers);
    return response;
  }

  get type() { return stateOf(this).type; }

  get url() { return stateOf(this).url; }

  get redirected() { return stateOf(this).redirected; }

  get status() { return stateOf(this).status; }

  get ok() {
    const { status } = stateOf(this);
    return status >= 200 && status <= 299;
  }

  get statusText() { return stateOf(this).statusText; }

  get headers() { return stateOf(this).headers; }

  get body() { return stateOf(this).body?.stream ?? null; }

  get bodyUsed() { return stateOf(this).body?.isUsed ?? false; }

  clone() {
    const state = stateOf(this);
    if (state.body?.isUnusable) throw typeError('Response.clone: Body has already been consumed.');
    const response = new Response();
    response.#state = { ...state, headers: new Headers(state.headers), body: state.body?.clone() ?? null };
    return response;
  }
}

// A response from the network: { type, url, redirected, status, statusText, headers, body }.
function responseOf(state) {
  received = state;
  try {
    return new Response();
  } finally {
    received = undefined;
  }
}

addBodyMembers(Response, stateOf);
finishInterface(Response);
ObjectDefineProperties(Response, {
  __proto__: null,
  error: kEnumerableProperty, json: kEnumerableProperty, redirect: kEnumerableProperty,
});
inspectWith(Response, ({ status, statusText, headers, body, bodyUsed, ok, redirected, type, url }) => (
  { status, statusText, headers, body, bodyUsed, ok, redirected, type, url }));

module.exports = { Response, responseOf };
