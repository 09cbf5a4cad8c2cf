'use strict';

// CloseEvent and ErrorEvent.

const { Boolean, MathTrunc, Number, TypeError } = require('internal/primordials');
const { Event, finishInterface } = require('internal/events/event');
const { illegalInvocation, isObject, need, usvString } = require('internal/fetch/idl');
const { refuseToClone } = require('internal/structured_clone');

const dictionaryOf = (init, prefix) => {
  if (init === undefined || init === null) return {};
  if (!isObject(init)) throw new TypeError(`${prefix}: Expected ${typeof init === 'symbol' ? 'Symbol' : `${init}`} to be one of: Null, Undefined, Object.`);
  return init;
};

// A negative number stays one, as in Node.
const whole = (value, limit) => (value === undefined ? 0 : (MathTrunc(Number(value)) || 0) % limit);

class CloseEvent extends Event {
  #init;

  static {
    refuseToClone((value) => #init in value);
  }

  constructor(type, eventInitDict = {}) {
    need(1, arguments, 'CloseEvent constructor');
    const { wasClean, code, reason } = dictionaryOf(eventInitDict, 'undefined');
    super(type, eventInitDict ?? {});
    this.#init = { wasClean: Boolean(wasClean), code: whole(code, 2 ** 16), reason: reason === undefined ? '' : usvString(reason) };
  }

  static #of(event) {
    if (!isObject(event) || !(#init in event)) throw illegalInvocation();
    return event.#init;
  }

  get wasClean() { return CloseEvent.#of(this).wasClean; }

  get code() { return CloseEvent.#of(this).code; }

  get reason() { return CloseEvent.#of(this).reason; }
}

class ErrorEvent extends Event {
  #init;

  static {
    refuseToClone((value) => #init in value);
  }

  constructor(type, eventInitDict) {
    need(1, arguments, 'ErrorEvent constructor');
    super(type, eventInitDict ?? {});
    const { message, filename, lineno, colno, error } = dictionaryOf(eventInitDict, 'undefined');
    this.#init = {
      message: message === undefined ? '' : `${message}`, filename: filename === undefined ? '' : usvString(filename),
      lineno: whole(lineno, 2 ** 32), colno: whole(colno, 2 ** 32), error,
    };
  }

  static #of(event) {
    if (!isObject(event) || !(#init in event)) throw illegalInvocation();
    return event.#init;
  }

  get message() { return ErrorEvent.#of(this).message; }

  get filename() { return ErrorEvent.#of(this).filename; }

  get lineno() { return ErrorEvent.#of(this).lineno; }

  get colno() { return ErrorEvent.#of(this).colno; }

  get error() { return ErrorEvent.#of(this).error; }
}

finishInterface(CloseEvent);
finishInterface(ErrorEvent);

module.exports = { CloseEvent, ErrorEvent };
