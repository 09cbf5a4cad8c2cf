'use strict';

// Ports in a context of node:vm (moveMessagePortToContext). As in Node, such a port has no events: it calls `onmessage` and
// `onmessageerror`. All that the context's programs get is of their realm.
//
// The objects of a message are made as for the main realm and then get the prototypes of the other one; the port's class,
// its events and its errors are made by a function of the realm. What that function is given stays in its closure.

const {
  ObjectFreeze, ObjectGetPrototypeOf, ObjectKeys, ObjectSetPrototypeOf, SafeMap, SafeWeakMap,
} = require('internal/primordials');
const { isDOMException } = require('internal/dom_exception');
const { kSend } = require('internal/message_types');
const { kTransfer } = require('internal/structured_clone');
const messages = require('internal/worker_threads/messages');

const { native } = messages;

// In the realm. `call(port, name, ...)` does the work; where that fails with an error of the core, it gives its parts.
const SOURCE = `(function(call, kSend, kTransfer, language) {
  'use strict';
  const { Error, Object: { create, defineProperty }, TypeError } = language;
  class DOMException extends Error {
    constructor(message, name, code) {
      super(message);
      defineProperty(this, 'name', { __proto__: null, value: name, configurable: true, writable: true });
      defineProperty(this, 'code', { __proto__: null, value: code, configurable: true, writable: true });
    }
  }
  function errorOf({ isDOM, isType, name, message, code }) {
    if (isDOM) return new DOMException(message, name, code);
    const error = isType ? new TypeError(message) : new Error(message);
    error.code = code;
    return error;
  }
  function ask(port, name, ...rest) {
    const { failure, value } = call(port, name, rest, rest.length);
    if (failure !== undefined) throw errorOf(failure);
    return value;
  }
  const hidden = (object, key, value) =>
    defineProperty(object, key, { __proto__: null, value, configurable: true, writable: true });
  class HandleWrap {
    constructor() { throw errorOf({ isType: true, message: 'Illegal constructor', code: 'ERR_ILLEGAL_CONSTRUCTOR' }); }
    close(callback) { ask(this, 'close', callback); }
    hasRef() { return ask(this, 'hasRef'); }
    ref() { ask(this, 'ref'); }
    unref() { ask(this, 'unref'); }
  }
  function MessagePort() {
    throw errorOf({ isType: true, message: 'Constructor cannot be called', code: 'ERR_CONSTRUCT_CALL_INVALID' });
  }
  MessagePort.prototype = create(HandleWrap.prototype);
  hidden(MessagePort.prototype, 'postMessage', function postMessage() { return ask(this, 'postMessage', ...arguments); });
  hidden(MessagePort.prototype, 'start', function start() { ask(this, 'start'); });
  hidden(MessagePort.prototype, 'constructor', MessagePort);
  hidden(MessagePort.prototype, kSend, function(message) { return ask(this, 'send', message); });
  hidden(MessagePort.prototype, kTransfer, function() { return ask(this, 'transfer'); });
  class MessageEvent {
    constructor(data, target, type, ports) {
      this.data = data;
      this.target = target;
      this.type = type;
      this.ports = ports;
    }
  }
  return {
    newPort: () => create(MessagePort.prototype),
    errorOf,
    emit(port, type, data, ports) {
      const handler = type === 'message' ? 'onmessage' : 'onmessageerror';
      if (typeof port[handler] !== 'function') return;
      const list = [];
      for (let i = 0; i < ports.length; i++) list[i] = ports[i];
      port[handler](new MessageEvent(data, port, type, list));
    },
  };
})`;

const realms = new SafeWeakMap(); // a context's realm -> what ports need of it
const inner = new SafeWeakMap(); // a port's object in the realm -> MovedPort

// What the functions of a realm are told of an error that is ours; others are the program's, and go on.
function partsOf(error) {
  if (isDOMException(error)) return { isDOM: true, isType: false, name: error.name, message: error.message, code: error.code };
  if (typeof error?.code !== 'string') return undefined;
  return { isDOM: false, isType: error.name === 'TypeError', name: error.name, message: error.message, code: error.code };
}

const failed = (parts) => ({ __proto__: null, failure: parts, value: undefined });

