'use strict';

const { SymbolIterator, TypeError, copyList } = require('internal/primordials');
const { codes: { ERR_INVALID_THIS } } = require('internal/errors');
const { Event, finishInterface } = require('internal/events/event');
const { refuseToClone } = require('internal/structured_clone');

class MessageEvent extends Event {
  #init;

  static {
    refuseToClone((value) => #init in value);
  }

  constructor(type, init = {}) {
    super(type, init);
    const { data = null, origin = '', lastEventId = '', source = null, ports } = init ?? {};
    if (source !== null && !isMessagePort(source)) throw noPort('source', source);
    if (ports !== undefined && typeof ports?.[SymbolIterator] !== 'function') {
      throw new TypeError(`MessageEvent constructor: eventInitDict.ports (${shown(ports)}) is not iterable.`);
    }
    const list = ports === undefined ? [] : copyList(ports);
    for (let i = 0; i < list.length; i++) {
      if (!isMessagePort(list[i])) throw noPort(`ports[${i}]`, list[i]);
    }
    this.#init = { data, origin: `${origin}`, lastEventId: `${lastEventId}`, source, ports: list };
  }

  get data() { return this.#init.data; }

  get origin() { return this.#init.origin; }

  get lastEventId() { return this.#init.lastEventId; }

  get source() { return this.#init.source; }

  get ports() { return this.#init.ports; }

  // As in Node, it makes an event and leaves this one alone.
  initMessageEvent(type, bubbles = false, cancelable = false, data = null, origin = '', lastEventId = '', source = null, ports = []) {
    if (typeof this !== 'object' || this === null || !(#init in this)) throw illegalInvocation();
    if (arguments.length === 0) throw new TypeError('MessageEvent.initMessageEvent: 1 argument required, but 0 found.');
    return new MessageEvent(type, { bubbles, cancelable, data, origin, lastEventId, source, ports });
  }
}

function illegalInvocation() {
  const error = new ERR_INVALID_THIS('MessageEvent');
  error.message = 'Illegal invocation';
  return error;
}

const shown = (value) => require('internal/util/inspect').inspect(value);
const noPort = (name, value) =>
  new TypeError(`MessageEvent constructor: Expected eventInitDict.${name} ("${shown(value)}") to be an instance of MessagePort.`);

const isMessagePort = (value) => value instanceof require('internal/worker_threads/message_port').MessagePort;

finishInterface(MessageEvent);

module.exports = { MessageEvent };
