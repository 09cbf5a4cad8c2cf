'use strict';

// A client of the debugging protocol that is a part of the program: what it posts is dispatched at once, and answers and events
// come as callbacks.

const { JSONParse, JSONStringify, SafeMap, StringPrototypeStartsWith, itemsOf } = require('internal/primordials');
const EventEmitter = require('events');
const { codes: {
  ERR_INSPECTOR_ALREADY_CONNECTED, ERR_INSPECTOR_CLOSED, ERR_INSPECTOR_COMMAND,
  ERR_INSPECTOR_NOT_CONNECTED, ERR_INSPECTOR_NOT_WORKER,
} } = require('internal/errors');
const { validateFunction, validateObject, validateString } = require('internal/validators');
const { Connection } = require('internal/inspector/connection');

class Session extends EventEmitter {
  #connection = null;
  #nextId = 1;
  #callbacks = new SafeMap();

  connect() {
    if (this.#connection !== null) throw new ERR_INSPECTOR_ALREADY_CONNECTED('The inspector session');
    this.#connection = new Connection((message) => this.#receive(message));
  }

  connectToMainThread() {
    const { isMainThread } = require('internal/worker_threads/thread');
    if (isMainThread) throw new ERR_INSPECTOR_NOT_WORKER();
    if (this.#connection !== null) throw new ERR_INSPECTOR_ALREADY_CONNECTED('The inspector session');
    this.#connection = new Connection((message) => this.#receive(message), true);
  }

  #receive(message) {
    const parsed = JSONParse(message);
    try {
      if (parsed.id) {
        const callback = this.#callbacks.get(parsed.id);
        this.#callbacks.delete(parsed.id);
        if (callback === undefined) return;
        if (parsed.error) callback(new ERR_INSPECTOR_COMMAND(parsed.error.code, parsed.error.message));
        else callback(null, parsed.result);
      } else {
        this.emit(parsed.method, parsed);
        this.emit('inspectorNotification', parsed);
      }
    } catch (error) {
      process.emitWarning(error);
    }
  }

  post(method, params, callback) {
    validateString(method, 'method');
    if (!callback && typeof params === 'function') {
      callback = params;
      params = null;
    }
    if (params) validateObject(params, 'params');
    if (callback) validateFunction(callback, 'callback');
    if (this.#connection === null) throw new ERR_INSPECTOR_NOT_CONNECTED();
    const id = this.#nextId++;
    const message = { id, method };
    if (params) message.params = params;
    if (callback) this.#callbacks.set(id, callback);
    this.#connection.dispatch(JSONStringify(message));
    if (StringPrototypeStartsWith(method, 'NodeTracing.')) require('internal/trace_events/tracing').clientsChanged();
  }

  disconnect() {
    if (this.#connection === null) return;
    this.#connection.disconnect();
    this.#connection = null;
    for (const callback of itemsOf(this.#callbacks.values())) process.nextTick(callback, new ERR_INSPECTOR_CLOSED());
    this.#callbacks.clear();
    this.#nextId = 1;
  }
}

module.exports = { Session };