function call(object, name, rest, count) {
  const port = inner.get(object);
  if (port === undefined) {
    return failed({ isDOM: false, isType: true, name: 'TypeError', message: 'Illegal invocation', code: 'ERR_INVALID_THIS' });
  }
  try {
    return { __proto__: null, failure: undefined, value: port[name](rest, count) };
  } catch (error) {
    const parts = partsOf(error);
    if (parts === undefined) throw error;
    return failed(parts);
  }
}

class Realm {
  make; // functions of the realm
  #prototypes = new SafeMap(); // of the main realm -> the same of this one

  constructor(realm) {
    this.make = realm.eval(SOURCE)(call, kSend, kTransfer, realm.language);
    for (let i = 0, names = ObjectKeys(realm.language); i < names.length; i++) {
      const name = names[i];
      const ours = globalThis[name]?.prototype;
      const theirs = realm.language[name]?.prototype;
      if (ours !== undefined && theirs !== undefined) this.#prototypes.set(ours, theirs);
    }
  }

  // Gives objects that were just made for a message the prototypes of this realm.
  adopt(objects) {
    for (let i = 0; i < objects.length; i++) {
      const prototype = this.#prototypes.get(ObjectGetPrototypeOf(objects[i]));
      if (prototype !== undefined) ObjectSetPrototypeOf(objects[i], prototype);
    }
  }
}

function realmOf(context) {
  const { realm } = context;
  let known = realms.get(realm);
  if (known === undefined) realms.set(realm, known = new Realm(realm));
  return known;
}

class MovedPort {
  object; // what programs have
  #number;
  #realm;
  #ports; // what message_port.js offers: the ports by number, and how messages are posted
  #isClosing = false;
  #isReferenced = true; // as a handle of Node's

  constructor(number, realm, ports) {
    this.#number = number;
    this.#realm = realm;
    this.#ports = ports;
    this.object = realm.make.newPort();
    inner.set(this.object, this);
    ports.keep(number, this);
    native.setReferenced(number, true);
  }

  get number() { return this.#isClosing ? 0 : this.#number; }

  // The value of the message that was taken last; `hosts` gets the ports that came with it.
  #read(hosts) {
    try {
      return messages.readFor(this.#realm, hosts, (number) => new MovedPort(number, this.#realm, this.#ports).object);
    } catch (error) {
      const parts = partsOf(error);
      throw parts === undefined ? error : this.#realm.make.errorOf(parts);
    }
  }

  deliver() {
    const hosts = [];
    let type = 'message';
    let data;
    try {
      data = this.#read(hosts);
    } catch (error) {
      type = 'messageerror';
      data = error;
      hosts.length = 0;
    }
    this.#realm.make.emit(this.object, type, data, hosts);
  }

  readNow() { return this.#read([]); }

  postMessage(args, count) {
    return this.#ports.post(() => this.number, this.object, args, count);
  }

  start() {
    if (!this.#isClosing) native.receive(this.#number, true);
  }

  close() {
    if (this.#isClosing) return;
    this.#isClosing = true;
    process.nextTick(() => {
      this.#ports.forget(this.#number);
      native.close(this.#number);
    });
  }

  ref() { this.#setReferenced(true); }

  unref() { this.#setReferenced(false); }

  hasRef() { return this.#isReferenced && !this.#isClosing; }

  #setReferenced(isReferenced) {
    if (this.#isClosing || this.#isReferenced === isReferenced) return;
    this.#isReferenced = isReferenced;
    native.setReferenced(this.#number, isReferenced);
  }

  // This object is of no use any more, but the port goes on under the number that is returned.
  giveUp() {
    this.unref();
    native.receive(this.#number, false);
    this.#isClosing = true;
    this.#ports.forget(this.#number);
    return this.#number;
  }

  send(args) {
    const { 0: message } = args;
    return ObjectFreeze({ deserializeInfo: 'MessagePort', data: message.attach(() => native.attachPort(this.giveUp())) });
  }

  transfer() { return this.#ports.open(this.giveUp()); }
}

// What programs get for a port that Java knows by this number.
const openMoved = (number, context, ports) => new MovedPort(number, realmOf(context), ports).object;

const movedPortOf = (object) => inner.get(object);

module.exports = { MovedPort, movedPortOf, openMoved };
