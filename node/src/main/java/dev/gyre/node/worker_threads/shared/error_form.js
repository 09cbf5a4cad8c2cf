'use strict';

// An error that nobody caught in a worker, on its way to the parent. It arrives as an object of the same built-in class with
// all properties that can be cloned, those of its prototypes and accessors included. What can't be cloned arrives as its
// inspected text.
//
// A form is bytes: the first one tells the kind, the rest is the serialized value or the text.

const {
  AggregateError, ArrayPrototypeIncludes, ArrayPrototypePush, Error, EvalError, FunctionPrototypeCall, ObjectCreate, ObjectGetOwnPropertyDescriptor, ObjectGetOwnPropertyNames,
  ObjectGetPrototypeOf, ObjectPrototypeToString, RangeError, ReferenceError, StringPrototypeSlice, SymbolFor,
  SymbolToStringTag, SyntaxError, TypeError, URIError, setBytes,
} = require('internal/primordials');
const { Buffer } = require('buffer');

const ERROR = 0;
const VALUE = 1;
const TEXT = 2;
const SYMBOL = 3;
const CUSTOM_TEXT = 4;
const CIRCLE = 5;

const CLASSES = { __proto__: null, AggregateError, Error, TypeError, RangeError, URIError, SyntaxError, ReferenceError, EvalError };
const custom = SymbolFor('nodejs.util.inspect.custom');

const v8 = () => require('v8');
const inspect = (value) => require('internal/util/inspect').inspect(value);

function form(kind, bytes) {
  const all = Buffer.alloc(1 + bytes.length);
  all[0] = kind;
  setBytes(all, bytes, 1);
  return all;
}

const textForm = (kind, text) => form(kind, Buffer.from(text, 'utf8'));
const valueForm = (kind, value) => form(kind, v8().serialize(value));

// The name of the first built-in class of errors in the chain of prototypes.
function className(error) {
  for (let object = error; object !== null; object = ObjectGetPrototypeOf(object)) {
    const constructor = ObjectGetOwnPropertyDescriptor(object, 'constructor')?.value;
    if (!constructor) continue;
    const name = ObjectGetOwnPropertyDescriptor(constructor, 'name')?.value;
    if (typeof name === 'string' && CLASSES[name] !== undefined) return name;
  }
  return undefined;
}

// Descriptors of all properties, the object's own before those of its prototypes. Functions and symbols are left out.
function properties(error, seen) {
  const chain = [];
  for (let object = error; object !== null; object = ObjectGetPrototypeOf(object)) chain[chain.length] = object;
  const all = { __proto__: null };
  for (let i = chain.length - 1; i >= 0; i--) {
    const names = ObjectGetOwnPropertyNames(chain[i]);
    for (let j = 0; j < names.length; j++) {
      const descriptor = valueDescriptor(chain[i], names[j], error);
      if (descriptor === undefined) continue;
      if (names[j] === 'cause') descriptor.value = toForm(descriptor.value, seen);
      all[names[j]] = descriptor;
    }
  }
  return all;
}

// The value of an accessor is what it returns for the error.
function valueDescriptor(object, name, error) {
  let value;
  let found;
  try {
    found = ObjectGetOwnPropertyDescriptor(object, name);
    if (found.get && name === '__proto__') return undefined;
    value = found.get ? FunctionPrototypeCall(found.get, error) : found.value;
  } catch {
    return undefined;
  }
  if (!found.get && found.set) return undefined;
  if (name !== 'cause' && (typeof value === 'function' || typeof value === 'symbol')) return undefined;
  return { value, configurable: found.configurable, enumerable: found.enumerable, writable: found.writable ?? false };
}

function toForm(error, seen = []) {
  if (typeof error === 'symbol') return textForm(SYMBOL, inspect(error));
  try {
    if (typeof error === 'object' && ObjectPrototypeToString(error) === '[object Error]') {
      if (ArrayPrototypeIncludes(seen, error)) return Buffer.from([CIRCLE]);
      ArrayPrototypePush(seen, error);
      const name = className(error);
      if (name !== undefined) return valueForm(ERROR, { constructor: name, properties: properties(error, seen) });
    }
  } catch {
    // A property can't be cloned.
  }
  try {
    if (error != null && custom in error) return textForm(CUSTOM_TEXT, inspect(error));
  } catch {
    // It is a primitive value, or a proxy that throws.
  }
  try {
    return valueForm(VALUE, error);
  } catch {
    return textForm(TEXT, inspect(error));
  }
}

const inspectedAs = (text) => ({ __proto__: null, [custom]: () => text });

function fromForm(received) {
  const bytes = Buffer.from(received.buffer, received.byteOffset + 1, received.byteLength - 1);
  switch (received[0]) {
    case ERROR: {
      const { constructor, properties: found } = v8().deserialize(bytes);
      found[SymbolToStringTag] = { __proto__: null, value: 'Error', configurable: true };
      if (found.cause !== undefined) found.cause.value = fromForm(found.cause.value);
      return ObjectCreate(CLASSES[constructor].prototype, found);
    }
    case VALUE: return v8().deserialize(bytes);
    case TEXT: return bytes.toString('utf8');
    case SYMBOL: return SymbolFor(StringPrototypeSlice(bytes.toString('utf8'), 'Symbol('.length, -1));
    case CUSTOM_TEXT: return inspectedAs(bytes.toString('utf8'));
    default: return inspectedAs('[Circular object]');
  }
}

module.exports = { fromForm, toForm };
