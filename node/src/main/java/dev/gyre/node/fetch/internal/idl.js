'use strict';

// Conversions and checks of arguments that the classes of the fetch standard share. Messages are those of the package
// undici, which implements Node's fetch.

const {
  ArrayPrototypeIncludes, ArrayPrototypeJoin, ObjectDefineProperties, ObjectGetPrototypeOf, ObjectSetPrototypeOf,
  StringPrototypeCharCodeAt, StringPrototypeToWellFormed, SymbolToStringTag, TypeError,
} = require('internal/primordials');
const { kEnumerableProperty } = require('internal/util');

// HTTP's token: a name of a header, a method.
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;

const typeError = (message, code) => {
  const error = new TypeError(message);
  if (code !== undefined) error.code = code;
  return error;
};

const illegalInvocation = () => typeError('Illegal invocation', 'ERR_INVALID_THIS');

// `method` as in 'FormData.append' or 'Request constructor'.
function need(count, args, method) {
  if (args.length >= count) return;
  const found = args.length === 0 ? '0' : `only ${args.length}`;
  throw typeError(`${method}: ${count} argument${count === 1 ? '' : 's'} required, but ${found} found.`);
}

const text = (value) => {
  if (typeof value === 'symbol') throw typeError('Cannot convert a Symbol value to a string');
  return `${value}`;
};

const usvString = (value) => StringPrototypeToWellFormed(text(value));

function byteString(value) {
  const string = text(value);
  for (let i = 0; i < string.length; i++) {
    const code = StringPrototypeCharCodeAt(string, i);
    if (code > 255) {
      throw typeError(`Cannot convert argument to a ByteString because the character at index ${i} has a value of ${
        code} which is greater than 255.`);
    }
  }
  return string;
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

function dictionary(value) {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw typeError(`undefined: Expected ${text(value)} to be one of: Null, Undefined, Object.`);
  return value;
}

function oneOf(value, allowed) {
  const string = text(value);
  if (!ArrayPrototypeIncludes(allowed, string)) {
    throw typeError(`undefined: ${string} is not an accepted type. Expected one of ${ArrayPrototypeJoin(allowed, ', ')}.`);
  }
  return string;
}

const IteratorPrototype = ObjectGetPrototypeOf(ObjectGetPrototypeOf([].values()));

// The iterator class of an interface with pairs: iterates over the list of [name, value] that `list()` returns at each step.
function iteratorOf(name) {
  class PairIterator {
    #list;
    #pick;
    #at = 0;

    constructor(list, pick) {
      this.#list = list;
      this.#pick = pick;
    }

    next() {
      if (typeof this !== 'object' || this === null || !(#list in this)) {
        throw typeError(`'next' called on an object that does not implement interface ${name} Iterator.`);
      }
      const list = this.#list();
      if (this.#at >= list.length) return { value: undefined, done: true };
      return { value: this.#pick(list[this.#at++]), done: false };
    }
  }

  delete PairIterator.prototype.constructor;
  ObjectSetPrototypeOf(PairIterator.prototype, IteratorPrototype);
  ObjectDefineProperties(PairIterator.prototype, {
    __proto__: null,
    next: kEnumerableProperty,
    [SymbolToStringTag]: { __proto__: null, configurable: true, value: `${name} Iterator` },
  });
  return PairIterator;
}

module.exports = {
  TOKEN, byteString, dictionary, illegalInvocation, isObject, iteratorOf, need, oneOf, text, typeError, usvString,
};
