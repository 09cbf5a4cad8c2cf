'use strict';

// BroadcastChannel: a port in a group of all that have the same name, in all runtimes of a family (Family.java).

const {
  ObjectDefineProperties, Symbol,
} = require('internal/primordials');
const { codes: { ERR_INVALID_THIS, ERR_MISSING_ARGS } } = require('internal/errors');
const { DOMException } = require('internal/dom_exception');
const { EventTarget, defineEventHandler } = require('internal/events/event_target');
const { customInspectSymbol, kEnumerableProperty } = require('internal/util');
const { openBroadcastPort } = require('internal/worker_threads/message_port');

const kPort = Symbol('kHandle');
const kName = Symbol('kName');
const kListeners = Symbol('kListeners');

class BroadcastChannel extends EventTarget {
  #isChannel = true;

  constructor(name) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    super();
    const port = openBroadcastPort(`${name}`);
    const listeners = {
      message: (data) => this.#dispatch('message', data),
      messageerror: (data) => this.#dispatch('messageerror', data),
    };
    this[kName] = `${name}`;
    this[kPort] = port;
    this[kListeners] = listeners;
    port.on('message', listeners.message);
    port.on('messageerror', listeners.messageerror);
  }

  #dispatch(type, data) {
    const { MessageEvent } = require('internal/worker_threads/message_event');
    this.dispatchEvent(new MessageEvent(type, { __proto__: null, data }));
  }

  static #check(value) {
    if (typeof value !== 'object' || value === null || !(#isChannel in value)) throw new ERR_INVALID_THIS('BroadcastChannel');
  }

  [customInspectSymbol](depth, options) {
    BroadcastChannel.#check(this);
    if (depth < 0) return 'BroadcastChannel';
    const { inspect } = require('internal/util/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `BroadcastChannel ${inspect({ name: this[kName], active: this[kPort] !== undefined }, inner)}`;
  }

  get name() {
    BroadcastChannel.#check(this);
    return this[kName];
  }

  close() {
    BroadcastChannel.#check(this);
    const port = this[kPort];
    if (port === undefined) return;
    const { message, messageerror } = this[kListeners];
    port.off('message', message);
    port.off('messageerror', messageerror);
    port.close();
    this[kPort] = undefined;
  }

  postMessage(message) {
    BroadcastChannel.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('message');
    if (this[kPort] === undefined) throw new DOMException('BroadcastChannel is closed.', 'InvalidStateError');
    if (this[kPort].postMessage(message) === undefined) throw new DOMException('Message could not be posted.');
  }

  // These two are Node's, not of the standard.
  ref() {
    BroadcastChannel.#check(this);
    this[kPort]?.ref();
    return this;
  }

  unref() {
    BroadcastChannel.#check(this);
    this[kPort]?.unref();
    return this;
  }
}

ObjectDefineProperties(BroadcastChannel.prototype, {
  __proto__: null,
  name: kEnumerableProperty,
  close: kEnumerableProperty,
  postMessage: kEnumerableProperty,
});

for (let i = 0, list = ['message', 'messageerror']; i < list.length; i++) {
  defineEventHandler(BroadcastChannel.prototype, list[i]);
}

module.exports = { BroadcastChannel };
