'use strict';

// EventSource: server-sent events, over fetch.

const {
  Boolean, NumberParseInt, ObjectDefineProperties, PromisePrototypeThen, RegExpPrototypeExec, StringPrototypeIndexOf,
  StringPrototypeSlice, SymbolToStringTag,
} = require('internal/primordials');
const { DOMException } = require('internal/dom_exception');
const { AbortController } = require('internal/events/abort_controller');
const { Event, finishInterface } = require('internal/events/event');
const { EventTarget } = require('internal/events/event_target');
const { valueIn } = require('internal/fetch/headers');
const { handlerAttributes } = require('internal/fetch/event_handlers');
const { dictionary, illegalInvocation, isObject, need, usvString } = require('internal/fetch/idl');
const { refuseToClone } = require('internal/structured_clone');
const { clearTimeout, setTimeout } = require('timers');
const { URL } = require('internal/url/url');

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;
const RECONNECTION_MS = 3000;
const EVENT_STREAM = /^[\t\n\r ]*text\/event-stream[\t\n\r ]*(?:;|$)/i;

const nothing = () => {};

let hasWarned = false;

// Makes events of the lines of a stream: target.event({ type, data, id }), target.retry(ms).
class EventParser {
  #target;
  #rest = '';
  #isFirst = true;
  #endsWithReturn = false;
  #data;
  #type = '';
  lastId;

  constructor(target, lastId) {
    this.#target = target;
    this.lastId = lastId;
  }

  take(text) {
    if (this.#isFirst && text !== '') {
      this.#isFirst = false;
      if (text[0] === '\ufeff') text = StringPrototypeSlice(text, 1);
    }
    // A line feed that follows a carriage return of the last piece belongs to it.
    if (this.#endsWithReturn && text[0] === '\n') text = StringPrototypeSlice(text, 1);
    if (text === '') return;
    this.#endsWithReturn = text[text.length - 1] === '\r';
    const all = this.#rest + text;
    let from = 0;
    for (let at = 0; at < all.length; at++) {
      const char = all[at];
      if (char !== '\n' && char !== '\r') continue;
      this.#line(StringPrototypeSlice(all, from, at));
      if (char === '\r' && all[at + 1] === '\n') at++;
      from = at + 1;
    }
    this.#rest = StringPrototypeSlice(all, from);
  }

  #line(line) {
    if (line === '') {
      this.#dispatch();
      return;
    }
    const colon = StringPrototypeIndexOf(line, ':');
    if (colon === 0) return;
    const name = colon < 0 ? line : StringPrototypeSlice(line, 0, colon);
    const value = colon < 0 ? '' : StringPrototypeSlice(line, line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    switch (name) {
      case 'data': this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`; break;
      case 'event': this.#type = value; break;
      case 'id':
        if (StringPrototypeIndexOf(value, '\0') < 0) this.lastId = value;
        break;
      case 'retry':
        if (RegExpPrototypeExec(/^\d+$/, value) !== null) this.#target.retry(NumberParseInt(value, 10));
        break;
      default:
    }
  }

  #dispatch() {
    const data = this.#data;
    const type = this.#type === '' ? 'message' : this.#type;
    this.#data = undefined;
    this.#type = '';
    if (data !== undefined) this.#target.event({ type, data, id: this.lastId });
  }
}

class EventSource extends EventTarget {
  #url;
  #withCredentials;
  #dispatcher;
  #state = CONNECTING;
  #reconnectionMs = RECONNECTION_MS;
  #lastId = '';
  #controller;
  #timer;

  static {
    refuseToClone((value) => #url in value);
  }

  constructor(url, eventSourceInitDict = {}) {
    super();
    need(1, arguments, 'EventSource constructor');
    if (!hasWarned) {
      hasWarned = true;
      process.emitWarning('EventSource is experimental, expect them to change at any time.', { code: 'UNDICI-ES' });
    }
    const given = usvString(url);
    const { withCredentials, node, dispatcher } = dictionary(eventSourceInitDict);
    try {
      this.#url = new URL(given);
    } catch (error) {
      throw new DOMException(error, 'SyntaxError');
    }
    this.#withCredentials = Boolean(withCredentials);
    this.#dispatcher = node?.dispatcher ?? dispatcher;
    if (node?.reconnectionTime !== undefined) this.#reconnectionMs = node.reconnectionTime;
    this.#connect();
  }

  static #of(value) {
    if (!isObject(value) || !(#url in value)) throw illegalInvocation();
    return value;
  }

  get readyState() { return EventSource.#of(this).#state; }

  get url() { return EventSource.#of(this).#url.href; }

  get withCredentials() { return EventSource.#of(this).#withCredentials; }

  close() {
    EventSource.#of(this);
    if (this.#state === CLOSED) return;
    this.#state = CLOSED;
    clearTimeout(this.#timer);
    this.#controller?.abort();
  }

  #connect() {
    if (this.#state === CLOSED) return;
    this.#state = CONNECTING;
    const headers = { accept: 'text/event-stream' };
    if (this.#lastId !== '') headers['last-event-id'] = this.#lastId;
    this.#controller = new AbortController();
    const { fetch } = require('internal/fetch/fetch');
    PromisePrototypeThen(fetch(this.#url.href, {
      __proto__: null, headers, cache: 'no-store', credentials: this.#withCredentials ? 'include' : 'same-origin',
      signal: this.#controller.signal, dispatcher: this.#dispatcher,
    }), (response) => this.#open(response), () => this.#reconnect());
  }

  #open(response) {
    if (this.#state === CLOSED) return;
    const type = valueIn(response.headers, 'content-type');
    if (response.status !== 200 || type === null || RegExpPrototypeExec(EVENT_STREAM, type) === null) {
      this.close();
      this.dispatchEvent(new Event('error'));
      return;
    }
    this.#state = OPEN;
    this.dispatchEvent(new Event('open'));
    const { origin } = new URL(response.url);
    const { MessageEvent } = require('internal/worker_threads/message_event');
    const parser = new EventParser({
      event: ({ type: name, data, id }) => {
        this.#lastId = id;
        if (this.#state === OPEN) this.dispatchEvent(new MessageEvent(name, { data, origin, lastEventId: id }));
      },
      retry: (ms) => { this.#reconnectionMs = ms; },
    }, this.#lastId);
    PromisePrototypeThen(this.#read(response.body, parser), nothing, nothing);
  }

  async #read(body, parser) {
    const { TextDecoder } = require('internal/encoding');
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const reader = body.getReader();
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        parser.take(decoder.decode(value, { stream: true }));
      }
    } finally {
      this.#reconnect(); // unless it was closed, which is what most errors come from
    }
  }

  #reconnect() {
    if (this.#state === CLOSED) return;
    this.#state = CONNECTING;
    this.dispatchEvent(new Event('error'));
    if (this.#state !== CONNECTING) return;
    this.#timer = setTimeout(() => {
      if (this.#state === CONNECTING) this.#connect();
    }, this.#reconnectionMs);
  }
}

finishInterface(EventSource);
delete EventSource.prototype[SymbolToStringTag]; // Node's has none
handlerAttributes(EventSource, ['open', 'message', 'error']);
const constant = (value) => ({ __proto__: null, configurable: false, enumerable: true, value, writable: false });
const constants = { __proto__: null, CONNECTING: constant(CONNECTING), OPEN: constant(OPEN), CLOSED: constant(CLOSED) };
ObjectDefineProperties(EventSource, constants);
ObjectDefineProperties(EventSource.prototype, constants);

module.exports = { EventSource };
