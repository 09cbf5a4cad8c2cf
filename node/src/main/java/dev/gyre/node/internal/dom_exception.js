'use strict';

// DOMException and QuotaExceededError.
//
// WebIDL requires that Object.getPrototypeOf(DOMException) is Function.prototype, that DOMException.prototype inherits from
// Error.prototype, and that instances are real errors (with a stack, Error.isError() true). So the constructor creates an
// Error, sets its prototype and returns it. Name and message are stored outside of the object, where they can't be forged.

const {
  Error, ErrorPrototype, NumberIsFinite, NumberIsNaN, ObjectDefineProperties, ObjectDefineProperty,
  ObjectSetPrototypeOf, ObjectValues, RangeError, SafeSet, SafeWeakMap, SymbolToStringTag, TypeError,
} = require('internal/primordials');

const CODES = {
  __proto__: null,
  IndexSizeError: ['INDEX_SIZE_ERR', 1],
  DOMStringSizeError: ['DOMSTRING_SIZE_ERR', 2],
  HierarchyRequestError: ['HIERARCHY_REQUEST_ERR', 3],
  WrongDocumentError: ['WRONG_DOCUMENT_ERR', 4],
  InvalidCharacterError: ['INVALID_CHARACTER_ERR', 5],
  NoDataAllowedError: ['NO_DATA_ALLOWED_ERR', 6],
  NoModificationAllowedError: ['NO_MODIFICATION_ALLOWED_ERR', 7],
  NotFoundError: ['NOT_FOUND_ERR', 8],
  NotSupportedError: ['NOT_SUPPORTED_ERR', 9],
  InUseAttributeError: ['INUSE_ATTRIBUTE_ERR', 10],
  InvalidStateError: ['INVALID_STATE_ERR', 11],
  SyntaxError: ['SYNTAX_ERR', 12],
  InvalidModificationError: ['INVALID_MODIFICATION_ERR', 13],
  NamespaceError: ['NAMESPACE_ERR', 14],
  InvalidAccessError: ['INVALID_ACCESS_ERR', 15],
  ValidationError: ['VALIDATION_ERR', 16],
  TypeMismatchError: ['TYPE_MISMATCH_ERR', 17],
  SecurityError: ['SECURITY_ERR', 18],
  NetworkError: ['NETWORK_ERR', 19],
  AbortError: ['ABORT_ERR', 20],
  URLMismatchError: ['URL_MISMATCH_ERR', 21],
  QuotaExceededError: ['QUOTA_EXCEEDED_ERR', 22],
  TimeoutError: ['TIMEOUT_ERR', 23],
  InvalidNodeTypeError: ['INVALID_NODE_TYPE_ERR', 24],
  DataCloneError: ['DATA_CLONE_ERR', 25],
};

// Their constants remain, but the names have no code any more.
const RETIRED = new SafeSet(['DOMStringSizeError', 'NoDataAllowedError', 'ValidationError']);

const internals = new SafeWeakMap();

function internalsOf(value) {
  const found = internals.get(value);
  if (found === undefined) throw invalidThis('DOMException');
  return found;
}

// Not from internal/errors: only the text of toString() contains the code here.
function invalidThis(type) {
  const err = new TypeError(`Value of "this" must be of ${type}`);
  ObjectDefineProperty(err, 'toString', {
    __proto__: null,
    configurable: true,
    writable: true,
    value() { return `${this.name} [ERR_INVALID_THIS]: ${this.message}`; },
  });
  err.code = 'ERR_INVALID_THIS';
  return err;
}

class DOMException {
  constructor(message = '', options = 'Error') {
    const self = new Error();
    ObjectSetPrototypeOf(self, new.target.prototype);
    const isDictionary = options !== null && typeof options === 'object';
    internals.set(self, {
      message: `${message}`,
      name: `${isDictionary ? options.name : options}`,
    });
    if (isDictionary && 'cause' in options) {
      ObjectDefineProperty(self, 'cause', {
        __proto__: null, value: options.cause, configurable: true, writable: true,
      });
    }
    return self;
  }

  get name() { return internalsOf(this).name; }

  get message() { return internalsOf(this).message; }

  get code() {
    const { name } = internalsOf(this);
    return RETIRED.has(name) ? 0 : CODES[name]?.[1] ?? 0;
  }
}

ObjectSetPrototypeOf(DOMException.prototype, ErrorPrototype);

function finishInterface(Interface, attributes) {
  const descriptors = {
    [SymbolToStringTag]: { __proto__: null, configurable: true, value: Interface.name },
  };
  for (let i = 0; i < attributes.length; i++) descriptors[attributes[i]] = { __proto__: null, enumerable: true };
  ObjectDefineProperties(Interface.prototype, descriptors);
}

finishInterface(DOMException, ['name', 'message', 'code']);

for (let j = 0, list = ObjectValues(CODES); j < list.length; j++) {
  const { 0: constant, 1: value } = list[j];
  const descriptor = { __proto__: null, enumerable: true, value };
  ObjectDefineProperty(DOMException, constant, descriptor);
  ObjectDefineProperty(DOMException.prototype, constant, descriptor);
}

class QuotaExceededError extends DOMException {
  #quota;
  #requested;

  constructor(message = '', options = {}) {
    super(message, 'QuotaExceededError');
    this.#quota = amount(options, 'quota');
    this.#requested = amount(options, 'requested');
    if (this.#quota !== null && this.#requested !== null && this.#requested < this.#quota)
      throw new RangeError('options.requested must not be less than options.quota');
  }

  get quota() {
    if (!(#quota in this)) throw invalidThis('QuotaExceededError');
    return this.#quota;
  }

  get requested() {
    if (!(#requested in this)) throw invalidThis('QuotaExceededError');
    return this.#requested;
  }
}

finishInterface(QuotaExceededError, ['quota', 'requested']);

function amount(options, key) {
  if (options == null || !(key in options)) return null;
  const value = +options[key];
  if (!NumberIsFinite(value)) {
    const text = NumberIsNaN(value) ? 'NaN' : 'Infinity';
    throw new TypeError(`Cannot convert options.${key} to a double: the value is ${text}`);
  }
  if (value < 0) throw new RangeError(`options.${key} must not be negative`);
  return value;
}

const isDOMException = (value) => internals.has(value);

module.exports = { DOMException, QuotaExceededError, isDOMException };
