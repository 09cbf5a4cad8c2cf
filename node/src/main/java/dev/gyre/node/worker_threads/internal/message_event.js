'use strict';

const { copyList, itemsOf } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { Event, finishInterface } = require('internal/events/event');
const { refuseToClone } = require('internal/structured_clone');

class MessageEvent extends Event {
  #init;

  static {
    refuseToClone((value) => #init in value);
  }

  constructor(type, init = {}) {
    super(type, init);
    const { data = null, origin = '', lastEventId = '', source = null, ports = [] } = init ?? {};
    if (source !== null && !isMessagePort(source)) throw new ERR_INVALID_ARG_TYPE('init.source', 'MessagePort', source);
    this.#init = { data, origin: `${origin}`, lastEventId: `${lastEventId}`, source, ports: copyList(ports) };
    for (const port of itemsOf(ports)) {
      if (!isMessagePort(port)) throw new ERR_INVALID_ARG_TYPE('init.ports', 'MessagePort', port);
    }
  }

  get data() { return this.#init.data; }

  get origin() { return this.#init.origin; }

  get lastEventId() { return this.#init.lastEventId; }

  get source() { return this.#init.source; }

  get ports() { return this.#init.ports; }
}

const isMessagePort = (value) => value instanceof require('internal/worker_threads/message_port').MessagePort;

finishInterface(MessageEvent);

module.exports = { MessageEvent };
