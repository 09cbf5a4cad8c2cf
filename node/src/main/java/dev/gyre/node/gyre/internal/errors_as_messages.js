'use strict';

// An error on its way from a worker or a node. Structured clone alone makes an Error of every class that it does not know, and loses
// the errors of an AggregateError, further properties, and, between machines, what a DOMException is. So an error is taken apart:
//
//   message: a list of parts; the first is what was thrown
//   part:    { value }                                    no error
//            { list }                                     a list of parts, by number
//            { type, message, stack, own }                an error; own: its further properties, as [key, part, isEnumerable]
//
// An error comes once, however often it is found: a cause can lead back to it. The class is JavaScript's own that is nearest. A
// property whose value can't be cloned stays away.

const {
  AggregateError, ArrayIsArray, ArrayPrototypeMap, ArrayPrototypePush, Error, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetOwnPropertyNames,
  ObjectGetPrototypeOf, SafeMap, SafeSet, String, StringPrototypeReplaceAll,
} = require('internal/primordials');
const { isDOMException } = require('internal/dom_exception');
const { dataOfDOMException, domExceptionOf, errorConstructors, errorWithStack } = require('internal/structured_clone');
const { toBytes } = require('internal/v8/serializer');
const { isNativeError } = require('util/types');

const CLASSES = { __proto__: null, ...errorConstructors, AggregateError };
const DOM = 'DOMException';
const OWN = new SafeSet(['stack', 'message', 'name']); // what every error has
const HIDDEN = new SafeSet(['cause', 'errors', 'error', 'suppressed']); // which are sent, though not enumerable
const isPlain = (value) => value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol');

// Errors that ended a worker have the class, but are not made by V8.
function isError(value) {
  try {
    return isNativeError(value) || (typeof value === 'object' && value instanceof Error);
  } catch {
    return false; // a proxy of the program's
  }
}

// A property, which may be a getter of the program's.
function read(error, key) {
  try {
    return error[key];
  } catch {
    return undefined;
  }
}

function isCloneable(value) {
  try {
    toBytes(value);
    return true;
  } catch {
    return false;
  }
}

function typeOf(error, name) {
  for (let prototype = ObjectGetPrototypeOf(error); prototype !== null; prototype = ObjectGetPrototypeOf(prototype)) {
    const own = ObjectGetOwnPropertyDescriptor(prototype, 'constructor')?.value;
    const type = typeof own === 'function' ? ObjectGetOwnPropertyDescriptor(own, 'name')?.value : undefined;
    if (typeof type === 'string' && CLASSES[type] === own && own !== Error) return type;
  }
  return CLASSES[name] === undefined ? 'Error' : name; // of another context
}

class Parts {
  list = [];
  #places = new SafeMap(); // error -> its number
  #errors = []; // that are not described yet
  #rename;

  constructor(rename) {
    this.#rename = rename;
  }

  place(value) {
    const known = this.#places.get(value);
    if (known !== undefined) return known;
    const place = this.list.length;
    if (isError(value)) {
      this.#places.set(value, place);
      ArrayPrototypePush(this.list, undefined);
      ArrayPrototypePush(this.#errors, value);
    } else {
      ArrayPrototypePush(this.list, { value: this.#renamed(value) });
    }
    return place;
  }

  describeErrors() {
    for (let i = 0; i < this.#errors.length; i++) {
      const error = this.#errors[i];
      this.list[this.#places.get(error)] = this.#describe(error);
    }
  }

  #describe(error) {
    const own = [];
    const names = ObjectGetOwnPropertyNames(error);
    for (let i = 0; i < names.length; i++) {
      const { enumerable } = ObjectGetOwnPropertyDescriptor(error, names[i]) ?? {};
      if (OWN.has(names[i]) || !(enumerable || HIDDEN.has(names[i]))) continue;
      const place = this.#addProperty(names[i], read(error, names[i]));
      if (place !== undefined) ArrayPrototypePush(own, [names[i], place, enumerable]);
    }
    const stack = this.#renamed(read(error, 'stack'));
    if (isDOMException(error)) return { type: DOM, message: { ...dataOfDOMException(error), stack }, stack, own };
    const name = read(error, 'name');
    const type = typeOf(error, name);
    if (typeof name === 'string' && name !== type) {
      const isEnumerable = ObjectGetOwnPropertyDescriptor(error, 'name')?.enumerable ?? false;
      ArrayPrototypePush(own, ['name', this.place(name), isEnumerable]);
    }
    return { type, message: this.#renamed(String(read(error, 'message') ?? '')), stack: typeof stack === 'string' ? stack : undefined, own };
  }

  #addProperty(key, value) {
    if (isPlain(value) || isError(value)) return this.place(value);
    if (key === 'errors' && ArrayIsArray(value)) {
      const list = ArrayPrototypeMap(value, (one) => this.#addProperty('', one) ?? this.place(textOf(one)));
      ArrayPrototypePush(this.list, { list });
      return this.list.length - 1;
    }
    if (isCloneable(value)) return this.place(value);
    return key === 'cause' ? this.place(textOf(value)) : undefined;
  }

  // With the names that files have where they came from.
  #renamed(value) {
    if (this.#rename === undefined) return value;
    if (typeof value === 'string') return this.#rename(value);
    return ArrayIsArray(value) ? ArrayPrototypeMap(value, (one) => (typeof one === 'string' ? this.#rename(one) : one)) : value;
  }
}

const textOf = (value) => require('internal/util/inspect').inspect(value);

// `folder` is where a node has the program's files: it is no part of their names.
function toMessage(thrown, folder = undefined) {
  const parts = new Parts(folder === undefined ? undefined : (text) => StringPrototypeReplaceAll(text, folder, ''));
  parts.place(thrown);
  parts.describeErrors();
  return parts.list;
}

// For a value that can't be cloned.
function toMessageByText(thrown) {
  const text = isError(thrown) ? `${read(thrown, 'stack') ?? read(thrown, 'message')}` : textOf(thrown);
  return toMessage(new Error(text));
}

function made({ type, message, stack }) {
  if (type === DOM) return domExceptionOf(message);
  const Type = CLASSES[type] ?? Error;
  const text = message === '' ? undefined : message;
  return errorWithStack(() => (type === 'AggregateError' ? new Type([], text) : new Type(text)), stack);
}

function fromMessage(parts) {
  const isPart = (part) => typeof part?.type === 'string' && ArrayIsArray(part.own);
  const values = ArrayPrototypeMap(parts, (part) => (isPart(part) ? made(part) : part?.value));
  for (let i = 0; i < parts.length; i++) {
    if (ArrayIsArray(parts[i]?.list)) values[i] = ArrayPrototypeMap(parts[i].list, (place) => values[place]);
  }
  for (let i = 0; i < parts.length; i++) {
    if (!isPart(parts[i])) continue;
    for (let k = 0; k < parts[i].own.length; k++) {
      const { 0: key, 1: place, 2: enumerable } = parts[i].own[k];
      ObjectDefineProperty(values[i], key, { __proto__: null, value: values[place], configurable: true, enumerable: enumerable === true, writable: true });
    }
  }
  return values[0];
}

module.exports = { fromMessage, toMessage, toMessageByText };
