'use strict';

// Describes a value as V8's own messages do, without running code of the program: `#<Foo>`, `[object Array]`, `Name: text`.

const {
  ArrayBufferIsView, ErrorPrototype, FunctionPrototype, FunctionPrototypeCall, ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf, ObjectPrototype, String, StringPrototypeSlice, SymbolToStringTag,
} = require('internal/primordials');

const objectToString = ObjectPrototype.toString;
const errorToString = ErrorPrototype.toString;
const functionToString = FunctionPrototype.toString;

// The value of a data property, own or inherited; undefined if reading it would call a getter or a proxy.
function plainValue(object, name) {
  const { isProxy } = require('util/types');
  for (let o = object; o !== null; o = ObjectGetPrototypeOf(o)) {
    if (isProxy(o)) return undefined;
    const property = ObjectGetOwnPropertyDescriptor(o, name);
    if (property !== undefined) return property.value;
  }
  return undefined;
}

function text(value, fallback) {
  return value === undefined ? fallback : typeof value === 'object' && value !== null ? describe(value) : String(value);
}

function describeError(error) {
  const name = text(plainValue(error, 'name'), 'Error');
  const message = text(plainValue(error, 'message'), '');
  if (name === '') return message;
  return message === '' ? name : `${name}: ${message}`;
}

function className(object) {
  const { isProxy } = require('util/types');
  if (isProxy(object)) return 'Object';
  const tag = plainValue(object, SymbolToStringTag);
  if (typeof tag === 'string') return tag;
  if (ArrayBufferIsView(object)) return object[SymbolToStringTag];
  return StringPrototypeSlice(FunctionPrototypeCall(objectToString, object), 8, -1);
}

function describe(value) {
  if (typeof value === 'function') return FunctionPrototypeCall(functionToString, value);
  if (typeof value !== 'object' || value === null) return String(value);
  const { isNativeError, isProxy } = require('util/types');
  if (isProxy(value)) return '#<Object>';
  const toString = plainValue(value, 'toString');
  if (isNativeError(value) || toString === errorToString) return describeError(value);
  if (toString === objectToString) {
    const name = plainValue(value, 'constructor')?.name;
    if (typeof name === 'string' && name !== '') return `#<${name}>`;
  }
  return `[object ${className(value)}]`;
}

module.exports = { describe };
